import type { Sums } from './row-sums.js'

/** A measure that is not defined here, and why. */
export interface Unmeasured {
  readonly kind: 'unscored'
  readonly reason: string
}

export type Measure = number | Unmeasured

/** How far weights moved from a (before) to b (after). */
export interface DriftMeasures {
  /** a·b / (‖a‖‖b‖), in [−1, 1]. */
  readonly cosine: Measure
  /** 1 − cosine, without its being lost where the cosine is almost 1. */
  readonly oneMinusCosine: Measure
  /** ‖b − a‖ / ‖a‖ */
  readonly relativeNorm: Measure
  /** ‖b‖ / ‖a‖ − 1 */
  readonly normChange: Measure
  /** Mean and largest |b − a|. */
  readonly meanAbs: Measure
  readonly maxAbs: Measure
  /** Share of elements that are equal bit by bit. */
  readonly identicalShare: Measure
}

/** Sums of a second pass over b and the part of b that a does not explain. */
export interface CarefulSums {
  /** Σ b² */
  readonly after: number
  /** Σ a·b */
  readonly product: number
  /** Σ (b − s·a)², with s = a·b / ‖a‖² */
  readonly residue: number
}

/**
 * Whether the sums of one pass lose digits: where almost all of the change lies along a (b = s·a), 1 − cosine is a small
 * difference of large products; where b is far shorter than a, so are ‖b‖ and a·b.
 */
export function needsCare({ squares, mixed, changes }: Sums): boolean {
  if (!(squares > 0 && changes > 0) || !Number.isFinite(squares * changes)) return false
  const after = squares + 2 * mixed + changes
  return after < 1e-3 * squares || mixed * mixed > (1 - 1e-5) * squares * changes
}

/** Factor by which b follows a: a·b / ‖a‖². */
export function slopeOf({ squares, mixed }: Sums): number {
  return 1 + mixed / squares
}

/**
 * The measures that follow from the sums, by formulas in differences:
 *
 *     ‖b‖² = Σa² + 2Σad + Σd²
 *     1 − cos = (Σa²Σd² − (Σad)²) / (‖a‖²‖b‖²(1 + cos))
 *     ‖b‖/‖a‖ − 1 = ((2Σad + Σd²)/Σa²) / (1 + ‖b‖/‖a‖)
 *
 * @param careful sums of a second pass, where `needsCare`.
 * @param hasIdentity false where weights are rounded in blocks, so that bits say nothing.
 */
export function driftMeasures(
  sums: Sums,
  { hasIdentity, careful }: { readonly hasIdentity: boolean; readonly careful?: CarefulSums | undefined },
): DriftMeasures {
  const { elements, squares, mixed, changes, sizes, largest, equal } = sums
  const identicalShare: Measure =
    elements === 0 ? none('It has no elements.') : hasIdentity ? equal / elements : none(BLOCKS)
  if (elements === 0) return { ...all(none('It has no elements.')), identicalShare }
  const squaresAfter = careful?.after ?? squares + 2 * mixed + changes
  if (!Number.isFinite(squares) || !Number.isFinite(squaresAfter) || !Number.isFinite(changes)) {
    return { ...all(none('It holds NaN, infinities or numbers whose squares are infinite.')), identicalShare }
  }
  const change = { meanAbs: sizes / elements, maxAbs: largest, identicalShare }
  if (squares === 0) return { ...ratios(none('All weights of A are zero.')), ...change }
  const before = Math.sqrt(squares)
  const after = Math.sqrt(Math.max(0, squaresAfter))
  const relative = {
    relativeNorm: Math.sqrt(changes) / before,
    normChange:
      careful === undefined ? (2 * mixed + changes) / squares / (1 + after / before) : after / before - 1,
  }
  if (after === 0) {
    const reason = none('All weights of B are zero.')
    return { cosine: reason, oneMinusCosine: reason, ...relative, ...change }
  }
  return { ...angle({ sums, after: squaresAfter, careful }), ...relative, ...change }
}

function angle({
  sums: { squares, mixed, changes },
  after,
  careful,
}: {
  readonly sums: Sums
  readonly after: number
  readonly careful: CarefulSums | undefined
}): { readonly cosine: number; readonly oneMinusCosine: number } {
  const product = careful?.product ?? squares + mixed
  const plain = Math.min(1, Math.max(-1, product / Math.sqrt(squares) / Math.sqrt(after)))
  if (plain <= 0) return { cosine: plain, oneMinusCosine: 1 - plain }
  const sine2 =
    careful === undefined
      ? Math.max(0, changes / after - (mixed / squares) * (mixed / after))
      : careful.residue / careful.after
  const oneMinusCosine = sine2 / (1 + plain)
  return { cosine: plain > 0.5 ? 1 - oneMinusCosine : plain, oneMinusCosine }
}

const BLOCKS = 'Weights are rounded in blocks, so that equal bits say nothing.'

function none(reason: string): Unmeasured {
  return { kind: 'unscored', reason }
}

function ratios(
  reason: Unmeasured,
): Pick<DriftMeasures, 'cosine' | 'oneMinusCosine' | 'relativeNorm' | 'normChange'> {
  return { cosine: reason, oneMinusCosine: reason, relativeNorm: reason, normChange: reason }
}

function all(reason: Unmeasured): Omit<DriftMeasures, 'identicalShare'> {
  return { ...ratios(reason), meanAbs: reason, maxAbs: reason }
}
