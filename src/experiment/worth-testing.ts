import { tokenizers } from '../text/tokenize.js'
import type { LostQuery, WordWeight } from './lost-queries.js'

/** A change of one text that would be worth an experiment of its own. Nothing is changed by Assay. */
export type WorthTesting =
  /** Put words back that the text before had. */
  | {
      readonly kind: 'restore-words'
      readonly tool: string
      readonly words: readonly string[]
      readonly queries: number
    }
  /** Say words that queries use and that stand in the rival's text alone. */
  | {
      readonly kind: 'add-words'
      readonly tool: string
      readonly words: readonly string[]
      readonly queries: number
    }
  /** Say in both texts when to use which. */
  | { readonly kind: 'tell-apart'; readonly tool: string; readonly rival: string; readonly queries: number }

export interface WorthRequest {
  /** Name after. */
  readonly tool: string
  readonly lost: readonly LostQuery[]
}

/** Words named in one change. */
const WORDS = 5
/** A rival that took this share of what was lost is worth telling apart. */
const RIVAL_SHARE = 0.5

/**
 * What would be worth testing for a tool that lost queries, the likeliest first: words that it lost, else words that the
 * rivals have and it lacks; then the rival that took half of what was lost or more. Judged by words alone: whether a
 * change helps, the next experiment says.
 */
export function worthTesting({ tool, lost }: WorthRequest): readonly WorthTesting[] {
  if (lost.length === 0) return []
  const restored = commonWords(lost, ({ lostWords }) => lostWords)
  const added = commonWords(lost, ({ rivalWords }) => rivalWords)
  const rivals = new Map<string, number>()
  for (const { to } of lost) if (to !== undefined) rivals.set(to, (rivals.get(to) ?? 0) + 1)
  const [rival] = [...rivals].sort((left, right) => right[1] - left[1])
  const changes: WorthTesting[] = []
  if (restored.words.length > 0) changes.push({ kind: 'restore-words', tool, ...restored })
  else if (added.words.length > 0) changes.push({ kind: 'add-words', tool, ...added })
  if (rival !== undefined && rival[1] >= 2 && rival[1] >= RIVAL_SHARE * lost.length) {
    changes.push({ kind: 'tell-apart', tool, rival: rival[0], queries: rival[1] })
  }
  return changes
}

/** Words by falling weight over all lost queries, stop words left out, and how many queries hold any of them. */
function commonWords(
  lost: readonly LostQuery[],
  wordsOf: (query: LostQuery) => readonly WordWeight[],
): { readonly words: readonly string[]; readonly queries: number } {
  const sums = new Map<string, number>()
  for (const query of lost) {
    for (const { word, weight } of wordsOf(query)) sums.set(word, (sums.get(word) ?? 0) + weight)
  }
  const words = [...sums]
    .filter(([word]) => tokenizers.t3.tokens(word).length > 0)
    .sort((left, right) => right[1] - left[1])
    .slice(0, WORDS)
    .map(([word]) => word)
  const chosen = new Set(words)
  return {
    words,
    queries: lost.filter((query) => wordsOf(query).some(({ word }) => chosen.has(word))).length,
  }
}
