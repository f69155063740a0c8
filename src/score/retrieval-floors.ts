import { type Column, type MeanRequest, scoreMeans } from './mean-score.js'
import type { Floor, Score } from './score.js'

/** A null model's values on the items of a column. */
export interface NullValues {
  readonly id: string
  readonly values: readonly number[]
}

export interface FlooredRequest extends MeanRequest {
  /** Of each column the null models. */
  readonly nulls: readonly (readonly NullValues[])[]
}

/**
 * Means of the columns as `scoreMeans` gives them, each with its floor: the null model that scores best on the same
 * items. `at-floor`: the 95 % interval of the paired differences, drawn by clusters where there are enough, holds 0.
 */
export function addFloors({ nulls, ...request }: FlooredRequest): readonly Score[] {
  const { columns } = request
  const strongest = nulls.map(strongestOf)
  const own: Column[] = []
  const differences: Column[] = []
  for (const [at, column] of columns.entries()) {
    const rival = strongest[at]
    if (rival === undefined) continue
    own.push({ about: column.about, values: rival.values })
    differences.push({
      about: column.about,
      values: column.values.map((value, item) => apart(value, rival.values[item] ?? 0)),
    })
  }
  const scores = scoreMeans({ ...request, columns: [...columns, ...own, ...differences] })
  let place = columns.length
  return columns.map((_, at) => {
    const score = scores[at] as Score // one a column
    const rival = strongest[at]
    if (rival === undefined) return score
    const floor = floorOf(rival.id, { null: scores[place], difference: scores[place + own.length] })
    place++
    return score.kind === 'unscored' || floor === undefined ? score : { ...score, floor }
  })
}

/** Sums that are equal but for their rounding are no difference. */
function apart(value: number, other: number): number {
  const difference = value - other
  return Math.abs(difference) < 1e-9 ? 0 : difference
}

function strongestOf(nulls: readonly NullValues[]): NullValues | undefined {
  let best: NullValues | undefined
  let most = Number.NEGATIVE_INFINITY
  for (const one of nulls) {
    const sum = one.values.reduce((total, value) => total + value, 0)
    if (sum <= most) continue
    best = one
    most = sum
  }
  return best
}

function floorOf(
  id: string,
  scores: { readonly null: Score | undefined; readonly difference: Score | undefined },
): Floor | undefined {
  const { null: own, difference } = scores
  if (own?.kind !== 'scored' || difference?.kind !== 'scored') return undefined
  const floor = {
    null: id,
    value: own.value,
    ...(own.interval === undefined ? {} : { interval: own.interval }),
    difference: difference.value,
  }
  if (difference.interval === undefined) return { ...floor, verdict: 'not-enough-data' }
  const [low, high] = difference.interval
  const verdict = low > 0 ? 'above-floor' : high < 0 ? 'below-floor' : 'at-floor'
  return { ...floor, differenceInterval: difference.interval, verdict }
}
