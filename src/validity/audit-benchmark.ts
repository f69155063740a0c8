import { type BenchmarkCounts, countItems } from '../benchmark/facts.js'
import type { CheckGroup } from './audit-check.js'
import { type AuditFinding, auditSeverities } from './audit-finding.js'
import { type AuditRequest, AuditSubject } from './audit-subject.js'
import { auditChecks } from './checks/index.js'
import type { NullFloor } from './floors/null-floor.js'

/** `not-usable`: some finding is bad. `usable-with-care`: some is to be read beside every score. `usable`: none is. */
export type AuditVerdict = 'usable' | 'usable-with-care' | 'not-usable'

/** A finding with the check that saw it. */
export interface PlacedFinding extends AuditFinding {
  readonly check: string
  readonly group: CheckGroup
}

export interface Unchecked {
  readonly check: string
  readonly looksAt: string
  readonly why: string
}

export interface BenchmarkAudit {
  readonly schema: 'assay.audit/1'
  readonly benchmark: { readonly name: string; readonly fingerprint: string }
  readonly verdict: AuditVerdict
  /** Findings that are bad or ask for care, the worst first. */
  readonly reasons: readonly PlacedFinding[]
  readonly nulls: readonly Omit<NullFloor, 'whenHigh' | 'right'>[]
  /** What the benchmark holds, and by check what was counted. */
  readonly counts: BenchmarkCounts & {
    readonly checks: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  }
  /** Worth knowing; they do not move the verdict. */
  readonly notes: readonly PlacedFinding[]
  /** Checks that apply and could not be done. */
  readonly unchecked: readonly Unchecked[]
  readonly seed: number
}

/**
 * Audits a benchmark before anyone believes a score on it. Deterministic for a seed; never compares all pairs.
 *
 * @throws {InputError} `item-invalid`, `gold-invalid` where a call or dialogue item is not what it should be.
 */
export async function auditBenchmark(request: AuditRequest): Promise<BenchmarkAudit> {
  const subject = new AuditSubject(request)
  const findings: PlacedFinding[] = []
  const unchecked: Unchecked[] = []
  const checks: Record<string, Readonly<Record<string, unknown>>> = {}
  for (const check of auditChecks) {
    if (!check.applies(subject)) continue
    const { id, group, looksAt } = check
    const why = check.missing?.(subject)
    if (why !== undefined) {
      unchecked.push({ check: id, looksAt, why })
      continue
    }
    request.notify(`${request.benchmark.name}: ${looksAt}`)
    const result = await check.run(subject)
    for (const finding of result.findings) findings.push({ check: id, group, ...finding })
    if (result.counts !== undefined) checks[id] = result.counts
    await request.pause()
  }
  const reasons = auditSeverities
    .filter((severity) => severity !== 'info')
    .flatMap((severity) => findings.filter((finding) => finding.severity === severity))
  const floors = await subject.floors()
  const { name, fingerprint } = request.benchmark
  return {
    schema: 'assay.audit/1',
    benchmark: { name, fingerprint },
    verdict: verdictOf(reasons),
    reasons,
    nulls: floors.map(({ whenHigh: _, right: _right, ...floor }) => floor),
    counts: { ...countItems(subject.items), checks },
    notes: findings.filter(({ severity }) => severity === 'info'),
    unchecked,
    seed: request.seed,
  }
}

function verdictOf(reasons: readonly AuditFinding[]): AuditVerdict {
  if (reasons.some(({ severity }) => severity === 'bad')) return 'not-usable'
  return reasons.length === 0 ? 'usable' : 'usable-with-care'
}
