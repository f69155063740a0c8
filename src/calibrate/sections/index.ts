import type { CalibrationSection } from '../calibration.js'
import { dialoguesSection } from './dialogues.js'
import { driftSection } from './drift.js'
import { faultsSection } from './faults.js'
import { ladderSection } from './ladder.js'
import { subjectsSection } from './subjects.js'
import { transcriptsSection } from './transcripts.js'

/** The parts of the calibration, the quickest first. */
export const calibrationSections: readonly CalibrationSection[] = [
  transcriptsSection,
  dialoguesSection,
  faultsSection,
  driftSection,
  ladderSection,
  subjectsSection,
]
