import {
  characterShingles,
  jaccard,
  type ShingleSet,
  ShingleVocabulary,
  wordsOf,
} from '../../text/shingles.js'

/** From here on two queries are near-duplicates: Jaccard similarity of their sets of three-character runs. */
const QUERY_SIMILARITY = 0.9
const RUN = 3

/**
 * Queries of which no two say nearly the same. Exact: sets with a similarity of at least s share one of the
 * ⌊(1 − s)·n⌋ + 1 first members of each in any common order, so that only those are compared.
 */
export class QuerySet {
  readonly #vocabulary = new ShingleVocabulary()
  readonly #queries: { readonly id: string; readonly set: ShingleSet }[] = []
  readonly #holders = new Map<number, number[]>()
  /** By words in order, for queries too short to have runs of their own. */
  readonly #byWords = new Map<string, string>()

  get size(): number {
    return this.#byWords.size
  }

  /** The id of an earlier query that this one repeats. */
  repeated(query: string): string | undefined {
    const same = this.#byWords.get(wordsOf(query).join(' '))
    if (same !== undefined) return same
    const set = this.#setOf(query)
    const seen = new Set<number>()
    for (const run of prefixOf(set)) {
      for (const at of this.#holders.get(run) ?? []) {
        if (seen.has(at)) continue
        seen.add(at)
        const other = this.#queries[at]
        if (other !== undefined && jaccard(set, other.set) >= QUERY_SIMILARITY) return other.id
      }
    }
    return undefined
  }

  add(id: string, query: string): void {
    this.#byWords.set(wordsOf(query).join(' '), id)
    const set = this.#setOf(query)
    const at = this.#queries.push({ id, set }) - 1
    for (const run of prefixOf(set)) {
      const holders = this.#holders.get(run)
      if (holders === undefined) this.#holders.set(run, [at])
      else holders.push(at)
    }
  }

  #setOf(query: string): ShingleSet {
    return this.#vocabulary.setOf(characterShingles(query, RUN))
  }
}

/** Runs that came up later are rarer: by falling number the first ones are shared by few. */
function prefixOf(set: ShingleSet): readonly number[] {
  const count = Math.floor((1 - QUERY_SIMILARITY) * set.length + 1e-9) + 1
  return [...set.slice(-count)]
}
