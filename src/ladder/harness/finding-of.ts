import { printable } from '../../text/printable.js'
import type { RungFinding } from '../rung-finding.js'

/** Cases that a finding lists. */
const MAX_LISTED = 20

export interface FindingParts extends Pick<RungFinding, 'code' | 'severity' | 'what'> {
  /** All that are concerned. */
  readonly cases: readonly string[]
  /** Where the cases are not what is counted; else as many as they are. */
  readonly count?: number
}

/** A finding, its list cut and its texts made printable. */
export function findingOf({ code, severity, what, cases, count = cases.length }: FindingParts): RungFinding {
  return {
    code,
    severity,
    what: printable(what),
    cases: cases.slice(0, MAX_LISTED).map((id) => printable(id, { maxLength: 120 })),
    count,
  }
}

/** `a, b and 3 more` */
export function listed(texts: readonly string[], most = 5): string {
  const shown = texts.slice(0, most).map((text) => printable(text, { maxLength: 60 }))
  const rest = texts.length - shown.length
  return rest > 0 ? `${shown.join(', ')} and ${rest} more` : shown.join(', ')
}
