import type { ExchangeAnswer } from '../exchange.js'

type StopReason = Extract<ExchangeAnswer, { readonly kind: 'said' }>['stopReason']

const REASONS: ReadonlyMap<string, StopReason> = new Map([
  ...[
    'stop',
    'tool_calls',
    'tool_call',
    'function_call',
    'end_turn',
    'tool_use',
    'stop_sequence',
    'completed',
    'eos',
  ].map((word) => [word, 'stop'] as const),
  ...['length', 'max_tokens', 'max_output_tokens', 'model_length'].map((word) => [word, 'length'] as const),
  ...['content_filter', 'refusal', 'safety', 'prohibited_content', 'blocklist', 'recitation', 'spii'].map(
    (word) => [word, 'refused'] as const,
  ),
])

/** What an API's word for the end of an answer means; `unknown` for one that is not known, or missing. */
export function stopReasonOf(word: string | undefined): {
  readonly stopReason: StopReason
  readonly stopDetail?: string
} {
  const stopReason = REASONS.get(word?.toLowerCase() ?? '') ?? 'unknown'
  return { stopReason, ...(word === undefined ? {} : { stopDetail: word.slice(0, 100) }) }
}
