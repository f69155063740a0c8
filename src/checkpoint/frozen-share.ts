/**
 * Words of bfloat16 (without their sign) below which a weight can be moved by one step of the learning rate, and by half a
 * step.
 *
 * bfloat16 has 8 significant bits: between 2^e and 2^(e+1) its numbers stand 2^(e−7) apart, and a step of less than half of
 * that is rounded away. A step of Adam is about the learning rate, less where gradients are noisy. So with weights kept in
 * bfloat16 only those move for which 2^(e−8) ≤ step, which are all below 2^(e+1) for the largest such e. Weights that a
 * float32 copy is kept of (mixed precision) move by any step.
 *
 * @param learningRate above 0, at most 1.
 */
export function frozenLimits(learningRate: number): { readonly under: number; readonly underHalf: number } {
  return { under: limitOf(learningRate), underHalf: limitOf(learningRate / 2) }
}

function limitOf(step: number): number {
  let exponent = Math.floor(Math.log2(step)) + 8
  // The logarithm can be off by one unit at a power of two.
  if (2 ** (exponent - 8) > step) exponent--
  else if (2 ** (exponent - 7) <= step) exponent++
  const biased = exponent + 1 + 127
  return Math.min(Math.max(biased, 1), 0xff) << 7
}

/** Share of weights that a step cannot move, and of those that half a step cannot move. */
export interface FrozenShare {
  readonly step: number
  readonly halfStep: number
}

/**
 * Why a tensor stands still. `inert`: no more of it moved than one step of the learning rate moves in bfloat16, and that is
 * less than half of it: its stillness is precision, and says nothing of where training acted. `unchanged`: not one
 * element moved, which precision does not explain where some could have.
 */
export type Stillness = 'inert' | 'unchanged' | 'moved'

/** Below this share of frozen weights precision does not hold a tensor still. */
const MOSTLY_FROZEN = 0.5
/** Two points beyond the prediction still count as explained by it. */
const TOLERANCE = 0.02

/** @param identicalShare of the elements, bit by bit. */
export function stillnessOf(identicalShare: number, predicted: FrozenShare): Stillness {
  if (identicalShare === 1 && predicted.step < 1) return 'unchanged'
  return predicted.step >= MOSTLY_FROZEN && identicalShare >= predicted.step - TOLERANCE ? 'inert' : 'moved'
}
