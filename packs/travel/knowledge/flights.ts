import {
  type Column,
  codedNumbers,
  codedWords,
  dateColumn,
  decimalColumn,
  flagColumn,
  integerColumn,
  serialColumn,
  timeColumn,
} from '../../../src/agent/tables/column.js'
import { dayOf } from '../../../src/agent/tables/day.js'
import { Table } from '../../../src/agent/tables/table.js'
import { BugError } from '../../../src/errors.js'
import { type RandomStream, randomStream } from '../../../src/numeric/random.js'
import type { Airport, Geography } from '../geography.js'
import { greatCircleMiles } from '../great-circle.js'
import { AIRLINES, FLIGHT_CLASSES, FLIGHT_SPEED, LAYOVER } from '../ontology.js'
import { between, weightedDraw } from './draw.js'

export interface FlightPlan {
  readonly count: number
  /** First and last day of departure, ISO. */
  readonly days: readonly [first: string, last: string]
}

/** How often an airport is flown from and to: as its size in hubs and passengers goes, roughly. */
const TRAFFIC: Readonly<Record<Airport['size'], number>> = { Large: 8, Medium: 6, Small: 1 }

/** Flights of one route on one day. */
const GROUP = { fewest: 2, most: 9 } as const

const DAY_MINUTES = 1440
const STEP_MINUTES = 5
/** From here on a ticket costs as much as distance makes it cost. */
const LONGEST_MILES = 3000
/** How much a layover takes off the price. */
const LAYOVER_DISCOUNT = 0.88
/** Airports that a layover is chosen from. */
const STOP_TRIES = 4

/** Names of cities with airports that flights need: two ends and two layovers. */
export const FEWEST_CITIES = 4

/**
 * Flights between random airports at random times. A route is flown on some days only, then several times, so that there
 * is something to choose from. Arrival = departure + distance / 450 mph + layovers, all on one clock: time zones are left
 * out.
 * @throws {BugError} `travel-cities` when fewer than `FEWEST_CITIES` have an airport.
 */
export function makeFlights({ airports }: Geography, plan: FlightPlan, seed: number): Table {
  const flights = new FlightRows(plan.count)
  const network = networkOf(airports)
  const random = randomStream(seed, 'flights')
  drawRoutes(flights, plan, { network, random })
  for (let row = 0; row < plan.count; row++) drawFlight(flights, row, { network, random })
  return flightTable(flights, airports)
}

/** Flights while they are drawn: numbers by row, NaN where there is none; airports by their place from 1. */
class FlightRows {
  readonly count: number
  readonly airline: Uint8Array
  readonly start: Uint8Array
  readonly end: Uint8Array
  readonly departureDay: Float64Array
  readonly departure: Float64Array
  readonly arrivalDay: Float64Array
  readonly arrival: Float64Array
  readonly minutes: Float64Array
  readonly miles: Float64Array
  readonly layovers: Float64Array
  readonly stops: readonly [first: Uint8Array, second: Uint8Array]
  readonly waits: readonly [first: Float64Array, second: Float64Array]
  /** By class. */
  readonly prices: readonly Float64Array[]

  constructor(count: number) {
    const numbers = (): Float64Array => new Float64Array(count).fill(Number.NaN)
    const places = (): Uint8Array => new Uint8Array(count)
    this.count = count
    this.airline = places()
    this.start = places()
    this.end = places()
    this.departureDay = numbers()
    this.departure = numbers()
    this.arrivalDay = numbers()
    this.arrival = numbers()
    this.minutes = numbers()
    this.miles = numbers()
    this.layovers = numbers()
    this.stops = [places(), places()]
    this.waits = [numbers(), numbers()]
    this.prices = FLIGHT_CLASSES.map(numbers)
  }
}

/** Airports by place from 0. */
interface Network {
  readonly draw: (random: RandomStream) => number
  /** A number for every name of a city. */
  readonly cities: readonly number[]
  readonly miles: readonly Float64Array[]
}

interface Drawing {
  readonly network: Network
  readonly random: RandomStream
}

function networkOf(airports: readonly Airport[]): Network {
  const names = [...new Set(airports.map(({ city }) => city))]
  if (names.length < FEWEST_CITIES) {
    throw new BugError({
      code: 'travel-cities',
      what: `Flights need ${FEWEST_CITIES} cities, not ${names.length}.`,
    })
  }
  return {
    draw: weightedDraw(airports.map(({ size }) => TRAFFIC[size])),
    cities: airports.map(({ city }) => names.indexOf(city)),
    miles: airports.map((start) => Float64Array.from(airports, (end) => greatCircleMiles(start, end))),
  }
}

function drawRoutes(
  { count, start, end, departureDay }: FlightRows,
  { days }: FlightPlan,
  { network: { draw, cities }, random }: Drawing,
): void {
  const first = dayOf(days[0])
  const dayCount = dayOf(days[1]) - first + 1
  for (let row = 0; row < count; ) {
    const from = draw(random)
    const to = draw(random)
    if (cities[from] === cities[to]) continue
    const day = first + random.below(dayCount)
    const last = Math.min(count, row + GROUP.fewest + random.below(GROUP.most - GROUP.fewest + 1))
    for (; row < last; row++) {
      start[row] = from + 1
      end[row] = to + 1
      departureDay[row] = day
    }
  }
}

