import { describe, expect, it } from 'vitest'
import { type RandomStream, randomStream } from '../numeric/random.js'
import { bootstrapMeans } from './bootstrap.js'
import { quantileOfSorted } from './interval.js'

const values = [
  0,
  0.25,
  0.5,
  1,
  1,
  0.75,
  1 / 3,
  0,
  0,
  1,
  0.5,
  0.2,
  0.8,
  1,
  0,
  0.6,
  0.4,
  1,
  0.1,
  0.9,
  0.05,
  0.95,
  0.7,
  0.3,
  0.15,
]
const clusters = [0, 0, 0, 0, 0, 1, 1, 2, 2, 2, 3, 4, 4, 5, 6, 6, 6, 6, 7, 8, 9, 9, 10, 11, 11]

const only = ([first]: readonly (readonly [number, number])[]): readonly [number, number] => {
  if (first === undefined) throw new Error('one column gives one interval')
  return first
}

describe('bootstrapMeans', () => {
  it('agrees with SciPy over items', () => {
    // scipy 1.17.1: bootstrap((x,), mean, n_resamples=1_000_000, method='percentile')
    const interval = only(
      bootstrapMeans({ columns: [values], resamples: 100_000, random: randomStream(0, 'items') }),
    )
    expect(interval[0]).toBeCloseTo(0.35333, 2)
    expect(interval[1]).toBeCloseTo(0.646, 2)
  })

  it('agrees with 2,000,000 draws of whole clusters in NumPy', () => {
    const random = randomStream(0, 'clusters')
    const interval = only(bootstrapMeans({ columns: [values], clusters, resamples: 100_000, random }))
    expect(interval[0]).toBeCloseTo(0.40797, 2)
    expect(interval[1]).toBeCloseTo(0.59444, 2)
  })

  it('agrees with a naive bootstrap that draws one index at a time', () => {
    const random = randomStream(5, 'naive')
    const means: number[] = []
    for (let resample = 0; resample < 20_000; resample++) {
      let sum = 0
      for (let draw = 0; draw < values.length; draw++)
        sum += values[random.below(values.length)] ?? Number.NaN
      means.push(sum / values.length)
    }
    means.sort((left, right) => left - right)
    const interval = only(
      bootstrapMeans({ columns: [values], resamples: 20_000, random: randomStream(6, 'ours') }),
    )
    expect(interval[0]).toBeCloseTo(quantileOfSorted(means, 0.025), 2)
    expect(interval[1]).toBeCloseTo(quantileOfSorted(means, 0.975), 2)
  })

  it('draws all units alike, whichever of the draws from one number they come by', () => {
    // Constant zero but for one unit: the mean of its column over all resamples is 1/n whatever the unit.
    for (const unit of [0, 499, 250]) {
      const column = Array.from({ length: 500 }, (_, item) => (item === unit ? 500 : 0))
      const [low, high] = only(
        bootstrapMeans({ columns: [column], resamples: 20_000, random: randomStream(1, 'u') }),
      )
      // Poisson(1): the 97.5 % quantile is 3, the 2.5 % quantile 0.
      expect([low, high]).toEqual([0, 3])
    }
  })

  it('is the same for the same seed, and shares its draws between columns', () => {
    const run = (columns: readonly (readonly number[])[]) =>
      bootstrapMeans({ columns, clusters, resamples: 500, random: randomStream(3, 'same') })
    expect(run([values])).toEqual(run([values]))
    const half = values.map((value) => value / 2)
    const [whole, halved] = run([values, half])
    expect(halved).toEqual(whole?.map((bound) => bound / 2))
    expect(run([values, half])[0]).toEqual(run([values])[0])
  })

  it('is the item bootstrap when every cluster is one item', () => {
    const request = { columns: [values], resamples: 300 }
    const alone = values.map((_, item) => item)
    expect(bootstrapMeans({ ...request, clusters: alone, random: randomStream(0, 'x') })).toEqual(
      bootstrapMeans({ ...request, random: randomStream(0, 'x') }),
    )
  })

  it('collapses to the value when nothing varies', () => {
    const same = Array.from({ length: 30 }, () => 0.25)
    expect(only(bootstrapMeans({ columns: [same], resamples: 200, random: randomStream(0, 'x') }))).toEqual([
      0.25, 0.25,
    ])
  })

  it('draws from more units than one number serves', () => {
    const many = Array.from({ length: 70_000 }, (_, item) => item % 2)
    const [low, high] = only(
      bootstrapMeans({ columns: [many], resamples: 200, random: randomStream(0, 'x') }),
    )
    expect(low).toBeGreaterThan(0.49)
    expect(high).toBeLessThan(0.51)
  })
})

describe('coverage of the 95 % cluster bootstrap by simulation', () => {
  /** A standard normal draw (Box–Muller). */
  const normal = (random: RandomStream): number =>
    Math.sqrt(-2 * Math.log(1 - random.uniform())) * Math.cos(2 * Math.PI * random.uniform())

  /** Share of simulated benchmarks whose interval holds the true mean, 0. */
  const coverage = (clusterCount: number, isClustered: boolean): number => {
    const random = randomStream(11, `coverage ${clusterCount}`)
    let covered = 0
    const runs = 400
    for (let run = 0; run < runs; run++) {
      const column: number[] = []
      const numbers: number[] = []
      for (let cluster = 0; cluster < clusterCount; cluster++) {
        const shared = normal(random)
        for (let item = 0; item < 5; item++) {
          column.push(shared + normal(random))
          numbers.push(cluster)
        }
      }
      const [low, high] = only(
        bootstrapMeans({
          columns: [column],
          ...(isClustered ? { clusters: numbers } : {}),
          resamples: 400,
          random,
        }),
      )
      if (low <= 0 && high >= 0) covered++
    }
    return covered / runs
  }

  it('holds about what it says from 20 clusters on, and too little with 6', () => {
    expect(coverage(6, true)).toBeLessThan(0.91)
    expect(coverage(20, true)).toBeGreaterThan(0.89)
    expect(coverage(40, true)).toBeGreaterThan(0.91)
  })

  it('would be far off if items of a cluster passed for independent', () => {
    expect(coverage(40, false)).toBeLessThan(0.85)
  })
})
