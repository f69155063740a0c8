import { wholeGeography } from '../../packs/travel/geography.js'
import { greatCircleMiles } from '../../packs/travel/great-circle.js'
import type { TravelTables } from '../../packs/travel/knowledge/knowledge-base.js'
import { AMENITIES, FLIGHT_CLASSES } from '../../packs/travel/ontology.js'
import { dayOf } from '../../src/agent/tables/day.js'
import type { Table } from '../../src/agent/tables/table.js'

/** Rows of a knowledge base that break a rule of its making, with the rule; every row is looked at. */
export function brokenLaws(tables: TravelTables): readonly string[] {
  return [
    ...flightLaws(tables.flights),
    ...placeLaws(tables),
    ...hotelLaws(tables.hotels),
    ...restaurantLaws(tables.restaurants),
  ]
}

function* flightLaws(flights: Table): Generator<string> {
  const byCode = new Map(wholeGeography().airports.map((airport) => [airport.code, airport]))
  for (let row = 0; row < flights.rowCount; row++) {
    const text = (name: string): string => String(flights.value(row, name))
    const number = (name: string): number => Number(flights.value(row, name) ?? 0)
    const start = byCode.get(text('start_airport_code'))
    const end = byCode.get(text('end_airport_code'))
    if (start === undefined || end === undefined || start.city === end.city) {
      yield `flight ${row} goes nowhere`
      continue
    }
    if (text('start_airport_city') !== start.city || text('end_airport') !== end.name)
      yield `flight ${row}: other airport`
    const miles = greatCircleMiles(start, end)
    if (Math.abs(number('distance_miles') - miles) > 0.051) yield `flight ${row}: distance`
    const waits = [number('layover_1_duration_minutes'), number('layover_2_duration_minutes')]
    const stops = [flights.value(row, 'layover_1_city'), flights.value(row, 'layover_2_city')]
    const count = stops.filter((stop) => stop !== null).length
    if (count !== number('num_layovers') || waits.filter((wait) => wait > 0).length !== count)
      yield `flight ${row}: layovers`
    if (waits.some((wait) => wait !== 0 && (wait < 60 || wait > 360)))
      yield `flight ${row}: length of a layover`
    const minutes = Math.round((miles / 450) * 60) + (waits[0] ?? 0) + (waits[1] ?? 0)
    if (number('duration_minutes') !== minutes) yield `flight ${row}: duration`
    const leaves = dayOf(text('departure_date')) * 1440 + minutesOf(text('departure_time'))
    const arrives = dayOf(text('arrival_date')) * 1440 + minutesOf(text('arrival_time'))
    if (arrives - leaves !== minutes) yield `flight ${row}: arrival`
    const offered = FLIGHT_CLASSES.filter(
      ({ name }) => flights.value(row, `${name}_class_option_present`) === true,
    )
    if (offered.length === 0) yield `flight ${row}: no class`
    for (const { name, price } of FLIGHT_CLASSES) {
      const cost = flights.value(row, `${name}_class_price`)
      const isOffered = offered.some((other) => other.name === name)
      if (
        isOffered !== (cost !== null) ||
        (isOffered && (Number(cost) < price[0] || Number(cost) > price[1]))
      ) {
        yield `flight ${row}: price of ${name}`
      }
    }
  }
}

function minutesOf(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))
}

/** Rows lie in a neighbourhood of their city, and no name is used twice. */
function* placeLaws(tables: TravelTables): Generator<string> {
  const cities = new Map(wholeGeography().cities.map((city) => [`${city.name}, ${city.state}`, city]))
  const names = new Set<unknown>()
  for (const domain of ['hotels', 'restaurants', 'attractions'] as const) {
    const table = tables[domain]
    for (let row = 0; row < table.rowCount; row++) {
      const city = cities.get(`${table.value(row, 'city')}, ${table.value(row, 'state')}`)
      const around = city?.neighborhoods.find(({ name }) => name === table.value(row, 'neighborhood'))
      const here = {
        latitude: Number(table.value(row, 'latitude')),
        longitude: Number(table.value(row, 'longitude')),
      }
      if (around === undefined || greatCircleMiles(around, here) > 0.6) yield `${domain} ${row}: place`
      const name = table.value(row, `${domain.slice(0, -1)}_name`)
      if (names.has(name)) yield `${domain} ${row}: ${name} twice`
      names.add(name)
    }
  }
}

function* hotelLaws(hotels: Table): Generator<string> {
  for (let row = 0; row < hotels.rowCount; row++) {
    const number = (name: string): number => Number(hotels.value(row, name))
    if (!isWithin(number('rating'), 1, 5) || !isWithin(number('stars'), 1, 5))
      yield `hotel ${row}: rating or stars`
    if (!isWithin(number('price_per_night'), 20, 2000)) yield `hotel ${row}: price`
    if (!isWithin(number('max_occupancy'), 1, 7) || !isWithin(number('num_rooms_available'), 0, 250))
      yield `hotel ${row}: rooms`
    const days =
      dayOf(String(hotels.value(row, 'end_date_available'))) -
      dayOf(String(hotels.value(row, 'start_date_available')))
    if (!isWithin(days, 30, 180)) yield `hotel ${row}: window`
  }
}

function* restaurantLaws(restaurants: Table): Generator<string> {
  for (let row = 0; row < restaurants.rowCount; row++) {
    if (!isWithin(Number(restaurants.value(row, 'price_per_person')), 1, 2000))
      yield `restaurant ${row}: price`
    if (!isWithin(Number(restaurants.value(row, 'rating')), 1, 5)) yield `restaurant ${row}: rating`
  }
}

function isWithin(value: number, low: number, high: number): boolean {
  return value >= low && value <= high
}

/** Pearson's r of two columns of numbers, flags as 0 and 1; `amenities` stands for how many a hotel has. */
export function correlation(table: Table, left: string, right: string): number {
  const of = (name: string): readonly number[] =>
    Array.from({ length: table.rowCount }, (_, row) =>
      name === 'amenities'
        ? AMENITIES.filter((amenity) => table.value(row, amenity.name) === true).length
        : Number(table.value(row, name)),
    )
  const [a, b] = [of(left), of(right)]
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length
  const [meanA, meanB] = [mean(a), mean(b)]
  const products = a.map((value, row) => (value - meanA) * ((b[row] ?? 0) - meanB))
  const square = (values: readonly number[], middle: number): number =>
    values.reduce((sum, value) => sum + (value - middle) ** 2, 0)
  return products.reduce((sum, value) => sum + value, 0) / Math.sqrt(square(a, meanA) * square(b, meanB))
}
