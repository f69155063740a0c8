import { BugError } from '../../../../src/errors.js'
import type { DayTerm, Entry, Request, Session } from '../session.js'
import type { Airport, RowPlace } from '../travel-template.js'
import { argumentsOf } from './wishing.js'

/** The day as an expression; days that are counted get a variable first. */
function dayExpression(session: Session, { rule, from }: DayTerm): string {
  if (from === undefined) return `"<${rule}>"`
  const variable = rule.toLowerCase()
  if (session.plan.has(variable)) return variable
  session.label('date')
  return session.plan.call(variable, 'adjust_date', [
    ['date', dayExpression(session, from.day)],
    ['delta_days', `<${from.count}>`],
  ])
}

/** Searches for what a request asks and keeps it; everything mandatory is known. */
export function search(session: Session, request: Request, base: string): Entry {
  const { given, place } = scopeOf(session, request)
  const key = session.keys.take(base)
  session.plan.call(key, `search_${request.domain}`, [...given, ...argumentsOf(request.wishes)])
  session.plan.save(key)
  session.label('search')
  const node = session.node({ domain: request.domain, place, wishes: request.wishes })
  const entry: Entry = {
    key,
    kind: 'search',
    domain: request.domain,
    node,
    title: titleOf(request, base),
    request,
  }
  session.entries.push(entry)
  return entry
}

function titleOf({ domain, city }: Request, base: string): string {
  return domain === 'flights' ? base.replaceAll('_', ' ') : `${domain} in <${city}>`
}

interface Scope {
  readonly given: readonly (readonly [string, string])[]
  readonly place: RowPlace
}

function scopeOf(session: Session, request: Request): Scope {
  const { domain, city, from, to, fromAirport, toAirport, days, arrival, departure } = request
  if (domain === 'flights') {
    if (from === undefined || to === undefined || days === undefined) throw incomplete(request)
    return {
      given: [
        ['departure_date', `[${days.map((day) => dayExpression(session, day)).join(', ')}]`],
        endOf('start', from, fromAirport),
        endOf('end', to, toAirport),
      ],
      place: { leg: { from, to, fromAirport, toAirport }, dates: days.map(({ rule }) => rule) },
    }
  }
  if (city === undefined) throw incomplete(request)
  if (domain !== 'hotels') return { given: [['city', `"<${city}>"`]], place: { city, dates: [] } }
  if (arrival === undefined || departure === undefined) throw incomplete(request)
  const checkin = dayExpression(session, arrival)
  return {
    given: [
      ['city', `"<${city}>"`],
      ['checkin_date', `[${checkin}]`],
      ['checkout_date', `[${dayExpression(session, departure)}]`],
    ],
    place: { city, dates: [arrival.rule, departure.rule] },
  }
}

function endOf(end: 'start' | 'end', city: string, airport: Airport | undefined): readonly [string, string] {
  return airport === undefined
    ? [`${end}_airport_city`, `"<${city}>"`]
    : [`${end}_${airport.by}`, `"<${airport.placeholder}>"`]
}

function incomplete({ domain }: Request): BugError {
  return new BugError({
    code: 'grammar-move',
    what: `A search of ${domain} lacks what is mandatory.`,
    where: 'the travel grammar',
    fix: 'Let the move ask first.',
  })
}
