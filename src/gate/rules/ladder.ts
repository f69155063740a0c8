import type { GateEvidence } from '../evidence.js'
import type { GateCheck, GateRuleResult } from '../gate-document.js'
import type { LadderRule } from '../policy.js'

export function judgeLadder(
  { subject, verdicts }: LadderRule,
  { ladders }: GateEvidence,
): Pick<GateRuleResult, 'asks' | 'checks'> {
  const asks = `the ladder${subject === undefined ? '' : ` of ${subject}`} ends with ${verdicts.join(' or ')}`
  const found = ladders.filter((one) => subject === undefined || one.subject === subject)
  if (found.length === 0)
    return { asks, checks: [{ verdict: 'unmeasured', sentence: 'There is no such ladder.' }] }
  return {
    asks,
    checks: found.map(({ subject: whom, verdict, because }): GateCheck => {
      const about = whom === undefined ? {} : { subject: whom }
      // A ladder without a subject looked at a corpus, and asked nobody.
      if (whom === undefined) return { verdict: 'unmeasured', sentence: 'The ladder asked nobody.' }
      return { verdict: verdictOf(verdict, verdicts), ...about, sentence: `${whom}: ${verdict}. ${because}` }
    }),
  }
}

function verdictOf(verdict: string, accepted: readonly string[]): GateCheck['verdict'] {
  if (verdict === 'unmeasured') return 'unmeasured'
  if (verdict === 'not-enough-data') return 'insufficient-data'
  return accepted.includes(verdict) ? 'passed' : 'failed'
}
