import type { AuditFinding } from './audit-finding.js'
import type { AuditSubject } from './audit-subject.js'

/** What a part of an audit asks: can it be beaten blind, is the gold right, does the text tell, is it large enough. */
export type CheckGroup = 'blind' | 'gold' | 'leaks' | 'size'

export interface CheckResult {
  readonly findings: readonly AuditFinding[]
  /** Counts for `counts` of the audit, under the check's id. */
  readonly counts?: Readonly<Record<string, unknown>>
}

/** One thing that is looked at in a benchmark. One file in `checks/`, one line in its list. */
export interface AuditCheck {
  /** Stable. */
  readonly id: string
  readonly group: CheckGroup
  /** What it looks at, in a sentence without its end. */
  readonly looksAt: string
  /** Of its findings; `docs/benchmark-audit.md` explains each with an example. */
  readonly codes: readonly string[]
  /** Whether the subject has anything to look at. One that has not is passed over in silence. */
  applies(subject: AuditSubject): boolean
  /** Why it cannot be done although it applies, e.g. because no catalog was given; undefined where it can. */
  missing?(subject: AuditSubject): string | undefined
  /** Must not compare all pairs of items or tools. */
  run(subject: AuditSubject): CheckResult | Promise<CheckResult>
}

export function defineAuditCheck(check: AuditCheck): AuditCheck {
  return check
}
