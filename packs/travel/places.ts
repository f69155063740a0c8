import type { PackWorld } from '../../src/agent/pack.js'
import type { Table } from '../../src/agent/tables/table.js'
import { wholeGeography } from './geography.js'
import { isTravelWorld, type TravelWorld } from './world.js'

/** A city of a world, and how much there is in it. */
export interface TravelPlace {
  readonly city: string
  /** Two letters. */
  readonly state: string
  /** Whether dialogues are about it: one state, an airport, attractions. */
  readonly isPool: boolean
  readonly neighborhoods: readonly string[]
  readonly airports: readonly { readonly name: string; readonly code: string }[]
  /** Rows. */
  readonly hotels: number
  readonly restaurants: number
  readonly attractions: number
}

/** Cities in which the world has any row, by name and state; none of a world that is not of this pack. */
export function travelPlaces(world: PackWorld): readonly TravelPlace[] {
  if (!isTravelWorld(world)) return []
  let places = kept.get(world)
  if (places === undefined) {
    places = placesOf(world)
    kept.set(world, places)
  }
  return places
}

const kept = new WeakMap<TravelWorld, readonly TravelPlace[]>()

function placesOf(world: TravelWorld): readonly TravelPlace[] {
  const { hotels, restaurants, attractions } = world.tables
  const counts = [hotels, restaurants, attractions].map(countByCity)
  return wholeGeography().cities.flatMap((city) => {
    const key = `${city.name}, ${city.state}`
    const [hotelCount = 0, restaurantCount = 0, attractionCount = 0] = counts.map((byCity) => byCity.get(key))
    if (hotelCount + restaurantCount + attractionCount === 0) return []
    return {
      city: city.name,
      state: city.state,
      isPool: city.isInDialogues,
      neighborhoods: city.neighborhoods.map(({ name }) => name),
      airports: city.airports.map(({ name, code }) => ({ name, code })),
      hotels: hotelCount,
      restaurants: restaurantCount,
      attractions: attractionCount,
    }
  })
}

function countByCity(table: Table): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (let row = 0; row < table.rowCount; row++) {
    const key = `${table.value(row, 'city')}, ${table.value(row, 'state')}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}
