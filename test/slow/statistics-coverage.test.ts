import { describe, expect, it } from 'vitest'
import { type RandomStream, randomStream } from '../../src/numeric/random.js'
import { bootstrapMeans } from '../../src/stats/bootstrap.js'
import { bcaMeans } from '../../src/stats/bootstrap-bca.js'
import { comparePaired } from '../../src/stats/compare-paired.js'
import type { Interval } from '../../src/stats/interval.js'
import { exactMcNemar } from '../../src/stats/mcnemar.js'
import type { PairedItem } from '../../src/stats/paired-items.js'
import { signFlipTest } from '../../src/stats/sign-flip.js'

/** A standard normal draw (Box–Muller). */
const normal = (random: RandomStream): number =>
  Math.sqrt(-2 * Math.log(1 - random.uniform())) * Math.cos(2 * Math.PI * random.uniform())

/** Differences about 0 whose clusters share a shift of `shared` deviations. */
function clustered(
  clusterCount: number,
  { size, shared }: { size: number; shared: number },
  random: RandomStream,
) {
  const values: number[] = []
  const clusters: number[] = []
  for (let cluster = 0; cluster < clusterCount; cluster++) {
    const shift = shared * normal(random)
    for (let item = 0; item < size; item++) {
      values.push(shift + normal(random))
      clusters.push(cluster)
    }
  }
  return { values, clusters }
}

/** Share of `runs` simulated benchmarks whose interval holds the truth. */
function coverage(
  runs: number,
  label: string,
  interval: (random: RandomStream) => Interval,
  truth = 0,
): number {
  const random = randomStream(17, label)
  let covered = 0
  for (let run = 0; run < runs; run++) {
    const [low, high] = interval(random)
    if (low <= truth && truth <= high) covered++
  }
  return covered / runs
}

const RUNS = 2000
/** Three standard errors of a share near 0.95 over the runs. */
const DOUBT = 3 * Math.sqrt((0.95 * 0.05) / RUNS)

describe('coverage of nominal 95 % over simulated benchmarks', () => {
  const shape = { size: 5, shared: 1 }

  it.each([6, 8, 10, 20, 40])('sign flips of %d clusters: 95 %', (count) => {
    const share = coverage(RUNS, `flips ${count}`, (random) => {
      const { values, clusters } = clustered(count, shape, random)
      return signFlipTest({ differences: values, clusters, permutations: 999, random }).interval
    })
    process.stdout.write(`sign flips, ${count} clusters: ${share}\n`)
    expect(share).toBeGreaterThan(0.95 - DOUBT)
    // Few clusters have few assignments: 6 of them test at 3.1 %, not at 5.
    expect(share).toBeLessThan(count < 8 ? 0.985 : 0.965 + DOUBT)
  })

  it.each([
    // The interval of two equal clusters runs from one mean to the other: the truth lies between them half the time.
    [2, 0.5],
    [6, 0.88],
    [10, 0.9],
    [20, 0.92],
    [40, 0.945],
  ])('percentile cluster bootstrap of %d clusters: about %d', (count, expected) => {
    const share = coverage(RUNS, `bootstrap ${count}`, (random) => {
      const { values, clusters } = clustered(count, shape, random)
      return bootstrapMeans({ columns: [values], clusters, resamples: 1000, random })[0] as Interval
    })
    process.stdout.write(`percentile cluster bootstrap, ${count} clusters: ${share}\n`)
    expect(Math.abs(share - expected)).toBeLessThan(0.035)
  })

  it('BCa covers a skewed mean no worse than percentiles', () => {
    const runs = (interval: typeof bootstrapMeans | typeof bcaMeans): number =>
      coverage(
        RUNS,
        'skewed',
        (random) => {
          const values = Array.from({ length: 30 }, () => -Math.log(1 - random.uniform()))
          return interval({ columns: [values], resamples: 1000, random })[0] as Interval
        },
        1,
      )
    const bca = runs(bcaMeans)
    const percentile = runs(bootstrapMeans)
    process.stdout.write(`mean of 30 exponential values: BCa ${bca}, percentile ${percentile}\n`)
    expect(bca).toBeGreaterThan(percentile - 0.005)
  })
})

