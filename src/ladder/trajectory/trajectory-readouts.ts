import { type BoundedProbability, isKnown } from '../opening/bounded-statistics.js'
import type { TrajectoryRow } from './trajectory-rows.js'

/** A change of the trigger's probability from one checkpoint to a later one. */
export interface TrajectoryChange {
  readonly from: string
  readonly to: string
  /** log10 after less before; negative for a drop. To a bound it is at most this: a drop at least as large, a rise none. */
  readonly decades: number
  readonly isAtLeast: boolean
  /** Decades for each 1,000 optimiser steps; absent where steps are not known or do not grow. */
  readonly per1000Steps?: number
}

export interface RankCorrelation {
  readonly rho: number
  readonly n: number
}

export interface TrajectoryReadouts {
  /** Steepest by steps where these are known throughout, else largest. */
  readonly largestDrop?: TrajectoryChange
  readonly largestRise?: TrajectoryChange
  /** The most that was lost between any checkpoint and a later one that came of it. */
  readonly erasure?: TrajectoryChange
  /** Names of the checkpoints with the highest lenient score and the highest share of well-formed calls. */
  readonly bestLenient?: TrajectoryRow
  readonly bestStrict?: TrajectoryRow
  /** Spearman's correlation of lenient score and log p; absent below 4 checkpoints, or where bounds leave ranks open. */
  readonly lenientAgainstPrior?: RankCorrelation
}

/** What a trajectory shows. A checkpoint follows its parent where that is among them, else the one before it. */
export function trajectoryReadouts(rows: readonly TrajectoryRow[]): TrajectoryReadouts {
  const steps = rows.flatMap((row, at) => {
    const before = parentOf(rows, at)
    return before === undefined ? [] : (changeOf(before, row) ?? [])
  })
  const slopes = steps.every(({ per1000Steps }) => per1000Steps !== undefined)
  const size = ({ per1000Steps, decades }: TrajectoryChange): number =>
    slopes && per1000Steps !== undefined ? per1000Steps : decades
  const drop = extreme(
    steps.filter(({ decades }) => decades < 0),
    (one) => -size(one),
  )
  const rise = extreme(
    steps.filter(({ decades, isAtLeast }) => decades > 0 && !isAtLeast),
    size,
  )
  const erasure = extreme(
    rows.flatMap((row, at) => ancestorsOf(rows, at).flatMap((before) => changeOf(before, row) ?? [])),
    ({ decades }) => -decades,
  )
  const lenient = extreme(
    rows.filter((row) => row.lenient.n > 0),
    shareOf('lenient'),
  )
  const strict = extreme(
    rows.filter((row) => row.wellFormed.n > 0),
    shareOf('wellFormed'),
  )
  const correlation = lenientAgainstPrior(rows)
  return {
    ...(drop === undefined ? {} : { largestDrop: drop }),
    ...(rise === undefined ? {} : { largestRise: rise }),
    ...(erasure === undefined || erasure.decades >= 0 ? {} : { erasure }),
    ...(lenient === undefined ? {} : { bestLenient: lenient }),
    ...(strict === undefined ? {} : { bestStrict: strict }),
    ...(correlation === undefined ? {} : { lenientAgainstPrior: correlation }),
  }
}

function shareOf(which: 'lenient' | 'wellFormed'): (row: TrajectoryRow) => number {
  return (row) => row[which].right / row[which].n
}

/** The first of those with the largest value. */
function extreme<T>(all: readonly T[], scoreOf: (one: T) => number): T | undefined {
  let best: { readonly one: T; readonly value: number } | undefined
  for (const one of all) {
    const value = scoreOf(one)
    if (best === undefined || value > best.value) best = { one, value }
  }
  return best?.one
}

function parentOf(rows: readonly TrajectoryRow[], at: number): TrajectoryRow | undefined {
  const { parent } = rows[at] ?? {}
  if (parent === undefined) return rows[at - 1]
  return rows.find(({ name }) => name === parent)
}

function ancestorsOf(rows: readonly TrajectoryRow[], at: number): readonly TrajectoryRow[] {
  const found: TrajectoryRow[] = []
  let place = at
  // Whoever names parents in a circle gets each once.
  while (found.length < rows.length) {
    const before = parentOf(rows, place)
    if (before === undefined || found.includes(before) || before === rows[at]) break
    found.push(before)
    place = rows.indexOf(before)
  }
  return found
}

/** Undefined where the earlier probability is a bound, or there is none. */
function changeOf(before: TrajectoryRow, after: TrajectoryRow): TrajectoryChange | undefined {
  const [from, to] = [before.geometricMean, after.geometricMean]
  if (from === undefined || to === undefined || !isKnown(from)) return undefined
  const decades = Math.log10(to.atMost) - Math.log10(from.atMost)
  const steps = (after.step ?? Number.NaN) - (before.step ?? Number.NaN)
  return {
    from: before.name,
    to: after.name,
    decades,
    isAtLeast: !isKnown(to),
    ...(steps > 0 ? { per1000Steps: (1000 * decades) / steps } : {}),
  }
}

const LEAST_CORRELATED = 4

function lenientAgainstPrior(rows: readonly TrajectoryRow[]): RankCorrelation | undefined {
  const known = rows.flatMap((row) =>
    row.geometricMean === undefined || row.lenient.n === 0
      ? []
      : [{ prior: row.geometricMean, lenient: row.lenient.right / row.lenient.n }],
  )
  if (known.length < LEAST_CORRELATED) return undefined
  const priors = rankable(known.map(({ prior }) => prior))
  if (priors === undefined) return undefined
  const rho = correlation(ranks(priors), ranks(known.map(({ lenient }) => lenient)))
  return rho === undefined ? undefined : { rho, n: known.length }
}

/** One bound below all other values ranks last; more of them, or a higher one, have no rank. */
function rankable(values: readonly BoundedProbability[]): readonly number[] | undefined {
  const bounds = values.filter((value) => !isKnown(value))
  const least = Math.min(...values.filter(isKnown).map(({ atMost }) => atMost))
  if (bounds.length > 1 || bounds.some(({ atMost }) => atMost > least)) return undefined
  return values.map(({ atMost }) => atMost)
}

/** From 1; ties share the mean of their ranks. */
function ranks(values: readonly number[]): readonly number[] {
  return values.map((value) => {
    const below = values.filter((other) => other < value).length
    const equal = values.filter((other) => other === value).length
    return below + (equal + 1) / 2
  })
}

function correlation(x: readonly number[], y: readonly number[]): number | undefined {
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, one) => sum + one, 0) / values.length
  const [meanX, meanY] = [mean(x), mean(y)]
  let [xy, xx, yy] = [0, 0, 0]
  for (const [at, one] of x.entries()) {
    const [dx, dy] = [one - meanX, (y[at] as number) - meanY] // both have one length
    xy += dx * dy
    xx += dx * dx
    yy += dy * dy
  }
  return xx === 0 || yy === 0 ? undefined : xy / Math.sqrt(xx * yy)
}
