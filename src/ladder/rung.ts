import type { Score } from '../score/score.js'
import type { LadderEvidence } from './ladder-evidence.js'
import type { RungFinding } from './rung-finding.js'

/** 0 harness · 1 lenient · 2 qualitative · 3 reproduction and generalisation · 4 first token, trajectory, drift · 5 factorial. */
export type RungId = 0 | 1 | 2 | 3 | 4 | 5

/**
 * Whether the rung's claim holds. `measured`: there are numbers, and no rule of the rung judges them. `unmeasured`: it could
 * not be looked at, for the reason in the summary.
 */
export type RungVerdict = 'holds' | 'fails' | 'mixed' | 'measured' | 'unmeasured' | 'not-enough-data'

/** A table of the rung's own kind; cells are printable. */
export interface RungTable {
  readonly id: string
  readonly title: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly (string | number | null)[])[]
  /** What a reader should know before reading it. */
  readonly note?: string
}

export interface RungResult {
  readonly id: RungId
  readonly name: string
  /** What the rung asserts of the subject, in one sentence. */
  readonly claim: string
  readonly verdict: RungVerdict
  /** One sentence that stands without the rest. */
  readonly summary: string
  readonly evidence: readonly Score[]
  readonly findings: readonly RungFinding[]
  readonly tables: readonly RungTable[]
}

/** One step of the ladder: a pure function of what is stored. One file in `rungs/`, one line in its list. */
export interface Rung {
  readonly id: RungId
  readonly name: string
  readonly claim: string
  /** @throws nothing: what cannot be judged is `unmeasured`. */
  judge(evidence: LadderEvidence): RungResult
}

export function defineRung(rung: Rung): Rung {
  return rung
}
