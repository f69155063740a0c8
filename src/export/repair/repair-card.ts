import { frozenLimits } from '../../checkpoint/frozen-share.js'
import { type CorpusStatistics, corpusStatistics } from '../../corpus/corpus-statistics.js'
import type { ToolCorpus } from '../../corpus/tool-corpus.js'
import type { JsonObject } from '../../text/json.js'
import { trainerVersions } from '../training-configs.js'
import { MOST_OF_ONE_TOOL } from './quotas.js'
import type { RepairMix } from './repair-mix.js'
import type { RepairRequest } from './repair-request.js'

/**
 * Weights above this cannot be moved by one step of the learning rate where they are kept in bfloat16: a power of two,
 * between 2^8 and 2^9 times the rate.
 */
function stillAbove(learningRate: number): number {
  return 2 ** ((frozenLimits(learningRate).under >> 7) - 127)
}

/** The data card of a repair mix, `assay.training/1`; counts are those of the rows as they were read back. */
export function repairCard(
  request: RepairRequest,
  {
    mix,
    written,
    files,
  }: {
    readonly mix: RepairMix
    /** The rows, read back. */
    readonly written: ToolCorpus
    /** Fingerprints by name. */
    readonly files: ReadonlyMap<string, string>
  },
): JsonObject {
  const { corpus, chats, tests, cases, update, seed, assay, learningRate, counter } = request
  const statistics = corpusStatistics(written, {
    tokenizer: { name: counter.tokenizer, count: (text) => counter.count(text) },
    mixture: Object.fromEntries(mix.shares),
  })
  return {
    schema: 'assay.training/1',
    assay,
    recipe: 'repair',
    update,
    seed,
    learningRate,
    bfloat16: { stillAbove: stillAbove(learningRate), masterWeights: 'float32' },
    corpus: {
      fingerprint: corpus.fingerprint,
      rows: corpus.rows,
      distinct: mix.own.distinct,
      dialect: corpus.dialect.id,
      shape: corpus.shape,
      toolsIn: corpus.toolsIn,
      repeats: mix.own.repeats,
      unreadableCalls: mix.own.unreadable,
      undeclaredTools: mix.own.undeclared,
      overQuota: mix.overQuota,
    },
    chats: chats.map(({ fingerprint, rows }) => ({ fingerprint, rows })),
    records: {
      total: mix.rows.length,
      wanted: mix.wanted,
      from: countsOf(mix.rows.map(({ from }) => from)),
      reasons: countsOf(mix.rows.flatMap(({ why }) => (why === undefined ? [] : [why]))),
    },
    mixture: mixtureOf(statistics),
    tools: toolsOf(statistics, mix),
    statistics: {
      distinctPrompts: statistics.distinctPrompts,
      callRows: statistics.calls.rows,
      proseRows: statistics.prose.rows,
      proseRowsWithEntities: statistics.proseWithEntities.rows,
      multiCallRows: statistics.multiCall.rows,
      entities: Object.fromEntries(statistics.entities.map(({ type, distinct }) => [type, distinct])),
    },
    evaluations: {
      tests: tests.map(({ name, texts }) => ({ name, texts: texts.length })),
      ladderCases: cases.length,
      texts: mix.evaluationTexts,
      rejectedValues: mix.rejectedValues,
    },
    dropped: Object.fromEntries([...mix.dropped].map(([from, counts]) => [from, Object.fromEntries(counts)])),
    length: { tokenizer: counter.tokenizer, longest: mix.longest, reserve: request.reserve },
    notices: mix.notices.map(({ code, what }) => ({ code, what })),
    trainers: { ...trainerVersions },
    files: Object.fromEntries(files),
  }
}

/** Parts as configured and as realised, by rows and by tokens. */
function mixtureOf({ mixtures }: CorpusStatistics): JsonObject {
  const bySource = mixtures.find(({ by }) => by === 'source')
  return {
    unit: bySource?.unit ?? 'bytes',
    parts: (bySource?.parts ?? []).map(({ part, rows, tokens, rowShare, tokenShare, configured }) => ({
      part,
      ...(configured === undefined ? {} : { configured }),
      rows,
      rowShare,
      tokens,
      tokenShare,
    })),
  }
}

/** Rows of each tool, several calls of one turn under the first. */
function toolsOf({ mixtures }: CorpusStatistics, mix: RepairMix): JsonObject {
  const ofCorpus = new Map<string, number>()
  for (const { from, answer } of mix.rows) {
    const tool = answer.calls[0]?.name
    if (from === 'corpus' && tool !== undefined) ofCorpus.set(tool, (ofCorpus.get(tool) ?? 0) + 1)
  }
  const parts = (mixtures.find(({ by }) => by === 'tool')?.parts ?? []).filter(
    ({ part }) => part !== '(no call)',
  )
  const all = parts.reduce((sum, { rows }) => sum + rows, 0)
  const most = Math.max(0, ...parts.map(({ rows }) => rows))
  return {
    /** Rows of the most frequent tool over the equal share. */
    mostOverEqual: all === 0 ? 0 : (most * parts.length) / all,
    limit: MOST_OF_ONE_TOOL,
    rows: parts.map(({ part, rows }) => ({
      tool: part,
      rows,
      share: all === 0 ? 0 : rows / all,
      fromCorpus: ofCorpus.get(part) ?? 0,
    })),
  }
}

function countsOf(values: readonly string[]): JsonObject {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return Object.fromEntries([...counts].sort(([left], [right]) => (left < right ? -1 : 1)))
}
