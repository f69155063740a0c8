import { describe, expect, it } from 'vitest'
import { CacheState } from '../../../src/agent/cache-state.js'
import { executePlanSync } from '../../../src/agent/execute-plan.js'
import { hashText } from '../../../src/text/hash.js'
import {
  FLIGHT,
  hotelSearch as hotels,
  playTiny as play,
  tinyTravel,
} from '../../../test/generators/tiny-travel.js'
import { faultsOf } from '../faults.js'
import { AMENITIES, DIETS } from '../ontology.js'
import { openTravel } from '../world.js'
import { travelTools } from './travel-tools.js'

describe('the 14 tools, strict', () => {
  const tools = travelTools(tinyTravel(), faultsOf({ semantics: 'strict' }))

  it('are those of the paper, in its order', () => {
    expect(tools.map(({ name }) => name)).toEqual([
      'search_flights',
      'filter_flights',
      'search_hotels',
      'filter_hotels',
      'search_restaurants',
      'filter_restaurants',
      'search_attractions',
      'filter_attractions',
      'search_nearest',
      'sort_results',
      'adjust_date',
      'seek_information',
      'save_to_cache',
      'get_results_from_cache',
    ])
    const counts = tools.map(({ parameters }) => parameters.length)
    expect(counts).toEqual([20, 21, 11 + 29, 10 + 29, 7 + 10, 8 + 10, 5, 6, 4, 3, 2, 1, 2, 1])
  })

  it.each(tools.filter(({ role }) => role !== 'seek').map((tool) => [tool.name, tool] as const))(
    '%s refuses a key that it does not know, and to do without what is mandatory',
    (name, { parameters, needsOneOf = [] }) => {
      const unknown = play(`${name}(colour="red")`).execution.error
      expect(unknown).toMatchObject({ fault: 'validation', tool: name, parameter: 'colour' })
      const { error } = play(`${name}()`).execution
      const mandatory = parameters.filter(({ isMandatory }) => isMandatory).map((parameter) => parameter.name)
      expect(mandatory.length + needsOneOf.length).toBeGreaterThan(0)
      expect(error).toMatchObject({ fault: 'validation', tool: name })
    },
  )

  it('take their arguments by name only', () => {
    expect(play('search_restaurants("Portland")').execution.error?.fault).toBe('positional-arguments')
  })

  it('take three forms of a date for one call', () => {
    const written = ['2025-05-18', 'May 18, 2025', 'may 18 2025'].map((date) =>
      play(`search_flights(${FLIGHT.replace('2025-05-18', date)})`),
    )
    expect(new Set(written.map(({ result }) => result?.id)).size).toBe(1)
    expect(new Set(written.map(({ result }) => result?.summary)).size).toBe(1)
    expect(written[0]?.ids).toEqual(['0', '1', '2', '3', '4'])
  })

  it.each([
    `search_flights(${FLIGHT}, departure_time=["08:00"])`,
    `search_flights(${FLIGHT}, arrival_time=["18:00", "08:00"])`,
    hotels(', stars=[4]'),
    hotels(', stars=[2, 3, 4]'),
    hotels(', rating=[4.5, 3.0]'),
    hotels(', rating=4.5'),
    'search_restaurants(city="Portland", rating=[4.0])',
  ])('take pairs of two, lowest first: %s', (code) => {
    expect(play(code).execution.error).toMatchObject({ fault: 'validation' })
  })

  it.each([
    `search_flights(${FLIGHT}, flight_class=["Economy"])`,
    `search_flights(${FLIGHT}, airline=["Delta"])`,
    'search_restaurants(city="Portland", cuisine=["thai"])',
    'search_attractions(state="OR", type=["Museum"])',
    `search_flights(${FLIGHT}, budget=99.5)`,
    hotels(', pool_present="yes"'),
  ])('refuse what does not exist: %s', (code) => {
    expect(play(code).execution.error).toMatchObject({ fault: 'validation' })
  })

  it('give examples that run, over a base that has their cities', async () => {
    const world = await openTravel({ size: 'small', seed: 0, semantics: 'strict' })
    const content = (text: string | Uint8Array): string => hashText(String(text))
    for (const example of world.tools.flatMap(({ examples }) => examples)) {
      const { execution } = executePlanSync({
        code: example,
        world,
        cache: CacheState.empty,
        now: () => 0,
        hash: content,
      })
      expect(execution.error, example).toBeUndefined()
    }
    for (const tool of world.tools) expect(tool.examples.length, tool.name).toBeGreaterThan(0)
  })
})

