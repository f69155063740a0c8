import { airportLines, cityLines } from './geography-data.js'
import type { Place } from './great-circle.js'

export interface Neighborhood extends Place {
  /** No two cities share one. */
  readonly name: string
}

export interface City extends Place {
  readonly name: string
  /** Two letters. Thirteen names stand for cities of several states. */
  readonly state: string
  /** Whether dialogues are about it; then no other city has its name. */
  readonly isInDialogues: boolean
  readonly hasAttractions: boolean
  readonly neighborhoods: readonly Neighborhood[]
  readonly airports: readonly Airport[]
}

export type AirportSize = 'Large' | 'Medium' | 'Small'

export interface Airport extends Place {
  readonly code: string
  readonly name: string
  readonly city: string
  readonly state: string
  readonly size: AirportSize
}

/** Airports of one set of cities: every airport lies in one of them. */
export interface Geography {
  readonly cities: readonly City[]
  readonly airports: readonly Airport[]
}

/** All 335 cities and 145 airports. */
export function wholeGeography(): Geography {
  const airports = airportLines.split('\n').map(airportOf)
  return { airports, cities: cityLines.split('\n').map((line) => cityOf(line, airports)) }
}

/** Only the cities that `isWanted`, and their airports. */
export function partOf({ cities, airports }: Geography, isWanted: (city: City) => boolean): Geography {
  const wanted = cities.filter(isWanted)
  const own = new Set(wanted.flatMap((city) => city.airports))
  return { cities: wanted, airports: airports.filter((airport) => own.has(airport)) }
}

/** Size of a city: that of its largest airport. */
export function sizeOf({ airports }: City): AirportSize | 'None' {
  const sizes = airports.map(({ size }) => size)
  return (['Large', 'Medium', 'Small'] as const).find((size) => sizes.includes(size)) ?? 'None'
}

function airportOf(line: string): Airport {
  const [code = '', name = '', city = '', state = '', latitude, longitude, size] = line.split('|')
  return {
    code,
    name,
    city,
    state,
    latitude: Number(latitude),
    longitude: Number(longitude),
    size: size === 'Large' || size === 'Medium' ? size : 'Small',
  }
}

function cityOf(line: string, airports: readonly Airport[]): City {
  const [name = '', state = '', latitude, longitude, role, neighborhoods = ''] = line.split('|')
  return {
    name,
    state,
    latitude: Number(latitude),
    longitude: Number(longitude),
    isInDialogues: role === 'D',
    hasAttractions: role === 'D' || role === 'A',
    neighborhoods: neighborhoods.split(';').map((text) => {
      const [title = '', north, east] = text.split(',')
      return { name: title, latitude: Number(north), longitude: Number(east) }
    }),
    airports: airports.filter((airport) => airport.city === name && airport.state === state),
  }
}
