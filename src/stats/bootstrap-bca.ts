import { addUp, type BootstrapRequest, DEFAULT_RESAMPLES, drawCounts, gatherUnits } from './bootstrap.js'
import { checkTimes } from './checked-columns.js'
import { CONFIDENCE, type Interval, quantileOfSorted } from './interval.js'
import { normalCdf, normalQuantile } from './normal.js'

/**
 * 95 % BCa bootstrap intervals of the columns' means (bias-corrected and accelerated): the percentile interval with its
 * two shares moved for the bias z₀ of the draws and for how the spread changes with the mean, a,
 *
 *     share' = Φ(z₀ + (z₀ + z) / (1 − a (z₀ + z)))        z = ±1.96
 *     z₀ = Φ⁻¹(share of draws below the mean, ties half)   a = Σ u³ / (6 (Σ u²)^1.5)
 *
 * with u how far the mean without one unit lies below the mean of those means. Units are items, or whole clusters, as in
 * `bootstrapMeans`, whose draws it shares for the same stream. Better than the percentile interval where means are
 * skewed and units many; with few units it is no cure.
 *
 * @returns for each column its interval; both bounds the value where all units are alike; undefined where every draw
 * fell to one side or there is only one unit.
 * @throws {RangeError} as `bootstrapMeans` does.
 * @see Efron, Journal of the American Statistical Association 82 (1987).
 */
export function bcaMeans(request: BootstrapRequest): readonly (Interval | undefined)[] {
  const { columns, random, resamples = DEFAULT_RESAMPLES } = request
  checkTimes(resamples, 'resamples')
  const units = gatherUnits(columns, request.clusters)
  const counts = new Uint32Array(units.count)
  const totals = new Float64Array(columns.length)
  const means = columns.map(() => new Float64Array(resamples))
  for (let resample = 0; resample < resamples; resample++) {
    drawCounts(counts, random)
    const items = addUp(units, counts, totals)
    for (const [column, mean] of means.entries()) mean[resample] = (totals[column] as number) / items
  }
  counts.fill(1)
  const items = addUp(units, counts, totals)
  return means.map((drawn, column) => {
    const total = totals[column] as number
    const without = new Float64Array(units.count)
    for (let unit = 0; unit < units.count; unit++) {
      const sum = units.sums[unit * units.width + column] as number
      without[unit] = (total - sum) / (items - (units.sizes[unit] as number))
    }
    return bcaInterval(drawn.sort(), { value: total / items, without })
  })
}

/** @param without the value without each unit */
function bcaInterval(
  sorted: Float64Array,
  { value, without }: { readonly value: number; readonly without: Float64Array },
): Interval | undefined {
  const bias = biasOf(sorted, value)
  if (sorted[0] === sorted[sorted.length - 1]) return [value, value]
  const acceleration = accelerationOf(without)
  if (!(Number.isFinite(bias) && Number.isFinite(acceleration))) return undefined
  const bound = (tail: number): number => {
    const z = bias + normalQuantile(tail)
    return quantileOfSorted(sorted, normalCdf(bias + z / (1 - acceleration * z)))
  }
  const tail = (1 - CONFIDENCE) / 2
  return [bound(tail), bound(1 - tail)]
}

/** z₀; draws that rounding alone parts from the value count as equal to it. */
function biasOf(sorted: Float64Array, value: number): number {
  const slack = 1e-12 * Math.max(1, Math.abs(value))
  let below = 0
  let equal = 0
  for (const drawn of sorted) {
    if (drawn < value - slack) below++
    else if (drawn <= value + slack) equal++
  }
  return normalQuantile((below + equal / 2) / sorted.length)
}

function accelerationOf(without: Float64Array): number {
  const middle = without.reduce((sum, value) => sum + value, 0) / without.length
  let squares = 0
  let cubes = 0
  for (const value of without) {
    const gap = middle - value
    squares += gap * gap
    cubes += gap * gap * gap
  }
  return cubes / (6 * squares ** 1.5)
}