/** Right and wrong of two equal subjects on templates that resemble each other within. */
function equalSubjects(
  random: RandomStream,
  {
    clusters,
    size,
    discordance,
    alike,
  }: { clusters: number; size: number; discordance: number; alike: number },
): PairedItem[] {
  const items: PairedItem[] = []
  for (let cluster = 0; cluster < clusters; cluster++) {
    const favoursA = random.below(2) === 0
    for (let item = 0; item < size; item++) {
      const goesA = random.uniform() < alike ? favoursA : random.below(2) === 0
      const differs = random.uniform() < discordance
      const both = random.below(2)
      const [a, b] = differs ? (goesA ? [1, 0] : [0, 1]) : [both, both]
      items.push({ id: `${cluster}-${item}`, cluster: `t-${cluster}`, a: [a as number], b: [b as number] })
    }
  }
  return items
}

describe('false positives of two equal subjects, 40 templates of 25 items', () => {
  it('sign flips of templates keep to 5 %; McNemar does not', () => {
    const random = randomStream(23, 'false positives')
    const runs = 1000
    let flips = 0
    let mcnemar = 0
    for (let run = 0; run < runs; run++) {
      const items = equalSubjects(random, { clusters: 40, size: 25, discordance: 0.2, alike: 0.6 })
      const [result] = comparePaired({
        metrics: [{ metric: 'match', better: 'higher', items }],
        seed: run,
        permutations: 999,
      })
      if (result === undefined) throw new Error('one metric gives one comparison')
      if (result.p <= 0.05) flips++
      if (exactMcNemar(result.pairs) <= 0.05) mcnemar++
    }
    process.stdout.write(`false positives: sign flips ${flips / runs}, McNemar ${mcnemar / runs}\n`)
    expect(flips / runs).toBeLessThan(0.05 + 3 * Math.sqrt((0.05 * 0.95) / runs))
    expect(mcnemar / runs).toBeGreaterThan(0.1)
  })

  it.each([
    [100, 0.02],
    [300, 0.01],
    [138, 0.18],
  ])('the interval of %d independent items, %d discordant, covers 95 %', (n, discordance) => {
    const share = coverage(RUNS, `sparse ${n}`, (random) => {
      const items = equalSubjects(random, { clusters: n, size: 1, discordance, alike: 0 })
      const [result] = comparePaired({
        metrics: [{ metric: 'match', better: 'higher', items }],
        seed: 0,
        permutations: 999,
      })
      return result?.interval as Interval
    })
    process.stdout.write(`interval of ${n} items, ${discordance} discordant: ${share}\n`)
    expect(share).toBeGreaterThan(0.95 - DOUBT)
  })

  it('the inverted test alone would cover less where few items differ', () => {
    const share = coverage(
      RUNS,
      'flips alone',
      (random) => {
        const differences = Array.from({ length: 500 }, () => (random.uniform() < 0.01 ? 1 : 0))
        return signFlipTest({ differences, permutations: 999, random }).interval
      },
      0.01,
    )
    process.stdout.write(`sign flips alone, 500 items, B alone right in 0.01: ${share}\n`)
    expect(share).toBeLessThan(0.92)
  })

  it('the interval covers a difference that is there, right and wrong in few items', () => {
    for (const [n, gain] of [
      [200, 0.02],
      [500, 0.01],
      [200, 0.1],
    ] as const) {
      const share = coverage(
        RUNS / 2,
        `one-sided ${n} ${gain}`,
        (random) => {
          const items = Array.from(
            { length: n },
            (_, index): PairedItem => ({ id: `${index}`, a: [0], b: [random.uniform() < gain ? 1 : 0] }),
          )
          const [result] = comparePaired({
            metrics: [{ metric: 'match', better: 'higher', items }],
            seed: 0,
            permutations: 999,
          })
          return result?.interval as Interval
        },
        gain,
      )
      process.stdout.write(`interval of ${n} items, B alone right in ${gain}: ${share}\n`)
      expect(share).toBeGreaterThan(0.925)
    }
  })
})
