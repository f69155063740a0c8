import { tokenizers } from '../../text/tokenize.js'
import type { QaItem } from '../item.js'
import { clusterNumbers } from './cluster-numbers.js'
import type { LearntRule } from './favourite-option.js'

interface Counts {
  /** Questions that hold the word, by answer. */
  yes: number
  no: number
}

/**
 * Naive Bayes over the words of the question, without the tool: which answer do questions with such words have in other
 * clusters? Bernoulli counts of presence, add-one smoothing, both answers taken for equally likely beforehand; a question
 * that points nowhere is answered either way. How many questions have either answer is counted over all clusters: with
 * the own one left out, the answer that is rarer elsewhere would give itself away. Deterministic, and linear in the words.
 */
export function bagOfWords(items: readonly QaItem[]): LearntRule {
  const { numbers } = clusterNumbers(items)
  const words = items.map(({ question }) => [...new Set(tokenizers.t1.tokens(question))])
  const total = new Tables()
  const own = new Map<number, Tables>()
  for (const [place, item] of items.entries()) {
    const cluster = numbers[place] as number // one number an item
    const table = own.get(cluster) ?? new Tables()
    own.set(cluster, table)
    for (const tables of [total, table]) tables.add(item.answer, words[place] ?? [])
  }
  const chosen = (place: number, without: Tables | undefined): number => {
    let odds = 0
    for (const word of words[place] ?? []) {
      const { yes, no } = minus(total.words.get(word), without?.words.get(word))
      odds += Math.log((yes + 1) / (total.items.yes + 2)) - Math.log((no + 1) / (total.items.no + 2))
    }
    if (Math.abs(odds) < 1e-9) return 0.5
    return odds > 0 === (items[place]?.answer === 'yes') ? 1 : 0
  }
  const weights = { yes: 0.5 / Math.max(1, total.items.yes), no: 0.5 / Math.max(1, total.items.no) }
  return {
    outOfFold: Float64Array.from(items, (_, place) => chosen(place, own.get(numbers[place] as number))),
    inSample: items.reduce((sum, { answer }, place) => sum + chosen(place, undefined) * weights[answer], 0),
  }
}

class Tables {
  readonly items: Counts = { yes: 0, no: 0 }
  readonly words = new Map<string, Counts>()

  add(answer: 'yes' | 'no', words: readonly string[]): void {
    this.items[answer]++
    for (const word of words) {
      const counts = this.words.get(word) ?? { yes: 0, no: 0 }
      counts[answer]++
      this.words.set(word, counts)
    }
  }
}

function minus(from: Counts | undefined, less: Counts | undefined): Counts {
  return { yes: (from?.yes ?? 0) - (less?.yes ?? 0), no: (from?.no ?? 0) - (less?.no ?? 0) }
}
