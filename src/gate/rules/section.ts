import type { GateEvidence } from '../evidence.js'
import type { GateCheck, GateRuleResult } from '../gate-document.js'
import type { SectionRule } from '../policy.js'

/** Verdicts of a section that was measured. */
const EVERY = 4

export function judgeSection(
  { section, verdicts }: SectionRule,
  { sections }: GateEvidence,
): Pick<GateRuleResult, 'asks' | 'checks'> {
  const wanted = verdicts.length === EVERY ? 'is measured' : `ends with ${verdicts.join(' or ')}`
  const asks = `the section "${section}" of the audit ${wanted}`
  const found = sections.filter(({ id }) => id === section)
  if (found.length === 0) {
    return { asks, checks: [{ verdict: 'unmeasured', sentence: `The section "${section}" is missing.` }] }
  }
  return {
    asks,
    checks: found.map(({ verdict, summary }): GateCheck => {
      const isGood = verdicts.some((one) => one === verdict)
      return {
        verdict: verdict === 'unmeasured' ? 'unmeasured' : isGood ? 'passed' : 'failed',
        sentence: `${section}: ${verdict}. ${summary}`,
      }
    }),
  }
}
