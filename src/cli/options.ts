import { InvalidArgumentError } from 'commander'

/** Collects a flag that may be given several times. */
export function repeated(value: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, value]
}

/** A whole number from `least` to `most`. */
export function wholeFrom(least: number, most: number = Number.MAX_SAFE_INTEGER): (value: string) => number {
  return (value) => {
    const number = Number(value)
    if (/^[0-9]+$/.test(value) && number >= least && number <= most) return number
    throw new InvalidArgumentError(`Give a whole number from ${least} to ${most}.`)
  }
}

/** Resamples of a bootstrap: beyond a million, the interval moves by less than it is printed to. */
export const resamples = wholeFrom(100, 1_000_000)

/** Depths such as `1,5,10,50`, rising and without repeats. */
export function depths(value: string): readonly number[] {
  const one = wholeFrom(1)
  return [...new Set(value.split(',').map((part) => one(part.trim())))].sort((left, right) => left - right)
}
