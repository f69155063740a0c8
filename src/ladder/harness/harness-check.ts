import type { RungTable } from '../rung.js'
import type { RungFinding } from '../rung-finding.js'
import type { HarnessView } from './harness-view.js'

/** What a check came to. */
export interface HarnessReport {
  readonly findings: readonly RungFinding[]
  readonly tables?: readonly RungTable[]
}

/** One thing that is looked at before a score is believed. One file in `checks/`, one line in its list. */
export interface HarnessCheck {
  /** Stable. */
  readonly id: string
  /** What it looks at, in a sentence without its end. */
  readonly looksAt: string
  /** Of its findings; `docs/ladder-0-harness.md` explains each. */
  readonly codes: readonly string[]
  /** Whether there is anything to look at. One that has nothing is passed over in silence. */
  applies(view: HarnessView): boolean
  /** Must not compare all pairs. @throws nothing */
  run(view: HarnessView): HarnessReport
}

export function defineHarnessCheck(check: HarnessCheck): HarnessCheck {
  return check
}
