import type { Rung } from '../rung.js'
import { factorialRung } from './factorial.js'
import { firstTokenRung } from './first-token.js'
import { harnessRung } from './harness.js'
import { lenientRung } from './lenient.js'
import { qualitativeRung } from './qualitative.js'
import { reproduction as reproductionRung } from './reproduction.js'

/** In the order in which they are climbed. */
export const rungs: readonly Rung[] = [
  harnessRung,
  lenientRung,
  qualitativeRung,
  reproductionRung,
  firstTokenRung,
  factorialRung,
]
