import type { DayTerm, Request, Session } from '../session.js'
import type { Airport, Leg } from '../travel-template.js'
import { searchOrAsk } from './asking.js'
import { search } from './search.js'
import { newWishes, spreadWishes } from './wishing.js'

export const flightOpenings = [
  'open.one-way',
  'open.round-trip',
  'open.days',
  'open.multi-city',
  'open.flexible',
  'open.no-date',
  'open.no-origin',
  'open.no-destination',
  'open.only-destination',
] as const
const hasTwoLegs: ReadonlySet<string> = new Set(['open.round-trip', 'open.days', 'open.multi-city'])
export type FlightOpening = (typeof flightOpenings)[number]

/** Asks for flights: one way, there and back, from city to city, on one of two days, or with something missing. */
export function openFlights(
  session: Session,
  { opening, most = 2 }: { readonly opening: FlightOpening; readonly most?: number },
): void {
  const hasFrom = opening !== 'open.no-origin' && opening !== 'open.only-destination'
  const from = hasFrom ? session.city() : undefined
  const to = opening === 'open.no-destination' ? undefined : session.city()
  const next = opening === 'open.multi-city' ? session.city() : undefined
  const wishes = newWishes(session, {
    domain: 'flights',
    city: undefined,
    most: session.random.below(most + 1),
    held: [],
    // What is wished for both legs must be there twice.
    ...(hasTwoLegs.has(opening) ? { room: 1 } : {}),
  })
  const fromAirport = from !== undefined && session.chance(2) ? airportOf(session, from) : undefined
  const leg = from === undefined || to === undefined ? undefined : { from, to, fromAirport }
  const hasDay = opening !== 'open.no-date' && opening !== 'open.only-destination'
  const day = hasDay ? flightDay(session) : undefined
  const alternative = opening === 'open.flexible' && day !== undefined ? laterDay(session, day) : undefined
  const back = secondLeg(session, { opening, leg, next, day })
  const [near, behind] = spreadWishes(session, 'flights', wishes)
  session.say(
    session.phrase(`flights.${opening}`, {
      from: `<${fromAirport?.placeholder ?? from}>`,
      to: `<${to}>`,
      next: `<${next}>`,
      date: `<${day?.rule}>`,
      alternative: `<${alternative?.rule}>`,
      back: `<${back?.day.rule}>`,
      days: `<${back?.day.from?.count}>`,
      with: near,
    }),
  )
  if (behind !== '') session.say(behind)
  const days = day === undefined ? undefined : alternative === undefined ? [day] : [day, alternative]
  const request: Request = { domain: 'flights', from, to, fromAirport, days, wishes }
  if (back === undefined) {
    searchOrAsk(session, request)
    return
  }
  const isReturn = next === undefined
  search(session, request, isReturn ? 'outbound_flights' : 'first_leg_flights')
  search(
    session,
    { domain: 'flights', ...back.leg, days: [back.day], wishes },
    isReturn ? 'return_flights' : 'second_leg_flights',
  )
}

interface Legs {
  readonly opening: FlightOpening
  readonly leg: Leg | undefined
  readonly next: string | undefined
  readonly day: DayTerm | undefined
}

function secondLeg(
  session: Session,
  { opening, leg, next, day }: Legs,
): { readonly leg: Leg; readonly day: DayTerm } | undefined {
  if (leg === undefined || day === undefined) return undefined
  if (opening === 'open.round-trip') {
    return { leg: reversed(leg), day: laterDay(session, day) }
  }
  if (next !== undefined) {
    const onward = { from: leg.to, to: next }
    return { leg: onward, day: laterDay(session, day) }
  }
  if (opening !== 'open.days') return undefined
  const count = session.placeholder('NUM_DAYS')
  const rule = session.date({
    name: session.placeholder('RETURN_DAY'),
    after: day.rule,
    gap: [2, 21],
    count,
  })
  return { leg: reversed(leg), day: { rule, from: { day, count } } }
}

function reversed({ from, to, fromAirport, toAirport }: Leg): Leg {
  return { from: to, to: from, fromAirport: toAirport, toAirport: fromAirport }
}

function airportOf(session: Session, city: string): Airport {
  return session.chance(5)
    ? { placeholder: session.placeholder(`${city}_AIRPORT`), by: 'airport' }
    : { placeholder: session.placeholder(`${city}_AIRPORT_CODE`), by: 'airport_code' }
}

export function flightDay(session: Session): DayTerm {
  return { rule: session.date({ name: session.placeholder('DEPARTURE_DATE'), gap: [0, 0] }) }
}

export function laterDay(session: Session, day: DayTerm): DayTerm {
  return {
    rule: session.date({ name: session.placeholder('DEPARTURE_DATE'), after: day.rule, gap: [2, 21] }),
  }
}

/** What was missing of a flight. */
export function giveFlights(session: Session, request: Request): Request {
  let given = request
  if (given.from === undefined) {
    const from = session.city()
    session.say(session.phrase('flights.give.from', { from: `<${from}>` }))
    given = { ...given, from }
  }
  if (given.to === undefined) {
    const to = session.city()
    session.say(session.phrase('flights.give.to', { to: `<${to}>` }))
    given = { ...given, to }
  }
  if (given.days === undefined) {
    const day = flightDay(session)
    session.say(session.phrase('flights.give.date', { date: `<${day.rule}>` }))
    given = { ...given, days: [day] }
  }
  return given
}
