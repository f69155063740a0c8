/** `bad`: scores on the benchmark mean something else. `care`: they mean less than they seem. `info`: worth knowing. */
export type AuditSeverity = 'bad' | 'care' | 'info'

/** Worst first. */
export const auditSeverities: readonly AuditSeverity[] = ['bad', 'care', 'info']

/** Something that a check saw. */
export interface AuditFinding {
  /** Kebab-case, stable; `docs/benchmark-audit.md` explains each. */
  readonly code: string
  readonly severity: AuditSeverity
  /** One sentence, texts of strangers made printable. */
  readonly what: string
  /** Ids of items to look at, at most `MAX_CITED`; none where the finding is about the set. */
  readonly items: readonly string[]
  /** Items that are concerned, listed or not. */
  readonly count: number
}

/** Items that one finding names. */
export const MAX_CITED = 100

/** From which share of the items on a finding is `care`, and from which it is `bad`. */
export interface SeverityScale {
  readonly care: number
  readonly bad: number
}

/** Severity by the share of items concerned; below `care` it is `info`. */
export function severityOf(share: number, { care, bad }: SeverityScale): AuditSeverity {
  if (share >= bad) return 'bad'
  return share >= care ? 'care' : 'info'
}

export interface ShareFinding {
  readonly code: string
  readonly scale: SeverityScale
  /** Ids of the items concerned. */
  readonly items: readonly string[]
  /** Items that could be concerned. */
  readonly of: number
  /** The sentence, behind "3 of 40 items (7.5 %)". */
  readonly what: string
}

/** A finding about a share of the items; nothing where no item is concerned. */
export function shareFinding({ code, scale, items, of, what }: ShareFinding): readonly AuditFinding[] {
  const count = items.length
  if (count === 0 || of === 0) return []
  return [
    {
      code,
      severity: severityOf(count / of, scale),
      what: `${count} of ${of} items (${percentOf(count, of)}) ${what}`,
      items: items.slice(0, MAX_CITED),
      count,
    },
  ]
}

/** `7.5 %`. */
export function percentOf(count: number, of: number): string {
  return of === 0 ? '0 %' : `${((100 * count) / of).toFixed(1)} %`
}
