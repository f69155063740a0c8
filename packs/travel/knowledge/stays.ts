import {
  dateColumn,
  decimalColumn,
  flagColumn,
  integerColumn,
  textColumn,
} from '../../../src/agent/tables/column.js'
import { dayOf } from '../../../src/agent/tables/day.js'
import { Table } from '../../../src/agent/tables/table.js'
import { type RandomStream, randomStream } from '../../../src/numeric/random.js'
import { type City, type Geography, sizeOf } from '../geography.js'
import { AMENITIES, ATTRACTION_TYPES, CUISINES, DIETS, HOTEL_TIERS, RESTAURANT_TIERS } from '../ontology.js'
import { apportion, between } from './draw.js'
import { attractionNames, hotelNames, restaurantNames } from './synthetic-names.js'

/** How many hotels and restaurants a city has beside others, by the size of its airport. */
const SHARES: Readonly<Record<ReturnType<typeof sizeOf>, number>> = { Large: 8, Medium: 5, Small: 2, None: 1 }

/** Days on which a hotel's rooms become free: from 61 days before May 1 to 55 days after it. */
const WINDOWS = { from: dayOf('2025-03-01'), starts: 117, shortest: 30, longest: 180 } as const

const STAR_SHARES = [0.12, 0.23, 0.33, 0.22, 0.1] as const

/** Hotels of all cities: price, rating and amenities rise with the stars. */
export function makeHotels({ cities }: Geography, count: number, seed: number): Table {
  const random = randomStream(seed, 'hotels')
  const name = hotelNames(random)
  const at = placesOf(
    cities,
    cities.map((city) => SHARES[sizeOf(city)]),
    { count, random },
  )
  const stars = at.map(() => drawStars(random))
  const windows = at.map(() => {
    const start = WINDOWS.from + random.below(WINDOWS.starts)
    return { start, end: start + WINDOWS.shortest + random.below(WINDOWS.longest - WINDOWS.shortest + 1) }
  })
  return new Table('hotels', [
    textColumn(
      'hotel_name',
      at.map((_, row) => name(row)),
    ),
    ...placeColumns(at),
    decimalColumn(
      'rating',
      stars.map((star) => drawRating(1.6 + 0.55 * star, random)),
      1,
    ),
    integerColumn('stars', stars),
    integerColumn(
      'max_occupancy',
      stars.map(() => 1 + random.below(7)),
    ),
    integerColumn(
      'price_per_night',
      stars.map((star) => hotelPrice(star, random)),
    ),
    integerColumn(
      'num_rooms_available',
      stars.map(() => (random.uniform() < 0.04 ? 0 : random.below(251))),
    ),
    dateColumn(
      'start_date_available',
      windows.map(({ start }) => start),
    ),
    dateColumn(
      'end_date_available',
      windows.map(({ end }) => end),
    ),
    ...AMENITIES.map(({ name: amenity, share: [low, high] }) =>
      flagColumn(
        amenity,
        stars.map((star) => random.uniform() < low + ((high - low) * (star - 1)) / 4),
      ),
    ),
  ])
}

/** Restaurants of all cities: ratings rise with the price. */
export function makeRestaurants({ cities }: Geography, count: number, seed: number): Table {
  const random = randomStream(seed, 'restaurants')
  const name = restaurantNames(random)
  const at = placesOf(
    cities,
    cities.map((city) => SHARES[sizeOf(city)]),
    { count, random },
  )
  const tiers = at.map(() => [0, 0, 0, 1, 1, 1, 2, 2, 3][random.below(9)] ?? 0)
  return new Table('restaurants', [
    textColumn(
      'restaurant_name',
      at.map((_, row) => name(row)),
    ),
    ...placeColumns(at),
    decimalColumn(
      'rating',
      tiers.map((tier) => drawRating(2.6 + 0.5 * tier, random)),
      1,
    ),
    integerColumn(
      'price_per_person',
      tiers.map((tier) =>
        between(RESTAURANT_TIERS[tier] ?? [1, 30], tier === 3 ? random.uniform() ** 4 : random.uniform()),
      ),
    ),
    textColumn(
      'cuisine',
      at.map(() => CUISINES[random.below(CUISINES.length)] ?? ''),
    ),
    ...DIETS.map(({ name: diet, share }) =>
      flagColumn(
        diet,
        at.map(() => random.uniform() < share),
      ),
    ),
  ])
}

