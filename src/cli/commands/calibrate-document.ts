import type { SectionResult } from '../../calibrate/calibration.js'

/** What `--json` and `-o` give. */
export interface CalibrationDocument {
  readonly schema: 'assay.calibrate/1'
  readonly assay: string
  readonly verdict: 'passed' | 'failed'
  readonly seed: number
  /** Items of each set, at most. */
  readonly items: number
  readonly sections: readonly TimedSection[]
}

/** A section with what it took. */
export interface TimedSection extends SectionResult {
  readonly verdict: 'passed' | 'failed'
  readonly durationMs: number
}
