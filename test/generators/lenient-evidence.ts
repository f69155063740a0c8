import type { GoldCall } from '../../src/benchmark/call-item.js'
import { goldArguments } from '../../src/benchmark/gold-value.js'
import { buildTool } from '../../src/catalog/build-tool.js'
import type { Tool } from '../../src/catalog/tool.js'
import type { CorpusStatistics } from '../../src/corpus/corpus-statistics.js'
import type { CorpusExample, ToolCorpus } from '../../src/corpus/tool-corpus.js'
import type { CaseReading } from '../../src/ladder/case-reading.js'
import { caseTask, type LadderCase } from '../../src/ladder/ladder-case.js'
import type { LadderEvidence } from '../../src/ladder/ladder-evidence.js'
import { judgeCalls, readOutputOf } from '../../src/score/calls/call-verdict.js'
import type { JsonObject } from '../../src/text/json.js'
import { vectrayx } from '../../src/toolcall/dialects/vectrayx.js'
import { parseOutput } from '../../src/toolcall/parse-output.js'
import { toolTable } from '../../src/toolcall/tool-table.js'

const text = (name: string): JsonObject => ({
  type: 'object',
  properties: { [name]: { type: 'string' } },
  required: [name],
})

/** Two tools of a small shop for facts about numbers and places. */
export const shopTools: readonly Tool[] = [
  buildTool({ name: 'find_place', inputSchema: text('place'), source: { format: 'test', at: '' } }),
  buildTool({ name: 'count_stars', inputSchema: text('night'), source: { format: 'test', at: '' } }),
]

export const shopPreamble = 'Tools: find_place(place), count_stars(night). Call them in a block.'

export function example(id: number, prompt: string, answer: string): CorpusExample {
  const parsing = parseOutput({ text: answer }, { dialect: vectrayx, tools: toolTable(shopTools) })
  return {
    id: String(id),
    line: id,
    messages: [
      { role: 'system', content: shopPreamble },
      { role: 'user', content: prompt },
    ],
    prompt,
    tools: shopTools,
    answer: { text: answer, calls: parsing.strict.calls, outcome: parsing.outcome },
  }
}

export function corpusOf(examples: readonly CorpusExample[]): ToolCorpus {
  return {
    path: 'train.jsonl',
    fingerprint: '0'.repeat(64),
    shape: 'messages',
    dialect: vectrayx,
    rows: examples.length,
    examples,
    toolsIn: 'preamble',
    notices: [],
  }
}

export type CaseParts = Partial<LadderCase> & {
  readonly prompt: string
  readonly call?: readonly [name: string, args: JsonObject]
}

/** A case of the verbatim battery, with a call as its gold where one is given, else with none. */
export function caseOf(number: number, { prompt, call, ...rest }: CaseParts): LadderCase {
  const battery = rest.battery ?? 'verbatim'
  const calls: readonly GoldCall[] =
    call === undefined ? [] : [{ name: call[0], json: call[1], arguments: goldArguments(call[1], 'gold') }]
  return {
    id: `${battery}/${number}`,
    battery,
    messages: [
      { role: 'system', content: shopPreamble },
      { role: 'user', content: prompt },
    ],
    tools: shopTools,
    offersTools: false,
    gold: { calls, order: 'any' },
    cluster: `${battery}/${number}`,
    entities: [],
    asking: { generates: true, probesOpening: false },
    ...rest,
  }
}

export function readingOf(one: LadderCase, said: string, rest: Partial<CaseReading> = {}): CaseReading {
  const stopReason = rest.stopReason ?? 'stop'
  const parsing = parseOutput(
    { text: said, stopReason: stopReason === 'length' ? 'length' : 'stop' },
    { dialect: vectrayx, tools: toolTable(one.tools) },
  )
  const task = caseTask(one)
  return {
    case: one,
    trial: 0,
    path: 'direct',
    text: said,
    stopReason,
    parsing,
    ...(task === undefined ? {} : { verdict: judgeCalls(task, readOutputOf(parsing)) }),
    ...rest,
  }
}

/** A call in the dialect of these cases. */
export function callText(name: string, args: JsonObject): string {
  return vectrayx.renderCalls([{ name, arguments: args }])
}

export function evidenceOf(parts: Partial<LadderEvidence> = {}): LadderEvidence {
  return {
    corpus: corpusOf([]),
    // No rung that these tests climb reads them.
    statistics: {} as CorpusStatistics,
    dialect: vectrayx,
    cases: parts.readings?.map((reading) => reading.case) ?? [],
    keywordSets: [],
    readings: [],
    openings: [],
    missing: [],
    harness: [],
    checkpoints: [],
    grafts: [],
    runs: [],
    seed: 0,
    resamples: 500,
    ...parts,
  }
}
