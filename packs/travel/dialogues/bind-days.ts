import type { PackWorld } from '../../../src/agent/pack.js'
import { dayOf, isoOf } from '../../../src/agent/tables/day.js'
import type { RandomStream } from '../../../src/numeric/random.js'
import type { TravelPlace } from '../places.js'
import { type CandidateRow, candidateRows } from './candidate-rows.js'
import type { BindingProgram, DateRule, Leg } from './travel-template.js'

/** The days on which flights of the knowledge base leave; stays begin on them as well. */
const FIRST_DAY = dayOf('2025-05-01')
const LAST_DAY = dayOf('2025-06-30')
const everyDay = Array.from({ length: LAST_DAY - FIRST_DAY + 1 }, (_, at) => isoOf(FIRST_DAY + at))

export interface PlaceBinding {
  /** By placeholder of a city. */
  readonly places: ReadonlyMap<string, TravelPlace>
  /** Code of the airport, by its placeholder. */
  readonly airports: ReadonlyMap<string, string>
}

/** Flights of a leg on any day, only those of the airports that the user names. */
export function flightsOf(
  world: PackWorld,
  leg: Leg,
  { places, airports }: PlaceBinding,
): readonly CandidateRow[] {
  const [from, to] = [places.get(leg.from)?.city ?? '', places.get(leg.to)?.city ?? '']
  const values = { departure_date: everyDay, start_airport_city: from, end_airport_city: to }
  const rows = candidateRows(world, { domain: 'flights', values, isKept: true })
  const start = leg.fromAirport === undefined ? undefined : airports.get(leg.fromAirport.placeholder)
  const end = leg.toAirport === undefined ? undefined : airports.get(leg.toAirport.placeholder)
  return rows.filter(
    (row) =>
      (start === undefined || row('start_airport_code') === start) &&
      (end === undefined || row('end_airport_code') === end),
  )
}

/** A day for every rule, such that each leg is flown on its days; undefined where there is none. */
export function bindDays(
  program: BindingProgram,
  {
    world,
    random,
    binding,
  }: { readonly world: PackWorld; readonly random: RandomStream; readonly binding: PlaceBinding },
): ReadonlyMap<string, number> | undefined {
  const days = new Map<string, number>()
  for (const rule of program.dates) {
    const served = program.nodes
      .filter(({ parent, place }) => parent === undefined && place.dates.includes(rule.name))
      .flatMap(({ place }) => (place.leg === undefined ? [] : [place.leg]))
      .map((leg) => new Set(flightsOf(world, leg, binding).map((row) => String(row('departure_date')))))
    const fits = daysOf(rule, days).filter(
      (day) => served.every((dates) => dates.has(isoOf(day))) && ![...days.values()].includes(day),
    )
    const day = fits.length === 0 ? undefined : fits[random.below(fits.length)]
    if (day === undefined) return undefined
    days.set(rule.name, day)
  }
  return days
}

function daysOf(
  { after, gap: [least, most] }: DateRule,
  days: ReadonlyMap<string, number>,
): readonly number[] {
  const base = after === undefined ? undefined : days.get(after)
  if (base === undefined) return everyDay.map(dayOf)
  return Array.from({ length: most - least + 1 }, (_, at) => base + least + at)
}
