import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chanceOfNone, chancesOfFirst, chancesOfHits } from './draws.js'

/** All ways to choose `size` of `count` places. */
function* choices(count: number, size: number, from = 0): Generator<readonly number[]> {
  if (size === 0) {
    yield []
    return
  }
  for (let first = from; first <= count - size; first++) {
    for (const rest of choices(count, size - 1, first + 1)) yield [first, ...rest]
  }
}

const small = fc
  .integer({ min: 1, max: 9 })
  .chain((population) =>
    fc.tuple(
      fc.constant(population),
      fc.integer({ min: 1, max: population }),
      fc.integer({ min: 0, max: population }),
    ),
  )

describe('draws from a marked population', () => {
  it('match SciPy: hypergeom.pmf(d, 40, 6, 11)', () => {
    const expected = [
      0.12375533428165009, 0.34032716927453777, 0.34032716927453777, 0.15707407812670973, 0.03490535069482439,
      0.0034905350694824384, 0.00012036327825801513,
    ]
    const chances = chancesOfHits({ population: 40, marked: 6 }, 11)
    expect(chances).toHaveLength(expected.length)
    for (const [hits, chance] of chances.entries())
      expect(chance).toBeCloseTo(expected[hits] ?? Number.NaN, 14)
    expect(chanceOfNone({ population: 40, marked: 6 }, 11)).toBeCloseTo(0.12375533428165009, 14)
    expect(chanceOfNone({ population: 46_985, marked: 8 }, 50)).toBeCloseTo(0.9915176565263081, 14)
  })

  it('agree with counting every placement of the marked things', () => {
    fc.assert(
      fc.property(small, ([population, marked, drawn]) => {
        const all = [...choices(population, marked)]
        const share = (test: (places: readonly number[]) => boolean): number =>
          all.filter(test).length / all.length
        const among = { population, marked }
        expect(chanceOfNone(among, drawn)).toBeCloseTo(
          share((places) => places.every((place) => place >= drawn)),
          12,
        )
        const hits = chancesOfHits(among, drawn)
        for (let count = 0; count <= marked; count++) {
          const exact = share((places) => places.filter((place) => place < drawn).length === count)
          expect(hits[count] ?? 0).toBeCloseTo(exact, 12)
        }
        const first = chancesOfFirst(among, population)
        for (let place = 0; place < population; place++) {
          expect(first[place] ?? 0).toBeCloseTo(
            share(([least]) => least === place),
            12,
          )
        }
      }),
    )
  })

  it('leave no chance of none, and not −0, where fewer are unmarked than drawn', () => {
    expect(chanceOfNone({ population: 5, marked: 4 }, 3)).toBe(0)
    expect(chanceOfNone({ population: 5, marked: 5 }, 2)).toBe(0)
    expect(chanceOfNone({ population: 5, marked: 3 }, 2)).toBeCloseTo(1 / 10, 14)
  })

  it('gives as many places as are asked for', () => {
    expect(chancesOfFirst({ population: 100, marked: 2 }, 3)).toHaveLength(3)
    expect(chancesOfFirst({ population: 3, marked: 3 }, 10)).toEqual([1])
  })

  it('stays a distribution for large populations', () => {
    const chances = chancesOfFirst({ population: 125_000, marked: 3 }, 125_000)
    expect(chances.reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(1, 9)
  })
})
