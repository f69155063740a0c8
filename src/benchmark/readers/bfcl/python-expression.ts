import { ExpressionReader } from './expression-reader.js'
import type { PythonExpression } from './python-syntax.js'

/** The longest source that is read. */
const MAX_LENGTH = 250_000

/**
 * Reads one list display, and nothing else, by the expression grammar of CPython 3.11. What BFCL does not look into is
 * passed over with its brackets, strings and operators in place; `\N{…}` is not known. Nothing is evaluated.
 *
 * @returns undefined when the source is not such a list.
 */
export function readPythonList(source: string): readonly PythonExpression[] | undefined {
  if (source.length > MAX_LENGTH) return undefined
  const reader = new ExpressionReader(source)
  return reader.wholeList()
}

/** Reads one expression. Undefined when the source is none. */
export function readPythonExpression(source: string): PythonExpression | undefined {
  if (source.length > MAX_LENGTH) return undefined
  return new ExpressionReader(source).whole()
}
