import type { PackOpening } from '../../src/agent/pack.js'
import { InputError } from '../../src/errors.js'

/*
 * Faults of the released tools. Under `compat` all are there but those that nobody can tell from the outside; under `strict`
 * none is. Each can be switched by name: true brings it in, false puts it right.
 */
const FAULTS = {
  /** Searches and filters of flights add num_layovers [0, 1] and layover durations of at most 60 minutes unless told otherwise. */
  'layover-defaults': true,
  /**
   * A limit on the duration of a layover throws out flights without that layover, as NaN ≤ 60 does. Whether the released
   * tables hold NaN or 0 is not known; with this and `layover-defaults` every search for flights finds nothing.
   */
  'missing-layover-fails': false,
  /** Times are refused where they have seconds, which the examples of the released prompt have. */
  'seconds-refused': true,
  /** Of a list of bounds the first two count in whatever order; one alone is an index error, not a validation error. */
  'bounds-first-two': true,
  /** A check-out before the check-in is accepted: each date is tested by itself. */
  'dates-independent': true,
  /** What is near attractions cannot be asked of restaurants, and a `groupBy` outside the two inputs fails inside the tool. */
  'nearest-attraction-group': true,
  /** What is near is found by names in a table of distances: namesakes count, other cities do not, an empty input means all. */
  'nearest-by-name': true,
  /** On a result of `search_nearest`, filter_hotels takes rating and stars as two values instead of bounds. */
  'proximity-bounds-as-set': true,
  /** Summaries leave out the club for children and rooms with a view of the city. */
  'hidden-amenities': true,
  /** Summaries leave out amenities that must not be there, and those of filters leave out dates. */
  'silent-clauses': true,
  /** A summary has no count where nothing was found. */
  'no-count-at-zero': true,
  /** Summaries of filters do not say which result they filtered. */
  'no-fingerprint': true,
  /** Counts of filtered attractions stay in the summaries of what is filtered from them. */
  'attraction-count-kept': true,
  /** The summary of a descending sort has a blank too many. */
  'sort-extra-blank': true,
  /** Hotels and restaurants are searched by city alone, though 13 names are cities of several states. */
  'no-state': true,
  /** Restaurants cannot be asked for dishes without nightshades. */
  'no-nightshade': true,
} as const

export type TravelFault = keyof typeof FAULTS

export const TRAVEL_FAULTS = Object.keys(FAULTS).filter(isFault)

function isFault(name: string): name is TravelFault {
  return Object.hasOwn(FAULTS, name)
}

/**
 * Faults that a world has.
 * @throws {InputError} `travel-switch` when a switch has no fault of that name.
 */
export function faultsOf({
  semantics,
  switches = {},
}: Pick<PackOpening, 'semantics' | 'switches'>): ReadonlySet<TravelFault> {
  const faults = new Set(TRAVEL_FAULTS.filter((name) => semantics === 'compat' && FAULTS[name]))
  for (const [name, isOn] of Object.entries(switches)) {
    if (!isFault(name)) {
      throw new InputError({
        code: 'travel-switch',
        what: `The pack travel has no switch ${JSON.stringify(name)}.`,
        where: 'switches',
        fix: `Use one of ${TRAVEL_FAULTS.join(', ')}.`,
      })
    }
    if (isOn) faults.add(name)
    else faults.delete(name)
  }
  return faults
}
