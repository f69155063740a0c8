import type { SpokenCall } from '../../agent/agents/agent.js'
import type { StepRecord, TurnError } from '../../agent/turn-record.js'
import type { Dialect } from '../../toolcall/dialect.js'
import { parseOutput } from '../../toolcall/parse-output.js'
import type { ToolTable } from '../../toolcall/tool-table.js'
import { contentOf } from './step-text.js'

export interface ReadCalls {
  readonly calls: readonly (SpokenCall & { readonly id?: string })[]
  /** Why something that was to be a call is none; no call is repaired. */
  readonly error?: TurnError
}

/** The calls of one answer in JSON mode, strictly: what the dialect does not accept is a fault of the step. */
export function readCalls(
  output: StepRecord['output'],
  { dialect, tools }: { readonly dialect: Dialect; readonly tools: ToolTable },
): ReadCalls {
  const { message, stopReason } = output
  const text = dialect.isApi === true ? (message ?? output.text ?? '') : contentOf(output)
  const parsing = parseOutput(
    { text, stopReason: stopReason === 'length' ? 'length' : 'stop' },
    { dialect, tools },
  )
  const { outcome, strict } = parsing
  const calls = strict.calls.map(({ name, arguments: given, id }) => ({
    name,
    arguments: given,
    ...(id === undefined ? {} : { id }),
  }))
  switch (outcome) {
    case 'called':
    case 'abstained':
      return { calls }
    case 'empty':
      return { calls: [], error: { fault: 'empty', message: 'Nothing was said.' } }
    case 'truncated':
      return { calls: [], error: { fault: 'unclosed-tag', message: 'A call was begun and cut off.' } }
    case 'attempted': {
      const reason = strict.faults[0]?.what ?? 'The text tries to call and holds no call.'
      return { calls: [], error: { fault: 'syntax', message: reason } }
    }
    default:
      return outcome satisfies never
  }
}
