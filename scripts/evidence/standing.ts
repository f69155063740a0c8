import { type Figure, type PublishedFigure, strongestOf } from './exhibit.js'

/** Said of null models whose answer was chosen by looking at the gold of the items that they answer. */
export const CHOSEN_BY_GOLD = 'chosen by the gold of these items'

export interface Standing {
  readonly published: PublishedFigure
  /** The strongest null model that does not look at gold; absent where none has a number. */
  readonly blind?: Held
  /** A stronger one that does. */
  readonly byGold?: Held
}

/** A published number held against a null model's interval. */
export interface Held {
  readonly figure: Figure
  readonly stands: 'below' | 'inside' | 'above'
}

/** Where published numbers stand beside what null models score by the same rule. */
export function standingsOf(
  published: readonly PublishedFigure[],
  figures: readonly Figure[],
): readonly Standing[] {
  return published.map((one) => {
    const ofGroup = figures.filter(({ group }) => group === one.group)
    const blind = strongestOf(
      ofGroup.filter(({ note }) => note !== CHOSEN_BY_GOLD),
      one.group,
    )
    const strongest = strongestOf(ofGroup, one.group)
    const isStronger = strongest !== undefined && (strongest.value ?? 0) > (blind?.value ?? 0)
    return {
      published: one,
      ...(blind === undefined ? {} : { blind: held(one, blind) }),
      ...(isStronger ? { byGold: held(one, strongest) } : {}),
    }
  })
}

function held({ value }: PublishedFigure, figure: Figure): Held {
  const [low, high] = figure.interval ?? [figure.value ?? 0, figure.value ?? 0]
  return { figure, stands: value < low ? 'below' : value <= high ? 'inside' : 'above' }
}
