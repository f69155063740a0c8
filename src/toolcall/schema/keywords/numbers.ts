import type { JsonValue } from '../../../text/json.js'
import { compareNumbers, costOfNumber, isJsonNumber, isMultiple } from '../exact.js'
import { badKeyword, gapOf, keywordValue, ruleOf, type SchemaContext } from '../keyword.js'
import type { Check } from '../schema-node.js'
import { shown, shownJson } from '../shown.js'
import { VALID } from '../verdict.js'

/** `minimum`, `maximum`, their exclusive forms (in draft 4 flags beside them) and `multipleOf`, all by exact value. */
export function numberChecks(context: SchemaContext): readonly Check[] {
  return [...boundChecks(context, 'minimum'), ...boundChecks(context, 'maximum'), ...multipleChecks(context)]
}

function boundChecks(context: SchemaContext, keyword: 'minimum' | 'maximum'): readonly Check[] {
  const exclusiveKeyword = keyword === 'minimum' ? 'exclusiveMinimum' : 'exclusiveMaximum'
  const exclusive = keywordValue(context, exclusiveKeyword)
  const checks: Check[] = []
  const limit = keywordValue(context, keyword)
  if (limit !== undefined) {
    checks.push(boundCheck(context, { keyword, side: keyword, limit, isExclusive: exclusive === true }))
  }
  if (exclusive !== undefined && typeof exclusive !== 'boolean') {
    checks.push(
      boundCheck(context, { keyword: exclusiveKeyword, side: keyword, limit: exclusive, isExclusive: true }),
    )
  }
  return checks
}

interface Bound {
  readonly keyword: string
  readonly side: 'minimum' | 'maximum'
  readonly limit: JsonValue
  readonly isExclusive: boolean
}

function boundCheck(context: SchemaContext, { keyword, side, limit, isExclusive }: Bound): Check {
  if (!isJsonNumber(limit)) return badKeyword(context, keyword, 'a number')
  const sign = side === 'minimum' ? 1 : -1
  const least = isExclusive ? Number.MIN_VALUE : 0
  const code = side === 'minimum' ? 'too-small' : 'too-large'
  const words = side === 'minimum' ? ['above', 'at least'] : ['below', 'at most']
  const rule = ruleOf(context, keyword)
  return (value, run) => {
    if (!isJsonNumber(value)) return VALID
    run.spend(costOfNumber(value))
    if (sign * compareNumbers(value, limit) >= least) return VALID
    return run.reject(
      rule,
      code,
      () => `Expected a number ${words[isExclusive ? 0 : 1]} ${shownJson(limit)}, found ${shown(value)}.`,
    )
  }
}

function multipleChecks(context: SchemaContext): readonly Check[] {
  const divisor = keywordValue(context, 'multipleOf')
  if (divisor === undefined) return []
  if (!isJsonNumber(divisor) || compareNumbers(divisor, 0) <= 0) {
    return [badKeyword(context, 'multipleOf', 'a number above 0')]
  }
  const rule = ruleOf(context, 'multipleOf')
  const tooLong = gapOf(context, {
    keyword: 'multipleOf',
    code: 'number-too-long',
    reason: 'A number has too many digits to be divided.',
  })
  return [
    (value, run) => {
      if (!isJsonNumber(value)) return VALID
      run.spend(costOfNumber(value))
      const divides = isMultiple(value, divisor)
      if (divides === undefined) return run.doubt(tooLong)
      return divides
        ? VALID
        : run.reject(
            rule,
            'not-a-multiple',
            () => `Expected a multiple of ${shownJson(divisor)}, found ${shown(value)}.`,
          )
    },
  ]
}
