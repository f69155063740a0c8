import { InputError } from '../errors.js'

/** A mean as it was printed, and what it is said to be a mean of. */
export interface PrintedMean {
  /** The digits as printed, trailing zeros included: `0.029`, `22.60`. Percent without its sign, with `top` 100. */
  readonly printed: string
  /** Items that the mean is claimed to be of. */
  readonly n: number
  /** Steps between the least and the most that one item can score; default 1: right or wrong. Five trials: 5. */
  readonly stepsPerItem?: number
  /** The most that an item can score, the least being 0; default 1, for percent 100. */
  readonly top?: number
}

export type GrimResult =
  /** `sums` of steps that round to the mean, least and most. */
  | { readonly kind: 'possible'; readonly sums: readonly [least: number, most: number] }
  /** No sum does. `nearest` are the possible means below and above. */
  | { readonly kind: 'impossible'; readonly nearest: readonly [below: number, above: number] }
  /** So many steps that every printed mean is possible: the check would say nothing. */
  | { readonly kind: 'cannot-fail'; readonly reason: string }

const DIGITS = /^\d{1,12}(?:\.(\d{1,9}))?$/

/**
 * GRIM (granularity-related inconsistency of means): whether a printed mean can be one of so many items at all. A sum of
 * whole steps k gives the mean k · top / (n · steps); one of these must lie within half a unit of the last printed digit,
 * the ends included, since houses round halves differently. Counted in whole numbers, without rounding of its own.
 *
 * From n · steps ≥ top · 10^digits on, every mean is possible: `cannot-fail`.
 *
 * @throws {InputError} `grim-mean` or `grim-size` when a number is not of that kind.
 * @see Brown and Heathers, Social Psychological and Personality Science 8 (2017).
 */
export function grim({ printed, n, stepsPerItem = 1, top = 1 }: PrintedMean): GrimResult {
  const [, decimals = ''] = DIGITS.exec(printed) ?? refuseMean(printed)
  for (const size of [n, stepsPerItem, top]) if (!(Number.isSafeInteger(size) && size > 0)) refuseSize(size)
  const unit = 10n ** BigInt(decimals.length)
  const mean = BigInt(printed.replace('.', ''))
  const steps = BigInt(n) * BigInt(stepsPerItem)
  const scale = BigInt(top) * unit
  if (mean > scale) return { kind: 'impossible', nearest: [top, top] }
  if (steps >= scale) {
    const reason = `${steps} steps, and ${decimals.length} printed decimals tell only ${scale} means apart`
    return { kind: 'cannot-fail', reason }
  }
  // |k·scale/steps − mean| ≤ ½, times 2·steps: 2·k·scale between (2·mean ∓ 1)·steps.
  const least = ceilingOf((2n * mean - 1n) * steps, 2n * scale)
  const most = ((2n * mean + 1n) * steps) / (2n * scale)
  const cut = most > steps ? steps : most
  if (least <= cut) return { kind: 'possible', sums: [Number(least), Number(cut)] }
  const meanOf = (sum: bigint): number => (Number(sum) * top) / Number(steps)
  return { kind: 'impossible', nearest: [meanOf(least - 1n), meanOf(least)] }
}

/** Parts of a set of items, each with the means printed for it. */
export interface SplitRequest {
  readonly total: number
  readonly first: readonly string[]
  readonly second: readonly string[]
}

/**
 * All ways to part `total` items in two so that every mean of right and wrong printed for a part is possible there.
 * A split that no mean could rule out is listed too.
 */
export function grimSplits({ total, first, second }: SplitRequest): readonly (readonly [number, number])[] {
  const fits = (means: readonly string[], n: number): boolean =>
    means.every((printed) => grim({ printed, n }).kind !== 'impossible')
  const splits: (readonly [number, number])[] = []
  for (let n = 1; n < total; n++) {
    if (fits(first, n) && fits(second, total - n)) splits.push([n, total - n])
  }
  return splits
}

function ceilingOf(top: bigint, bottom: bigint): bigint {
  return top <= 0n ? 0n : (top + bottom - 1n) / bottom
}

function refuseMean(printed: string): never {
  throw new InputError({
    code: 'grim-mean',
    what: `"${printed}" is no printed mean that can be checked.`,
    fix: 'Give the digits as printed, e.g. "0.029"; percent without its sign, and top 100.',
  })
}

function refuseSize(size: number): never {
  throw new InputError({
    code: 'grim-size',
    what: `${size} is no whole number above 0.`,
    fix: 'Give the number of items, of steps per item and the most an item can score as whole numbers.',
  })
}
