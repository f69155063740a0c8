import type { ShownEntry, SpokenLine } from './agent.js'

/**
 * Text of others as a prompt shows it: a JSON string in which no tag can stand, so that neither a tool's result nor a line of
 * the user closes a section or opens another.
 */
function quoted(text: string): string {
  return JSON.stringify(text).replaceAll('<', '\\u003c')
}

/** What was said so far, a line each. */
export function conversationText(history: readonly SpokenLine[]): string {
  return `[\n${history.map(({ role, text }) => `  {${quoted(role)}: ${quoted(text)}}`).join(',\n')}\n]`
}

/** What is cached, a line each: key and summary. */
export function cacheText(cache: readonly ShownEntry[]): string {
  if (cache.length === 0) return '{}'
  return `{\n${cache.map(({ key, summary }) => `  ${quoted(key)}: ${quoted(summary)}`).join(',\n')}\n}`
}
