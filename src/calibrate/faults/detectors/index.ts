import type { Detector } from '../detector.js'
import { catalogDetector } from './catalog.js'
import { listsDetector, maskDetector, sumsDetector, unmeasuredDetector } from './decoding.js'
import { callsDetector, choicesDetector, recallDetector } from './figures.js'
import { greedyDetector } from './greedy.js'
import { journalDetector } from './journal.js'
import { preflightDetector } from './preflight.js'

/** Every way to notice a broken instrument. */
export const detectors: readonly Detector[] = [
  preflightDetector,
  catalogDetector,
  journalDetector,
  callsDetector,
  choicesDetector,
  recallDetector,
  maskDetector,
  listsDetector,
  unmeasuredDetector,
  sumsDetector,
  greedyDetector,
]
