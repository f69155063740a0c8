import type { DayTerm, Request, Session } from '../session.js'
import { searchOrAsk } from './asking.js'
import { newWishes, spreadWishes } from './wishing.js'

export const hotelOpenings = [
  'open',
  'open.nights',
  'open.no-dates',
  'open.no-city',
  'open.no-checkout',
  'open.nothing',
] as const
export type HotelOpening = (typeof hotelOpenings)[number]

/** What earlier parts of the trip settle about a stay. */
export interface Trip {
  readonly city?: string | undefined
  /** Days that the user wrote. */
  readonly arrival?: DayTerm | undefined
  readonly departure?: DayTerm | undefined
}

/** Asks for hotels, with everything mandatory or without. */
export function openHotels(
  session: Session,
  {
    opening,
    trip = {},
    most = 2,
  }: { readonly opening: HotelOpening; readonly trip?: Trip; readonly most?: number },
): void {
  const hasCity = opening !== 'open.no-city' && opening !== 'open.nothing'
  const city = hasCity ? (trip.city ?? session.city()) : undefined
  const wishes = newWishes(session, {
    domain: 'hotels',
    city,
    most: session.random.below(most + 1),
    held: [],
  })
  const hasArrival = opening !== 'open.no-dates' && opening !== 'open.nothing'
  const arrival = hasArrival ? (trip.arrival ?? arrivalDay(session)) : undefined
  const stay =
    arrival === undefined || opening === 'open.no-checkout'
      ? undefined
      : opening === 'open.nights'
        ? stayInNights(session, arrival)
        : { departure: trip.departure ?? departureDay(session, arrival), nights: '' }
  const [near, behind] = spreadWishes(session, 'hotels', wishes)
  session.say(
    session.phrase(`hotels.${opening}`, {
      city: `<${city}>`,
      in: `<${arrival?.rule}>`,
      out: `<${stay?.departure.rule}>`,
      nights: `<${stay?.nights}>`,
      with: near,
    }),
  )
  if (behind !== '') session.say(behind)
  const request: Request = { domain: 'hotels', city, arrival, departure: stay?.departure, wishes }
  searchOrAsk(session, request)
}

export function arrivalDay(session: Session, after?: string): DayTerm {
  const name = session.placeholder('CHECK_IN_DATE')
  return { rule: session.date({ name, ...(after === undefined ? {} : { after }), gap: [0, 3] }) }
}

export function departureDay(session: Session, arrival: DayTerm): DayTerm {
  const name = session.placeholder('CHECK_OUT_DATE')
  return { rule: session.date({ name, after: arrival.rule, gap: [1, 7] }) }
}

/** A stay whose end is counted from its beginning. */
function stayInNights(
  session: Session,
  arrival: DayTerm,
): { readonly departure: DayTerm; readonly nights: string } {
  const nights = session.placeholder('NUM_NIGHTS')
  const rule = session.date({
    name: session.placeholder('CHECKOUT'),
    after: arrival.rule,
    gap: [2, 8],
    count: nights,
  })
  return { departure: { rule, from: { day: arrival, count: nights } }, nights }
}

/** What was missing of a stay, or a part of it: where nothing was known, often only the city. */
export function giveHotels(session: Session, request: Request, trip: Trip = {}): Request {
  let given = request
  if (given.city === undefined) {
    const city = trip.city ?? session.city()
    session.say(session.phrase('hotels.give.city', { city: `<${city}>` }))
    given = { ...given, city }
    if (given.arrival === undefined && session.chance(5)) return given
  }
  if (given.arrival === undefined) {
    // Not a day that was named for a flight: it would be said already.
    const arrival = arrivalDay(session, trip.arrival?.rule)
    if (session.chance(4)) {
      const { departure, nights } = stayInNights(session, arrival)
      session.say(session.phrase('hotels.give.nights', { in: `<${arrival.rule}>`, nights: `<${nights}>` }))
      return { ...given, arrival, departure }
    }
    const departure = departureDay(session, arrival)
    session.say(session.phrase('hotels.give.dates', { in: `<${arrival.rule}>`, out: `<${departure.rule}>` }))
    return { ...given, arrival, departure }
  }
  if (given.departure === undefined) {
    const departure = departureDay(session, given.arrival)
    session.say(session.phrase('hotels.give.checkout', { out: `<${departure.rule}>` }))
    given = { ...given, departure }
  }
  return given
}
