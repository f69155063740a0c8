import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { describedCatalog } from '../../test/generators/noisy-selector.js'
import { bm25 } from '../retrieval/retrievers/bm25.js'
import { catalogOrder } from '../retrieval/retrievers/catalog-order.js'
import { bm25SettingsOf, TermContributions } from './term-contributions.js'

const words = ['red', 'green', 'blue', 'of', 'lamp', 'chair', 'table']
const text = fc
  .array(fc.constantFrom(...words), { minLength: 1, maxLength: 12 })
  .map((list) => list.join(' '))

describe('TermContributions', () => {
  it('adds up to the score of the retriever, whatever the settings', async () => {
    const settings = [{}, { idf: 'okapi' as const }, { tokenizer: 't3' as const, k1: 2, b: 0.1 }]
    await fc.assert(
      fc.asyncProperty(
        fc.array(text, { minLength: 2, maxLength: 6 }),
        text,
        fc.constantFrom(...settings),
        async (texts, query, chosen) => {
          const catalog = describedCatalog(
            texts.map((description, at) => ({ name: `tool${at}`, description })),
          )
          const retriever = bm25(chosen)
          const contributions = new TermContributions(catalog, bm25SettingsOf(retriever))
          const index = await retriever.index(catalog)
          const [ranking = []] = await index.rank([{ query, k: 10 }])
          for (const { name } of catalog.tools) {
            const sum = [...contributions.of(query, name).values()].reduce((total, value) => total + value, 0)
            const found = ranking.find((ranked) => ranked.name === name)
            if (found === undefined) expect(sum).toBeLessThanOrEqual(1e-6)
            else expect(sum).toBeCloseTo(found.score, 6)
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  it('knows no tool that the catalog lacks, and the settings of no other retriever', () => {
    const contributions = new TermContributions(describedCatalog([{ name: 'a', description: 'red lamp' }]))
    expect([...contributions.of('red', 'b')]).toEqual([])
    expect(bm25SettingsOf(catalogOrder)).toBeUndefined()
  })
})
