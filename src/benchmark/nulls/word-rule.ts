import { randomStream } from '../../numeric/random.js'
import { maxStatisticTest } from '../../stats/max-statistic.js'
import { tokenizers } from '../../text/tokenize.js'
import type { McqItem, QaItem } from '../item.js'

/** What the best single-word rule scores on the items that it was searched for, and on clusters that it never saw. */
export interface WordRule {
  /** In words, e.g. `audio → no, else yes`; undefined where no word was worth a rule. */
  readonly rule?: string
  /** On the items that it was searched for: too high, for the search chose it. */
  readonly inSample: number
  /** One value an item: how often the rule that was found without the item's cluster is right. */
  readonly outOfFold: Float64Array
  /** p of the best word, the search allowed for: max-statistic permutation by cluster. Absent without words. */
  readonly p?: number
  /** Words that were tried. */
  readonly words: number
}

export interface WordSearch {
  readonly seed: number
  /** Default 10,000; fewer where there are many words and clusters. */
  readonly permutations?: number
}

/** Rarer words say nothing that generalises. */
const LEAST_ITEMS = 3
const MOST_WORDS = 2000
/** Clusters are dealt to at most so many folds. */
const MOST_FOLDS = 100
/** Words by clusters that are held at once, and steps that the permutations may take. */
const MOST_CELLS = 4_000_000
const MOST_STEPS = 100_000_000

/**
 * Searches the word of QA questions that tells the answer best: `word → no, else yes`, or the other way about, by
 * balanced accuracy. The rule never sees the tool.
 */
export function qaWordRule(items: readonly QaItem[], search: WordSearch): WordRule {
  const classes = { yes: 0, no: 0 }
  for (const { answer } of items) classes[answer]++
  const weights = { yes: 1 / Math.max(1, classes.yes), no: 1 / Math.max(1, classes.no) }
  const scale = 1 / (Number(classes.yes > 0) + Number(classes.no > 0) || 1)
  const share = classes.no / Math.max(1, items.length)
  const held = new Map<QaItem, Words>()
  for (const item of items) held.set(item, new Set(tokenizers.t1.tokens(item.question)))
  const task: SearchTask<QaItem> = {
    items,
    wordsOf: (item) => held.get(item) ?? NO_WORDS,
    // Without a word: half of both classes, so that no constant answer seems a rule.
    without: ({ answer }) => 0.5 * weights[answer] * scale,
    directions: [
      {
        name: (word) => `${word} → no, else yes`,
        right: ({ answer }, has) => ((answer === 'no') === has ? 1 : 0),
      },
      {
        name: (word) => `${word} → yes, else no`,
        right: ({ answer }, has) => ((answer === 'yes') === has ? 1 : 0),
      },
    ],
    weightOf: ({ answer }) => weights[answer] * scale,
    chanceOf: () => 0.5,
    surplus: ({ answer }) => (answer === 'no' ? 1 : 0) - share,
    alternative: 'two-sided',
  }
  return searchWord(task, search)
}

/**
 * Searches the word of MCQ options that the answer holds most often: the rule chooses the option that holds it (of
 * several, any), and where none does, any option. It never sees the tool.
 */
export function mcqWordRule(items: readonly McqItem[], search: WordSearch): WordRule {
  const weight = 1 / Math.max(1, items.length)
  const chanceOf = ({ distractors }: McqItem): number => 1 / (distractors.length + 1)
  const held = new Map<McqItem, ReadonlyMap<string, number>>()
  for (const item of items) held.set(item, optionWords(item))
  const task: SearchTask<McqItem> = {
    items,
    wordsOf: (item) => held.get(item) ?? NO_WORDS,
    without: (item) => chanceOf(item) * weight,
    directions: [
      {
        name: (word) => `the option with "${word}", else any`,
        right: (item, has, word) => (has ? (held.get(item)?.get(word) ?? 0) : chanceOf(item)),
      },
    ],
    weightOf: () => weight,
    chanceOf,
    surplus: (item, word) => (held.get(item)?.get(word) ?? 0) - chanceOf(item),
    alternative: 'greater',
  }
  return searchWord(task, search)
}

