import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { geographyModule } from '../../scripts/make-travel-geography.js'
import { partOf, sizeOf, wholeGeography } from './geography.js'
import { greatCircleMiles } from './great-circle.js'

const { cities, airports } = wholeGeography()
const countBy = <T>(values: readonly T[], key: (value: T) => string): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(key(value), (counts.get(key(value)) ?? 0) + 1)
  return counts
}
const several = (counts: ReadonlyMap<string, number>): readonly string[] =>
  [...counts].flatMap(([name, count]) => (count > 1 ? [name] : []))

describe('the geography', () => {
  it('has the counts of the released ontology', () => {
    expect(cities).toHaveLength(335)
    expect(new Set(cities.map(({ name }) => name)).size).toBe(321)
    expect(new Set(cities.map(({ name, state }) => `${name}, ${state}`)).size).toBe(335)
    expect(several(countBy(cities, ({ name }) => name))).toHaveLength(13)
    expect(airports).toHaveLength(145)
    expect(new Set(airports.map(({ code }) => code)).size).toBe(145)
    expect(several(countBy(airports, ({ city }) => city))).toHaveLength(7)
    const neighborhoods = cities.flatMap((city) => city.neighborhoods)
    expect(neighborhoods).toHaveLength(1318)
    expect(cities.filter((city) => city.neighborhoods.length < 1 || city.neighborhoods.length > 5)).toEqual(
      [],
    )
  })

  it('has every airport in one of its cities, and every place where it belongs', () => {
    expect(cities.flatMap((city) => city.airports)).toHaveLength(145)
    for (const city of cities) {
      for (const airport of city.airports)
        expect(greatCircleMiles(city, airport), airport.code).toBeLessThan(40)
      for (const spot of city.neighborhoods) expect(greatCircleMiles(city, spot), spot.name).toBeLessThan(7.1)
    }
    const inside = ({ latitude, longitude }: { latitude: number; longitude: number }): boolean =>
      latitude > 18 && latitude < 72 && longitude > -170 && longitude < -66
    expect([...cities, ...airports].filter((place) => !inside(place))).toEqual([])
  })

  it('has 54 cities for dialogues: nobody shares their names, all with an airport and attractions', () => {
    const pool = cities.filter((city) => city.isInDialogues)
    expect(pool).toHaveLength(54)
    expect(cities.filter((city) => city.hasAttractions)).toHaveLength(85)
    const names = countBy(cities, ({ name }) => name)
    expect(pool.filter((city) => names.get(city.name) !== 1 || !city.hasAttractions)).toEqual([])
    expect(pool.filter((city) => !['Large', 'Medium'].includes(sizeOf(city)))).toEqual([])
    // A city would be found in the text of another otherwise.
    const within = pool.filter((city) =>
      cities.some(({ name }) => name !== city.name && name.includes(city.name)),
    )
    expect(within).toEqual([])
  })

  it('names no neighbourhood twice, nor after a city', () => {
    const names = cities.flatMap((city) => city.neighborhoods.map(({ name }) => name))
    expect(new Set(names).size).toBe(names.length)
    expect(names.filter((name) => cities.some((city) => name.includes(city.name)))).toEqual([])
  })

  it('is what its script makes of the packages', () => {
    const data = readFileSync(new URL('./geography-data.ts', import.meta.url), 'utf8')
    expect(geographyModule()).toBe(data)
    expect(data).toContain('GeoNames')
    expect(data).toContain('CC BY 4.0')
  })

  it('can be cut down to some cities and their airports', () => {
    const part = partOf({ cities, airports }, ({ name }) => name === 'Portland')
    expect(part.cities.map(({ state }) => state).sort()).toEqual(['ME', 'OR'])
    expect(part.airports.map(({ code }) => code).sort()).toEqual(['PDX', 'PWM'])
  })
})

describe('greatCircleMiles', () => {
  const at = (code: string): { latitude: number; longitude: number } => {
    const found = airports.find((airport) => airport.code === code)
    if (found === undefined) throw new Error(code)
    return found
  }

  // Distances as airlines publish them, statute miles.
  it.each([
    ['JFK', 'LAX', 2475],
    ['ORD', 'ATL', 606],
    ['ANC', 'HNL', 2777],
    ['BOS', 'SFO', 2704],
  ])('from %s to %s is %i miles', (from, to, miles) => {
    expect(Math.abs(greatCircleMiles(at(from), at(to)) - miles)).toBeLessThan(miles * 0.004)
  })

  it('is a metric: nothing to itself, the same back, no longer than a detour', () => {
    for (const from of airports.slice(0, 20)) {
      expect(greatCircleMiles(from, from)).toBe(0)
      for (const to of airports.slice(0, 20)) {
        expect(greatCircleMiles(from, to)).toBeCloseTo(greatCircleMiles(to, from), 9)
        const detour = greatCircleMiles(from, at('DEN')) + greatCircleMiles(at('DEN'), to)
        expect(greatCircleMiles(from, to)).toBeLessThanOrEqual(detour + 1e-9)
      }
    }
  })

  it('is half the round of the Earth between opposite places', () => {
    const around = greatCircleMiles({ latitude: 0, longitude: 0 }, { latitude: 0, longitude: 180 })
    expect(around).toBeCloseTo(Math.PI * 3958.7613, 6)
  })
})
