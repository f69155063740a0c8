import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomStream } from '../numeric/random.js'
import { bootstrapMeans } from './bootstrap.js'
import { bcaMeans } from './bootstrap-bca.js'
import { bootstrapSums } from './bootstrap-sums.js'
import { checkColumns } from './checked-columns.js'
import { maxStatisticTest } from './max-statistic.js'
import { signFlipTest } from './sign-flip.js'

const random = () => randomStream(0, 'checks')
const methods = {
  bootstrapMeans: (columns: readonly (readonly number[])[], clusters?: readonly number[]) =>
    bootstrapMeans({ columns, ...(clusters && { clusters }), resamples: 50, random: random() }),
  bcaMeans: (columns: readonly (readonly number[])[], clusters?: readonly number[]) =>
    bcaMeans({ columns, ...(clusters && { clusters }), resamples: 50, random: random() }),
  bootstrapSums: (columns: readonly (readonly number[])[], clusters?: readonly number[]) =>
    bootstrapSums({
      columns,
      ...(clusters && { clusters }),
      statistics: [(sums) => sums[0] as number],
      resamples: 50,
      random: random(),
    }),
  signFlipTest: ([differences = []]: readonly (readonly number[])[], clusters?: readonly number[]) =>
    signFlipTest({ differences, ...(clusters && { clusters }), permutations: 50, random: random() }),
  maxStatisticTest: (columns: readonly (readonly number[])[], clusters?: readonly number[]) =>
    maxStatisticTest({
      columns,
      ...(clusters && { clusters }),
      alternative: 'greater',
      permutations: 50,
      random: random(),
    }),
}

describe.each(Object.entries(methods))('%s', (_name, method) => {
  it.each([
    ['no items', [[]], undefined, /No items/],
    ['NaN', [[0, Number.NaN, 1]], undefined, /The value NaN of item 1/],
    ['an infinite value', [[0, 1, Number.POSITIVE_INFINITY]], undefined, /The value Infinity of item 2/],
    ['clusters of fewer items', [[0, 1, 0]], [0, 1], /3 items, and 2 numbers/],
    ['a cluster that is no number', [[0, 1, 0]], [0, Number.NaN, 1], /NaN is no number of a cluster/],
    ['a cluster below 0', [[0, 1, 0]], [0, -1, 1], /-1 is no number/],
    ['a cluster beyond the items', [[0, 1, 0]], [0, 1, 3], /3 is no number of a cluster among 3 items/],
    ['a gap between clusters', [[0, 1, 0]], [0, 2, 2], /Of clusters 0 to 2 only 2 have an item/],
  ] as const)('refuses %s', (_what, columns, clusters, message) => {
    expect(() => method(columns, clusters)).toThrow(RangeError)
    expect(() => method(columns, clusters)).toThrow(message)
  })
})

describe('checkColumns', () => {
  it('refuses columns of two lengths, and takes none at all', () => {
    expect(() => checkColumns({ columns: [[1, 2], [1]] })).toThrow(/2 values, and another 1/)
    expect(checkColumns({ columns: [] })).toBe(0)
  })
  it('takes clusters in any order', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 20 }), { minLength: 1, maxLength: 30 }), (names) => {
        const known = [...new Set(names)]
        const clusters = names.map((name) => known.indexOf(name))
        expect(checkColumns({ columns: [names], clusters })).toBe(names.length)
      }),
    )
  })
})

describe('draws', () => {
  it.each([0, -1, 1.5, Number.NaN])('refuses %s of them', (times) => {
    const columns = [[0, 1]]
    const how = { resamples: times, random: random() }
    expect(() => bootstrapMeans({ columns, ...how })).toThrow(/no number of resamples/)
    expect(() => bcaMeans({ columns, ...how })).toThrow(/no number of resamples/)
    expect(() => bootstrapSums({ columns, statistics: [], ...how })).toThrow(/no number of resamples/)
    const flips = { permutations: times, random: random() }
    expect(() => signFlipTest({ differences: [0, 1], ...flips })).toThrow(/no number of permutations/)
    expect(() => maxStatisticTest({ columns, alternative: 'greater', ...flips })).toThrow(/no number of/)
  })
  it('counts a statistic that divides by nothing as undefined, whatever it comes to', () => {
    const [ratio] = bootstrapSums({
      columns: [
        [1, 1, 1],
        [0, 0, 0],
      ],
      statistics: [(sums) => (sums[0] as number) / (sums[1] as number)],
      resamples: 50,
      random: random(),
    })
    expect(ratio).toBeUndefined()
  })
})
