import type { Domain } from '../constraint.js'
import type { Entry, Request, Session } from '../session.js'
import type { Wish } from '../travel-template.js'
import { heldBy } from './narrow.js'
import { flightDay, laterDay } from './open-flights.js'
import { arrivalDay, departureDay } from './open-hotels.js'
import { search } from './search.js'
import { newWishes, spreadWishes, wishFor } from './wishing.js'

function lastSearch(session: Session, domain: Domain): Entry | undefined {
  return session.entries.findLast((entry) => entry.domain === domain && entry.kind === 'search')
}

/** The request that the latest list answers, with the wishes that narrowed it since: "all else as before". */
function standing(session: Session, domain: Domain): Request | undefined {
  const last = session.entries.findLast((entry) => entry.domain === domain && entry.kind !== 'nearest')
  return last === undefined ? undefined : { ...last.request, wishes: heldBy(last) }
}

/** Wishes that hold elsewhere as well: a neighbourhood does not. */
function movable(wishes: readonly Wish[]): readonly Wish[] {
  return wishes.filter(({ constraint }) => !constraint.names.includes('CITY_NEIGHBORHOOD'))
}

/** Another city, all else as before. */
export function changeCity(session: Session, domain: 'hotels' | 'restaurants' | 'attractions'): boolean {
  const last = standing(session, domain)
  if (last === undefined || movable(last.wishes).length < last.wishes.length) return false
  const city = session.city()
  session.say(session.phrase(`${domain}.change.city`, { city: `<${city}>` }))
  session.label('change-mind')
  search(session, { ...last, city }, domain)
  return true
}

/** Other days of a stay. */
export function changeDates(session: Session): boolean {
  const last = standing(session, 'hotels')
  if (last === undefined) return false
  const arrival = arrivalDay(session)
  const departure = departureDay(session, arrival)
  session.say(session.phrase('hotels.change.dates', { in: `<${arrival.rule}>`, out: `<${departure.rule}>` }))
  session.label('change-mind')
  search(session, { ...last, arrival, departure }, 'hotels')
  return true
}

/** A number of guests that was wrong. */
export function correctGuests(session: Session): boolean {
  const last = standing(session, 'hotels')
  const wrong = last?.wishes.find(({ constraint }) => constraint.id === 'guests')
  if (last === undefined || wrong === undefined || session.used.has('correct-guests')) return false
  session.used.add('correct-guests')
  const right = wishFor(session, wrong.constraint, undefined)
  session.say(
    session.phrase('hotels.correct.guests', {
      people: `<${right.placeholders[0]}>`,
      wrong: `<${wrong.placeholders[0]}>`,
    }),
  )
  session.label('change-mind')
  const wishes = last.wishes.map((wish) => (wish === wrong ? right : wish))
  search(session, { ...last, wishes }, 'hotels')
  return true
}

/** Some nights more. */
export function extendStay(session: Session): boolean {
  const last = standing(session, 'hotels')
  const departure = last?.departure
  if (last === undefined || departure === undefined || departure.rule.startsWith('EXTENDED')) return false
  const count = session.placeholder('NUM_NIGHTS')
  const rule = session.date({
    name: session.placeholder('EXTENDED_CHECKOUT'),
    after: departure.rule,
    gap: [2, 5],
    count,
  })
  session.say(session.phrase('hotels.extend', { nights: `<${count}>` }))
  session.label('change-mind')
  search(session, { ...last, departure: { rule, from: { day: departure, count } } }, 'hotels')
  return true
}

/** The same question for a second place. */
export function second(session: Session, domain: 'hotels' | 'restaurants' | 'attractions'): boolean {
  const last = lastSearch(session, domain)
  if (last === undefined || session.used.has(`second.${domain}`)) return false
  session.used.add(`second.${domain}`)
  const city = session.city()
  const wishes = newWishes(session, { domain, city, most: 1, held: [] })
  const [near, behind] = spreadWishes(session, domain, wishes)
  let request: Request = { domain, city, wishes }
  if (domain === 'hotels') {
    const arrival = arrivalDay(session, last.request.departure?.rule)
    const departure = departureDay(session, arrival)
    request = { ...request, arrival, departure }
  }
  session.say(
    session.phrase(`${domain}.second`, {
      city: `<${city}>`,
      in: `<${request.arrival?.rule}>`,
      out: `<${request.departure?.rule}>`,
      with: near,
    }),
  )
  if (behind !== '') session.say(behind)
  search(session, request, domain)
  return true
}

/** Whether the way back, or on, has been searched for. */
function hasSecondLeg(session: Session): boolean {
  return session.entries.some(({ key }) => key.startsWith('return_') || key.startsWith('second_leg'))
}

/** The way back, after all. */
export function addReturn(session: Session): boolean {
  const last = lastSearch(session, 'flights')
  const day = last?.request.days?.at(-1)
  if (last === undefined || day === undefined || hasSecondLeg(session)) return false
  const back = laterDay(session, day)
  const wishes = newWishes(session, { domain: 'flights', city: undefined, most: 1, held: [] })
  const [near, behind] = spreadWishes(session, 'flights', wishes)
  session.say(session.phrase('flights.return', { back: `<${back.rule}>`, with: near }))
  if (behind !== '') session.say(behind)
  const { from, to, fromAirport, toAirport } = last.request
  search(
    session,
    {
      domain: 'flights',
      from: to,
      to: from,
      fromAirport: toAirport,
      toAirport: fromAirport,
      days: [back],
      wishes,
    },
    'return_flights',
  )
  return true
}

/** Another day for a flight. */
export function changeDay(session: Session): boolean {
  const last = standing(session, 'flights')
  if (last === undefined || hasSecondLeg(session)) return false
  const day = flightDay(session)
  session.say(session.phrase('flights.change.date', { date: `<${day.rule}>` }))
  session.label('change-mind')
  search(session, { ...last, days: [day] }, 'flights')
  return true
}

/** Another destination. */
export function changeDestination(session: Session): boolean {
  const last = standing(session, 'flights')
  if (last === undefined || hasSecondLeg(session) || last.days?.length !== 1) return false
  const to = session.city()
  session.say(session.phrase('flights.change.to', { to: `<${to}>` }))
  session.label('change-mind')
  search(session, { ...last, to, toAirport: undefined }, 'flights')
  return true
}
