import { meanOf } from '../stats/mean.js'
import { percent } from '../text/number-text.js'
import type { Answers, ItemAnswer } from './item-answer.js'

/** How far runs of one prompt lie apart. */
export interface RunSpread {
  /** Trials in which every item counted here was answered. */
  readonly runs: number
  /** Largest mean of a trial less the smallest, on the side where that is more. Unit: as the measure. Absent below two runs. */
  readonly spread?: number
}

/** Runs that it takes to see how far runs of one prompt lie apart. */
export const RUNS_NEEDED = 3

export interface SpreadRequest {
  readonly sides: readonly Answers[]
  /** Items that count. */
  readonly ids: readonly string[]
  readonly value: (answer: ItemAnswer) => number | undefined
}

/**
 * The spread of the means of trials on each side, over items that were answered in every trial of that side, so that means
 * of different items are not compared. The larger of the sides counts.
 */
export function spreadOf({ sides, ids, value }: SpreadRequest): RunSpread {
  const all = sides.map((answers) => trialMeans(answers, { ids, value }))
  const runs = Math.min(...all.map((means) => means.length))
  if (!(runs >= 2)) return { runs: Math.max(0, runs) }
  return { runs, spread: Math.max(...all.map((means) => Math.max(...means) - Math.min(...means))) }
}

function trialMeans(
  answers: Answers,
  { ids, value }: Pick<SpreadRequest, 'ids' | 'value'>,
): readonly number[] {
  const columns = ids.flatMap((id) => {
    const trials = answers.get(id)?.map((answer) => (answer === undefined ? undefined : value(answer)))
    return trials === undefined ? [] : [trials]
  })
  const trials = Math.max(0, ...columns.map((column) => column.length))
  const whole = columns.filter(
    (column) => column.length === trials && column.every((one) => one !== undefined),
  )
  if (whole.length === 0) return []
  return Array.from({ length: trials }, (_, trial) => meanOf(whole.map((column) => column[trial] as number))) // whole
}

/** Why a difference is not to be believed for the spread of runs; undefined where it may be. */
export function doubtOf({ runs, spread }: RunSpread, difference: number): string | undefined {
  if (runs < RUNS_NEEDED || spread === undefined) {
    return `${RUNS_NEEDED} runs of one prompt are needed to see how far they lie apart, and there ${runs === 1 ? 'is' : 'are'} ${runs}`
  }
  if (Math.abs(difference) >= spread) return undefined
  return `runs of one prompt lie ${percent(spread)} points apart, and the difference is ${percent(Math.abs(difference))}`
}
