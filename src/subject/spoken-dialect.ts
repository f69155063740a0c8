import type { Dialect } from '../toolcall/dialect.js'
import { dialects } from '../toolcall/dialects/index.js'
import { parseOutput } from '../toolcall/parse-output.js'
import { type Level, levels } from '../toolcall/parsed-call.js'
import type { ToolTable } from '../toolcall/tool-table.js'

/** What one answer says, as the readers of text and those of messages see it. */
export interface SpokenAnswer {
  /** The text, or the content of the message. */
  readonly text?: string | undefined
  /** The whole message, as JSON. */
  readonly message?: string | undefined
}

/** A call of a declared tool: below it, JSON that is an answer would pass for one. */
const LEAST: Level = 'S5'

/** Whether the answer holds a call of a declared tool that the strict reading of the dialect finds. */
export function speaks(dialect: Dialect, { text, message }: SpokenAnswer, tools: ToolTable): boolean {
  return levelIn(dialect, { text, message }, tools) >= levels.indexOf(LEAST)
}

/**
 * The dialect in which an answer calls declared tools: the one that the strict reading gets furthest with, of several the
 * first that Assay lists.
 *
 * @param except the dialect in which calls were looked for, and not found; none by default.
 */
export function spokenDialect(
  answer: SpokenAnswer,
  { tools, except }: { readonly tools: ToolTable; readonly except?: Dialect },
): Dialect | undefined {
  if (tools.namedIn(`${answer.text ?? ''}\n${answer.message ?? ''}`).length === 0) return undefined
  let best: Dialect | undefined
  let reached = levels.indexOf(LEAST) - 1
  for (const dialect of dialects) {
    if (dialect.id === except?.id) continue
    const level = levelIn(dialect, answer, tools)
    if (level <= reached) continue
    best = dialect
    reached = level
  }
  return best
}

/** −1 where there is no call. */
function levelIn(dialect: Dialect, { text, message }: SpokenAnswer, tools: ToolTable): number {
  const read = dialect.isApi === true ? (message ?? text) : text
  if (read === undefined || read === '') return -1
  const { strict } = parseOutput({ text: read }, { dialect, tools, known: [] })
  return strict.calls.length === 0 ? -1 : levels.indexOf(strict.level)
}
