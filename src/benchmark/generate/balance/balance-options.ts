import { type RandomStream, shuffled } from '../../../numeric/random.js'
import { evenPlaces } from './even-places.js'
import { CueReader } from './option-cues.js'

/** An accepted multiple-choice question whose wrong options are still to be chosen. */
export interface OptionCandidate {
  readonly question: string
  readonly answer: string
  /** Every wrong option that may be shown: distinct, none equal to the answer. At most 32 are looked at. */
  readonly wrong: readonly string[]
}

export interface BalanceOptionsRequest<C extends OptionCandidate> {
  readonly candidates: readonly C[]
  readonly random: RandomStream
  /** Wrong options of an item; default 3. */
  readonly distractors?: number
  /** Items wanted; default all. With more candidates than that, those that keep the set even are taken. */
  readonly size?: number
}

export interface BalancedOptions<C extends OptionCandidate> {
  /** In the order of the candidates. */
  readonly items: readonly { readonly candidate: C; readonly distractors: readonly string[] }[]
  readonly left: readonly { readonly candidate: C; readonly reason: 'too-few-distractors' | 'surplus' }[]
  /** How many answers are the shortest option, the second shortest, and so on; answers as long as another option are in none. */
  readonly lengthRanks: readonly number[]
}

const MAX_WRONG = 32
const MAX_PASSES = 12

/**
 * Chooses the wrong options of all items at once, so that what can be seen without the tool says nothing over the set:
 * the answer is the shortest option as often as any other place in length, and each text, each word, and the words
 * shared with the question stand in answers about as often as chance has it. Which items are kept depends on places in
 * length alone, and only where there are more candidates than `size`.
 *
 * Places in length are as even as the candidates allow (an exact assignment); the rest is a local search of at most 12
 * rounds over single exchanges. The same candidates and stream give the same choice.
 */
export function balanceOptions<C extends OptionCandidate>({
  candidates,
  random,
  distractors = 3,
  size = candidates.length,
}: BalanceOptionsRequest<C>): BalancedOptions<C> {
  const left: { candidate: C; reason: 'too-few-distractors' | 'surplus' }[] = []
  const drafts: Draft<C>[] = []
  for (const [order, candidate] of candidates.entries()) {
    const wrong = shuffled(distinctWrong(candidate), random)
    if (wrong.length < distractors) left.push({ candidate, reason: 'too-few-distractors' })
    else drafts.push(draftOf({ candidate, order, wrong, distractors }))
  }
  const places = distractors + 1
  const order = shuffled([...drafts.keys()], random)
  const given = evenPlaces({
    allowed: order.map((at) => (drafts[at] as Draft<C>).ranks), // an index of drafts
    places,
    size,
  })
  const kept: Draft<C>[] = []
  const spare: Draft<C>[] = []
  for (const [index, at] of order.entries()) {
    const draft = drafts[at] as Draft<C> // as above
    const rank = given[index]
    if (rank === undefined) spare.push(draft)
    else {
      choose(draft, rank, distractors)
      kept.push(draft)
    }
  }
  // Items that no free place takes fill what is still wanted: fewer items would be no more even.
  for (const draft of spare) {
    if (kept.length >= size) left.push({ candidate: draft.candidate, reason: 'surplus' })
    else {
      choose(draft, draft.ranks[0], distractors)
      kept.push(draft)
    }
  }
  kept.sort((one, other) => one.order - other.order)
  exchange(kept)
  return {
    items: kept.map(({ candidate, chosen }) => ({ candidate, distractors: [...chosen] })),
    left,
    lengthRanks: countRanks(kept, places),
  }
}

interface Draft<C extends OptionCandidate> {
  readonly candidate: C
  readonly order: number
  readonly shorter: readonly string[]
  readonly longer: readonly string[]
  readonly wrong: readonly string[]
  /** Places in length that the answer can take, 0 the shortest. */
  readonly ranks: readonly number[]
  chosen: string[]
}

function distinctWrong({ answer, wrong }: OptionCandidate): readonly string[] {
  return [...new Set(wrong)].filter((text) => text !== answer).slice(0, MAX_WRONG)
}