/** Words of the options, each with how often "an option that holds it" is the answer. */
function optionWords({ answer, distractors }: McqItem): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  const own = new Set(tokenizers.t1.tokens(answer))
  for (const word of own) counts.set(word, 1)
  for (const option of distractors) {
    for (const word of new Set(tokenizers.t1.tokens(option))) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return new Map([...counts].map(([word, count]) => [word, own.has(word) ? 1 / count : 0]))
}

/** Words that an item holds: a set, or the keys of a map. */
type Words = Pick<ReadonlySet<string>, 'has' | 'keys'>

const NO_WORDS: Words = new Set()

interface SearchTask<I extends McqItem | QaItem> {
  readonly items: readonly I[]
  /** Asked for more than once an item. */
  wordsOf(item: I): Words
  /** What an item adds to the worth of having no rule. */
  without(item: I): number
  readonly directions: readonly {
    name(word: string): string
    /** How often the rule is right on the item. */
    right(item: I, has: boolean, word: string): number
  }[]
  /** What an item that is right adds to the worth of a rule. */
  weightOf(item: I): number
  /** How often an answer without a rule is right. */
  chanceOf(item: I): number
  /** For the permutation test: by how much the word is better than expected on an item that has it. */
  surplus(item: I, word: string): number
  readonly alternative: 'two-sided' | 'greater'
}

interface Rule {
  readonly word: string
  readonly direction: number
}

function searchWord<I extends McqItem | QaItem>(task: SearchTask<I>, search: WordSearch): WordRule {
  const { items } = task
  const clusters = clusterNumbers(items)
  // Of 200,000 items, more than a call takes as arguments.
  const count = clusters.reduce((most, cluster) => Math.max(most, cluster), 0) + 1
  const words = frequentWords(task, Math.max(1, Math.floor(MOST_CELLS / count)))
  const folds = foldsOf(clusters, count)
  const foldCount = Math.min(count, MOST_FOLDS)
  // Worth of every rule in every fold: the rule where the word is missing, plus what having it changes.
  const base = task.directions.map(() => new Float64Array(foldCount))
  const without = new Float64Array(foldCount)
  for (const [place, item] of items.entries()) {
    const fold = folds[place] as number
    without[fold] = (without[fold] as number) + task.without(item)
    for (const [at, { right }] of task.directions.entries()) {
      const sums = base[at] as Float64Array
      sums[fold] = (sums[fold] as number) + right(item, false, '') * task.weightOf(item)
    }
  }
  const worth = words.map(({ word, places }) =>
    task.directions.map(({ right }, at) => {
      const sums = Float64Array.from(base[at] as Float64Array)
      for (const place of places) {
        const item = items[place] as I
        const fold = folds[place] as number
        const change = right(item, true, word) - right(item, false, word)
        sums[fold] = (sums[fold] as number) + change * task.weightOf(item)
      }
      return sums
    }),
  )
  const totals = worth.map((directions) => directions.map(total))
  const best = (held: number | undefined): Rule | undefined => {
    let most = total(without) - (held === undefined ? 0 : (without[held] as number))
    let found: Rule | undefined
    for (const [index, { word }] of words.entries()) {
      for (const [direction, sums] of (worth[index] ?? []).entries()) {
        const value = (totals[index]?.[direction] ?? 0) - (held === undefined ? 0 : (sums[held] as number))
        if (value <= most + 1e-12) continue
        most = value
        found = { word, direction }
      }
    }
    return found
  }
  const rightOf = (rule: Rule | undefined, item: I): number => {
    const direction = rule === undefined ? undefined : task.directions[rule.direction]
    if (rule === undefined || direction === undefined) return task.chanceOf(item)
    return direction.right(item, task.wordsOf(item).has(rule.word), rule.word)
  }
  const byFold = Array.from({ length: foldCount }, (_, fold) => (foldCount < 2 ? undefined : best(fold)))
  const outOfFold = Float64Array.from(items, (item, place) => rightOf(byFold[folds[place] as number], item))
  const whole = best(undefined)
  const inSample = items.reduce((sum, item) => sum + rightOf(whole, item) * task.weightOf(item), 0)
  const p = words.length === 0 ? undefined : bestP(task, { words, clusters, count }, search)
  return {
    ...(whole === undefined ? {} : { rule: task.directions[whole.direction]?.name(whole.word) ?? '' }),
    inSample,
    outOfFold,
    ...(p === undefined ? {} : { p }),
    words: words.length,
  }
}

