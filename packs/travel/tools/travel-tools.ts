import type { CheckedArguments, PackTool, ToolOutcome } from '../../../src/agent/pack.js'
import { commonTools } from '../../../src/agent/tables/common-tools.js'
import {
  type FilterRule,
  filterTool,
  searchTool,
  type TableToolSpec,
} from '../../../src/agent/tables/table-tools.js'
import type { TravelFault } from '../faults.js'
import type { TravelTables } from '../knowledge/knowledge-base.js'
import {
  boundsAsSetInPairs,
  refuseSingleBounds,
  refuseUnpairedRating,
  refusingSeconds,
} from '../released/released-arguments.js'
import { summariesWith } from '../released/released-summaries.js'
import { FLIGHT_NEEDS, flightRules } from './flight-rules.js'
import { NEAR_DOMAINS } from './near-side.js'
import { nearestTool } from './nearest.js'
import { ATTRACTION_NEEDS, attractionRules, hotelRules, refuseStay, restaurantRules } from './stay-rules.js'

const FLIGHTS =
  'search_flights(start_airport_city="Boise", end_airport_city="Denver", departure_date=["May 18, 2025"])'
const HOTELS = 'search_hotels(city="Boise", checkin_date=["May 18, 2025"], checkout_date=["May 20, 2025"])'

/** The 14 tools over a knowledge base, in the order in which the paper lists them. */
export function travelTools(tables: TravelTables, faults: ReadonlySet<TravelFault>): readonly PackTool[] {
  const summaries = summariesWith(faults)
  const specs = toolSpecs(tables, faults)
  const [sort, date, seek, save, get] = commonTools({
    question: 'What is your departure date, and which city are you flying to?',
    search: HOTELS,
    column: 'price_per_night',
    aliases: { rating_hotels: 'rating', rating_restaurants: 'rating' },
    ...(faults.has('sort-extra-blank')
      ? {
          sortedLine: (column, isAscending) =>
            `Sorted by ${column}, ${isAscending ? 'lowest' : ' highest'} first.`,
        }
      : {}),
  })
  const domainTools = specs.flatMap(({ search, filter }) => {
    const tools = [searchTool({ ...search, summaries }), filterTool({ ...filter, summaries })]
    return faults.has('seconds-refused') ? tools.map(refusingSeconds) : tools
  })
  return [...domainTools, nearestTool(tables, faults), sort, date, seek, save, get]
}

interface DomainSpecs {
  readonly search: TableToolSpec
  readonly filter: Parameters<typeof filterTool>[0]
}

function toolSpecs(tables: TravelTables, faults: ReadonlySet<TravelFault>): readonly DomainSpecs[] {
  const near = NEAR_DOMAINS.map((domain) => tables[domain])
  const isLoose = faults.has('bounds-first-two')
  const bounds = isLoose ? refuseSingleBounds : undefined
  const hotels = hotelRules(faults)
  const flights = {
    table: tables.flights,
    noun: { one: 'flight', many: 'flights' },
    rules: flightRules(faults),
  }
  const stay = (values: CheckedArguments['values']): ToolOutcome | undefined =>
    bounds?.(values) ?? (faults.has('dates-independent') ? undefined : refuseStay(values))
  const hotel = { table: tables.hotels, noun: { one: 'hotel', many: 'hotels' }, refuse: stay }
  const restaurant = {
    table: tables.restaurants,
    noun: { one: 'restaurant', many: 'restaurants' },
    rules: restaurantRules(faults),
    ...(isLoose ? { refuse: refuseUnpairedRating } : {}),
  }
  const attraction = {
    table: tables.attractions,
    noun: { one: 'attraction', many: 'attractions' },
    rules: attractionRules(),
  }
  const loose = bounds === undefined ? {} : { refuse: bounds }
  return [
    {
      search: {
        ...flights,
        ...loose,
        name: 'search_flights',
        description: 'Searches flights on given dates from one city or airport to another.',
        needsOneOf: FLIGHT_NEEDS,
        examples: [
          `flights = ${FLIGHTS}`,
          'flights = search_flights(start_airport_code="BOI", end_airport_code="DEN", departure_date=["2025-05-18", "2025-05-19"], flight_class=["economy"], num_layovers=[0], departure_time=["06:00", "12:30"], budget=250)',
        ],
      },
      filter: {
        ...flights,
        ...loose,
        name: 'filter_flights',
        description: 'Narrows an earlier result of flights.',
        examples: [
          `flights = ${FLIGHTS}\ncheap = filter_flights(prior_results=flights, budget=200, airline=["AA", "AF"])`,
        ],
      },
    },
    {
      search: {
        ...hotel,
        rules: hotels,
        name: 'search_hotels',
        description: 'Searches hotels of a city that have rooms from an arrival to a departure.',
        examples: [
          `hotels = ${HOTELS}`,
          `${HOTELS.slice(0, -1)}, stars=[3, 5], rating=[3.5, 5.0], pool_present=True, budget=300)`,
        ],
      },
      filter: {
        ...hotel,
        rules: forFilter(faults.has('proximity-bounds-as-set') ? boundsAsSetInPairs(hotels) : hotels),
        beside: near,
        name: 'filter_hotels',
        description: 'Narrows an earlier result that holds hotels.',
        examples: [
          `hotels = ${HOTELS}\nquiet = filter_hotels(prior_results=hotels, smoking_allowed=False, num_people=2)`,
        ],
      },
    },
    {
      search: {
        ...restaurant,
        name: 'search_restaurants',
        description: 'Searches restaurants of a city.',
        examples: [
          'restaurants = search_restaurants(city="Boise", cuisine=["Thai", "Indian"], has_vegan_options=True)',
        ],
      },
      filter: {
        ...restaurant,
        beside: near,
        name: 'filter_restaurants',
        description: 'Narrows an earlier result that holds restaurants.',
        examples: [
          'restaurants = search_restaurants(city="Boise")\ngood = filter_restaurants(prior_results=restaurants, rating=[4.0, 5.0], budget=40)',
        ],
      },
    },
    {
      search: {
        ...attraction,
        name: 'search_attractions',
        description: 'Searches attractions of a city or a state.',
        needsOneOf: ATTRACTION_NEEDS,
        examples: ['attractions = search_attractions(city="Boise", type=["Art", "Scenic"])'],
      },
      filter: {
        ...attraction,
        beside: near,
        name: 'filter_attractions',
        description: 'Narrows an earlier result that holds attractions.',
        examples: [
          'attractions = search_attractions(state="ID")\nart = filter_attractions(prior_results=attractions, type=["Art"])',
        ],
      },
    },
  ]
}

/** Filters of hotels have no city: a result is of one already. */
function forFilter(rules: readonly FilterRule[]): readonly FilterRule[] {
  return rules.filter(({ parameter: { name } }) => name !== 'city' && name !== 'state')
}
