import { describe, expect, it } from 'vitest'
import { randomStream } from '../numeric/random.js'
import { bootstrapMeans, drawCounts, drawKindCounts } from './bootstrap.js'
import { bootstrapSums, type SumStatistic } from './bootstrap-sums.js'
import { quantileOfSorted } from './interval.js'

const stream = (label: string) => randomStream(0, label)
const mean: SumStatistic = (sums) => (sums[0] as number) / (sums[1] as number)

describe('bootstrapSums', () => {
  it('gives the intervals of bootstrapMeans for means, to the last digit', () => {
    const values = Array.from({ length: 60 }, (_, index) => (index * 7) % 5)
    const ones = values.map(() => 1)
    const clusters = values.map((_, index) => index % 25)
    for (const more of [{}, { clusters }]) {
      const [means] = bootstrapMeans({ columns: [values], resamples: 2000, random: stream('a'), ...more })
      const [sums] = bootstrapSums({
        columns: [values, ones],
        statistics: [mean],
        resamples: 2000,
        random: stream('a'),
        ...more,
      })
      expect(sums?.[0]).toBeCloseTo(means?.[0] as number, 12)
      expect(sums?.[1]).toBeCloseTo(means?.[1] as number, 12)
    }
  })

  it('draws the units that drawCounts draws, their kinds counted', () => {
    for (const units of [1, 7, 4096, 4097, 65_537]) {
      const kindOf = Int32Array.from({ length: units }, (_, unit) => (unit * 7) % 3)
      const counts = new Uint32Array(units)
      const kinds = new Int32Array(3)
      drawCounts(counts, stream('k'))
      drawKindCounts(kinds, kindOf, stream('k'))
      const expected = [0, 0, 0]
      for (const [unit, count] of counts.entries()) {
        const kind = kindOf[unit] as number
        expected[kind] = (expected[kind] as number) + count
      }
      expect([...kinds]).toEqual(expected)
    }
  })

  it('comes near the normal interval of a ratio', () => {
    const bottom = Array.from({ length: 400 }, (_, index) => 1 + (index % 3))
    const top = bottom.map((size, index) => (index % 2 === 0 ? size : 0))
    const [interval] = bootstrapSums({
      columns: [top, bottom],
      statistics: [mean],
      resamples: 4000,
      random: stream('b'),
    })
    const ratio = top.reduce((sum, value) => sum + value, 0) / bottom.reduce((sum, value) => sum + value, 0)
    const residuals = top.map((value, index) => value - ratio * (bottom[index] as number))
    const spread =
      Math.sqrt(residuals.reduce((sum, value) => sum + value ** 2, 0)) /
      bottom.reduce((sum, value) => sum + value, 0)
    expect(interval?.[0]).toBeCloseTo(ratio - 1.96 * spread, 2)
    expect(interval?.[1]).toBeCloseTo(ratio + 1.96 * spread, 2)
  })

  it('gives nothing where draws leave the statistic undefined too often', () => {
    const rare = Array.from({ length: 30 }, (_, index) => (index === 0 ? 1 : 0))
    const [undefinedOften] = bootstrapSums({
      columns: [rare, rare],
      statistics: [
        (sums) => ((sums[1] as number) === 0 ? Number.NaN : (sums[0] as number) / (sums[1] as number)),
      ],
      resamples: 500,
      random: stream('c'),
    })
    expect(undefinedOften).toBeUndefined()
  })

  it('draws whole clusters', () => {
    const values = Array.from({ length: 40 }, (_, index) => (index < 20 ? 1 : 0))
    const clusters = values.map((_, index) => Math.floor(index / 20))
    const ones = values.map(() => 1)
    const request = { columns: [values, ones], statistics: [mean], resamples: 1000 }
    const [byCluster] = bootstrapSums({ ...request, clusters, random: stream('d') })
    const [byItem] = bootstrapSums({ ...request, random: stream('d') })
    expect(byCluster).toEqual([0, 1])
    expect(byItem?.[0]).toBeGreaterThan(0.3)
  })

  it('equals drawing unit by unit and adding item by item, whatever the arrays', () => {
    const top = Array.from({ length: 90 }, (_, index) => ((index * 31) % 7) / 4)
    const bottom = Array.from({ length: 90 }, (_, index) => 1 + ((index * 17) % 3))
    // Clusters of different sizes, their items scattered.
    const clusters = top.map((_, index) => ((index * index) % 29) % 23)
    const names = [...new Set(clusters)]
    const numbers = clusters.map((cluster) => names.indexOf(cluster))
    const random = stream('e')
    const counts = new Uint32Array(names.length)
    const drawn = Array.from({ length: 300 }, () => {
      drawCounts(counts, random)
      let above = 0
      let below = 0
      for (const [item, number] of numbers.entries()) {
        above += (counts[number] as number) * (top[item] as number)
        below += (counts[number] as number) * (bottom[item] as number)
      }
      return above / below
    })
    const sorted = Float64Array.from(drawn).sort()
    const request = { clusters: numbers, statistics: [mean], resamples: 300 }
    for (const columns of [
      [top, bottom],
      [Float64Array.from(top), Uint8Array.from(bottom)],
    ]) {
      const [interval] = bootstrapSums({ ...request, columns, random: stream('e') })
      expect(interval?.[0]).toBeCloseTo(quantileOfSorted(sorted, 0.025), 12)
      expect(interval?.[1]).toBeCloseTo(quantileOfSorted(sorted, 0.975), 12)
    }
  })
})
