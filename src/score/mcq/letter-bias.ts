import type { McqItem } from '../../benchmark/item.js'
import { randomStream } from '../../numeric/random.js'
import { maxStatisticTest } from '../../stats/max-statistic.js'
import type { ChoiceOutcome } from '../choice/choice-outcome.js'
import type { LedgerRow } from '../run/sample-ledger.js'

/** Whether letters are chosen for their place. */
export interface LetterBias {
  readonly letters: readonly { readonly letter: string; readonly answers: number; readonly chosen: number }[]
  /**
   * Half the sum over letters of |share chosen − share of right answers|: 0 where letters are chosen as often as they
   * are right, up to 1. Above 0 by chance alone where samples are few. Absent where nothing was chosen.
   */
  readonly bias?: number
  /** Pearson's: Σ (chosen − expected)² / expected, letters expected alike. Descriptive: the answers are not independent. */
  readonly chiSquare?: number
  readonly degreesOfFreedom?: number
  /**
   * p of the letter that is chosen too often or too rarely most: options stand at random letters, so that whoever heeds no
   * place chooses each alike; signs are flipped by cluster, the search among letters allowed for.
   */
  readonly p?: number
}

/** Items that the permutation test looks at, at most; the first ones. */
const MOST_TESTED = 20_000

/** How letters were chosen, of the answers that chose one. */
export function letterBias(
  items: readonly McqItem[],
  rows: readonly LedgerRow<ChoiceOutcome>[],
  seed: number,
): LetterBias {
  const counts = new Map<string, { answers: number; chosen: number; expected: number }>()
  const at = (letter: string): { answers: number; chosen: number; expected: number } => {
    const known = counts.get(letter) ?? { answers: 0, chosen: 0, expected: 0 }
    counts.set(letter, known)
    return known
  }
  let total = 0
  const surplus = new Map<number, Map<string, number>>()
  for (const { item, outcome } of rows) {
    if (outcome.label === undefined) continue
    total++
    at(outcome.gold).answers++
    at(outcome.label).chosen++
    const options = (items[item]?.distractors.length ?? 0) + 1
    const own = surplus.get(item) ?? new Map<string, number>()
    if (surplus.size < MOST_TESTED) surplus.set(item, own)
    for (let place = 0; place < options; place++) {
      const letter = String.fromCharCode(65 + place)
      at(letter).expected += 1 / options
      own.set(letter, (own.get(letter) ?? 0) + (outcome.label === letter ? 1 : 0) - 1 / options)
    }
  }
  const letters = [...counts].sort(([left], [right]) => (left < right ? -1 : 1))
  if (total === 0) return { letters: [] }
  const distance = letters.reduce((sum, [, { answers, chosen }]) => sum + Math.abs(chosen - answers), 0)
  const chiSquare = letters.reduce(
    (sum, [, { chosen, expected }]) => sum + (expected > 0 ? (chosen - expected) ** 2 / expected : 0),
    0,
  )
  const p = placeP(
    items,
    letters.map(([letter]) => letter),
    { surplus, seed },
  )
  return {
    letters: letters.map(([letter, { answers, chosen }]) => ({ letter, answers, chosen })),
    bias: distance / (2 * total),
    chiSquare,
    degreesOfFreedom: letters.length - 1,
    ...(p === undefined ? {} : { p }),
  }
}

function placeP(
  items: readonly McqItem[],
  letters: readonly string[],
  {
    surplus,
    seed,
  }: { readonly surplus: ReadonlyMap<number, ReadonlyMap<string, number>>; readonly seed: number },
): number | undefined {
  const clusters = new Map<string, number>()
  const numbers = Array.from(surplus.keys(), (place) => {
    const item = items[place]
    const name = item?.cluster === undefined ? `item ${place}` : `cluster ${item.cluster}`
    const number = clusters.get(name) ?? clusters.size
    clusters.set(name, number)
    return number
  })
  const columns = letters
    .map((letter) => Array.from(surplus.values(), (own) => own.get(letter) ?? 0))
    .filter((column) => column.some((value) => Math.abs(value) > 1e-9))
  // All letters alike in every item: nothing leans anywhere.
  if (columns.length === 0 || clusters.size < 2) return columns.length === 0 ? 1 : undefined
  const sums = columns.map((column) => {
    const own = new Array<number>(clusters.size).fill(0)
    for (const [at, value] of column.entries()) {
      const number = numbers[at] as number
      own[number] = (own[number] as number) + value
    }
    return own.map((value) => (Math.abs(value) > 1e-9 ? value : 0))
  })
  const filled = sums.filter((column) => column.some((value) => value !== 0))
  if (filled.length === 0) return 1
  const { p } = maxStatisticTest({
    columns: filled,
    alternative: 'two-sided',
    permutations: clusters.size > 2000 ? 1000 : 10_000,
    random: randomStream(seed, 'letter bias'),
  })
  return Math.min(...p)
}
