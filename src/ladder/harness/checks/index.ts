import type { HarnessCheck } from '../harness-check.js'
import { cutAnswers } from './cut-answers.js'
import { decodeParity } from './decode-parity.js'
import { decoding } from './decoding.js'
import { duplicates } from './duplicates.js'
import { goldSelfTest } from './gold-self-test.js'
import { keyReachability } from './key-reachability.js'
import { leakage } from './leakage.js'
import { logitParity } from './logit-parity.js'
import { nullFloors } from './null-floors.js'
import { preamblePresent } from './preamble-present.js'
import { publishedMeans } from './published-means.js'
import { substringTraps } from './substring-traps.js'
import { vocabulary } from './vocabulary.js'
import { wrongWeights } from './wrong-weights.js'

/** What rung 0 looks at, in the order of its report. */
export const harnessChecks: readonly HarnessCheck[] = [
  preamblePresent,
  wrongWeights,
  decodeParity,
  logitParity,
  keyReachability,
  vocabulary,
  goldSelfTest,
  nullFloors,
  substringTraps,
  leakage,
  duplicates,
  publishedMeans,
  decoding,
  cutAnswers,
]
