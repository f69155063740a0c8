import { type RandomStream, shuffled } from '../../../numeric/random.js'

/** An accepted yes-or-no question. */
export interface PairCandidate {
  /** Two questions of one pair ask for the same predicate, of a tool that has it and of one that has not. */
  readonly pair: string
  readonly answer: 'yes' | 'no'
  /** What the pair is made from; pairs are taken from all of them in turn. */
  readonly cluster?: string
}

export interface BalancePairsRequest<C extends PairCandidate> {
  readonly candidates: readonly C[]
  readonly random: RandomStream
  /** Items wanted, an odd number is rounded down; default all. */
  readonly size?: number
}

export interface BalancedPairs<C extends PairCandidate> {
  /** Whole pairs only, in random order, so that the place of an item says nothing of its answer. */
  readonly items: readonly C[]
  readonly left: readonly { readonly candidate: C; readonly reason: 'no-counterpart' | 'surplus' }[]
}

/**
 * Makes yes and no equally frequent, pair by pair, out of what was accepted: of each pair one yes and one no, and where
 * more pairs are whole than are wanted, pairs of every cluster in turn. Any rule that sees the question alone is then
 * right on one half, where both questions of a pair have the same words.
 */
export function balancePairs<C extends PairCandidate>({
  candidates,
  random,
  size = candidates.length,
}: BalancePairsRequest<C>): BalancedPairs<C> {
  const pairs = new Map<string, { yes: C[]; no: C[] }>()
  for (const candidate of candidates) {
    const known = pairs.get(candidate.pair) ?? { yes: [], no: [] }
    pairs.set(candidate.pair, known)
    known[candidate.answer].push(candidate)
  }
  const left: { candidate: C; reason: 'no-counterpart' | 'surplus' }[] = []
  const whole: (readonly [C, C])[] = []
  for (const { yes, no } of pairs.values()) {
    const [positive, ...moreYes] = yes
    const [negative, ...moreNo] = no
    const isWhole = positive !== undefined && negative !== undefined
    if (isWhole) whole.push([positive, negative])
    for (const candidate of isWhole ? [...moreYes, ...moreNo] : [...yes, ...no]) {
      left.push({ candidate, reason: 'no-counterpart' })
    }
  }
  const inTurn = byTurns(shuffled(whole, random), ([{ cluster }]) => cluster ?? '')
  const wanted = Math.floor(size / 2)
  for (const pair of inTurn.slice(wanted)) {
    for (const candidate of pair) left.push({ candidate, reason: 'surplus' })
  }
  return { items: shuffled(inTurn.slice(0, wanted).flat(), random), left }
}

/** The first of every group, then the second of every group, and so on. */
function byTurns<T>(values: readonly T[], groupOf: (value: T) => string): readonly T[] {
  const turns: T[][] = []
  const counts = new Map<string, number>()
  for (const value of values) {
    const group = groupOf(value)
    const turn = counts.get(group) ?? 0
    counts.set(group, turn + 1)
    const row = turns[turn]
    if (row === undefined) turns.push([value])
    else row.push(value)
  }
  return turns.flat()
}