function total(values: Float64Array): number {
  let sum = 0
  for (const value of values) sum += value
  return sum
}

interface Word {
  readonly word: string
  /** Of the items that have it. */
  readonly places: readonly number[]
}

function frequentWords<I extends McqItem | QaItem>(task: SearchTask<I>, most: number): readonly Word[] {
  const places = new Map<string, number[]>()
  for (const [place, item] of task.items.entries()) {
    for (const word of task.wordsOf(item).keys()) {
      const known = places.get(word)
      if (known === undefined) places.set(word, [place])
      else known.push(place)
    }
  }
  return Array.from(places, ([word, own]) => ({ word, places: own }))
    .filter((one) => one.places.length >= LEAST_ITEMS && one.places.length < task.items.length)
    .sort((left, right) => right.places.length - left.places.length || (left.word < right.word ? -1 : 1))
    .slice(0, Math.min(MOST_WORDS, most))
}

/** An item without a cluster is one of its own. */
function clusterNumbers(items: readonly (McqItem | QaItem)[]): readonly number[] {
  const known = new Map<string, number>()
  let count = 0
  return items.map(({ cluster }) => {
    const found = cluster === undefined ? undefined : known.get(cluster)
    const number = found ?? count++
    if (cluster !== undefined) known.set(cluster, number)
    return number
  })
}

/** The largest cluster first to the fold with the fewest items, so that folds are about alike. */
function foldsOf(clusters: readonly number[], count: number): readonly number[] {
  if (count <= MOST_FOLDS) return clusters
  const sizes = new Float64Array(count)
  for (const cluster of clusters) sizes[cluster] = (sizes[cluster] as number) + 1
  const order = Array.from(sizes.keys()).sort(
    (left, right) => (sizes[right] as number) - (sizes[left] as number),
  )
  const loads = new Float64Array(MOST_FOLDS)
  const foldOf = new Int32Array(count)
  for (const cluster of order) {
    let least = 0
    for (let fold = 1; fold < MOST_FOLDS; fold++)
      if ((loads[fold] as number) < (loads[least] as number)) least = fold
    foldOf[cluster] = least
    loads[least] = (loads[least] as number) + (sizes[cluster] as number)
  }
  return clusters.map((cluster) => foldOf[cluster] as number)
}

interface Tried {
  readonly words: readonly Word[]
  readonly clusters: readonly number[]
  readonly count: number
}

function bestP<I extends McqItem | QaItem>(
  { items, surplus, alternative }: SearchTask<I>,
  { words, clusters, count }: Tried,
  { seed, permutations = 10_000 }: WordSearch,
): number | undefined {
  let cells = 0
  const columns = words.flatMap(({ word, places }) => {
    const sums = new Array<number>(count).fill(0)
    for (const place of places) {
      const cluster = clusters[place] as number
      sums[cluster] = (sums[cluster] as number) + surplus(items[place] as I, word)
    }
    const filled = sums.filter((sum) => Math.abs(sum) > 1e-9).length
    cells += filled
    return filled === 0 ? [] : [sums.map((sum) => (Math.abs(sum) > 1e-9 ? sum : 0))]
  })
  if (columns.length === 0) return undefined
  const affordable = Math.max(200, Math.floor(MOST_STEPS / Math.max(1, cells + count)))
  const { p } = maxStatisticTest({
    columns,
    alternative,
    permutations: Math.min(permutations, affordable),
    random: randomStream(seed, 'word rule'),
  })
  return Math.min(...p)
}
