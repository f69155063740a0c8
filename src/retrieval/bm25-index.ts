import { onGrid } from '../numeric/exact-sum.js'
import { GrowingArray } from '../numeric/growing-array.js'
import type { Tokenizer } from '../text/tokenize.js'
import { bestHits, cutHits, type Hit } from './ranking.js'
import type { WeightedText } from './text-recipe.js'

export interface Bm25Options {
  readonly tokenizer: Tokenizer
  /**
   * `lucene`: ln(1 + (N − df + 0.5) / (df + 0.5)). `okapi`: ln((N − df + 0.5) / (df + 0.5)), where negative values
   * become 0.25 × the mean over all terms, as in the Python package rank_bm25.
   */
  readonly idf: 'lucene' | 'okapi'
  /** How soon repeats of a term stop to count, 0 to 100. */
  readonly k1: number
  /** How far long documents are held down, 0 to 1. */
  readonly b: number
}

export interface Bm25Query {
  readonly text: string
  readonly k: number
  /** Only these positions may be found; each once. */
  readonly among?: readonly number[]
}

/**
 * An inverted index in typed arrays. The score of a document is
 * Σ over the query's terms, repeats counted, of idf · tf · (k1 + 1) / (tf + k1 · (1 − b + b · length / mean length)),
 * where tf and length count each term by the weight of the text it stands in. Every summand is rounded to 2^-36, so that
 * documents with the same statistics get the same score to the last bit.
 */
export class Bm25Index {
  readonly #tokenizer: Tokenizer
  readonly #termIds: ReadonlyMap<string, number>
  readonly #postings: Postings
  /** Scores of the query at hand; all 0 between queries. */
  readonly #scores: Float64Array

  constructor(documents: Iterable<readonly WeightedText[]>, options: Bm25Options) {
    const counts = countTerms(documents, options.tokenizer)
    this.#tokenizer = options.tokenizer
    this.#termIds = counts.termIds
    this.#postings = invert(counts, options)
    this.#scores = new Float64Array(counts.lengths.length)
  }

  /**
   * The k best documents and all that tie with the k-th, by falling score, ties by position. Documents that share no
   * term with the query are not found, nor those whose score is not above 0.
   */
  search({ text, k, among }: Bm25Query): readonly Hit[] {
    const repeats = new Map<number, number>()
    for (const token of this.#tokenizer.tokens(text)) {
      const term = this.#termIds.get(token)
      if (term !== undefined) repeats.set(term, (repeats.get(term) ?? 0) + 1)
    }
    if (repeats.size === 0) return []
    for (const [term, count] of repeats) this.#add(term, count)
    const hits = among === undefined ? bestHits(this.#scores, k, 0) : this.#bestAmong(among, k)
    this.#scores.fill(0)
    return hits
  }

  #add(term: number, repeats: number): void {
    const scores = this.#scores
    const { starts, positions, summands } = this.#postings
    const end = starts[term + 1] as number
    for (let at = starts[term] as number; at < end; at++) {
      // Indices are in range by construction of the postings; checks here would double the time of a query.
      const position = positions[at] as number
      scores[position] = (scores[position] as number) + repeats * (summands[at] as number)
    }
  }

  #bestAmong(among: readonly number[], k: number): readonly Hit[] {
    const hits: Hit[] = []
    for (const position of among) {
      const score = this.#scores[position] ?? 0
      if (score > 0) hits.push({ position, score })
    }
    return cutHits(hits, k)
  }
}

/** How often each term stands in each document, document after document. */
interface TermCounts {
  readonly termIds: ReadonlyMap<string, number>
  /** Documents that hold a term, by term. */
  readonly documentFrequencies: Int32Array
  /** Weighted number of tokens, by document. */
  readonly lengths: Float64Array
  /** Where the terms of a document end, by document. */
  readonly ends: Int32Array
  /** Distinct terms of a document, and the weighted count of each. */
  readonly terms: Int32Array
  readonly frequencies: Float32Array
}