describe('flights, strict', () => {
  const search = (more: string): readonly string[] => play(`search_flights(${FLIGHT}, ${more})`).ids

  it('know no defaults', () => {
    expect(play(`search_flights(${FLIGHT})`).ids).toEqual(['0', '1', '2', '3', '4'])
  })

  it('are bought within a budget in any class, or in those that were asked for', () => {
    expect(search('budget=90')).toEqual(['1', '2', '3'])
    expect(search('flight_class=["business"], budget=450')).toEqual(['3'])
    expect(search('flight_class=["business", "first"]')).toEqual(['1', '2', '3', '4'])
    expect(search('flight_class=["first"], budget=90')).toEqual([])
  })

  it('are not touched by limits on layovers that they do not have', () => {
    expect(search('layover_1_duration_minutes=60')).toEqual(['0', '1', '3', '4'])
    expect(search('layover_2_duration_minutes=60')).toEqual(['0', '1', '2', '4'])
    expect(search('layover_1_city=["Reno"]')).toEqual(['1', '2'])
  })

  it('leave and arrive within times, bounds included', () => {
    expect(search('departure_time=["08:00", "10:00:00"]')).toEqual(['0', '1'])
    expect(search('departure_time=["03:15 PM", "11:00 PM"]')).toEqual(['2', '4'])
    expect(search('arrival_date=["May 19, 2025"]')).toEqual(['2'])
    expect(search('num_layovers=[0, 2], duration_minutes=100')).toEqual(['0', '4'])
    expect(search('flight_id=["F2", "F9"]')).toEqual(['1'])
  })

  it('go from a city, an airport or a code, which all must agree', () => {
    const date = 'departure_date=["2025-05-18", "2025-05-19"]'
    expect(
      play(`search_flights(start_airport_code="BOI", end_airport="Denver International", ${date})`).ids,
    ).toHaveLength(6)
    expect(play(`search_flights(start_airport_code="BOI", ${date})`).execution.error).toMatchObject({
      fault: 'validation',
    })
    expect(search('start_airport_code="DEN"')).toEqual([])
  })

  it('are filtered by the same conditions', () => {
    expect(
      play(`filter_flights(prior_results=search_flights(${FLIGHT}), num_layovers=[1], airline=["AA"])`).ids,
    ).toEqual(['2'])
  })
})

describe('stays, strict', () => {
  it('have rooms from the arrival to the departure, in one window', () => {
    expect(play(hotels()).ids).toEqual(['0', '1', '2'])
    const late = play(
      'search_hotels(city="Portland", checkin_date=["2025-05-19"], checkout_date=["2025-05-22"])',
    )
    expect(late.ids).toEqual(['0', '2'])
    const either = play(
      'search_hotels(city="Portland", checkin_date=["2025-05-19", "2025-05-18"], checkout_date=["2025-05-19", "2025-05-22"])',
    )
    expect(either.ids).toEqual(['0', '1', '2'])
  })

  it('do not end before they begin', () => {
    const backwards = 'checkin_date=["2025-05-14"], checkout_date=["2025-05-12", "May 14, 2025"]'
    expect(play(`search_hotels(city="Portland", ${backwards})`).execution.error).toMatchObject({
      fault: 'validation',
      parameter: 'checkout_date',
    })
    expect(play(`filter_hotels(prior_results=${hotels()}, ${backwards})`).execution.error?.fault).toBe(
      'validation',
    )
    expect(play(`filter_hotels(prior_results=${hotels()}, checkout_date=["2025-06-12"])`).ids).toEqual([
      '0',
      '2',
    ])
  })

  it('tell cities of one name apart by state', () => {
    expect(play(hotels(', state="ME"')).ids).toEqual(['2'])
    expect(play('search_restaurants(city="Portland", state="OR")').ids).toEqual(['0', '1'])
    expect(play('search_attractions(state="ME")').ids).toEqual(['2'])
  })

  it('meet wishes and their opposites', () => {
    expect(play(hotels(', stars=[4, 5], num_rooms=6')).ids).toEqual(['0'])
    expect(play(hotels(', num_people=3')).ids).toEqual(['1'])
    expect(play(hotels(', budget=180, rating=[3.5, 4.5]')).ids).toEqual(['2'])
    for (const { name } of AMENITIES) {
      expect(play(hotels(`, ${name}=True`)).ids, name).toEqual(['1'])
      expect(play(hotels(`, ${name}=False`)).ids, name).toEqual(['0', '2'])
    }
    for (const { name } of DIETS) {
      expect(play(`search_restaurants(city="Portland", ${name}=True)`).ids, name).toEqual(['0', '2'])
    }
    expect(play('search_restaurants(city="Portland", cuisine=["Thai"], budget=30)').ids).toEqual(['0'])
    expect(
      play('filter_attractions(prior_results=search_attractions(city="Portland"), type=["Art"], state="OR")')
        .ids,
    ).toEqual(['0'])
  })

  it('have summaries that no two different filters share', () => {
    const kids = play(`filter_hotels(prior_results=${hotels()}, has_kids_club=True)`).result
    const view = play(`filter_hotels(prior_results=${hotels()}, has_city_view_rooms_present=True)`).result
    expect(kids?.summary).toContain('has_kids_club: true')
    expect(kids?.summary).not.toBe(view?.summary)
    expect(kids?.id).not.toBe(view?.id)
  })
})

