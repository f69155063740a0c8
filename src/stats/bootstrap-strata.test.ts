import { describe, expect, it } from 'vitest'
import { randomStream } from '../numeric/random.js'
import { bootstrapStrata } from './bootstrap-strata.js'
import { bootstrapSums } from './bootstrap-sums.js'

const random = (label: string) => randomStream(0, label)
/** Numbers without a pattern. */
const column = (units: number, label: string): number[] => {
  const stream = random(label)
  return Array.from({ length: units }, () => stream.below(5))
}
const ratio = (top: number, bottom: number) => top / bottom

describe('bootstrapStrata', () => {
  it('with one stratum is the bootstrap of sums', () => {
    const columns = [column(40, 'top'), column(40, 'bottom')]
    const [plain] = bootstrapSums({
      columns,
      statistics: [(sums) => ratio(sums[0] as number, sums[1] as number)],
      resamples: 2000,
      random: random('draw'),
    })
    const [stratified] = bootstrapStrata({
      strata: [{ units: 40, columns }],
      statistics: [([sums]) => ratio(sums?.[0] as number, sums?.[1] as number)],
      resamples: 2000,
      random: random('draw'),
    })
    expect(stratified).toEqual(plain)
  })
  it('shows none of the spread between strata', () => {
    const strata = [0, 1].map((value) => ({ units: 30, columns: [Array.from({ length: 30 }, () => value)] }))
    const mean = (sums: readonly Float64Array[]) => ((sums[0]?.[0] ?? 0) + (sums[1]?.[0] ?? 0)) / 60
    expect(bootstrapStrata({ strata, statistics: [mean], resamples: 500, random: random('x') })).toEqual([
      [0.5, 0.5],
    ])
  })
  it('has the spread of a mean of means: √(Σ s²/n) / number of strata', () => {
    const values = [column(200, 'a'), column(50, 'b')]
    const strata = values.map((own) => ({ units: own.length, columns: [own] }))
    const mean = (sums: readonly Float64Array[]) => ((sums[0]?.[0] ?? 0) / 200 + (sums[1]?.[0] ?? 0) / 50) / 2
    const [interval] = bootstrapStrata({
      strata,
      statistics: [mean],
      resamples: 20_000,
      random: random('spread'),
    })
    const variance = values.reduce((sum, own) => {
      const middle = own.reduce((a, b) => a + b, 0) / own.length
      return sum + own.reduce((a, b) => a + (b - middle) ** 2, 0) / own.length / own.length
    }, 0)
    const width = 2 * 1.96 * (Math.sqrt(variance) / 2)
    expect((interval?.[1] as number) - (interval?.[0] as number)).toBeCloseTo(width, 1)
  })
  it('says nothing where more than 1 in 100 draws leave the statistic undefined', () => {
    const strata = [{ units: 3, columns: [[1, 0, 0]] }]
    const statistics = [([sums]: readonly Float64Array[]) => 1 / (sums?.[0] as number)]
    expect(bootstrapStrata({ strata, statistics, resamples: 1000, random: random('x') })).toEqual([undefined])
  })
  it('refuses a stratum without units, and a column of another length', () => {
    const request = { statistics: [], resamples: 10, random: random('x') }
    expect(() => bootstrapStrata({ ...request, strata: [{ units: 0, columns: [] }] })).toThrow(RangeError)
    expect(() => bootstrapStrata({ ...request, strata: [{ units: 2, columns: [[1]] }] })).toThrow(
      /1 values for 2/,
    )
  })
})
