import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../text/json.js'
import type { ItemRow } from '../pages/items-page.js'
import { GrowthRate } from './growth-rate.js'
import { ItemList } from './item-list.js'
import type { ItemQuery } from './live-view.js'
import { plannedSamples } from './planned-samples.js'
import { ProgressScan } from './progress-scan.js'

const line = (item: string, more: object = {}): string =>
  `${JSON.stringify({ benchmark: 'b', item, trial: 0, usage: { promptTokens: 10, completionTokens: 5 }, cost: 0.5, ...more })}\n`
const failed = { error: { code: 'x' }, usage: undefined, cost: undefined }

function scan(text: string, size = 7): ProgressScan {
  const scanned = new ProgressScan()
  const bytes = new TextEncoder().encode(text)
  for (let at = 0; at < bytes.length; at += size) scanned.take(bytes.subarray(at, at + size))
  return scanned
}

describe('ProgressScan', () => {
  it('counts samples, tokens and cost of whole lines, wherever pieces are cut', () => {
    const text = line('ä1') + line('i2', failed) + line('i3', { cached: true }) + line('i4').slice(0, -1)
    for (const size of [1, 7, 1000]) {
      expect(scan(text, size).counts).toEqual({
        done: 3,
        errors: 1,
        promptTokens: 10,
        completionTokens: 5,
        cost: 0.5,
        unread: 0,
      })
    }
  })
  it('lets the later of two lines count, and the money of both', () => {
    expect(scan(line('i', failed) + line('i')).counts).toMatchObject({ done: 1, errors: 0 })
    expect(scan(line('i') + line('i', failed)).counts).toMatchObject({ done: 1, errors: 1 })
    expect(scan(line('i') + line('i')).counts).toMatchObject({ done: 1, cost: 1 })
    expect(scan(line('i') + line('i', { trial: 1 }) + line('i', { variant: 'r1' })).counts.done).toBe(3)
  })
  it('passes over what is no sample, and says how much that was', () => {
    const hostile = [
      '{',
      'null',
      '7',
      '[]',
      '{"benchmark":1,"item":"i"}',
      '\ufffd',
      line('i', { cost: 'x', usage: [] }),
    ]
    expect(scan(`${hostile.join('\n')}\n\n`).counts).toMatchObject({ done: 1, unread: 6, promptTokens: 0 })
    expect(scan(line('i', { usage: { promptTokens: -5, completionTokens: 'many' } })).counts).toMatchObject({
      promptTokens: 0,
      completionTokens: 0,
    })
    expect(scan('').counts).toMatchObject({ done: 0 })
  })
})

describe('GrowthRate', () => {
  it('is what came over the last minute', () => {
    const rate = new GrowthRate()
    expect(rate.perSecond).toBeUndefined()
    rate.mark(0, 100)
    expect(rate.perSecond).toBeUndefined()
    rate.mark(2000, 110)
    expect(rate.perSecond).toBe(5)
    for (let at = 4000; at <= 200_000; at += 2000) rate.mark(at, 110)
    expect(rate.perSecond).toBe(0)
  })
})

describe('plannedSamples', () => {
  const run = (more: object = {}): JsonObject =>
    Object.assign(Object.create(null), {
      benchmarks: [{ items: 3 }, { items: 4 }].map((one) => Object.assign(Object.create(null), one)),
      trials: 2,
      rotations: 'one',
      ...more,
    })
  it('is items times trials', () => {
    expect(plannedSamples(run())).toBe(14)
  })
  it('is not told where items are asked in variants, or the file does not say', () => {
    expect(plannedSamples(run({ rotations: 'all' }))).toBeUndefined()
    expect(plannedSamples(run({ probe: {} }))).toBeUndefined()
    expect(plannedSamples(run({ trials: 'many' }))).toBeUndefined()
    expect(plannedSamples(run({ benchmarks: 'none' }))).toBeUndefined()
    expect(plannedSamples(run({ benchmarks: [7] }))).toBeUndefined()
  })
})

