import type { WrittenCall } from '../../toolcall/dialect.js'
import type { CorpusAnswer, CorpusExample } from '../tool-corpus.js'

/** What an answer calls: by the strict reading, else what it tries to call. */
export function callsOf({ calls, tried = [] }: CorpusAnswer): readonly WrittenCall[] {
  return calls.length > 0 ? calls : tried
}

/** Whether an answer calls or tries to; the others are prose. */
export function isCallAnswer({ calls, outcome }: CorpusAnswer): boolean {
  return calls.length > 0 || outcome === 'attempted' || outcome === 'truncated'
}

/** Whether a call names a tool that the example does not declare. */
export function isForeign({ answer, tools }: CorpusExample): boolean {
  return callsOf(answer).some(({ name }) => !tools.some((tool) => tool.name === name))
}

/** Whether nothing but a system message stands before the user's. */
export function isSingleTurn({ messages }: CorpusExample): boolean {
  return messages.filter(({ role }) => role !== 'system').length <= 1
}
