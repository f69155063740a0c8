import type { Deck } from '../../../src/agent/generate/grammar/deck.js'
import type { Domain } from './constraint.js'
import { searchOrAsk } from './moves/asking.js'
import {
  addReturn,
  changeCity,
  changeDates,
  changeDay,
  changeDestination,
  correctGuests,
  extendStay,
  second,
} from './moves/change.js'
import { backtrack, nearest, refine, sort, sortPairs } from './moves/narrow.js'
import { type FlightOpening, giveFlights, openFlights } from './moves/open-flights.js'
import { giveHotels, type HotelOpening, openHotels, type Trip } from './moves/open-hotels.js'
import { givePlaces, openPlaces, type PlaceOpening } from './moves/open-places.js'
import type { Session } from './session.js'

/** Something a user does in a turn; false where it does not suit what was said before. */
export type Move = (session: Session) => boolean

/** Moves in the middle of a dialogue by name, for one domain. */
export const middleMoves: Readonly<Record<Domain, Readonly<Record<string, Move>>>> = {
  flights: {
    refine: (session) => refine(session, 'flights'),
    backtrack: (session) => backtrack(session, 'flights'),
    sort: (session) => sort(session, 'flights'),
    return: addReturn,
    day: changeDay,
    destination: changeDestination,
  },
  hotels: {
    refine: (session) => refine(session, 'hotels'),
    backtrack: (session) => backtrack(session, 'hotels'),
    sort: (session) => sort(session, 'hotels'),
    city: (session) => changeCity(session, 'hotels'),
    dates: changeDates,
    guests: correctGuests,
    extend: extendStay,
    second: (session) => second(session, 'hotels'),
  },
  restaurants: {
    refine: (session) => refine(session, 'restaurants'),
    backtrack: (session) => backtrack(session, 'restaurants'),
    sort: (session) => sort(session, 'restaurants'),
    city: (session) => changeCity(session, 'restaurants'),
    second: (session) => second(session, 'restaurants'),
  },
  attractions: {
    refine: (session) => refine(session, 'attractions'),
    backtrack: (session) => backtrack(session, 'attractions'),
    sort: (session) => sort(session, 'attractions'),
    city: (session) => changeCity(session, 'attractions'),
    second: (session) => second(session, 'attractions'),
  },
}

/** Moves that take another city or day would tear a trip apart that several domains share. */
export const tripMoves = ['refine', 'backtrack', 'sort', 'guests'] as const

export interface Openings {
  readonly flights: Deck<FlightOpening>
  readonly hotels: Deck<HotelOpening>
  readonly restaurants: Deck<PlaceOpening>
  readonly attractions: Deck<PlaceOpening>
}

/** Opens a domain; a trip that has begun settles the city, and the days of a stay where the user wrote them. */
export function open(session: Session, domain: Domain, openings: Openings): void {
  const trip = tripOf(session)
  const isFirst = session.entries.length === 0 && session.pending === undefined
  if (!isFirst) {
    session.label('switch-domain')
    if (session.chance(5)) session.say(session.phrase('switch'))
  }
  const most = isFirst ? 3 : 2
  switch (domain) {
    case 'flights':
      openFlights(session, { opening: openings.flights.deal() ?? 'open.one-way', most })
      return
    case 'hotels': {
      const opening = openings.hotels.deal(
        (one) => isFirst || one === 'open' || one === 'open.nights' || one === 'open.no-dates',
      )
      openHotels(session, { opening: opening ?? 'open', trip, most })
      return
    }
    case 'restaurants':
    case 'attractions': {
      const opening = isFirst ? openings[domain].deal() : 'open'
      openPlaces(session, { domain, opening: opening ?? 'open', tripCity: trip.city, most })
      return
    }
    default:
      domain satisfies never
  }
}

/** Answers the question that is pending, in part or in full. */
export function answer(session: Session): void {
  const { pending } = session
  if (pending === undefined) return
  const { request } = pending
  const trip = tripOf(session)
  switch (request.domain) {
    case 'flights':
      searchOrAsk(session, giveFlights(session, request))
      return
    case 'hotels':
      searchOrAsk(session, giveHotels(session, request, trip))
      return
    default:
      searchOrAsk(session, givePlaces(session, request, trip.city))
  }
}

/** What the flights and stays so far settle: where one is, and the days between which. */
function tripOf(session: Session): Trip {
  const first = session.entries.find(({ kind }) => kind === 'search')
  if (first === undefined) return {}
  const { domain, to, city, days } = first.request
  if (domain !== 'flights') return { city }
  const back = session.entries.find(({ key }) => key === 'return_flights' || key === 'second_leg_flights')
  const [arrival, alternative] = days ?? []
  if (alternative !== undefined || arrival?.from !== undefined) return { city: to }
  const departure = back?.request.days?.[0]
  return { city: to, arrival, ...(departure?.from === undefined ? { departure } : {}) }
}

const pairs: readonly (readonly [Domain, Domain])[] = [
  ['hotels', 'attractions'],
  ['hotels', 'restaurants'],
  ['restaurants', 'attractions'],
]

/** A question of distance between two lists that are there. */
export const nearestMove: Move = (session) =>
  pairs.some(([first, other]) => {
    const has = (domain: Domain): boolean => session.entries.some((entry) => entry.domain === domain)
    return has(first) && has(other) && nearest(session, first, other)
  })

export const sortPairsMove: Move = sortPairs

/** A request that no tool serves, or a farewell. */
export function noOp(session: Session, domain: Domain): boolean {
  session.say(session.phrase(`${domain}.noop`))
  session.label('noop')
  return true
}

export function farewell(session: Session): boolean {
  session.say(session.phrase('noop.thanks'))
  session.label('noop')
  return true
}
