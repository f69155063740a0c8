import type { CalibrationContext } from './calibration-context.js'

/** `missing`: what the check needs is not there, so nothing was measured; that is no pass. */
export type CheckVerdict = 'passed' | 'failed' | 'missing'

/** One thing that is known beforehand, beside what the instrument made of it. */
export interface CalibrationCheck {
  readonly id: string
  /** One sentence for people: what is checked. */
  readonly says: string
  readonly expected: string
  readonly measured: string
  readonly verdict: CheckVerdict
  /** More of what was seen, where it did not pass or where that helps. */
  readonly note?: string
}

/** What one section found. */
export interface SectionResult {
  readonly section: string
  readonly checks: readonly CalibrationCheck[]
  /** What limits the section, e.g. that items were sampled. */
  readonly notes: readonly string[]
}

/** One part of the calibration: one file in `sections/`, one line in their list. */
export interface CalibrationSection {
  readonly id: string
  /** For the help and the table. */
  readonly describes: string
  /** Whether it measures reference subjects, whose files may be missing. */
  readonly needsReferences: boolean
  run(context: CalibrationContext): Promise<SectionResult>
}

export function defineCalibrationSection(section: CalibrationSection): CalibrationSection {
  return section
}

/** Whether nothing failed and nothing was missing. */
export function isGreen({ checks }: Pick<SectionResult, 'checks'>): boolean {
  return checks.every(({ verdict }) => verdict === 'passed')
}
