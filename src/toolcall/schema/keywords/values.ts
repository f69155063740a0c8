import { isJsonArray, type JsonValue } from '../../../text/json.js'
import { costOfNumber, isJsonNumber, numberKey } from '../exact.js'
import { badKeyword, gapCheck, keywordValue, ruleOf, type SchemaContext } from '../keyword.js'
import { DEFAULT_LIMITS } from '../limits.js'
import { LimitReached, Run } from '../run.js'
import type { Check } from '../schema-node.js'
import { listed, shown, shownJson } from '../shown.js'
import { valueKey } from '../value-key.js'
import { VALID } from '../verdict.js'

/** `enum`: equality by exact value, so that 5.0 is a member of [5]. */
export function enumCheck(context: SchemaContext): Check | undefined {
  const members = keywordValue(context, 'enum')
  if (members === undefined) return undefined
  if (!isJsonArray(members)) return badKeyword(context, 'enum', 'a list of values')
  const isMember = membershipOf(members)
  if (isMember === undefined) return tooLarge(context, 'enum')
  const rule = ruleOf(context, 'enum')
  return (value, run) =>
    isMember(value, run)
      ? VALID
      : run.reject(rule, 'not-in-enum', () => `Expected one of ${listed(members)}; found ${shown(value)}.`)
}

export function constCheck(context: SchemaContext): Check | undefined {
  const constant = keywordValue(context, 'const')
  if (constant === undefined) return undefined
  const isMember = membershipOf([constant])
  if (isMember === undefined) return tooLarge(context, 'const')
  const rule = ruleOf(context, 'const')
  return (value, run) =>
    isMember(value, run)
      ? VALID
      : run.reject(rule, 'not-the-constant', () => `Expected ${shownJson(constant)}, found ${shown(value)}.`)
}

function tooLarge(context: SchemaContext, keyword: string): Check {
  return gapCheck(context, {
    keyword,
    code: 'schema-too-large',
    reason: `The values of "${keyword}" are too large.`,
  })
}

/** Undefined where the members cannot be afforded. */
function membershipOf(members: readonly JsonValue[]): ((value: JsonValue, run: Run) => boolean) | undefined {
  const strings = new Set<string>()
  const keys = new Set<string>()
  const isNestedWanted = members.some((member) => !isScalar(member))
  const run = new Run(DEFAULT_LIMITS, false)
  try {
    for (const member of members) {
      if (typeof member === 'string') strings.add(member)
      else keys.add(valueKey(member, run))
    }
  } catch (error) {
    if (error instanceof LimitReached) return undefined
    throw error
  }
  return (value, run) => {
    if (typeof value === 'string') return strings.has(value)
    if (isJsonNumber(value)) {
      run.spend(costOfNumber(value))
      return keys.has(numberKey(value))
    }
    if (isScalar(value)) return keys.has(String(value))
    return isNestedWanted && keys.has(valueKey(value, run))
  }
}

function isScalar(value: JsonValue): boolean {
  return typeof value !== 'object' || value === null || isJsonNumber(value)
}
