import type { Tally } from './tally.js'

export interface ShortfallFacts {
  /** Whether it ended before all was tried: so many tries in a row gave nothing. */
  readonly isGivenUp: boolean
  readonly patience: number
  /** Classes of tools that there are to ask about. */
  readonly classes: number
  readonly refused: Tally
}

/** Why fewer items were made than wanted, with the three most frequent reasons for which candidates were refused. */
export function shortfallText({ isGivenUp, patience, classes, refused }: ShortfallFacts): string {
  const main = refused
    .ranked()
    .slice(0, 3)
    .map(([reason, count]) => `${reason} ${count}`)
    .join(', ')
  const why = isGivenUp
    ? `given up after ${patience} tries in a row without an item`
    : `all ${classes} classes of tools were tried`
  return `${why}${main === '' ? '' : ` (refused: ${main})`}`
}
