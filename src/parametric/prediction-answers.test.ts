import { describe, expect, it } from 'vitest'
import { memoryFiles } from '../../test/contract/memory-files.js'
import { catalogOf } from '../catalog/catalog.js'
import { readPredictedAnswers } from './prediction-answers.js'
import { givenTokens } from './token-map.js'
import { tokenizeMap } from './tokenize-map.js'
import { nameMatcher, tokenMatcher } from './tool-matcher.js'

const catalog = catalogOf(
  ['a&&one', 'a&&two', 'b&&one'].map((name) => ({
    name,
    inputSchema: {},
    source: { format: 'test', at: name },
  })),
)
const known = new Set(['1', '2', 'q3'])
const read = (lines: readonly unknown[], match = nameMatcher(catalog)) =>
  readPredictedAnswers(
    memoryFiles({
      p: lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''),
    }),
    'p',
    { known, match: { constrained: match, free: match } },
  )

describe('readPredictedAnswers', () => {
  it('takes lines in any order, ids as numbers, and counts what the benchmark does not have', async () => {
    const found = await read([
      { id: 'q3', free: ['<<b&&one>>', 'x'] },
      { id: 2, constrained: [{ name: 'a&&two' }, { text: 'a&&one' }], toolMass: 0.25 },
      { id: 'gone', free: [] },
    ])
    expect([...found.answers.keys()]).toEqual(['q3', '2'])
    expect(found.answers.get('2')).toEqual({ id: '2', constrained: [1, 0], toolMass: 0.25 })
    expect(found.answers.get('q3')?.free).toMatchObject({ tools: [2], nonTools: 1 })
    expect(found).toMatchObject({ unknownIds: ['gone'], counts: { constrained: 1, free: 1 } })
  })
  it('takes token ids', async () => {
    const given = [
      { tool: 'a&&one', spelling: { kind: 'ids' as const, ids: [7] }, where: 't' },
      { tool: 'b&&one', spelling: { kind: 'ids' as const, ids: [7, 8] }, where: 't' },
    ]
    const match = tokenMatcher(await tokenizeMap(givenTokens(catalog, given), catalog, {}))
    const found = await read([{ id: '1', constrained: [[7, 8], [7], [9], { ids: [7] }] }], match)
    // What the trie let through and nobody knows keeps its place.
    expect(found.answers.get('1')?.constrained).toEqual([2, 0, expect.any(Number)])
    expect(found.answers.get('1')?.constrained?.[2]).toBeLessThan(0)
    expect(found).toMatchObject({ constrainedOutside: 1, constrainedDuplicates: 1 })
  })
  it('takes a mass of 0 and of 1, and null for what is not told', async () => {
    const found = await read([
      { id: '1', free: [], toolMass: 0 },
      { id: '2', free: [], toolMass: 1, constrained: null },
      { id: 'q3', constrained: [{ tokenIds: [3] }], free: null, toolMass: null },
    ])
    expect([...found.answers.values()].map(({ toolMass }) => toolMass)).toEqual([0, 1, undefined])
    expect(found.answers.get('2')).not.toHaveProperty('constrained')
    expect(found.answers.get('q3')).not.toHaveProperty('free')
  })
  it.each([
    [
      [
        { id: '1', free: [] },
        { id: 1, free: [] },
      ],
      /"1" is predicted twice[^]*lines 1 and 2/,
    ],
    [[{ id: 'no' }], /None of the 1 ids/],
    [[], /empty/],
    [[{ id: '1' }], /No line has a list/],
    [[{ free: [] }], /no "id"/],
    [[{ id: '1', free: 'x' }], /"free" is not a list/],
    [[{ id: '1', free: [[-1]] }], /neither a text nor a list of token ids/],
    [[{ id: '1', free: [[0.5]] }], /neither a text nor a list of token ids/],
    [[{ id: '1', free: [['7']] }], /neither a text nor a list of token ids/],
    [[{ id: '1', free: [{}] }], /"free" holds something/],
    [[{ id: '1', constrained: 7 }], /"constrained" is not a list/],
    [[{ id: '', free: [] }], /no "id"/],
    [[{ id: '1', free: [], toolMass: 2 }], /not a probability/],
    [[{ id: '1', free: [], toolMass: -0.1 }], /not a probability/],
    [[{ id: '1', free: [], toolMass: '0.5' }], /not a probability/],
    [['{"id": "1", "free": [}'], /line 1/],
  ])('refuses %j', async (lines, message) => {
    await expect(read(lines)).rejects.toThrow(message)
  })
})
