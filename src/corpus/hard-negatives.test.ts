import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildTool } from '../catalog/build-tool.js'
import { catalogOf } from '../catalog/catalog.js'
import type { RetrieverIndex } from '../retrieval/retriever.js'
import { hardNegatives, toolClasses } from './hard-negatives.js'

const tool = (name: string, description?: string) =>
  buildTool({ name, description, source: { format: 'test', at: 'test' } })

/** Ranks the tools in the order given, whatever is asked. */
const ranking = (names: readonly string[]): RetrieverIndex => ({
  rank: (requests) =>
    requests.map(({ k }) => names.slice(0, k).map((name, at) => ({ name, score: names.length - at }))),
})

const names = ['A&&one', 'A&&two', 'A&&three', 'A&&four', 'B&&one', 'C&&one', 'D&&one']
const catalog = catalogOf(names.map((name) => tool(name)))
const alone = Int32Array.from(names, (_, position) => position)

const request = (rest: Partial<Parameters<typeof hardNegatives>[1]> = {}) => ({
  catalog,
  classes: alone,
  index: ranking(names),
  count: 4,
  seed: 0,
  ...rest,
})

describe('hardNegatives', () => {
  it('takes the most alike, at most half of them siblings', async () => {
    const [first] = await hardNegatives([0], request())
    expect(first).toEqual({ positions: [1, 2, 4, 5], atRandom: 0 })
  })

  it('takes more siblings rather than random tools', async () => {
    const [first] = await hardNegatives([0], request({ index: ranking(names.slice(0, 5)) }))
    expect(first).toEqual({ positions: [1, 2, 4, 3], atRandom: 0 })
  })

  it('passes over the own class and takes one of each other', async () => {
    const classes = Int32Array.from([0, 0, 2, 3, 2, 5, 5])
    const [first] = await hardNegatives([0], request({ classes }))
    expect(first?.positions).toEqual([2, 3, 5])
  })

  it('fills up at random, counted, where too few are alike', async () => {
    const [first] = await hardNegatives([0], request({ index: ranking(['A&&one', 'A&&two']) }))
    expect(first?.positions[0]).toBe(1)
    expect(first?.positions).toHaveLength(4)
    expect(first?.atRandom).toBe(3)
  })

  it('is short of negatives only where the catalog is short of classes', async () => {
    const [first] = await hardNegatives([0], request({ classes: new Int32Array(names.length) }))
    expect(first).toEqual({ positions: [], atRandom: 0 })
  })

  it('never offers two of a class, whatever the classes, the ranking and the seed', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(4), { minLength: 7, maxLength: 7 }),
        fc.shuffledSubarray(names),
        fc.integer({ min: 1, max: 6 }),
        fc.nat(1000),
        async (groups, ranked, count, seed) => {
          const classes = Int32Array.from(groups)
          const options = request({ classes, index: ranking(ranked), count, seed })
          const all = await hardNegatives([0, 1, 2, 3, 4, 5, 6], options)
          for (const [position, { positions }] of all.entries()) {
            const offered = [position, ...positions].map((member) => classes[member])
            expect(new Set(offered).size).toBe(offered.length)
            expect(positions.length).toBe(Math.min(count, new Set(groups).size - 1))
          }
        },
      ),
    )
  })
})

describe('toolClasses', () => {
  it('joins near-duplicates and tools of one documentation text, and nothing else', async () => {
    const text = 'Sends a short text message to a telephone number in any country of the world'
    const classes = await toolClasses([
      tool('X&&send', text),
      tool('Y&&weather', 'Forecast for a town'),
      tool('X&&send_copy', `${text}.`),
      buildTool({ name: 'one', service: 'S', endpoint: 'e', source: { format: 'test', at: 'a' } }),
      buildTool({ name: 'two', service: 'S', endpoint: 'e', source: { format: 'test', at: 'b' } }),
    ])
    expect([...classes]).toEqual([0, 1, 0, 3, 3])
  })
})
