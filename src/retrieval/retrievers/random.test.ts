import { describe, expect, it } from 'vitest'
import { catalogOf } from '../../catalog/catalog.js'
import { emptyInputSchema, type Tool } from '../../catalog/tool.js'
import { randomRetriever } from './random.js'

const tools = Array.from(
  { length: 100 },
  (_, at): Tool => ({
    name: `tool_${at}`,
    inputSchema: emptyInputSchema(),
    source: { format: 'test', at: String(at) },
  }),
)

const rank = async (seed: number, query: string, some: readonly Tool[] = tools, k = 100) => {
  const index = await randomRetriever(seed).index(catalogOf(some))
  return (await index.rank([{ query, k }]))[0] ?? []
}

describe('randomRetriever', () => {
  it('depends on seed and query', async () => {
    const first = await rank(1, 'a')
    expect(await rank(1, 'a')).toEqual(first)
    expect(await rank(2, 'a')).not.toEqual(first)
    expect(await rank(1, 'b')).not.toEqual(first)
  })
  it('gives a tool the same score whatever else is in the catalog', async () => {
    const scores = new Map((await rank(1, 'a')).map(({ name, score }) => [name, score]))
    for (const { name, score } of await rank(1, 'a', tools.slice(30, 60).toReversed())) {
      expect(score).toBe(scores.get(name))
    }
  })
  it('favours nobody: each tool is in the first ten about once in ten queries', async () => {
    const counts = new Map<string, number>()
    for (let query = 0; query < 2000; query++) {
      for (const { name } of await rank(1, `query ${query}`, tools, 10))
        counts.set(name, (counts.get(name) ?? 0) + 1)
    }
    // 200 expected, standard deviation 13.4: five of them leave room for a hundred tools.
    expect(Math.min(...counts.values())).toBeGreaterThan(133)
    expect(Math.max(...counts.values())).toBeLessThan(267)
    expect(counts.size).toBe(100)
  })
})
