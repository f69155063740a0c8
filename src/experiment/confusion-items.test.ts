import { describe, expect, it } from 'vitest'
import { jsonOf } from '../../test/contract/described-tools.js'
import { describedCatalog } from '../../test/generators/noisy-selector.js'
import { itemFromJson, itemToJson } from '../benchmark/item-json.js'
import { findEquivalence } from '../catalog/lint/equivalence.js'
import { bm25 } from '../retrieval/retrievers/bm25.js'
import { carryItems } from './carry-items.js'
import { confusionItems, confusionsAmong } from './confusion-items.js'
import { confusionScores } from './confusion-scores.js'
import { rankSide } from './rank-side.js'
import { TermContributions } from './term-contributions.js'
import { emptyMapping } from './tool-mapping.js'

const catalog = describedCatalog([
  { name: 'list_lamps', description: 'Lists the lamps of a house by room and by colour. More follows.' },
  { name: 'list_chairs', description: 'Lists the chairs of a house by room and by colour.' },
  { name: 'sing', description: 'Sings a song that nobody knows, loudly.' },
])
const equivalence = await findEquivalence(catalog.tools)
const same = { before: catalog, after: catalog, mapping: emptyMapping, partial: false }

describe('confusionItems', () => {
  it('makes an item of each tool of a pair, its rivals forbidden, in one cluster', () => {
    const { items, pairs, untold } = confusionItems({ catalog, equivalence, kind: 'retrieval' })
    expect([pairs, untold]).toEqual([1, []])
    expect(items.map((item) => itemToJson(item))).toMatchObject([
      {
        id: 'pair-list_lamps',
        query: 'Lists the lamps of a house by room and by colour',
        gold: ['list_lamps'],
        forbidden: ['list_chairs'],
        cluster: 'list_lamps',
      },
      { gold: ['list_chairs'], forbidden: ['list_lamps'], cluster: 'list_lamps' },
    ])
    for (const item of items) {
      const again = itemFromJson(jsonOf(JSON.parse(JSON.stringify(itemToJson(item)))), { path: 'p', line: 1 })
      expect(again).toEqual(item)
    }
  })

  it('makes call items that offer the rivals and forbid them', () => {
    const { items } = confusionItems({ catalog, equivalence, kind: 'call' })
    const [first] = carryItems({ ...same, items }).items
    if (first?.before.kind !== 'call') throw new Error('no call')
    const [task] = first.before.tasks
    expect(task.tools.map(({ name }) => name)).toEqual(['list_chairs', 'list_lamps'])
    expect([task.forbidden, task.gold.calls.map(({ name }) => name)]).toEqual([
      ['list_chairs'],
      ['list_lamps'],
    ])
  })

  it('leaves out tools whose texts no query can be made of', () => {
    const twins = describedCatalog([
      { name: 'a_one', description: 'Does it.' },
      { name: 'a_two', description: 'Does it.' },
    ])
    const pair = { pairs: [{ left: 0, right: 1, similarity: 0.9, kind: 'text' as const }], classes: [] }
    expect(confusionItems({ catalog: twins, equivalence: pair, kind: 'retrieval' })).toMatchObject({
      items: [],
      untold: ['a_one', 'a_two'],
    })
  })

  it('takes real queries where there are some', () => {
    const items = ['list_lamps', 'sing'].map((name) =>
      itemFromJson(jsonOf({ id: name, kind: 'retrieval', query: `q ${name}`, gold: [name] }), {
        path: 'i',
        line: 1,
      }),
    )
    const found = confusionsAmong(carryItems({ ...same, items }).items, { catalog, equivalence })
    expect(found).toMatchObject([{ id: 'list_lamps', query: 'q list_lamps', forbidden: ['list_chairs'] }])
  })
})

describe('confusionScores', () => {
  it('says which rival came before the expected tool, how often and by which words', async () => {
    const items = ['red lamps and chairs', 'chairs by room', 'lamps'].map((query, at) =>
      itemFromJson(
        jsonOf({ id: `i${at}`, kind: 'retrieval', query, gold: ['list_lamps'], forbidden: ['list_chairs'] }),
        { path: 'i', line: 1 },
      ),
    )
    const carried = carryItems({ ...same, items }).items
    const answers = await rankSide({
      retriever: bm25(),
      catalog,
      sides: carried.map(({ before }) => before),
      inPool: false,
      notify: () => undefined,
    })
    const { scores, confusions } = confusionScores({
      items: carried,
      answers,
      contributions: new TermContributions(catalog),
      seed: 0,
      resamples: 100,
    })
    expect(answers.get('i1')?.[0]).toMatchObject({ forbidden: 1, value: 0, rank: 2 })
    expect(answers.get('i2')?.[0]).toMatchObject({ forbidden: 0, value: 1, rank: 1 })
    expect(confusions[0]).toMatchObject({ expected: 'list_lamps', fired: 'list_chairs' })
    expect(confusions[0]?.words[0]?.word).toBe('chairs')
    expect(scores.map(({ metric }) => metric)).toEqual(['selection', 'forbidden'])
  })
})

describe('forbidden of retrieval items', () => {
  it('is refused where it is gold', () => {
    const json = { id: 'x', kind: 'retrieval', query: 'q', gold: ['a'], forbidden: ['a'] }
    expect(() => itemFromJson(jsonOf(json), { path: 'i', line: 3 })).toThrow(/gold and forbidden[^]*line 3/)
  })
})