describe('search_nearest, strict', () => {
  const OREGON = 'search_restaurants(city="Portland", state="OR")'
  const near = (group: string, first = hotels(', state="OR"'), second = OREGON): string =>
    `search_nearest(hotels=${first}, restaurants=${second}, groupBy="${group}")`

  it('pairs rows by name of the group, then by real distance', () => {
    const { ids, result } = play(near('hotel'))
    expect(ids).toEqual(['0+0', '0+1', '1+1', '1+0'])
    // 0.01 degrees of latitude are 0.69 miles; 0.01 of longitude at 45.56° are 0.48.
    expect(result?.rows.value(0, 'distance_miles')).toBe(0.69)
    expect(result?.rows.value(2, 'distance_miles')).toBe(0.48)
    expect(result?.rows.value(0, 'rating_hotels')).toBe(4.5)
    expect(result?.rows.value(0, 'rating_restaurants')).toBe(4)
    expect(play(near('restaurant')).ids).toEqual(['0+0', '1+0', '1+1', '0+1'])
  })

  it('does not take namesakes for each other', () => {
    expect(play(near('hotel', hotels(', state="ME"'))).ids).toEqual(['2+1', '2+0'])
  })

  it('groups by attractions beside restaurants, and by nothing else than the two', () => {
    const sight = 'search_attractions(city="Portland", state="OR")'
    expect(
      play(`search_nearest(restaurants=${OREGON}, attractions=${sight}, groupBy="attraction")`).ids,
    ).toEqual(['0+0', '1+0', '1+1', '0+1'])
    const outside = play(`search_nearest(restaurants=${OREGON}, attractions=${sight}, groupBy="hotel")`)
    expect(outside.execution.error).toMatchObject({ fault: 'validation', parameter: 'groupBy' })
    expect(play(`search_nearest(restaurants=${OREGON}, groupBy="restaurant")`).execution.error?.fault).toBe(
      'validation',
    )
    expect(play(near('hotel', OREGON)).execution.error).toMatchObject({
      fault: 'validation',
      parameter: 'hotels',
    })
  })

  it('finds nothing near nothing', () => {
    const { result } = play(near('hotel', hotels(', stars=[1, 1]')))
    expect(result?.rows.count).toBe(0)
    expect(result?.summary).toMatch(
      /^Nearest; hotels [0-9a-f]{8} and restaurants [0-9a-f]{8}; groupBy: hotel\.\n[^]*\n0 pairs found\.$/,
    )
  })

  it('gives pairs that filters of either side narrow, rating by rating', () => {
    expect(play(`filter_hotels(prior_results=${near('hotel')}, stars=[4, 5])`).ids).toEqual(['0+0', '0+1'])
    const cheap = play(`filter_restaurants(prior_results=${near('hotel')}, budget=30)`)
    expect(cheap.ids).toEqual(['0+0', '1+0'])
    expect(cheap.result?.summary).toContain('2 pairs found.')
    expect(play(`filter_attractions(prior_results=${near('hotel')})`).execution.error?.fault).toBe(
      'validation',
    )
    expect(play(`sort_results(results=${near('hotel')}, column="distance_miles")`).ids).toEqual([
      '1+1',
      '0+0',
      '0+1',
      '1+0',
    ])
    expect(play(`sort_results(results=${hotels()}, column="rating_hotels", ascending=False)`).ids).toEqual([
      '0',
      '2',
      '1',
    ])
  })
})
