import type { Tool } from '../../catalog/tool.js'
import { InputError } from '../../errors.js'
import { valueKey } from '../../score/calls/value-equality.js'
import type { Dialect, WrittenCall } from '../../toolcall/dialect.js'
import { parseOutput } from '../../toolcall/parse-output.js'
import { type ToolTable, toolTable } from '../../toolcall/tool-table.js'

/** Whether the dialect writes these calls so that the strict reading gives them back, valid by the tools' schemas. */
export function isReadableGold(
  calls: readonly WrittenCall[],
  { dialect, tools }: { readonly dialect: Dialect; readonly tools: readonly Tool[] },
): boolean {
  let text: string
  try {
    text = dialect.renderCalls(calls, { tools })
  } catch (error) {
    if (error instanceof InputError) return false
    throw error
  }
  return saysCalls(text, calls, { dialect, tools: toolTable(tools) })
}

/** Whether a text is read, strictly, as just these calls in this order. */
export function saysCalls(
  text: string,
  calls: readonly WrittenCall[],
  { dialect, tools }: { readonly dialect: Dialect; readonly tools: ToolTable },
): boolean {
  const { outcome, strict } = parseOutput({ text }, { dialect, tools, known: [dialect] })
  if (outcome !== 'called' || !strict.ok || strict.calls.length !== calls.length) return false
  return strict.calls.every((call, at) => {
    const wanted = calls[at]
    return (
      wanted !== undefined &&
      call.name === wanted.name &&
      valueKey(call.arguments) === valueKey(wanted.arguments)
    )
  })
}
