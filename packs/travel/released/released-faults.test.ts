import { describe, expect, it } from 'vitest'
import {
  FLIGHT,
  hotelSearch as hotels,
  type Played,
  playTiny as play,
} from '../../../test/generators/tiny-travel.js'
import { faultsOf, TRAVEL_FAULTS, type TravelFault } from '../faults.js'

describe('the tools, compat: every fault of the released ones can be switched', () => {
  const both = (
    code: string,
    fault: TravelFault,
  ): readonly [faulty: Played, right: Played, added: Played] => [
    play(code, 'compat'),
    play(code, 'compat', { [fault]: false }),
    play(code, 'strict', { [fault]: true }),
  ]

  it('layover-defaults', () => {
    const [faulty, right, added] = both(`search_flights(${FLIGHT})`, 'layover-defaults')
    expect(faulty.ids).toEqual(['0', '1', '4'])
    expect(faulty.result?.summary).toContain('num_layovers: [0, 1]; layover_1_duration_minutes: 60')
    expect(right.ids).toEqual(['0', '1', '2', '3', '4'])
    expect(added.ids).toEqual(faulty.ids)
    expect(
      play(
        `filter_flights(prior_results=search_flights(${FLIGHT}, num_layovers=[2], layover_2_duration_minutes=90), airline=["AC"])`,
        'compat',
      ).ids,
    ).toEqual([])
  })

  it('missing-layover-fails', () => {
    expect(play(`search_flights(${FLIGHT}, num_layovers=[0])`, 'compat').ids).toEqual(['0', '4'])
    expect(
      play(`search_flights(${FLIGHT}, num_layovers=[0])`, 'compat', { 'missing-layover-fails': true }).ids,
    ).toEqual([])
  })

  it('seconds-refused', () => {
    const [faulty, right] = both(
      `search_flights(${FLIGHT}, departure_time=["08:00:00", "10:00:00"])`,
      'seconds-refused',
    )
    expect(faulty.execution.error).toMatchObject({ fault: 'validation', parameter: 'departure_time' })
    expect(right.ids).toEqual(['0', '1'])
    expect(play(`search_flights(${FLIGHT}, departure_time=["08:00", "10:00 AM"])`, 'compat').ids).toEqual([
      '0',
      '1',
    ])
  })

  it('bounds-first-two', () => {
    const [faulty, right] = both(hotels(', stars=[3, 3, 4]'), 'bounds-first-two')
    expect(faulty.ids).toEqual(['1'])
    expect(right.execution.error?.fault).toBe('validation')
    expect(play(hotels(', stars=[4]'), 'compat').execution.error).toMatchObject({
      message: expect.stringContaining('index'),
    })
    expect(play(hotels(', stars=[4, 3]'), 'compat').ids).toEqual([])
    expect(play('search_restaurants(city="Portland", rating=[4.0])', 'compat').execution.error?.fault).toBe(
      'validation',
    )
  })

  it('dates-independent', () => {
    const backwards = 'search_hotels(city="Boise", checkin_date=["2025-05-20"], checkout_date=["2025-05-10"])'
    const [faulty, right] = both(backwards, 'dates-independent')
    expect(faulty.ids).toEqual(['3', '4'])
    expect(right.execution.error?.fault).toBe('validation')
  })

  it('nearest-attraction-group', () => {
    const pair =
      'restaurants=search_restaurants(city="Portland"), attractions=search_attractions(city="Portland")'
    const [faulty, right] = both(`search_nearest(${pair}, groupBy="attraction")`, 'nearest-attraction-group')
    expect(faulty.execution.error?.fault).toBe('tool-failed')
    expect(right.ids.length).toBeGreaterThan(0)
    expect(play(`search_nearest(${pair}, groupBy="hotel")`, 'compat').execution.error?.fault).toBe(
      'tool-failed',
    )
  })

  it('nearest-by-name', () => {
    const namesake = `search_nearest(hotels=${hotels(', num_rooms=6')}, restaurants=search_restaurants(city="Portland", budget=30), groupBy="hotel")`
    const [faulty, right] = both(namesake, 'nearest-by-name')
    expect(faulty.ids).toEqual(['0+0', '2+2'])
    expect(right.ids).toEqual(['0+0'])
    const empty = `search_nearest(hotels=${hotels(', stars=[1, 1]')}, restaurants=search_restaurants(city="Portland", budget=30), groupBy="hotel")`
    expect(play(empty, 'compat').ids).toEqual(['0+0', '2+2', '1+0'])
    expect(play(empty, 'compat', { 'nearest-by-name': false }).ids).toEqual([])
  })

  it('proximity-bounds-as-set', () => {
    const pairs = `search_nearest(hotels=${hotels()}, restaurants=search_restaurants(city="Portland"), groupBy="hotel")`
    const [faulty, right] = both(
      `filter_hotels(prior_results=${pairs}, stars=[2, 4])`,
      'proximity-bounds-as-set',
    )
    expect(new Set(faulty.ids.map((id) => id[0]))).toEqual(new Set(['0', '2']))
    expect(new Set(right.ids.map((id) => id[0]))).toEqual(new Set(['0', '1', '2']))
  })

  it('hidden-amenities: two filters with one summary, yet with different provenance', () => {
    const [kids, shown] = both(
      `filter_hotels(prior_results=${hotels()}, has_kids_club=True)`,
      'hidden-amenities',
    )
    const [view] = both(
      `filter_hotels(prior_results=${hotels()}, has_city_view_rooms_present=True)`,
      'hidden-amenities',
    )
    expect(kids.result?.summary).toBe(view.result?.summary)
    expect(kids.result?.id).not.toBe(view.result?.id)
    expect(shown.result?.summary).toContain('has_kids_club')
  })

  it('silent-clauses', () => {
    const code = `filter_hotels(prior_results=${hotels()}, pool_present=False, checkin_date=["2025-05-13"])`
    const [faulty, right] = both(code, 'silent-clauses')
    expect(faulty.result?.summary).not.toMatch(/pool_present|2025-05-13/)
    expect(right.result?.summary).toMatch(/checkin_date: \[2025-05-13\]; pool_present: false/)
    expect(play(hotels(), 'compat').result?.summary).toContain('checkin_date: [2025-05-12]')
  })

  it('no-count-at-zero and no-fingerprint', () => {
    const code = `filter_hotels(prior_results=${hotels()}, stars=[1, 1])`
    const [faulty, counted] = both(code, 'no-count-at-zero')
    expect(faulty.result?.summary).not.toContain('found')
    expect(counted.result?.summary).toMatch(/\n0 hotels found\.$/)
    expect(faulty.result?.summary).toMatch(/\nFilter; stars: \[1, 1\]\.$/)
    expect(play(code, 'compat', { 'no-fingerprint': false }).result?.summary).toMatch(
      /\nFilter of [0-9a-f]{8}; stars/,
    )
  })

  it('attraction-count-kept', () => {
    const once = 'filter_attractions(prior_results=search_attractions(city="Portland"), type=["Art"])'
    const [faulty, right] = both(
      `filter_attractions(prior_results=${once}, state="OR")`,
      'attraction-count-kept',
    )
    expect(faulty.result?.summary.match(/attractions? match\./g)).toHaveLength(2)
    expect(right.result?.summary.match(/found|match/g)).toHaveLength(1)
  })

  it('sort-extra-blank', () => {
    const [faulty, right] = both(
      `sort_results(results=${hotels()}, column="stars", ascending=False)`,
      'sort-extra-blank',
    )
    expect(faulty.result?.summary).toContain(',  highest')
    expect(right.result?.summary).toContain(', highest')
  })

  it('no-state and no-nightshade', () => {
    const [state, known] = both(hotels(', state="OR"'), 'no-state')
    expect(state.execution.error).toMatchObject({ fault: 'validation', parameter: 'state' })
    expect(known.ids).toEqual(['0', '1'])
    const code = 'search_restaurants(city="Portland", has_nightshade_allergy_options=True)'
    const [refused, taken] = both(code, 'no-nightshade')
    expect(refused.execution.error).toMatchObject({ fault: 'validation' })
    expect(taken.ids).toEqual(['0', '2'])
  })

  it('has no switch of another name', () => {
    expect(() => faultsOf({ semantics: 'strict', switches: { 'no-such': true } })).toThrow(
      /no switch "no-such"[^]*layover-defaults/,
    )
    expect(faultsOf({ semantics: 'strict' }).size).toBe(0)
    expect(faultsOf({ semantics: 'compat' }).size).toBe(TRAVEL_FAULTS.length - 1)
  })
})
