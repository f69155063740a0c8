import { faultsOf, type TravelFault } from '../../packs/travel/faults.js'
import type { TravelTables } from '../../packs/travel/knowledge/knowledge-base.js'
import { AMENITIES, DIETS } from '../../packs/travel/ontology.js'
import { travelTools } from '../../packs/travel/tools/travel-tools.js'
import { CacheState } from '../../src/agent/cache-state.js'
import { executePlanSync } from '../../src/agent/execute-plan.js'
import type { PackSemantics } from '../../src/agent/pack.js'
import type { PlanValue } from '../../src/agent/plan-value.js'
import {
  dateColumn,
  decimalColumn,
  flagColumn,
  integerColumn,
  serialColumn,
  textColumn,
  timeColumn,
} from '../../src/agent/tables/column.js'
import { Table } from '../../src/agent/tables/table.js'
import type { ToolResult } from '../../src/agent/tool-result.js'
import type { PlanExecution } from '../../src/agent/turn-record.js'
import { hashText } from '../../src/text/hash.js'

/**
 * A knowledge base small enough to search by eye: six flights from Boise to Denver, five hotels in two Portlands and Boise,
 * four restaurants, three attractions.
 */
export function tinyTravel(): TravelTables {
  return { flights: flights(), hotels: hotels(), restaurants: restaurants(), attractions: attractions() }
}

/** F1 direct, F2 one short stop, F3 one long stop, F4 two stops, F5 first class only, F6 on another day. */
function flights(): Table {
  const same = (word: string): readonly string[] => Array.from({ length: 6 }, () => word)
  const prices = {
    economy: [100, 80, 90, 60, null, 120],
    business: [null, 500, null, 400, null, null],
    first: [null, null, 4000, null, 3000, null],
  }
  return new Table('flights', [
    serialColumn('flight_id', { prefix: 'F', width: 1, length: 6 }),
    textColumn('airline', ['AA', 'AB', 'AA', 'AC', 'AB', 'AA']),
    textColumn('start_airport_city', same('Boise')),
    textColumn('start_airport', same('Boise Air Terminal')),
    textColumn('start_airport_code', same('BOI')),
    textColumn('end_airport_city', same('Denver')),
    textColumn('end_airport', same('Denver International')),
    textColumn('end_airport_code', same('DEN')),
    dateColumn('departure_date', [
      '2025-05-18',
      '2025-05-18',
      '2025-05-18',
      '2025-05-18',
      '2025-05-18',
      '2025-05-19',
    ]),
    dateColumn('arrival_date', [
      '2025-05-18',
      '2025-05-18',
      '2025-05-19',
      '2025-05-18',
      '2025-05-18',
      '2025-05-19',
    ]),
    timeColumn('departure_time', [480, 600, 1380, 700, 915, 480]),
    timeColumn('arrival_time', [565, 745, 225, 935, 1000, 565]),
    integerColumn('duration_minutes', [85, 145, 285, 235, 85, 85]),
    integerColumn('num_layovers', [0, 1, 1, 2, 0, 0]),
    textColumn('layover_1_city', [null, 'Reno', 'Reno', 'Tulsa', null, null]),
    textColumn('layover_2_city', [null, null, null, 'Reno', null, null]),
    integerColumn('layover_1_duration_minutes', [null, 60, 200, 60, null, null]),
    integerColumn('layover_2_duration_minutes', [null, null, null, 90, null, null]),
    ...Object.entries(prices).map(([name, of]) =>
      flagColumn(
        `${name}_class_option_present`,
        of.map((price) => price !== null),
      ),
    ),
    ...Object.entries(prices).map(([name, of]) => integerColumn(`${name}_class_price`, of)),
  ])
}

