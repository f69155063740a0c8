import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tokenizers } from '../text/tokenize.js'
import { Bm25Index, type Bm25Options } from './bm25-index.js'
import type { WeightedText } from './text-recipe.js'

const lucene: Bm25Options = { tokenizer: tokenizers.t1, idf: 'lucene', k1: 1.2, b: 0.75 }
const okapi: Bm25Options = { tokenizer: tokenizers.t1, idf: 'okapi', k1: 1.5, b: 0.75 }

const plain = (...texts: readonly string[]): readonly (readonly WeightedText[])[] =>
  texts.map((text) => [{ text, weight: 1 }])

/** The formula, term by term and document by document. */
function naive(documents: readonly string[], query: string, options: Bm25Options): readonly number[] {
  const bags = documents.map((text) => options.tokenizer.tokens(text))
  const mean = bags.reduce((sum, bag) => sum + bag.length, 0) / bags.length
  const idf = new Map<string, number>()
  for (const term of new Set(bags.flat())) {
    const holders = bags.filter((bag) => bag.includes(term)).length
    const odds = (bags.length - holders + 0.5) / (holders + 0.5)
    idf.set(term, options.idf === 'lucene' ? Math.log(1 + odds) : Math.log(odds))
  }
  if (options.idf === 'okapi') {
    const average = [...idf.values()].reduce((sum, value) => sum + value, 0) / idf.size
    for (const [term, value] of idf) if (value < 0) idf.set(term, 0.25 * average)
  }
  return bags.map((bag) => {
    let score = 0
    for (const term of options.tokenizer.tokens(query)) {
      const frequency = bag.filter((other) => other === term).length
      const norm = options.k1 * (1 - options.b + (options.b * bag.length) / mean)
      if (frequency > 0) score += ((idf.get(term) ?? 0) * frequency * (options.k1 + 1)) / (frequency + norm)
    }
    return score
  })
}

