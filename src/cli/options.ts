import { InvalidArgumentError } from 'commander'
import type { Shortlist } from '../run/plan.js'
import type { TokenPrice } from '../subject/subject.js'

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

/** How many tools a model is shown: a number, `all`, or the item's own `pool`. */
export function shortlist(text: string): Shortlist {
  if (text === 'all' || text === 'pool') return text
  return wholeFrom(1, 10_000)(text)
}

/** A proportion above 0, up to 1. */
export function share(text: string): number {
  const value = Number(text)
  if (text.trim() !== '' && value > 0 && value <= 1) return value
  throw new InvalidArgumentError('Give a proportion above 0 and up to 1, such as 0.03 for three points.')
}

/** Ids of items, with commas between them. */
export function itemIds(text: string): readonly string[] {
  const list = text.split(',').map((id) => id.trim())
  if (list.every((id) => id !== '')) return list
  throw new InvalidArgumentError('Give ids with commas between them.')
}

/** A number from 0 to `most`. */
export function numberUpTo(most: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (text.trim() !== '' && value >= 0 && value <= most) return value
    throw new InvalidArgumentError(
      most === Number.MAX_VALUE ? 'Give a number from 0.' : `Give a number from 0 to ${most}.`,
    )
  }
}

/** Seconds, up to a day. */
export function seconds(text: string): number {
  const value = Number(text)
  if (value > 0 && value <= 86_400) return value
  throw new InvalidArgumentError('Give a number of seconds, more than 0 and at most 86400.')
}

/** Prices of a million tokens, as `0.15,0.6`. */
export function tokenPrice(text: string): TokenPrice {
  const parts = text.split(',').map((part) => numberUpTo(Number.MAX_VALUE)(part))
  const [input, output, cachedInput] = parts
  if (input === undefined || output === undefined || parts.length > 3) {
    throw new InvalidArgumentError(
      'Give the prices of a million prompt tokens and a million answer tokens, as 0.15,0.6.',
    )
  }
  return { input, output, ...(cachedInput === undefined ? {} : { cachedInput }) }
}