/** The Portland Harbor Inn stands in both Portlands; the odd rows have what the amenities name, the even ones have not. */
function hotels(): Table {
  const names = ['Harbor Inn', 'Plain Lodge', 'Harbor Inn', 'Hill House', 'Brave Rooms']
  return new Table('hotels', [
    textColumn('hotel_name', names),
    textColumn('city', ['Portland', 'Portland', 'Portland', 'Boise', 'Boise']),
    textColumn('state', ['OR', 'OR', 'ME', 'ID', 'ID']),
    textColumn('neighborhood', ['Alder Row', 'Birch Row', 'Cedar Row', 'Flint Row', 'Hazel Row']),
    decimalColumn('latitude', [45.52, 45.56, 43.66, 43.61, 43.62], 4),
    decimalColumn('longitude', [-122.68, -122.6, -70.26, -116.2, -116.2], 4),
    decimalColumn('rating', [4.5, 3, 4, 2.5, 5], 1),
    integerColumn('stars', [4, 3, 4, 2, 5]),
    integerColumn('max_occupancy', [2, 4, 2, 3, 1]),
    integerColumn('price_per_night', [200, 90, 180, 60, 400]),
    integerColumn('num_rooms_available', [10, 0, 5, 3, 1]),
    dateColumn('start_date_available', [
      '2025-05-01',
      '2025-05-01',
      '2025-05-01',
      '2025-05-10',
      '2025-05-01',
    ]),
    dateColumn('end_date_available', ['2025-06-30', '2025-05-20', '2025-06-30', '2025-05-20', '2025-06-30']),
    ...AMENITIES.map(({ name }) =>
      flagColumn(
        name,
        names.map((_, row) => row % 2 === 1),
      ),
    ),
  ])
}

function restaurants(): Table {
  const names = ['Blue Table', 'Iron Grill', 'Blue Table', 'Jade Cafe']
  return new Table('restaurants', [
    textColumn('restaurant_name', names),
    textColumn('city', ['Portland', 'Portland', 'Portland', 'Boise']),
    textColumn('state', ['OR', 'OR', 'ME', 'ID']),
    textColumn('neighborhood', ['Alder Row', 'Birch Row', 'Cedar Row', 'Flint Row']),
    decimalColumn('latitude', [45.53, 45.56, 43.66, 43.61], 4),
    decimalColumn('longitude', [-122.68, -122.61, -70.26, -116.2], 4),
    decimalColumn('rating', [4, 3.5, 5, 2], 1),
    integerColumn('price_per_person', [25, 60, 45, 10]),
    textColumn('cuisine', ['Thai', 'Korean', 'Thai', 'French']),
    ...DIETS.map(({ name }) =>
      flagColumn(
        name,
        names.map((_, row) => row % 2 === 0),
      ),
    ),
  ])
}

function attractions(): Table {
  return new Table('attractions', [
    textColumn('attraction_name', ['Old Gallery', 'River Walk', 'Old Gallery']),
    textColumn('city', ['Portland', 'Portland', 'Portland']),
    textColumn('state', ['OR', 'OR', 'ME']),
    textColumn('type', ['Art', 'Scenic', 'Art']),
    textColumn('neighborhood', ['Alder Row', 'Birch Row', 'Cedar Row']),
    decimalColumn('latitude', [45.53, 45.56, 43.66], 4),
    decimalColumn('longitude', [-122.69, -122.61, -70.25], 4),
  ])
}

const tables = tinyTravel()

export interface Played {
  readonly execution: PlanExecution
  /** What was saved under `r`. */
  readonly result: ToolResult | undefined
  readonly ids: readonly string[]
}

/** Runs a plan over the tiny base, whose last value is saved under `r`. */
export function playTiny(
  code: string,
  semantics: PackSemantics = 'strict',
  switches: Partial<Record<TravelFault, boolean>> = {},
): Played {
  const tools = travelTools(tables, faultsOf({ semantics, switches }))
  const saving = `r = ${code}\nsave_to_cache(key="r", value=r)`
  const request = { code: saving, world: { tools, semantics }, cache: CacheState.empty, now: () => 0 }
  const content = (text: string | Uint8Array): string =>
    hashText(typeof text === 'string' ? text : new TextDecoder().decode(text))
  const { execution, cache } = executePlanSync({ ...request, hash: content })
  const result = resultOf(cache.get('r'))
  const ids = Array.from({ length: result?.rows.count ?? 0 }, (_, row) => result?.rows.rowId(row) ?? '')
  return { execution, result, ids: ids.map((id) => id.replaceAll(/[a-z]+:/g, '')) }
}

function resultOf(value: PlanValue | undefined): ToolResult | undefined {
  return typeof value === 'object' && value !== null && value.kind === 'result' ? value : undefined
}

export const FLIGHT = 'start_airport_city="Boise", end_airport_city="Denver", departure_date=["2025-05-18"]'
const STAY = 'checkin_date=["2025-05-12"], checkout_date=["2025-05-14"]'
export const hotelSearch = (more = '', city = 'Portland'): string =>
  `search_hotels(city="${city}", ${STAY}${more})`
