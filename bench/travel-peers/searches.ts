import type { TravelTables } from '../../packs/travel/knowledge/knowledge-base.js'
import type { CheckedArguments } from '../../src/agent/pack.js'
import type { Table } from '../../src/agent/tables/table.js'
import { type RandomStream, randomStream } from '../../src/numeric/random.js'

/** A search for Assay and, condition by condition, for pandas. */
export interface PeerSearch {
  readonly tool: string
  readonly values: CheckedArguments['values']
  readonly table: keyof TravelTables
  readonly conditions: readonly PeerCondition[]
}

export interface PeerCondition {
  readonly kind: 'equal' | 'in' | 'between' | 'at-most' | 'at-least' | 'any-true' | 'any-at-most' | 'window'
  readonly column?: string
  readonly columns?: readonly string[]
  readonly value: unknown
}

/** Searches like those of dialogues: places and dates from rows that exist, each other wish in half of them. */
export function peerSearches(tables: TravelTables, each: number): readonly PeerSearch[] {
  const random = randomStream(0, 'bench/travel')
  return [flightSearch, hotelSearch, restaurantSearch, attractionSearch].flatMap((make) =>
    Array.from({ length: each }, () => make(tables, random)),
  )
}

function flightSearch({ flights }: TravelTables, random: RandomStream): PeerSearch {
  const row = drawRow(flights, random)
  const [from, to, date] = [row('start_airport_city'), row('end_airport_city'), row('departure_date')]
  const search = searchOf('search_flights', 'flights')
  search.add({ start_airport_city: from }, { kind: 'equal', column: 'start_airport_city', value: from })
  search.add({ end_airport_city: to }, { kind: 'equal', column: 'end_airport_city', value: to })
  search.add({ departure_date: [date] }, { kind: 'in', column: 'departure_date', value: [date] })
  if (wants(random))
    search.add({ num_layovers: [0, 1] }, { kind: 'in', column: 'num_layovers', value: [0, 1] })
  if (wants(random)) {
    search.add(
      { departure_time: [360, 1080] },
      { kind: 'between', column: 'departure_time', value: ['06:00:00', '18:00:00'] },
    )
  }
  const classes = wants(random) ? ['economy', 'business'] : undefined
  if (classes !== undefined) {
    search.add(
      { flight_class: classes },
      { kind: 'any-true', columns: classes.map((name) => `${name}_class_option_present`), value: true },
    )
  }
  if (wants(random)) {
    const columns = (classes ?? ['economy', 'business', 'first']).map((name) => `${name}_class_price`)
    search.add({ budget: 250 }, { kind: 'any-at-most', columns, value: 250 })
  }
  return search.whole()
}

function hotelSearch({ hotels }: TravelTables, random: RandomStream): PeerSearch {
  const row = drawRow(hotels, random)
  const search = searchOf('search_hotels', 'hotels')
  search.add({ city: row('city') }, { kind: 'equal', column: 'city', value: row('city') })
  const stay = ['2025-05-18', '2025-05-22']
  search.add(
    { checkin_date: [stay[0]], checkout_date: [stay[1]] },
    { kind: 'window', columns: ['start_date_available', 'end_date_available'], value: stay },
  )
  if (wants(random)) search.add({ stars: [3, 5] }, { kind: 'between', column: 'stars', value: [3, 5] })
  if (wants(random))
    search.add({ rating: [3.3, 4.9] }, { kind: 'between', column: 'rating', value: [3.3, 4.9] })
  if (wants(random)) search.add({ budget: 250 }, { kind: 'at-most', column: 'price_per_night', value: 250 })
  if (wants(random)) search.add({ num_people: 3 }, { kind: 'at-least', column: 'max_occupancy', value: 3 })
  for (const flag of ['pool_present', 'has_sauna', 'free_wifi_included']) {
    const value = wants(random)
    if (wants(random)) search.add({ [flag]: value }, { kind: 'equal', column: flag, value })
  }
  return search.whole()
}

function restaurantSearch({ restaurants }: TravelTables, random: RandomStream): PeerSearch {
  const row = drawRow(restaurants, random)
  const search = searchOf('search_restaurants', 'restaurants')
  search.add({ city: row('city') }, { kind: 'equal', column: 'city', value: row('city') })
  const cuisines = [row('cuisine'), 'Thai']
  if (wants(random)) search.add({ cuisine: cuisines }, { kind: 'in', column: 'cuisine', value: cuisines })
  if (wants(random)) search.add({ rating: [3, 4.5] }, { kind: 'between', column: 'rating', value: [3, 4.5] })
  if (wants(random)) search.add({ budget: 60 }, { kind: 'at-most', column: 'price_per_person', value: 60 })
  if (wants(random))
    search.add({ has_vegan_options: true }, { kind: 'equal', column: 'has_vegan_options', value: true })
  return search.whole()
}

function attractionSearch({ attractions }: TravelTables, random: RandomStream): PeerSearch {
  const row = drawRow(attractions, random)
  const search = searchOf('search_attractions', 'attractions')
  search.add({ city: row('city') }, { kind: 'equal', column: 'city', value: row('city') })
  const types = [row('type'), 'Art']
  if (wants(random)) search.add({ type: types }, { kind: 'in', column: 'type', value: types })
  return search.whole()
}

interface SearchParts {
  add(values: Readonly<Record<string, unknown>>, condition: PeerCondition): void
  whole(): PeerSearch
}

function searchOf(tool: string, table: keyof TravelTables): SearchParts {
  const values: Record<string, unknown> = {}
  const conditions: PeerCondition[] = []
  return {
    add(more, condition) {
      Object.assign(values, more)
      conditions.push(condition)
    },
    // Texts, numbers, booleans and lists of them, by the lines above.
    whole: () => ({ tool, table, conditions, values: values as CheckedArguments['values'] }),
  }
}

function drawRow(table: Table, random: RandomStream): (column: string) => string {
  const row = random.below(table.rowCount)
  return (column) => String(table.value(row, column))
}

function wants(random: RandomStream): boolean {
  return random.below(2) === 1
}
