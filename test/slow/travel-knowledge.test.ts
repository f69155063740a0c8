import { describe, expect, it } from 'vitest'
import { peerSearches } from '../../bench/travel-peers/searches.js'
import { openTravel } from '../../packs/travel/world.js'
import { brokenLaws, correlation } from '../generators/travel-laws.js'

describe('the full knowledge base', () => {
  it('has the rows of the paper, none of which breaks a rule, in under 60 s and 1.5 GB', async () => {
    const started = performance.now()
    const world = await openTravel({ size: 'full', seed: 0, semantics: 'strict' })
    expect(performance.now() - started).toBeLessThan(60_000)
    expect(process.resourceUsage().maxRSS / 1e6).toBeLessThan(1.5)
    expect(world.counts).toEqual({ flights: 480_410, hotels: 47_589, restaurants: 17_975, attractions: 728 })
    expect(brokenLaws(world.tables).slice(0, 10)).toEqual([])
    const { hotels, restaurants, attractions } = world.tables
    expect(correlation(hotels, 'stars', 'price_per_night')).toBeGreaterThan(0.4)
    expect(correlation(restaurants, 'price_per_person', 'rating')).toBeGreaterThan(0.1)
    const cities = new Set(
      Array.from(
        { length: 728 },
        (_, row) => `${attractions.value(row, 'city')}, ${attractions.value(row, 'state')}`,
      ),
    )
    expect(cities.size).toBe(85)
  })

  it('comes back from its files, under 25 MB, and is searched in under 5 ms', async () => {
    const world = await openTravel({ size: 'full', seed: 0, semantics: 'strict' })
    const files = new Map(Array.from(world.save(), ({ name, bytes }) => [name, bytes]))
    expect([...files.values()].reduce((sum, { length }) => sum + length, 0)).toBeLessThan(25e6)
    const saved = async (name: string): Promise<Uint8Array> => files.get(name) ?? new Uint8Array()
    const back = await openTravel({ size: 'full', seed: 0, semantics: 'strict', saved })
    expect(back.knowledge).toBe(world.knowledge)
    const times = peerSearches(back.tables, 50).map(({ tool, values }) => {
      const started = performance.now()
      const outcome = back.tools.find(({ name }) => name === tool)?.run({ kind: 'checked', values })
      expect(outcome).toMatchObject({ kind: 'rows' })
      return performance.now() - started
    })
    times.sort((left, right) => left - right)
    expect(times[times.length >> 1]).toBeLessThan(5)
  })
})
