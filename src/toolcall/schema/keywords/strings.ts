import { badKeyword, gapCheck, gapOf, keywordValue, ruleOf, type SchemaContext } from '../keyword.js'
import { NO_AUTOMATON } from '../pattern/linear-pattern.js'
import type { Check } from '../schema-node.js'
import { quoted, shown } from '../shown.js'
import { VALID } from '../verdict.js'
import { countOf } from './counts.js'

/** `minLength`, `maxLength` and `pattern`. */
export function stringChecks(context: SchemaContext): readonly Check[] {
  const checks = [minLengthCheck(context), maxLengthCheck(context), patternCheck(context)]
  return checks.filter((check) => check !== undefined)
}

function minLengthCheck(context: SchemaContext): Check | undefined {
  const least = countOf(context, 'minLength')
  if (least === undefined) return undefined
  if (least === 'bad') return badKeyword(context, 'minLength', 'a count')
  const rule = ruleOf(context, 'minLength')
  return (value, run) => {
    if (typeof value !== 'string') return VALID
    run.spend(value.length >> 5)
    if (value.length >= 2 * least || lengthOf(value) >= least) return VALID
    return run.reject(
      rule,
      'too-short',
      () => `Expected at least ${least} characters, found ${shown(value)}.`,
    )
  }
}

function maxLengthCheck(context: SchemaContext): Check | undefined {
  const most = countOf(context, 'maxLength')
  if (most === undefined) return undefined
  if (most === 'bad') return badKeyword(context, 'maxLength', 'a count')
  const rule = ruleOf(context, 'maxLength')
  return (value, run) => {
    if (typeof value !== 'string') return VALID
    run.spend(value.length >> 5)
    if (value.length <= most || lengthOf(value) <= most) return VALID
    return run.reject(
      rule,
      'too-long',
      () => `Expected at most ${most} characters, found ${lengthOf(value)}: ${shown(value)}.`,
    )
  }
}

/** Characters as JSON Schema counts them: code points, a lone surrogate for one. */
function lengthOf(text: string): number {
  let length = text.length
  for (let at = 0; at + 1 < text.length; at++) {
    if ((text.charCodeAt(at) & 0xfc00) !== 0xd800 || (text.charCodeAt(at + 1) & 0xfc00) !== 0xdc00) continue
    length--
    at++
  }
  return length
}

function patternCheck(context: SchemaContext): Check | undefined {
  const source = keywordValue(context, 'pattern')
  if (source === undefined) return undefined
  if (typeof source !== 'string') return badKeyword(context, 'pattern', 'a text')
  const reading = context.patterns.read(source)
  if (reading.kind === 'gap') {
    const undecided = gapCheck(context, { keyword: 'pattern', code: reading.code, reason: reading.reason })
    return (value, run) => (typeof value === 'string' ? undecided(value, run) : VALID)
  }
  const { pattern } = reading
  const rule = ruleOf(context, 'pattern')
  const gap = gapOf(context, { keyword: 'pattern', ...NO_AUTOMATON })
  return (value, run) => {
    if (typeof value !== 'string') return VALID
    const matches = pattern.test(value, run)
    if (matches === true) return VALID
    if (matches === undefined) return run.doubt(gap)
    return run.reject(
      rule,
      'pattern-mismatch',
      () => `Expected a match of the pattern ${quoted(source)}, found ${shown(value)}.`,
    )
  }
}
