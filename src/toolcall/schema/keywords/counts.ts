import type { JsonValue } from '../../../text/json.js'
import { compareNumbers, isJsonNumber, isWhole } from '../exact.js'
import { keywordValue, type SchemaContext } from '../keyword.js'

/**
 * The value of a keyword that counts (`minItems`, `maxLength`): undefined when absent, `'bad'` when it is no count. A
 * count beyond what a double holds is as good as infinite.
 */
export function countOf(context: SchemaContext, keyword: string): number | 'bad' | undefined {
  const value: JsonValue | undefined = keywordValue(context, keyword)
  if (value === undefined) return undefined
  if (!isJsonNumber(value) || !isWhole(value) || compareNumbers(value, 0) < 0) return 'bad'
  return typeof value === 'number' ? value : Number(value.text)
}
