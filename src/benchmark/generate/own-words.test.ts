import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { catalogOf } from '../../catalog/catalog.js'
import { emptyInputSchema, type Tool } from '../../catalog/tool.js'
import { ownWords } from './own-words.js'

function tool(name: string, description: string | undefined, service?: string): Tool {
  return {
    name,
    ...(description === undefined ? {} : { description }),
    inputSchema: emptyInputSchema(),
    ...(service === undefined ? {} : { service }),
    source: { format: 'test', at: 'test' },
  }
}

describe('tools in their own words', () => {
  it('asks for each tool by its first sentence', () => {
    const catalog = catalogOf([
      tool('book', 'Books a table\nin a restaurant. Needs a city.', 'dining'),
      tool('weather', 'Tells the weather of tomorrow', 'sky'),
      tool('silent', undefined),
      tool('short', 'Does it.'),
    ])
    const items = ownWords(catalog, 0)?.items ?? []
    expect(items).toHaveLength(2)
    expect(items).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          query: 'Books a table in a restaurant',
          gold: [['book']],
          tier: 'easy',
          cluster: 'dining',
        }),
        expect.objectContaining({ query: 'Tells the weather of tomorrow', gold: [['weather']] }),
      ]),
    )
  })

  it('takes tools that say the same for equals, and counts them as one need', () => {
    const catalog = catalogOf(
      ['a', 'b', 'c', 'd'].map((name) => tool(name, 'Opens a new ticket for a user.')),
    )
    const items = ownWords(catalog, 0)?.items ?? []
    for (const item of items) {
      if (item.kind !== 'retrieval') throw new Error('only queries are made')
      expect(item.gold).toHaveLength(1)
      expect(new Set(item.gold[0])).toEqual(new Set(['a', 'b', 'c', 'd']))
      expect(item.tier === undefined || item.tier === 'easy').toBe(true)
    }
  })

  it('makes nothing of tools that say nothing', () => {
    expect(ownWords(catalogOf([tool('a', undefined), tool('b', 'Does it')]), 0)).toBeUndefined()
    expect(ownWords(catalogOf([]), 0)).toBeUndefined()
  })

  it('never asks for more than was said, keeps to its sizes, and is the same for one seed', () => {
    const word = fc.string({ minLength: 1, maxLength: 12 })
    const texts = fc.array(
      fc.tuple(fc.array(word, { maxLength: 12 }), fc.constantFrom('x', 'y', undefined)),
      {
        maxLength: 60,
      },
    )
    fc.assert(
      fc.property(texts, (given) => {
        const catalog = catalogOf(
          given.map(([words, service], at) => tool(`tool-${at}`, words.join(' '), service)),
        )
        const made = ownWords(catalog, 1)
        expect(ownWords(catalog, 1)).toEqual(made)
        const counts = { easy: 0, medium: 0, hard: 0 }
        for (const item of made?.items ?? []) {
          if (item.kind !== 'retrieval') throw new Error('only queries are made')
          if (item.tier !== undefined) counts[item.tier]++
          const [least, most] = item.tier === 'hard' ? [4, 5] : item.tier === 'medium' ? [2, 3] : [1, 5]
          expect(item.gold.length).toBeGreaterThanOrEqual(least)
          expect(item.gold.length).toBeLessThanOrEqual(most)
        }
        expect(counts.easy).toBeLessThanOrEqual(300)
        expect(counts.medium).toBeLessThanOrEqual(100)
        expect(counts.hard).toBeLessThanOrEqual(50)
      }),
    )
  })
})
