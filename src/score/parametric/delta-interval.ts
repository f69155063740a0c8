import type { Interval } from '../../stats/interval.js'

export interface DeltaRequest {
  readonly free: number
  readonly constrained: number
  /** 95 % intervals of the two, e.g. by bootstrap. */
  readonly freeInterval: Interval | undefined
  readonly constrainedInterval: Interval | undefined
}

/** Widths of a 95 % interval are read as so many standard errors: 2 × 1.96. */
const WIDTH = 3.92

/**
 * The interval of a ratio of two recalls by the delta method, as the papers give it:
 *
 *     SE = width / 3.92        SE(IS) = IS · √((SE_f / Rf)² + (SE_c / Rc)²)        IS ± 1.96 · SE(IS), within [0, 1]
 *
 * Rf = 0: SE(IS) = SE_f / Rc. It takes Rf and Rc for independent; over the same queries they rise together, so it is too
 * wide. Shown for comparison alone.
 *
 * @returns undefined where Rc = 0, or an interval is missing.
 */
export function deltaInterval({
  free,
  constrained,
  freeInterval,
  constrainedInterval,
}: DeltaRequest): Interval | undefined {
  if (constrained === 0 || freeInterval === undefined || constrainedInterval === undefined) return undefined
  const freeError = (freeInterval[1] - freeInterval[0]) / WIDTH
  const constrainedError = (constrainedInterval[1] - constrainedInterval[0]) / WIDTH
  const ratio = free / constrained
  const error =
    free === 0
      ? freeError / constrained
      : ratio * Math.hypot(freeError / free, constrainedError / constrained)
  const reach = (WIDTH / 2) * error
  return [clip(ratio - reach), clip(ratio + reach)]
}

function clip(value: number): number {
  return Math.min(1, Math.max(0, value))
}
