import { InvalidArgumentError } from 'commander'

/** Collects a flag that may be given several times. */
export function repeated(value: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, value]
}

/** A whole number from `least` on. */
export function wholeFrom(least: number): (value: string) => number {
  return (value) => {
    const number = Number(value)
    if (/^[0-9]+$/.test(value) && Number.isSafeInteger(number) && number >= least) return number
    throw new InvalidArgumentError(`Give a whole number from ${least}.`)
  }
}

/** Depths such as `1,5,10,50`, rising and without repeats. */
export function depths(value: string): readonly number[] {
  const one = wholeFrom(1)
  return [...new Set(value.split(',').map((part) => one(part.trim())))].sort((left, right) => left - right)
}
