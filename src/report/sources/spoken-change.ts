import { isJsonArray, type JsonObject } from '../../text/json.js'
import { numberIn, textIn } from '../../text/json-members.js'
import { pointsInterval, signedPoints } from '../../text/number-text.js'
import type { Weight } from '../pages/overview-page.js'

const WEIGHTS: Readonly<Record<string, Weight>> = {
  better: 'good',
  worse: 'bad',
  'no-difference-shown': 'info',
  'not-enough-data': 'unmeasured',
}

/** A paired difference, as comparisons and experiments write it. */
export function changeWeight(change: JsonObject): Weight {
  return WEIGHTS[textIn(change, 'verdict') ?? ''] ?? 'info'
}

/** In points, with what it rests on. */
export function changeSentence(change: JsonObject): string {
  const difference = numberIn(change, 'difference')
  const verdict = textIn(change, 'verdict') ?? 'not judged'
  if (difference === undefined) return `${verdict}.`
  const n = numberIn(change, 'n')
  const [low, high] = intervalOf(change)
  const range = low === null || high === null ? '' : ` ${pointsInterval([low, high])}`
  const needed = verdict === 'not-enough-data' ? numberIn(change, 'needed') : undefined
  const more = needed === undefined ? '' : `; about ${Math.ceil(needed)} items would tell`
  return `${signedPoints(difference)} points${range}${n === undefined ? '' : ` (n = ${n})`}, ${verdict}${more}.`
}

export const changeColumns = ['n', 'difference', 'low', 'high', 'adjusted p', 'verdict'] as const

export function changeCells(change: JsonObject): readonly (string | number | null)[] {
  const [low, high] = intervalOf(change)
  return [
    numberIn(change, 'n') ?? null,
    numberIn(change, 'difference') ?? null,
    low,
    high,
    numberIn(change, 'adjustedP') ?? numberIn(change, 'p') ?? null,
    textIn(change, 'verdict') ?? null,
  ]
}

function intervalOf({ interval }: JsonObject): readonly [number | null, number | null] {
  const [low, high] = isJsonArray(interval) ? interval : []
  return typeof low === 'number' && typeof high === 'number' ? [low, high] : [null, null]
}
