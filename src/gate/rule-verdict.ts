import type { RuleVerdict } from './gate-document.js'

/**
 * What a list of verdicts comes to. What was not measured is unmeasured in every company: neither a rule beside it nor a negation around
 * it can make it pass. None at all is unmeasured, too.
 */
export function allOf(verdicts: readonly RuleVerdict[]): RuleVerdict {
  if (verdicts.length === 0 || verdicts.includes('unmeasured')) return 'unmeasured'
  if (verdicts.includes('failed')) return 'failed'
  return verdicts.includes('insufficient-data') ? 'insufficient-data' : 'passed'
}

/** As `allOf`, where one that passes is enough, once all were measured. */
export function anyOf(verdicts: readonly RuleVerdict[]): RuleVerdict {
  return negated(allOf(verdicts.map(negated)))
}

/** Passed and failed change places; what is not known stays so. */
export function negated(verdict: RuleVerdict): RuleVerdict {
  switch (verdict) {
    case 'passed':
      return 'failed'
    case 'failed':
      return 'passed'
    case 'insufficient-data':
    case 'unmeasured':
      return verdict
    default:
      return verdict satisfies never
  }
}
