import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { randomStream } from '../numeric/random.js'
import { bootstrapMeans } from './bootstrap.js'
import { bcaMeans } from './bootstrap-bca.js'

const file = new URL('../../test/fixtures/statistics/bootstrap.json', import.meta.url)
// Written by test/oracles/statistics.py, which also says the versions.
const oracle = JSON.parse(readFileSync(file, 'utf8')) as {
  readonly values: readonly number[]
  readonly bca: readonly [number, number]
  readonly percentile: readonly [number, number]
}
const columns = [oracle.values]

describe('bcaMeans', () => {
  it('is where SciPy has it with 400,000 draws, and the percentile interval elsewhere', () => {
    const [bca] = bcaMeans({ columns, resamples: 100_000, random: randomStream(0, 'bca') })
    const [percentile] = bootstrapMeans({ columns, resamples: 100_000, random: randomStream(0, 'bca') })
    for (const side of [0, 1] as const) {
      expect(Math.abs((bca?.[side] as number) - oracle.bca[side])).toBeLessThan(0.002)
      expect(Math.abs((percentile?.[side] as number) - oracle.percentile[side])).toBeLessThan(0.002)
    }
    expect(Math.abs(oracle.bca[1] - oracle.percentile[1])).toBeGreaterThan(0.004)
  })
  it('draws whole clusters, and equals the item interval when each is one item', () => {
    const alone = oracle.values.map((_, index) => index)
    const run = (clusters?: readonly number[]) =>
      bcaMeans({
        columns,
        resamples: 2000,
        random: randomStream(0, 'x'),
        ...(clusters === undefined ? {} : { clusters }),
      })
    expect(run(alone)).toEqual(run())
    const [apart] = run()
    const [together] = run(oracle.values.map((_, index) => Math.floor(index / 4)))
    expect(together).not.toEqual(apart)
  })
  it('mirrors with its values', () => {
    const run = (values: readonly number[]) =>
      bcaMeans({ columns: [values], resamples: 2000, random: randomStream(0, 'y') })[0]
    const [low, high] = run(oracle.values) as readonly [number, number]
    const mirrored = run(oracle.values.map((value) => 1 - value)) as readonly [number, number]
    expect(mirrored[0]).toBeCloseTo(1 - high, 3)
    expect(mirrored[1]).toBeCloseTo(1 - low, 3)
  })
  it('collapses where nothing varies, one unit included', () => {
    const run = (values: readonly number[]) =>
      bcaMeans({ columns: [values], resamples: 50, random: randomStream(0, 'z') })[0]
    expect(run([0.25, 0.25, 0.25])).toEqual([0.25, 0.25])
    expect(run([0.4])).toEqual([0.4, 0.4])
  })
})
