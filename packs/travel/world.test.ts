import { describe, expect, it } from 'vitest'
import { knowledgeFiles } from '../../src/agent/tables/knowledge-files.js'
import { Table } from '../../src/agent/tables/table.js'
import { InputError } from '../../src/errors.js'
import { brokenLaws, correlation } from '../../test/generators/travel-laws.js'
import { travelPlaces } from './places.js'
import { isTravelWorld, openTravel } from './world.js'

const small = await openTravel({ size: 'small', seed: 0, semantics: 'strict' })

function files(): Map<string, Uint8Array> {
  return new Map(Array.from(small.save(), ({ name, bytes }) => [name, bytes]))
}

async function opened(saved: ReadonlyMap<string, Uint8Array>): Promise<typeof small> {
  const read = async (name: string): Promise<Uint8Array> => {
    const bytes = saved.get(name)
    if (bytes === undefined) throw new InputError({ code: 'file-missing', what: `There is no ${name}.` })
    return bytes
  }
  return openTravel({ size: 'small', seed: 0, semantics: 'compat', saved: read })
}

describe('the small knowledge base', () => {
  it('breaks no rule of its making', () => {
    expect(brokenLaws(small.tables)).toEqual([])
    expect(small.counts).toEqual({ flights: 16_000, hotels: 1560, restaurants: 1300, attractions: 260 })
  })

  it('has dear hotels with many stars, good ratings and much to offer', () => {
    const { hotels, restaurants } = small.tables
    expect(correlation(hotels, 'stars', 'price_per_night')).toBeGreaterThan(0.4)
    expect(correlation(hotels, 'stars', 'rating')).toBeGreaterThan(0.7)
    expect(correlation(hotels, 'stars', 'amenities')).toBeGreaterThan(0.6)
    expect(correlation(restaurants, 'price_per_person', 'rating')).toBeGreaterThan(0.1)
  })

  it('is decided by the seed alone', async () => {
    const again = await openTravel({ size: 'small', seed: 0, semantics: 'compat' })
    const other = await openTravel({ size: 'small', seed: 1, semantics: 'strict' })
    expect(again.knowledge).toBe(small.knowledge)
    expect(other.knowledge).not.toBe(small.knowledge)
    expect(brokenLaws(other.tables)).toEqual([])
  })

  it('has several flights on the days on which a route is flown', () => {
    const { flights } = small.tables
    const perDay = new Map<string, number>()
    for (let row = 0; row < flights.rowCount; row++) {
      const key = ['start_airport_code', 'end_airport_code', 'departure_date']
        .map((name) => flights.value(row, name))
        .join()
      perDay.set(key, (perDay.get(key) ?? 0) + 1)
    }
    const counts = [...perDay.values()]
    expect(counts.filter((count) => count < 2).length).toBeLessThanOrEqual(1)
    expect(counts.reduce((sum, count) => sum + count, 0) / counts.length).toBeGreaterThan(4)
  })

  it('has 24 cities for dialogues, and both Portlands', () => {
    const places = travelPlaces(small)
    expect(places.filter(({ isPool }) => isPool)).toHaveLength(24)
    expect(places.filter(({ city }) => city === 'Portland').map(({ state }) => state)).toEqual(['ME', 'OR'])
    expect(
      places.filter(
        ({ isPool, airports, attractions }) => isPool && (airports.length === 0 || attractions === 0),
      ),
    ).toEqual([])
    expect(places.reduce((sum, { hotels }) => sum + hotels, 0)).toBe(1560)
    expect(travelPlaces(small)).toBe(places)
    expect(travelPlaces({ ...small, pack: { ...small.pack, id: 'other' } })).toEqual([])
    expect(isTravelWorld(small)).toBe(true)
  })
})

describe('a saved knowledge base', () => {
  it('comes back with the same rows, under any semantics', async () => {
    const back = await opened(files())
    expect(back.knowledge).toBe(small.knowledge)
    expect(back.semantics).toBe('compat')
    expect(back.tables.hotels.value(1559, 'hotel_name')).toBe(small.tables.hotels.value(1559, 'hotel_name'))
  })

  it.each([
    [
      'of another version',
      'knowledge.json',
      (text: string) => text.replace('"version": 1', '"version": 0'),
      /version 1/,
    ],
    ['without a head', 'knowledge.json', () => '{', /no knowledge base/],
    [
      'with rows of another base',
      'knowledge.json',
      (text: string) => text.replace(/[0-9a-f]{64}/, '0'.repeat(64)),
      /not those/,
    ],
    ['with a broken table', 'hotels.table', () => '', /not a whole table/],
  ])('is refused %s', async (_, name, edit, message) => {
    const saved = files()
    saved.set(name, new TextEncoder().encode(edit(new TextDecoder().decode(saved.get(name)))))
    await expect(opened(saved)).rejects.toThrow(message)
    await expect(opened(saved)).rejects.toBeInstanceOf(InputError)
  })

  it('is refused where a column is missing, though its head and its rows agree', async () => {
    const { flights, hotels, restaurants, attractions } = small.tables
    const bare = new Table(
      'hotels',
      hotels.columns.slice(0, 6).flatMap((name) => hotels.column(name) ?? []),
    )
    const made = knowledgeFiles(small.pack, [flights, bare, restaurants, attractions])
    const saved = new Map(Array.from(made, ({ name, bytes }) => [name, bytes]))
    await expect(opened(saved)).rejects.toThrow(/Column rating of hotels/)
  })

  it('is refused with tables that changed places, or without one', async () => {
    const swapped = files()
    swapped.set('hotels.table', swapped.get('restaurants.table') ?? new Uint8Array())
    await expect(opened(swapped)).rejects.toThrow(/another table than its name says/)
    const short = files()
    short.delete('attractions.table')
    await expect(opened(short)).rejects.toThrow(/no attractions\.table/)
  })
})
