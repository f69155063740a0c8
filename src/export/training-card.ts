import type { Benchmark } from '../benchmark/item.js'
import type { ToolClasses } from '../corpus/hard-negatives.js'
import type { SkipReason, StageOneYield } from '../corpus/stage-one.js'
import type { StageTwoYield } from '../corpus/stage-two.js'
import { OVERLAP_SIMILARITY, type Overlap } from '../corpus/train-test-overlap.js'
import type { TrainingFormat } from '../corpus/training-recipe.js'
import { systemPrompts } from '../corpus/training-recipe.js'
import { fingerprintOf } from '../text/hash.js'
import type { JsonObject } from '../text/json.js'
import { trainerVersions } from './training-configs.js'
import type { TrainingSetRequest } from './training-set-request.js'
import type { QuerySource } from './training-texts.js'

interface FormatCounts {
  records: number
  /** Records whose documentation or query was cut. */
  truncated: number
  /** Records in whose text marks were broken. */
  tamed: number
  readonly skipped: Partial<Record<SkipReason, number>>
}

/** Examples of anything that are named in the card. */
const EXAMPLES = 20

/** Counts what went into a training set while it is written: its data card, `assay.training/1`. */
export class TrainingCard {
  readonly #request: TrainingSetRequest
  readonly #sources: readonly QuerySource[]
  readonly #formats = new Map<TrainingFormat, FormatCounts>()
  readonly #files = new Map<string, string>()
  readonly #answerPositions: number[] = []
  readonly #overlaps = { texts: 0, repeating: 0, exact: 0, normalised: 0, near: 0 }
  #classes = 0
  #atRandom = 0
  #negatives = 0
  #fewer = 0
  #repeated = 0
  #dropped = 0

  constructor(request: TrainingSetRequest, sources: readonly QuerySource[]) {
    this.#request = request
    this.#sources = sources
  }

  addFile(name: string, fingerprint: string): void {
    this.#files.set(name, fingerprint)
  }

  setClasses(classes: ToolClasses): void {
    this.#classes = new Set(classes).size
  }

  countOverlaps(overlaps: readonly Overlap[]): void {
    this.#overlaps.texts++
    if (overlaps.length > 0) this.#overlaps.repeating++
    for (const { kind } of overlaps) this.#overlaps[kind]++
  }

  countDropped(): void {
    this.#dropped++
  }

  countStageOne(yielded: StageOneYield, wanted: number): void {
    const counts = this.#countsOf(yielded.format)
    if (yielded.kind === 'skipped') {
      counts.skipped[yielded.reason] = (counts.skipped[yielded.reason] ?? 0) + 1
      return
    }
    counts.records++
    if (yielded.fitted.isTruncated) counts.truncated++
    if (yielded.tamed > 0) counts.tamed++
    if (yielded.options === undefined) return
    const { answerAt, negatives } = yielded.options
    this.#answerPositions[answerAt] = (this.#answerPositions[answerAt] ?? 0) + 1
    this.#negatives += negatives.positions.length
    this.#atRandom += negatives.atRandom
    if (negatives.positions.length < wanted) this.#fewer++
  }

  countStageTwo(yielded: StageTwoYield): void {
    if (yielded.kind === 'repeated') {
      this.#repeated++
      return
    }
    const counts = this.#countsOf('query')
    counts.records++
    if (yielded.fitted.isTruncated) counts.truncated++
    if (yielded.tamed > 0) counts.tamed++
  }

  #countsOf(format: TrainingFormat): FormatCounts {
    const known = this.#formats.get(format)
    if (known !== undefined) return known
    const counts: FormatCounts = { records: 0, truncated: 0, tamed: 0, skipped: {} }
    this.#formats.set(format, counts)
    return counts
  }

  /** @param testTexts texts of the test benchmarks. */
  toJson(testTexts: number): JsonObject {
    const { catalog, recipe, stage, update, seed, assay, budget } = this.#request
    const formats = [...this.#formats]
    const prompts = formats.map(([format]) => [format, systemPrompts[format]] as const)
    return {
      schema: 'assay.training/1',
      assay,
      recipe: recipe.id,
      stage,
      update,
      seed,
      catalog: { tools: catalog.tools.length, fingerprint: catalog.fingerprint },
      tokens: this.#tokens(),
      records: {
        total: formats.reduce((sum, [, { records }]) => sum + records, 0),
        formats: Object.fromEntries(
          formats.map(([format, { skipped, ...counts }]) => [format, { ...counts, skipped: { ...skipped } }]),
        ),
      },
      systemPrompts: recipe.hasSystemPrompts ? Object.fromEntries(prompts) : {},
      length: { tokenizer: budget.counter.tokenizer, maxTokens: budget.maxTokens, reserve: budget.reserve },
      ...(this.#formats.has('f3') ? { negatives: this.#negativesToJson() } : {}),
      ...(stage === 2 ? { queries: this.#queries() } : {}),
      nearDuplicates: this.#nearDuplicates(testTexts),
      trainers: { ...trainerVersions },
      files: Object.fromEntries(this.#files),
    }
  }

  #tokens(): JsonObject {
    const { catalog, tokens } = this.#request
    const nameOf = (position: number): string => catalog.tools[position]?.name ?? ''
    return {
      scheme: tokens.scheme,
      vocabulary: tokens.vocabulary.length,
      fingerprint: fingerprintOf(tokens.sequences),
      initialisation: {
        method: 'mean-of-sub-tokens',
        of: 'initialText',
        rows: ['input', 'output'],
        whereEmpty: 'mean-of-all-rows',
        empty: tokens.vocabulary.filter(({ initialText }) => initialText === '').length,
      },
      prefixes: {
        count: tokens.prefixes.length,
        examples: tokens.prefixes
          .slice(0, EXAMPLES)
          .map(([prefix, longer]) => [nameOf(prefix), nameOf(longer)]),
      },
    }
  }

  #negativesToJson(): JsonObject {
    const { retriever, negativeCount } = this.#request
    return {
      source: retriever.id,
      identity: retriever.identity,
      wanted: negativeCount,
      classes: this.#classes,
      total: this.#negatives,
      atRandom: this.#atRandom,
      recordsWithFewer: this.#fewer,
      answerPositions: Array.from(this.#answerPositions, (count) => count ?? 0),
    }
  }

  #queries(): JsonObject {
    return {
      sources: this.#sources.map((source) => ({ ...source })),
      repeatedPairs: this.#repeated,
      droppedNearDuplicates: this.#dropped,
    }
  }

  #nearDuplicates(testTexts: number): JsonObject {
    const { texts, repeating, exact, normalised, near } = this.#overlaps
    return {
      compared: this.#request.stage === 1 ? 'descriptions' : 'queries',
      similarity: OVERLAP_SIMILARITY,
      tests: this.#request.tests.map(({ name, fingerprint }: Benchmark) => ({ name, fingerprint })),
      testTexts,
      trainTexts: texts,
      trainTextsInTests: repeating,
      pairs: { exact, normalised, near },
    }
  }
}