interface DraftRequest<C extends OptionCandidate> {
  readonly candidate: C
  readonly order: number
  readonly wrong: readonly string[]
  readonly distractors: number
}

function draftOf<C extends OptionCandidate>({
  candidate,
  order,
  wrong,
  distractors,
}: DraftRequest<C>): Draft<C> {
  const own = lengthOf(candidate.answer)
  const shorter = wrong.filter((text) => lengthOf(text) < own)
  const longer = wrong.filter((text) => lengthOf(text) > own)
  const ranks: number[] = []
  for (let rank = 0; rank <= distractors; rank++) {
    if (shorter.length >= rank && longer.length >= distractors - rank) ranks.push(rank)
  }
  return { candidate, order, shorter, longer, wrong, ranks, chosen: [] }
}

function lengthOf(text: string): number {
  return [...text].length
}

/** Without a rank, whatever comes first: the answer is as long as too many of its wrong options. */
function choose<C extends OptionCandidate>(
  draft: Draft<C>,
  rank: number | undefined,
  distractors: number,
): void {
  const { shorter, longer, wrong } = draft
  draft.chosen =
    rank === undefined
      ? wrong.slice(0, distractors)
      : [...shorter.slice(0, rank), ...longer.slice(0, distractors - rank)]
}

/** Exchanges single options for others of the same side in length while that makes the set more even. */
function exchange<C extends OptionCandidate>(drafts: readonly Draft<C>[]): void {
  const sums = new Map<string, number>()
  const reader = new CueReader()
  const cuesOf = ({ candidate }: Draft<C>, distractors: readonly string[]): ReadonlyMap<string, number> =>
    reader.cuesOf({ question: candidate.question, answer: candidate.answer, distractors })
  for (const draft of drafts) add(sums, cuesOf(draft, draft.chosen), 1)
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    let improved = false
    for (const draft of drafts) {
      const before = cuesOf(draft, draft.chosen)
      let best: { readonly chosen: string[]; readonly cues: ReadonlyMap<string, number> } | undefined
      let bestChange = -1e-9
      for (const chosen of neighbours(draft)) {
        const cues = cuesOf(draft, chosen)
        const change = changeOf(sums, before, cues)
        if (change >= bestChange) continue
        bestChange = change
        best = { chosen, cues }
      }
      if (best === undefined) continue
      add(sums, before, -1)
      add(sums, best.cues, 1)
      draft.chosen = best.chosen
      improved = true
    }
    if (!improved) return
  }
}

function* neighbours<C extends OptionCandidate>(draft: Draft<C>): Generator<string[]> {
  const own = lengthOf(draft.candidate.answer)
  const side = (text: string): number => Math.sign(lengthOf(text) - own)
  for (const [at, out] of draft.chosen.entries()) {
    for (const text of draft.wrong) {
      if (draft.chosen.includes(text) || side(text) !== side(out)) continue
      yield draft.chosen.with(at, text)
    }
  }
}

function add(sums: Map<string, number>, cues: ReadonlyMap<string, number>, times: 1 | -1): void {
  for (const [cue, value] of cues) sums.set(cue, (sums.get(cue) ?? 0) + times * value)
}

/** By how much the sum of squares changes when one item's cues take the place of others. */
function changeOf(
  sums: ReadonlyMap<string, number>,
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): number {
  let change = 0
  for (const cue of new Set([...before.keys(), ...after.keys()])) {
    const sum = sums.get(cue) ?? 0
    const moved = sum - (before.get(cue) ?? 0) + (after.get(cue) ?? 0)
    change += moved * moved - sum * sum
  }
  return change
}

function countRanks<C extends OptionCandidate>(
  drafts: readonly Draft<C>[],
  places: number,
): readonly number[] {
  const counts = new Array<number>(places).fill(0)
  for (const { candidate, chosen } of drafts) {
    const own = lengthOf(candidate.answer)
    if (chosen.some((text) => lengthOf(text) === own)) continue
    const rank = chosen.filter((text) => lengthOf(text) < own).length
    counts[rank] = (counts[rank] ?? 0) + 1
  }
  return counts
}
