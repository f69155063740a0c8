import type { Table } from '../../../src/agent/tables/table.js'
import { type Geography, partOf, wholeGeography } from '../geography.js'
import { DEPARTURES } from '../ontology.js'
import { FEWEST_CITIES, makeFlights } from './flights.js'
import { makeAttractions, makeHotels, makeRestaurants } from './stays.js'

export interface TravelTables {
  readonly flights: Table
  readonly hotels: Table
  readonly restaurants: Table
  readonly attractions: Table
}

export type TravelDomain = keyof TravelTables

export const TRAVEL_DOMAINS: readonly TravelDomain[] = ['flights', 'hotels', 'restaurants', 'attractions']

export type KnowledgeSize = 'full' | 'small'

/** Rows by size; `full` has as many as the paper says. */
const COUNTS: Readonly<Record<KnowledgeSize, Readonly<Record<TravelDomain, number>>>> = {
  full: { flights: 480_410, hotels: 47_589, restaurants: 17_975, attractions: 728 },
  small: { flights: 16_000, hotels: 1560, restaurants: 1300, attractions: 260 },
}

/** Cities of dialogues in the small base; the two Portlands come on top, as a name that is ambiguous. */
const SMALL_DIALOGUE_CITIES = 24

/** Last departures of the small base: a month instead of two keeps several flights on a route and day. */
const SMALL_LAST_DEPARTURE = '2025-05-31'

function geographyOf(size: KnowledgeSize): Geography {
  const whole = wholeGeography()
  if (size === 'full') return whole
  const named = whole.cities.filter((city) => city.isInDialogues).slice(0, SMALL_DIALOGUE_CITIES)
  return partOf(whole, (city) => named.includes(city) || city.name === 'Portland')
}

export function makeTables(size: KnowledgeSize, seed: number): TravelTables {
  const geography = geographyOf(size)
  const counts = COUNTS[size]
  const last = size === 'full' ? DEPARTURES.last : SMALL_LAST_DEPARTURE
  return {
    flights: makeFlights(geography, { count: counts.flights, days: [DEPARTURES.first, last] }, seed),
    hotels: makeHotels(geography, counts.hotels, seed),
    restaurants: makeRestaurants(geography, counts.restaurants, seed),
    attractions: makeAttractions(geography, counts.attractions, seed),
  }
}

/** Tables with next to no rows, for their columns. */
export function patternTables(): TravelTables {
  const whole = wholeGeography()
  const few = whole.cities.filter((city) => city.isInDialogues).slice(0, FEWEST_CITIES)
  const geography = partOf(whole, (city) => few.includes(city))
  const days = [DEPARTURES.first, DEPARTURES.first] as const
  return {
    flights: makeFlights(geography, { count: 1, days }, 0),
    hotels: makeHotels(geography, FEWEST_CITIES, 0),
    restaurants: makeRestaurants(geography, FEWEST_CITIES, 0),
    attractions: makeAttractions(geography, FEWEST_CITIES, 0),
  }
}
