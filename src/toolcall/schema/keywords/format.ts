import { FORMATS } from '../formats/formats.js'
import { badKeyword, keywordValue, ruleOf, type SchemaContext } from '../keyword.js'
import { isPattern } from '../pattern/linear-pattern.js'
import type { Check } from '../schema-node.js'
import { quoted, shown } from '../shown.js'
import { VALID } from '../verdict.js'

/** `format`, where it is to assert. Formats that JSON Schema does not define are passed over, as it asks. */
export function formatCheck(context: SchemaContext): Check | undefined {
  if (!context.strictness.assertsFormats) return undefined
  const name = keywordValue(context, 'format')
  if (name === undefined) return undefined
  if (typeof name !== 'string') return badKeyword(context, 'format', 'a name')
  const test = name === 'regex' ? isPattern : FORMATS.get(name)
  if (test === undefined) return undefined
  const rule = ruleOf(context, 'format')
  return (value, run) => {
    if (typeof value !== 'string') return VALID
    run.spend(1 + (value.length >> 4))
    if (test(value)) return VALID
    return run.reject(
      rule,
      'format-mismatch',
      () => `Expected the format ${quoted(name)}, found ${shown(value)}.`,
    )
  }
}
