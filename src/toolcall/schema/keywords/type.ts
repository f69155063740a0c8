import { ExactNumber, isJsonArray, isJsonObject, type JsonValue } from '../../../text/json.js'
import { costOfNumber, isJsonNumber, isSpelledAsInteger, isWhole } from '../exact.js'
import { badKeyword, keywordValue, ruleOf, type SchemaContext } from '../keyword.js'
import type { Check } from '../schema-node.js'
import { shown } from '../shown.js'
import { VALID } from '../verdict.js'

export type JsonType = 'string' | 'integer' | 'number' | 'boolean' | 'null' | 'array' | 'object'

type TypeTest = (value: JsonValue) => boolean

const TESTS: Readonly<Record<JsonType, TypeTest>> = {
  string: (value) => typeof value === 'string',
  integer: (value) => isJsonNumber(value) && isWhole(value),
  number: isJsonNumber,
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  array: isJsonArray,
  object: isJsonObject,
}

const isExactInteger: TypeTest = (value) => isJsonNumber(value) && isSpelledAsInteger(value)

function isJsonType(name: JsonValue): name is JsonType {
  return typeof name === 'string' && Object.hasOwn(TESTS, name)
}

/** The types that a `type` keyword names; undefined when it names something else. */
export function typesOf(type: JsonValue): readonly JsonType[] | undefined {
  if (isJsonType(type)) return [type]
  return isJsonArray(type) && type.length > 0 && type.every(isJsonType) ? type : undefined
}

/** `type`, with OpenAPI's `nullable`. */
export function typeCheck(context: SchemaContext): Check | undefined {
  const type = keywordValue(context, 'type')
  if (type === undefined) return undefined
  const stated = typesOf(type)
  if (stated === undefined) return badKeyword(context, 'type', 'a type of JSON or a list of them')
  const isNullable = keywordValue(context, 'nullable') === true
  const types = isNullable && !stated.includes('null') ? [...stated, 'null' as const] : stated
  // In draft 4 an integer is a number without a fraction part, not without a fraction.
  const isExact = context.strictness.exactTypes || context.site.resource.dialect.draft === 'draft-04'
  const test = testOf(types, isExact)
  const rule = ruleOf(context, 'type')
  return (value, run) => {
    if (value instanceof ExactNumber) run.spend(costOfNumber(value))
    if (test(value)) return VALID
    if (TESTS.integer(value) && types.includes('integer')) {
      return run.reject(
        rule,
        'integer-spelling',
        () => `Expected an integer spelled as one, found ${shown(value)}.`,
      )
    }
    return run.reject(rule, 'wrong-type', () => `Expected ${types.join(' or ')}, found ${shown(value)}.`)
  }
}

function testOf(types: readonly JsonType[], isExact: boolean): TypeTest {
  const tests = types.map((type) => (type === 'integer' && isExact ? isExactInteger : TESTS[type]))
  const [first, second] = tests
  if (first === undefined) return () => false
  if (second === undefined) return first
  if (tests.length === 2) return (value) => first(value) || second(value)
  return (value) => tests.some((test) => test(value))
}

/** The type of a value; a number is an integer when it is spelled as one. */
export function typeOf(value: JsonValue): JsonType {
  if (value === null) return 'null'
  if (typeof value === 'string' || typeof value === 'boolean') return typeof value as 'string' | 'boolean'
  if (typeof value === 'number' || value instanceof ExactNumber) {
    return isSpelledAsInteger(value) ? 'integer' : 'number'
  }
  return isJsonArray(value) ? 'array' : 'object'
}
