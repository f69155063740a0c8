import { describe, expect, it } from 'vitest'
import { jsonOf } from '../../test/contract/described-tools.js'
import { describedCatalog } from '../../test/generators/noisy-selector.js'
import type { Item } from '../benchmark/item.js'
import { itemFromJson } from '../benchmark/item-json.js'
import { bm25 } from '../retrieval/retrievers/bm25.js'
import { carryItems } from './carry-items.js'
import { rankSide } from './rank-side.js'
import { sizeCurve } from './size-curve.js'
import { defaultSizes, readSizes, type ShownSize, SizedItems } from './sized-items.js'
import { emptyMapping } from './tool-mapping.js'

const catalog = describedCatalog(
  Array.from({ length: 60 }, (_, at) => ({
    name: `t${at}`,
    description: at < 10 ? `finds the red lamp number ${at}` : `word${at} sings song${at}`,
  })),
)
const items: readonly Item[] = Array.from({ length: 40 }, (_, at) =>
  itemFromJson(
    jsonOf({
      id: `i${at}`,
      kind: 'retrieval',
      query: 'the red lamp',
      gold: [`t${at % 10}`],
    }),
    { path: 'items', line: 1 },
  ),
)
const none = itemFromJson(
  jsonOf({
    id: 'none',
    kind: 'call',
    messages: [{ role: 'user', content: 'hi' }],
    tools: [],
    gold: { none: true },
  }),
  { path: 'items', line: 1 },
)
const carried = carryItems({
  items: [...items, none],
  before: catalog,
  after: catalog,
  mapping: emptyMapping,
  partial: true,
})
const sized = (distractors: 'random' | 'confusable', sizes: readonly ShownSize[], seed = 0) =>
  new SizedItems({
    items: carried.items,
    catalog,
    twins: new Map([
      [3, [3, 4]],
      [4, [3, 4]],
    ]),
    distractors,
    seed,
    sizes,
  })
const shownFor = (at: SizedItems, id: string, size: ShownSize): readonly string[] => {
  const side = at.at(size).get(id)
  if (side === undefined) return []
  return side.kind === 'retrieval' ? (side.item.pool ?? []) : side.tasks[0].tools.map(({ name }) => name)
}

describe('sizes', () => {
  it('rise from gold alone to all', () => {
    expect(defaultSizes(60)).toEqual(['gold', 2, 5, 10, 20, 50, 'all'])
    expect(defaultSizes(1)).toEqual(['gold', 'all'])
    expect(readSizes('gold, 10,all', 60)).toEqual(['gold', 10, 'all'])
    for (const wrong of ['', '0', '10,5', '5,5', '60', 'all,gold', 'many', '1e3', '-1']) {
      expect(() => readSizes(wrong, 60), wrong).toThrow(/no list of sizes/)
    }
  })
})

describe('SizedItems', () => {
  it('shows gold and so many others, in catalog order, each size within the next, and never what would do as well', () => {
    for (const kind of ['random', 'confusable'] as const) {
      const at = sized(kind, ['gold', 5, 20, 'all'])
      expect(shownFor(at, 'i3', 'gold')).toEqual(['t3'])
      const [five, twenty, all] = ([5, 20, 'all'] as const).map((size) => shownFor(at, 'i3', size))
      expect([five?.length, twenty?.length, all?.length]).toEqual([5, 20, 59])
      expect(five?.every((name) => twenty?.includes(name) && all?.includes(name))).toBe(true)
      for (const names of [five, twenty, all]) {
        expect(names).toContain('t3')
        expect(names).not.toContain('t4')
        const places = names?.map((name) => catalog.position(name) ?? -1) ?? []
        expect(places).toEqual([...places].sort((left, right) => left - right))
      }
    }
  })

  it('takes the likest first, or draws by seed and item', () => {
    expect(shownFor(sized('confusable', [9]), 'i3', 9).every((name) => Number(name.slice(1)) < 10)).toBe(true)
    const one = shownFor(sized('random', [9]), 'i0', 9)
    expect(shownFor(sized('random', [9]), 'i0', 9)).toEqual(one)
    expect(shownFor(sized('random', [9], 1), 'i0', 9)).not.toEqual(one)
  })

  it('asks an item without gold from one tool on', () => {
    const at = sized('random', ['gold', 5])
    expect(shownFor(at, 'none', 'gold')).toEqual([])
    expect(shownFor(at, 'none', 5)).toHaveLength(5)
  })
})

describe('sizeCurve', () => {
  it('falls as the catalog grows, chance with it, and says from where on it is worse', async () => {
    const sizes: readonly ShownSize[] = ['gold', 10, 'all']
    const at = sized('confusable', sizes)
    const retrieval = carried.items.filter(({ before }) => before.kind === 'retrieval')
    const points = []
    for (const size of sizes) {
      const sides = new Map([...at.at(size)].filter(([, { kind }]) => kind === 'retrieval'))
      const answers = await rankSide({
        retriever: bm25(),
        catalog,
        sides: [...sides.values()],
        inPool: true,
        notify: () => undefined,
      })
      points.push({
        size,
        answers,
        shown: new Map([...sides.keys()].map((id) => [id, shownFor(at, id, size).length])),
      })
    }
    const curve = sizeCurve({ items: retrieval, points, margin: 0.03, seed: 0, resamples: 200 })
    const valuesOf = (value: 'value' | 'chance') =>
      curve.map(({ selection }) => (selection.kind === 'scored' ? selection[value] : undefined))
    expect(valuesOf('chance')).toEqual([1, expect.closeTo(1 / 10), expect.closeTo((32 / 60 + 8 / 59) / 40)])
    // Ten lamps tie for the query, nine where a twin of gold is never shown.
    expect(valuesOf('value')).toEqual([
      1,
      expect.closeTo((0.8 * 1) / 10 + 0.2 / 9),
      expect.closeTo(0.8 / 10 + 0.2 / 9),
    ])
    expect(curve.map(({ change }) => change?.verdict)).toEqual([undefined, 'worse', 'worse'])
    expect(curve.every(({ falseCalls }) => falseCalls.kind === 'unscored')).toBe(true)
    expect(curve[0]?.change).toBeUndefined()
    expect(curve[1]?.change?.n).toBe(40)
  })
})
