import type {
  Bindings,
  DialogueSplit,
  DialogueTemplate,
  GrammarSplits,
} from '../../../src/agent/dialogue-template.js'
import { placeholdersOf } from '../../../src/agent/generate/placeholders.js'
import type { CheckedValue, PackWorld } from '../../../src/agent/pack.js'
import { isoOf } from '../../../src/agent/tables/day.js'
import { type RandomStream, shuffled } from '../../../src/numeric/random.js'
import { type TravelPlace, travelPlaces } from '../places.js'
import { bindDays, flightsOf, type PlaceBinding } from './bind-days.js'
import { bindWishes } from './bind-wishes.js'
import { writtenDay } from './calendar.js'
import { type CandidateRow, candidateRows } from './candidate-rows.js'
import { isTravelTemplate } from './compose.js'
import type { BindingProgram, RowNode } from './travel-template.js'

export interface BindContext {
  readonly world: PackWorld
  readonly splits: GrammarSplits
  readonly random: RandomStream
}

/** Values for a template: cities of the split, then days, then what rows of these allow. */
export function bind(
  template: DialogueTemplate,
  split: DialogueSplit,
  { world, splits, random }: BindContext,
): Bindings | undefined {
  if (!isTravelTemplate(template)) return undefined
  const { program } = template
  const binding = bindPlaces(program, { world, cities: new Set(splits[split]), random })
  if (binding === undefined) return undefined
  const days = bindDays(program, { world, random, binding })
  if (days === undefined) return undefined
  const wishes = bindWishes(program.nodes, {
    random,
    rowsOf: (root) => rowsAt(root, { world, binding, days }),
  })
  if (wishes === undefined) return undefined
  const values = new Map(wishes)
  for (const [name, place] of binding.places) values.set(name, place.city)
  for (const [name, code] of binding.airports) values.set(name, airportText(name, code, binding))
  for (const { name, after, count } of program.dates) {
    const day = days.get(name) ?? 0
    if (count === undefined) values.set(name, writtenDay(day))
    else values.set(count, String(day - (days.get(after ?? '') ?? 0)))
  }
  const used = new Set(template.turns.flatMap(({ text, plan = '' }) => placeholdersOf(`${text} ${plan}`)))
  return Object.fromEntries([...values].filter(([name]) => used.has(name)))
}

interface PlaceContext {
  readonly world: PackWorld
  readonly cities: ReadonlySet<string>
  readonly random: RandomStream
}

function bindPlaces(
  program: BindingProgram,
  { world, cities, random }: PlaceContext,
): PlaceBinding | undefined {
  const pool = travelPlaces(world).filter(({ city, isPool }) => isPool && cities.has(city))
  const drawn = shuffled(pool, random)
  const places = new Map<string, TravelPlace>()
  for (const [at, name] of program.cities.entries()) {
    const place = drawn[at]
    if (place === undefined) return undefined
    places.set(name, place)
  }
  const airports = new Map<string, string>()
  for (const { leg } of program.nodes.map(({ place }) => place)) {
    for (const [airport, city] of [
      [leg?.fromAirport, leg?.from],
      [leg?.toAirport, leg?.to],
    ] as const) {
      if (airport === undefined || airports.has(airport.placeholder)) continue
      const choices = places.get(city ?? '')?.airports ?? []
      const chosen = choices.length === 0 ? undefined : choices[random.below(choices.length)]
      if (chosen === undefined) return undefined
      airports.set(airport.placeholder, chosen.code)
    }
  }
  return { places, airports }
}

/** The code itself, or the name of the airport that has it. */
function airportText(placeholder: string, code: string, { places }: PlaceBinding): string {
  if (placeholder.includes('_AIRPORT_CODE_')) return code
  const airports = [...places.values()].flatMap((place) => place.airports)
  return airports.find((airport) => airport.code === code)?.name ?? code
}

interface RowContext {
  readonly world: PackWorld
  readonly binding: PlaceBinding
  readonly days: ReadonlyMap<string, number>
}

function rowsAt({ domain, place }: RowNode, { world, binding, days }: RowContext): readonly CandidateRow[] {
  const dates = place.dates.map((name) => isoOf(days.get(name) ?? 0))
  if (place.leg !== undefined) {
    return flightsOf(world, place.leg, binding).filter((row) => dates.includes(String(row('departure_date'))))
  }
  const city = binding.places.get(place.city ?? '')?.city ?? ''
  const [arrival = '', departure = ''] = dates
  const values: Readonly<Record<string, CheckedValue>> =
    domain === 'hotels' ? { city, checkin_date: [arrival], checkout_date: [departure] } : { city }
  return candidateRows(world, { domain, values, isKept: domain !== 'hotels' })
}