function countTerms(documents: Iterable<readonly WeightedText[]>, tokenizer: Tokenizer): TermCounts {
  const termIds = new Map<string, number>()
  const documentFrequencies = growingInts()
  const lengths: number[] = []
  const ends = growingInts()
  const terms = growingInts()
  const frequencies = new GrowingArray((length) => new Float32Array(length))
  /** Where the newest entry of each term stands: in the document at hand when at or after its start. */
  const newest = growingInts()

  for (const texts of documents) {
    const start = terms.length
    let total = 0
    for (const { text, weight } of texts) {
      for (const token of tokenizer.tokens(text)) {
        total += weight
        let term = termIds.get(token)
        if (term === undefined) {
          term = termIds.size
          termIds.set(token, term)
          documentFrequencies.push(0)
          newest.push(-1)
        }
        // Both hold an element for every term that has a number.
        const entry = newest.room[term] as number
        if (entry >= start) {
          frequencies.room[entry] = (frequencies.room[entry] as number) + weight
          continue
        }
        newest.room[term] = terms.length
        documentFrequencies.room[term] = (documentFrequencies.room[term] as number) + 1
        terms.push(term)
        frequencies.push(weight)
      }
    }
    lengths.push(total)
    ends.push(terms.length)
  }
  return {
    termIds,
    documentFrequencies: documentFrequencies.room.subarray(0, documentFrequencies.length),
    lengths: Float64Array.from(lengths),
    ends: ends.room.subarray(0, ends.length),
    terms: terms.room.subarray(0, terms.length),
    frequencies: frequencies.room.subarray(0, frequencies.length),
  }
}

function growingInts(): GrowingArray<Int32Array> {
  return new GrowingArray((length) => new Int32Array(length))
}

/** Which documents hold a term, and what it adds to their scores. */
interface Postings {
  /** The postings of term t stand from `starts[t]` up to `starts[t + 1]`. */
  readonly starts: Int32Array
  /** Rising within a term. */
  readonly positions: Int32Array
  readonly summands: Float64Array
}

/** Turns document → terms into term → documents. */
function invert(counts: TermCounts, options: Bm25Options): Postings {
  const { documentFrequencies, ends, terms, frequencies } = counts
  // Indices are in range throughout: `next` runs through the room that the document frequencies made.
  const starts = new Int32Array(documentFrequencies.length + 1)
  for (let term = 0; term < documentFrequencies.length; term++) {
    starts[term + 1] = (starts[term] as number) + (documentFrequencies[term] as number)
  }
  const weights = idfOf(counts, options.idf).map((idf) => idf * (options.k1 + 1))
  const norms = normsOf(counts.lengths, options)
  const next = starts.slice(0, -1)
  const positions = new Int32Array(terms.length)
  const summands = new Float64Array(terms.length)
  let entry = 0
  for (let position = 0; position < ends.length; position++) {
    const norm = norms[position] as number
    const end = ends[position] as number
    for (; entry < end; entry++) {
      const term = terms[entry] as number
      const frequency = frequencies[entry] as number
      const place = next[term] as number
      next[term] = place + 1
      positions[place] = position
      summands[place] = onGrid(((weights[term] as number) * frequency) / (frequency + norm))
    }
  }
  return { starts, positions, summands }
}

function idfOf({ documentFrequencies, lengths }: TermCounts, kind: Bm25Options['idf']): Float64Array {
  const idf = Float64Array.from(documentFrequencies, (holders) => {
    const odds = (lengths.length - holders + 0.5) / (holders + 0.5)
    return kind === 'lucene' ? Math.log1p(odds) : Math.log(odds)
  })
  if (kind === 'lucene') return idf
  const substitute = (0.25 * idf.reduce((sum, value) => sum + value, 0)) / idf.length
  return idf.map((value) => (value < 0 ? substitute : value))
}

/** k1 · (1 − b + b · length / mean length), by document. */
function normsOf(lengths: Float64Array, { k1, b }: Bm25Options): Float64Array {
  const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length
  return lengths.map((length) => k1 * (1 - b + (b * length) / mean))
}
