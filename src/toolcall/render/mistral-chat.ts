import type { Message, WrittenCall } from '../dialect.js'
import { spacedJson } from './spaced-json.js'

/** One list for all calls of a turn. Templates demand ids of nine letters and digits; a call without one gets its place. */
export function mistralCalls(calls: readonly WrittenCall[]): string {
  const entries = calls.map(({ name, arguments: args, id }, index) =>
    spacedJson({ name, arguments: args, id: shortId(id ?? String(index)) }),
  )
  return `[TOOL_CALLS] [${entries.join(', ')}]`
}

export function mistralResult({ content, id }: Extract<Message, { role: 'tool' }>): string {
  return id === undefined ? content : spacedJson({ content, call_id: shortId(id) })
}

function shortId(id: string): string {
  const letters = id.replace(/[^a-zA-Z0-9]/g, '')
  return letters.slice(-9).padStart(9, '0')
}