describe('Bm25Index', () => {
  it('scores by hand: one term, once in a document of mean length', () => {
    const index = new Bm25Index(plain('red fox', 'blue whale', 'grey wolf'), lucene)
    // idf = ln(1 + 2.5 / 1.5); tf·(k1 + 1) / (tf + k1) = 1 at mean length.
    expect(index.search({ text: 'fox', k: 10 })).toEqual([
      { position: 0, score: expect.closeTo(Math.log(1 + 2.5 / 1.5), 9) },
    ])
  })

  it('holds a long document down and counts a repeated term less than twice', () => {
    const [first, second] = new Bm25Index(plain('fox', 'fox fox and many more words', 'wolf'), {
      ...lucene,
      b: 0,
    }).search({ text: 'fox', k: 2 })
    expect([first?.position, second?.position]).toEqual([1, 0])
    const ratio = (first?.score ?? 0) / (second?.score ?? 1)
    expect(ratio).toBeCloseTo((2 * 2.2) / 3.2, 8)
  })

  it('counts a term of the query as often as it stands there', () => {
    const index = new Bm25Index(plain('fox', 'wolf', 'cow'), lucene)
    const once = index.search({ text: 'fox', k: 1 })[0]?.score ?? 0
    expect(index.search({ text: 'fox FOX fox', k: 1 })[0]?.score).toBe(3 * once)
  })

  it('gives everything that ties with the k-th, in order of position', () => {
    const index = new Bm25Index(plain('a x', 'b x', 'c', 'd x', 'x x'), lucene)
    expect(index.search({ text: 'x', k: 2 }).map(({ position }) => position)).toEqual([4, 0, 1, 3])
  })

  it('finds nothing that shares no term, and nothing for a query without terms', () => {
    const index = new Bm25Index(plain('fox', 'wolf'), lucene)
    expect(index.search({ text: 'cow', k: 5 })).toEqual([])
    expect(index.search({ text: ' — ', k: 5 })).toEqual([])
    expect(new Bm25Index([], lucene).search({ text: 'fox', k: 5 })).toEqual([])
    expect(new Bm25Index(plain('', ''), lucene).search({ text: 'fox', k: 5 })).toEqual([])
  })

  it('finds nothing whose score is not above 0: Okapi gives 0 to a term of half the documents', () => {
    const index = new Bm25Index(plain('fox', 'wolf'), okapi)
    expect(index.search({ text: 'fox', k: 5 })).toEqual([])
  })

  it('gives a term of most documents a quarter of the mean idf under Okapi', () => {
    const texts = ['x a', 'x b', 'x c', 'd e']
    const terms = [Math.log(1.5 / 3.5), ...Array.from({ length: 5 }, () => Math.log(3.5 / 1.5))]
    const mean = terms.reduce((sum, idf) => sum + idf, 0) / terms.length
    const [hit] = new Bm25Index(plain(...texts), okapi).search({ text: 'x', k: 1 })
    expect(hit?.score).toBeCloseTo(0.25 * mean, 9)
  })

  it('keeps to the positions it is given', () => {
    const index = new Bm25Index(plain('fox', 'fox', 'fox cub', 'wolf'), lucene)
    const found = index.search({ text: 'fox', k: 1, among: [1, 2, 3] })
    expect(found.map(({ position }) => position)).toEqual([1])
    expect(index.search({ text: 'fox', k: 9, among: [] })).toEqual([])
  })

  it('weighs a field as if its text stood there so many times', () => {
    const weighted = [
      [
        { text: 'red fox', weight: 3 },
        { text: 'in the wood', weight: 1 },
      ],
      [{ text: 'a fox', weight: 1 }],
    ]
    const repeated = plain('red fox red fox red fox in the wood', 'a fox')
    expect(new Bm25Index(weighted, lucene).search({ text: 'red fox', k: 9 })).toEqual(
      new Bm25Index(repeated, lucene).search({ text: 'red fox', k: 9 }),
    )
  })

  it('gives documents of the same statistics the same score, whichever terms they share', () => {
    // Each document has three of the four rare terms, with counts 1, 2 and 3 in another order.
    const texts = ['p q q r r r', 's p p q q q', 'r s s p p p', 'q r r s s s']
    const found = new Bm25Index(plain(...texts, 'z', 'z', 'z'), lucene).search({ text: 's r q p', k: 1 })
    expect(found.map(({ position }) => position)).toEqual([0, 1, 2, 3])
  })

  it('is not moved by an earlier query', () => {
    const index = new Bm25Index(plain('fox', 'wolf fox', 'cow'), lucene)
    const before = index.search({ text: 'fox', k: 3 })
    index.search({ text: 'wolf cow', k: 3 })
    expect(index.search({ text: 'fox', k: 3 })).toEqual(before)
  })

  it('agrees with the formula on any texts', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c', 'd', 'e', '-'), { maxLength: 8 })
      .map((all) => all.join(' '))
    const constants = fc.record({
      k1: fc.double({ min: 0, max: 5, noNaN: true }),
      b: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    fc.assert(
      fc.property(
        fc.array(text, { minLength: 1, maxLength: 12 }),
        text,
        fc.constantFrom(lucene, okapi),
        constants,
        fc.integer({ min: 1, max: 6 }),
        (texts, query, kind, { k1, b }, k) => {
          const options = { ...kind, k1, b }
          const found = new Bm25Index(plain(...texts), options).search({ text: query, k })
          const wanted = naive(texts, query, options)
          for (const { position, score } of found)
            expect(score).toBeCloseTo(wanted[position] ?? Number.NaN, 8)
          // All that are missing lie below the k-th, or have no score.
          const floor = found.length < k ? 0 : (found[k - 1]?.score ?? 0)
          const listed = new Set(found.map(({ position }) => position))
          for (const [position, score] of wanted.entries()) {
            if (!listed.has(position)) expect(score).toBeLessThan(floor + 1e-9)
          }
          expect(found.length).toBeLessThanOrEqual(texts.length)
        },
      ),
    )
  })
})