/** Attractions of the cities that have any, larger ones more; the first nine of a city are of different types. */
export function makeAttractions({ cities }: Geography, count: number, seed: number): Table {
  const random = randomStream(seed, 'attractions')
  const name = attractionNames(random)
  const own = cities.filter((city) => city.hasAttractions)
  const at = placesOf(
    own,
    own.map((city) => (sizeOf(city) === 'Large' ? 5 : sizeOf(city) === 'Medium' ? 4 : 2)),
    { count, random },
  )
  const types = at.map(({ place }) => ATTRACTION_TYPES[place % ATTRACTION_TYPES.length] ?? '')
  return new Table('attractions', [
    textColumn(
      'attraction_name',
      at.map((_, row) => name(row, types[row] ?? '')),
    ),
    ...placeColumns(at).slice(0, 2),
    textColumn('type', types),
    ...placeColumns(at).slice(2),
  ])
}

interface Spot {
  readonly city: City
  /** Among those of its city, from 0, after a start that the city draws. */
  readonly place: number
  readonly neighborhood: string
  readonly latitude: number
  readonly longitude: number
}

/** Farthest from the middle of its neighbourhood, degrees: a third of a mile or so. */
const SPREAD = 0.005

function placesOf(
  cities: readonly City[],
  weights: readonly number[],
  { count, random }: { readonly count: number; readonly random: RandomStream },
): readonly Spot[] {
  const parts = apportion(count, weights)
  return cities.flatMap((city, index) => {
    const start = random.below(1000)
    return Array.from({ length: parts[index] ?? 0 }, (_, place) => {
      const around = city.neighborhoods[random.below(city.neighborhoods.length)] ?? city
      return {
        city,
        place: start + place,
        neighborhood: around.name,
        latitude: around.latitude + SPREAD * (2 * random.uniform() - 1),
        longitude: around.longitude + SPREAD * (2 * random.uniform() - 1),
      }
    })
  })
}

function placeColumns(spots: readonly Spot[]) {
  return [
    textColumn(
      'city',
      spots.map(({ city }) => city.name),
    ),
    textColumn(
      'state',
      spots.map(({ city }) => city.state),
    ),
    textColumn(
      'neighborhood',
      spots.map(({ neighborhood }) => neighborhood),
    ),
    decimalColumn(
      'latitude',
      spots.map(({ latitude }) => latitude),
      4,
    ),
    decimalColumn(
      'longitude',
      spots.map(({ longitude }) => longitude),
      4,
    ),
  ]
}

function drawStars(random: RandomStream): number {
  let rest = random.uniform()
  for (const [place, share] of STAR_SHARES.entries()) {
    rest -= share
    if (rest < 0) return place + 1
  }
  return STAR_SHARES.length
}

/** 1.0 to 5.0 in steps of 0.1, within 0.9 of the middle. */
function drawRating(middle: number, random: RandomStream): number {
  const drawn = middle + 0.9 * (random.uniform() + random.uniform() - 1)
  return Math.round(10 * Math.min(5, Math.max(1, drawn))) / 10
}

/** One star is cheap, five stars are dear; the dearest tier thins out towards its top. */
function hotelPrice(stars: number, random: RandomStream): number {
  const tier = Math.min(
    3,
    Math.max(0, stars - 2 + (random.uniform() < 0.25 ? 1 : 0) - (random.uniform() < 0.2 ? 1 : 0)),
  )
  const share = random.uniform()
  return between(HOTEL_TIERS[tier] ?? [20, 75], tier === 3 ? share ** 3 : share)
}