function drawFlight(flights: FlightRows, row: number, { network, random }: Drawing): void {
  const from = (flights.start[row] ?? 1) - 1
  const to = (flights.end[row] ?? 1) - 1
  const miles = network.miles[from]?.[to] ?? 0
  const departure = STEP_MINUTES * random.below(DAY_MINUTES / STEP_MINUTES)
  const stopCount = stopsOf(miles, random)
  let minutes = Math.round((miles / FLIGHT_SPEED) * 60)
  let before = from
  for (let stop = 0; stop < stopCount; stop++) {
    const wait =
      LAYOVER.shortest + STEP_MINUTES * random.below((LAYOVER.longest - LAYOVER.shortest) / STEP_MINUTES + 1)
    before = stopBetween({ before, from, to }, { network, random })
    set(flights.stops[stop], row, before + 1)
    set(flights.waits[stop], row, wait)
    minutes += wait
  }
  flights.airline[row] = 1 + random.below(AIRLINES.length)
  flights.departure[row] = departure
  flights.miles[row] = miles
  flights.layovers[row] = stopCount
  flights.minutes[row] = minutes
  flights.arrivalDay[row] = (flights.departureDay[row] ?? 0) + Math.floor((departure + minutes) / DAY_MINUTES)
  flights.arrival[row] = (departure + minutes) % DAY_MINUTES
  drawPrices(flights.prices, { row, miles, stopCount }, random)
}

function set(values: Uint8Array | Float64Array | undefined, row: number, value: number): void {
  if (values !== undefined) values[row] = value
}

/** Half of the flights go straight, short ones more often; 15 in 100 stop twice, 5 of the short ones. */
function stopsOf(miles: number, random: RandomStream): number {
  const drawn = random.uniform()
  if (drawn < (miles < 400 ? 0.8 : 0.5)) return 0
  return drawn < (miles < 400 ? 0.95 : 0.85) ? 1 : 2
}

interface Leg {
  readonly before: number
  readonly from: number
  readonly to: number
}

/** Of a few airports in other cities the one that lies best on the way. */
function stopBetween(
  { before, from, to }: Leg,
  { network: { draw, cities, miles }, random }: Drawing,
): number {
  let best = -1
  let shortest = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < STOP_TRIES || best < 0; tries++) {
    const stop = draw(random)
    const city = cities[stop]
    if (city === cities[before] || city === cities[from] || city === cities[to]) continue
    const way = (miles[before]?.[stop] ?? 0) + (miles[stop]?.[to] ?? 0)
    if (way >= shortest) continue
    best = stop
    shortest = way
  }
  return best
}

/** Dearer with the distance, cheaper with every stop. */
function drawPrices(
  prices: readonly Float64Array[],
  { row, miles, stopCount }: { readonly row: number; readonly miles: number; readonly stopCount: number },
  random: RandomStream,
): void {
  const reach = Math.min(1, miles / LONGEST_MILES)
  let isEmpty = true
  for (const [place, { price, share }] of FLIGHT_CLASSES.entries()) {
    const isLast = isEmpty && place === FLIGHT_CLASSES.length - 1
    const level = (0.55 * reach + 0.45 * random.uniform()) * LAYOVER_DISCOUNT ** stopCount
    if (random.uniform() < share) {
      set(prices[place], row, between(price, level))
      isEmpty = false
    } else if (isLast) {
      set(prices[0], row, between(FLIGHT_CLASSES[0]?.price ?? price, level))
    }
  }
}

function flightTable(flights: FlightRows, airports: readonly Airport[]): Table {
  const cities = airports.map(({ city }) => city)
  const [firstStop, secondStop] = flights.stops
  const [firstWait, secondWait] = flights.waits
  return new Table('flights', [
    serialColumn('flight_id', { prefix: 'F', width: 6, length: flights.count }),
    codedWords('airline', flights.airline, AIRLINES),
    ...airportColumns('start', flights.start, airports),
    ...airportColumns('end', flights.end, airports),
    dateColumn('departure_date', flights.departureDay),
    dateColumn('arrival_date', flights.arrivalDay),
    timeColumn('departure_time', flights.departure),
    timeColumn('arrival_time', flights.arrival),
    integerColumn('duration_minutes', flights.minutes),
    decimalColumn('distance_miles', flights.miles, 1),
    integerColumn('num_layovers', flights.layovers),
    codedWords('layover_1_city', firstStop, cities),
    codedWords('layover_2_city', secondStop, cities),
    integerColumn('layover_1_duration_minutes', firstWait),
    integerColumn('layover_2_duration_minutes', secondWait),
    ...FLIGHT_CLASSES.map(({ name }, place) =>
      flagColumn(`${name}_class_option_present`, presence(flights.prices[place])),
    ),
    ...FLIGHT_CLASSES.map(({ name }, place) =>
      integerColumn(`${name}_class_price`, flights.prices[place] ?? []),
    ),
  ])
}

function airportColumns(
  side: 'start' | 'end',
  cells: Uint8Array,
  airports: readonly Airport[],
): readonly Column[] {
  const words = (part: string, word: (airport: Airport) => string): Column =>
    codedWords(`${side}_airport${part}`, cells, airports.map(word))
  const numbers = (part: 'latitude' | 'longitude'): Column =>
    codedNumbers(
      `${side}_airport_${part}`,
      cells,
      airports.map((airport) => airport[part]),
    )
  return [
    words('_city', ({ city }) => city),
    words('_state', ({ state }) => state),
    words('', ({ name }) => name),
    words('_code', ({ code }) => code),
    numbers('latitude'),
    numbers('longitude'),
  ]
}

function presence(prices: Float64Array = new Float64Array()): readonly boolean[] {
  const present: boolean[] = []
  for (const price of prices) present.push(!Number.isNaN(price))
  return present
}