const all: ItemQuery = { text: '', verdict: '', benchmark: '', sort: '' }
const rowOf = (item: string, more: Partial<ItemRow> = {}): ItemRow => ({
  source: 's1',
  benchmark: 'b',
  item,
  trial: 0,
  verdict: 'right',
  outcome: 'called',
  tools: [],
  said: '',
  ...more,
})

function listOf(rows: readonly ItemRow[]): ItemList {
  const list = new ItemList()
  for (const [place, row] of rows.entries()) list.put(place, row)
  return list
}

/** Filters and sorts in the plainest way. */
function oracle(rows: readonly ItemRow[], query: ItemQuery): readonly number[] {
  const words = query.text.toLowerCase().split(/\s+/).filter(Boolean)
  const places = rows.flatMap((row, place) => {
    const text = [row.item, row.outcome, row.said].join(' ').toLowerCase()
    const fits =
      (query.verdict === '' || row.verdict === query.verdict) && words.every((word) => text.includes(word))
    return fits ? [place] : []
  })
  const column = query.sort.replace(/^-/, '')
  if (column === '') return places
  const sign = query.sort.startsWith('-') ? -1 : 1
  const keyOf = (place: number): unknown => ({ ...rows[place] })[column as 'item' | 'value']
  return places.sort((left, right) => {
    const [a, b] = [keyOf(left), keyOf(right)] as [string, string]
    const order = a === b ? 0 : a === undefined ? 1 : b === undefined ? -1 : a < b ? -1 : 1
    return sign * order || left - right
  })
}

describe('ItemList', () => {
  it('finds and sorts like the plainest way to do it', () => {
    const row = fc
      .record({
        item: fc.constantFrom('alpha', 'Beta', 'gamma', 'delta 7'),
        verdict: fc.constantFrom('right', 'wrong', 'error'),
        value: fc.option(fc.constantFrom(0, 0.5, 1), { nil: undefined }),
        said: fc.constantFrom('close 7', 'OPEN', ''),
      })
      .map(({ item, value, ...more }) =>
        rowOf(item, { ...more, ...(value === undefined ? {} : { value }) } as Partial<ItemRow>),
      )
    const query = fc.record({
      text: fc.constantFrom('', 'a', 'open', 'close 7', 'alpha called', 'nothing'),
      verdict: fc.constantFrom('', 'right', 'wrong'),
      benchmark: fc.constant(''),
      sort: fc
        .constantFrom('', 'item', '-item', 'value', '-value', 'verdict', '-verdict', 'nonsense')
        .filter((one) => one !== 'nonsense'),
    })
    fc.assert(
      fc.property(
        fc.array(row, { maxLength: 40 }),
        fc.array(query, { minLength: 1, maxLength: 4 }),
        (rows, queries) => {
          const list = listOf(rows)
          for (const one of queries as readonly ItemQuery[]) {
            const found = list.find(one, { from: 0, count: 100 })
            expect(found.rows.map(({ place }) => place)).toEqual(oracle(rows, one))
            expect(found.matched).toBe(found.rows.length)
          }
        },
      ),
    )
  })
  it('gives parts, and sees rows that come or change later', () => {
    const list = listOf([rowOf('a'), rowOf('b'), rowOf('c')])
    const places = (from: number, count: number, query = all): readonly string[] =>
      list.find(query, { from, count }).rows.map(({ row }) => row.item)
    expect(places(1, 1)).toEqual(['b'])
    expect(places(5, 10)).toEqual([])
    list.put(3, rowOf('d', { verdict: 'wrong', benchmark: 'other' }))
    list.put(0, rowOf('a', { verdict: 'wrong' }))
    expect(places(0, 9, { ...all, verdict: 'wrong' })).toEqual(['a', 'd'])
    expect(places(0, 9, { ...all, benchmark: 'other' })).toEqual(['d'])
    expect(list.benchmarks).toEqual(['b', 'other'])
    expect(places(0, 9, { ...all, sort: 'nonsense' })).toEqual(['a', 'b', 'c', 'd'])
  })
})
