import { buildTool } from '../../src/catalog/build-tool.js'
import { goldCallWith } from '../../src/ladder/batteries/make-case.js'
import type { CaseReading, OpeningReading } from '../../src/ladder/case-reading.js'
import { type BatteryId, caseTask, type LadderCase } from '../../src/ladder/ladder-case.js'
import { judgeCalls, readOutputOf } from '../../src/score/calls/call-verdict.js'
import { hermes } from '../../src/toolcall/dialects/hermes.js'
import { parseOutput } from '../../src/toolcall/parse-output.js'
import { toolTable } from '../../src/toolcall/tool-table.js'

const tools = [
  buildTool({
    name: 'look_up',
    inputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
    source: { format: 'test', at: '1' },
  }),
]

export interface MadeCase {
  readonly id: string
  readonly battery?: BatteryId
  /** Whether a call is right; absent: nothing is right or wrong. */
  readonly calls?: boolean
  readonly cluster?: string
}

/** A case of one tool, with gold `look_up({"id": "x"})` where a call is right. */
export function madeCase({ id, battery = 'verbatim', calls, cluster = id }: MadeCase): LadderCase {
  return {
    id: `${battery}/${id}`,
    battery,
    messages: [{ role: 'user', content: `Look ${id} up.` }],
    tools,
    offersTools: true,
    ...(calls === undefined
      ? {}
      : { gold: { calls: calls ? [goldCallWith('look_up', { id: 'x' })] : [], order: 'any' as const } }),
    cluster,
    entities: [],
    asking: { generates: true, probesOpening: true },
  }
}

/** The answer to a case, read in the dialect of Hermes. */
export function madeReading(one: LadderCase, text: string, more: Partial<CaseReading> = {}): CaseReading {
  const { stopReason = 'stop' } = more
  const parsing = parseOutput(
    { text, stopReason: stopReason === 'length' ? 'length' : 'stop' },
    { dialect: hermes, tools: toolTable(one.tools) },
  )
  const task = caseTask(one)
  return {
    case: one,
    trial: 0,
    path: 'direct',
    text,
    stopReason,
    parsing,
    ...(task === undefined ? {} : { verdict: judgeCalls(task, readOutputOf(parsing)) }),
    ...more,
  }
}

export function madeOpening(
  one: LadderCase,
  probability: number,
  more: Partial<OpeningReading> = {},
): OpeningReading {
  const logprob = Math.log(probability)
  return {
    case: one,
    logprob,
    isBound: false,
    chain: [{ id: 1, text: '<tool_call>', logprob }],
    isArgmax: probability > 0.5,
    top: [],
    ...more,
  }
}
