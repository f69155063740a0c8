import type { BenchmarkJudgement, GateEvidence } from '../evidence.js'
import type { GateCheck, GateRuleResult } from '../gate-document.js'
import type { UsableRule } from '../policy.js'

/** Reasons that are told. */
const REASONS = 3

const RANKS = { usable: 0, 'usable-with-care': 1, 'not-usable': 2 } as const

/** Held against the audit of the very items that were asked; of several the worst counts. */
export function judgeUsable(
  { benchmark, accept }: UsableRule,
  { scores, judgements }: GateEvidence,
): Pick<GateRuleResult, 'asks' | 'checks'> {
  const asked = new Map<string, { readonly name: string; readonly fingerprint: string | undefined }>()
  for (const { benchmark: name, fingerprint } of scores) {
    if (benchmark === undefined || name === benchmark)
      asked.set(`${fingerprint} ${name}`, { name, fingerprint })
  }
  const asks = `the audit of ${benchmark === undefined ? 'every benchmark' : `the benchmark "${benchmark}"`} says ${accept.join(' or ')}`
  if (asked.size === 0) {
    const what =
      benchmark === undefined ? 'No benchmark was asked.' : `The benchmark "${benchmark}" was not asked.`
    return { asks, checks: [{ verdict: 'unmeasured', sentence: what }] }
  }
  return {
    asks,
    checks: Array.from(asked.values(), ({ name, fingerprint }): GateCheck => {
      const found = judgements
        .filter((one) => one.fingerprint === fingerprint)
        .reduce<BenchmarkJudgement | undefined>(
          (worst, one) => (worst === undefined || RANKS[one.verdict] > RANKS[worst.verdict] ? one : worst),
          undefined,
        )
      if (found === undefined)
        return { verdict: 'unmeasured', benchmark: name, sentence: notAudited(name, judgements) }
      const isAccepted = accept.some((verdict) => verdict === found.verdict)
      const reasons = found.reasons.slice(0, REASONS).join(' ')
      return {
        verdict: isAccepted ? 'passed' : 'failed',
        benchmark: name,
        sentence: `"${name}" is ${found.verdict} (${found.from}).${reasons === '' ? '' : ` ${reasons}`}`,
      }
    }),
  }
}

function notAudited(name: string, judgements: readonly BenchmarkJudgement[]): string {
  const other = judgements.find((one) => one.name === name)
  return other === undefined
    ? `No audit of "${name}" is at hand, so nobody knows whether its scores can be believed.`
    : `The audit of "${name}" (${other.from}) is of other items: the fingerprints differ.`
}
