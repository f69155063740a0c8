import { describe, expect, it } from 'vitest'
import type { McqItem, QaItem } from '../../benchmark/item.js'
import type { LedgerRow } from '../run/sample-ledger.js'
import type { Score } from '../score.js'
import { mcqFloors, nullScores, qaFloors } from './choice-floors.js'
import { measuresOf, shareMeasure } from './choice-measures.js'
import type { ChoiceOutcome } from './choice-outcome.js'
import {
  compareControls,
  distinctQuestions,
  type ProbeReading,
  rowsByShowing,
  unshownCounts,
  unshownIds,
} from './probe-groups.js'

const outcome = (gold: string, right: number): ChoiceOutcome => ({
  method: 'generation',
  gold,
  kind: 'chosen',
  rule: 'letter',
  right,
  lenientRight: right,
})
const row = (
  item: number,
  right: number,
  more: { variant?: string; trial?: number; gold?: string } = {},
): LedgerRow<ChoiceOutcome> => ({
  item,
  variant: more.variant,
  trial: more.trial ?? 0,
  outcome: outcome(more.gold ?? 'A', right),
})
const mcq = (at: number, more: Partial<McqItem> = {}): McqItem => ({
  kind: 'mcq',
  id: `m${at}`,
  tool: 't',
  question: `q${at % 2}`,
  answer: 'it does',
  distractors: ['no', 'never ever', 'nothing at all'],
  ...more,
})
const qa = (at: number, answer: 'yes' | 'no'): QaItem => ({
  kind: 'qa',
  id: `q${at}`,
  tool: 't',
  question: 'is it?',
  answer,
})
const probe = {
  show: 'token',
  showings: ['token', 'no-token', 'name'],
  leftOut: {},
  unshown: {
    name: [
      { item: 'm0', why: 'no token' },
      { item: 'm1', why: 'no token' },
      { item: 'm2', why: 'two tokens' },
      { item: 'zz', why: 'no token' },
    ],
    'no-token': [],
  },
} as unknown as ProbeReading // as much as is read of one

describe('rowsByShowing', () => {
  const rows = [
    row(0, 1, { variant: 'z' }),
    row(0, 1, { variant: 'name' }),
    row(0, 1, { variant: 'token' }),
    row(0, 1, { variant: 'a' }),
    row(1, 1, { variant: 'name' }),
    row(0, 1, { variant: 'no-token' }),
    row(1, 1),
  ]
  const groupOf = (variant: string): string | undefined => (variant === 'plain' ? undefined : variant)

  it('puts what is examined first, then controls in the order of the probe, then the rest by name', () => {
    const groups = rowsByShowing(rows, { probe, groupOf })
    expect(groups.map(({ group, rows: own }) => [group, own.length])).toEqual([
      [undefined, 2],
      ['no-token', 1],
      ['name', 2],
      ['a', 1],
      ['z', 1],
    ])
  })

  it('keeps every variant apart where there was no probe', () => {
    const groups = rowsByShowing([...rows, row(2, 1, { variant: 'plain' })], { probe: undefined, groupOf })
    expect(groups.map(({ group, rows: own }) => [group, own.length])).toEqual([
      [undefined, 2],
      ['a', 1],
      ['name', 2],
      ['no-token', 1],
      ['token', 1],
      ['z', 1],
    ])
    expect(rowsByShowing([], { probe, groupOf })).toEqual([])
  })
})

describe('compareControls', () => {
  const items = Array.from({ length: 30 }, (_, at) => mcq(at, { cluster: `c${at}` }))
  const rowsOf = (right: (at: number) => number, from = 0) =>
    items.slice(from).map((_, at) => row(at + from, right(at + from)))

  it('holds what is examined against each control, on the items that both have', () => {
    const compared = compareControls({
      items,
      groups: [
        { group: undefined, rows: rowsOf(() => 1) },
        { group: 'no-token', rows: rowsOf((at) => at % 2, 10) },
        { group: 'name', rows: [...rowsOf(() => 1), row(99, 0)] },
        { group: 'one', rows: rowsOf(() => 0, 29) },
      ],
      seed: 0,
    })
    expect(
      compared.map(({ control, metric, n, difference, verdict }) => [
        control,
        metric,
        n,
        difference,
        verdict,
      ]),
    ).toEqual([
      ['no-token', 'accuracy', 20, 0.5, 'better'],
      ['name', 'accuracy', 30, 0, expect.any(String)],
    ])
    expect(compared[0]).toMatchObject({ clusters: 20 })
  })

  it('averages the rotations and trials of an item first', () => {
    const twice = [...rowsOf(() => 1), ...rowsOf(() => 0).map((one) => ({ ...one, trial: 1 }))]
    const [only] = compareControls({
      items,
      groups: [
        { group: undefined, rows: twice },
        { group: 'name', rows: rowsOf(() => 0) },
      ],
      seed: 0,
    })
    expect(only).toMatchObject({ n: 30, difference: 0.5 })
  })

  it('compares nothing where there is nothing to compare', () => {
    const main = { group: undefined, rows: rowsOf(() => 1) }
    expect(compareControls({ items, groups: [], seed: 0 })).toEqual([])
    expect(compareControls({ items, groups: [main], seed: 0 })).toEqual([])
    expect(
      compareControls({
        items,
        groups: [
          { ...main, group: 'a' },
          { ...main, group: 'b' },
        ],
        seed: 0,
      }),
    ).toEqual([])
  })
})

describe('what a probe could not show', () => {
  it('is known by showing and item, and counted by its reason', () => {
    expect(unshownIds(probe).get('name')).toEqual(new Set(['m0', 'm1', 'm2', 'zz']))
    expect(unshownIds(undefined).size).toBe(0)
    expect(unshownCounts(probe, new Set(['m0', 'm1', 'm2']))).toEqual({
      name: { 'no token': 2, 'two tokens': 1 },
    })
    expect(unshownCounts(undefined, new Set(['m0']))).toEqual({})
  })

  it('leaves the questions that differ among those that were measured', () => {
    const items = [mcq(0), mcq(1), mcq(2, { question: ' q0 ' }), mcq(3)]
    expect(distinctQuestions(items, [row(0, 1), row(2, 1), row(0, 1)])).toBe(1)
    expect(distinctQuestions(items, [row(0, 1), row(1, 1)])).toBe(2)
  })
})

describe('null models of MCQ items', () => {
  it('say the letter that is right most often, as often as it is right of each item', () => {
    const golds = ['AB', 'BB', 'BA']
    const members = golds.map((letters, at) => ({
      item: mcq(at),
      rows: [...letters].map((gold, trial) => row(at, 1, { gold, trial })),
    }))
    const floors = new Map(mcqFloors(members, 0).map((floor) => [floor.id, floor]))
    expect([...(floors.get('constant-letter')?.right ?? [])]).toEqual([0.5, 1, 0.5])
    expect([...(floors.get('shortest')?.right ?? [])]).toEqual([0, 0, 0])
    expect(floors.get('word-rule')).toHaveProperty('search')
    expect(floors.get('shortest')).not.toHaveProperty('search')
    // Of letters that are right as often, the first.
    const even = ['B', 'A'].map((gold, at) => ({ item: mcq(at), rows: [row(at, 1, { gold })] }))
    expect([...(mcqFloors(even, 0).find(({ id }) => id === 'constant-letter')?.right ?? [])]).toEqual([0, 1])
  })
})

describe('null models of QA items', () => {
  const rightOf = (...answers: readonly ('yes' | 'no')[]) => {
    const floors = qaFloors(
      answers.map((answer, at) => ({ item: qa(at, answer), rows: [] })),
      0,
    )
    return Object.fromEntries(floors.map(({ id, right }) => [id, [...right]]))
  }
  it('say the answer that is right more often, yes where both are, or either at random', () => {
    expect(rightOf('yes', 'no', 'no')).toMatchObject({ constant: [0, 1, 1], random: [0.5, 0.5, 0.5] })
    expect(rightOf('no', 'yes')).toMatchObject({ constant: [0, 1] })
  })
})

describe('nullScores', () => {
  it('are told by the id of the model, with chance where there is a value', () => {
    const about = {
      metric: 'accuracy',
      unit: 'u',
      better: 'higher',
      scorer: { name: 's', version: 1 },
    } as const
    const scores: readonly Score[] = [
      { kind: 'scored', ...about, group: 'word-rule', value: 0.5, n: 2 },
      { kind: 'unscored', ...about, group: 'random', reason: 'no items', n: 0 },
    ]
    const search = { rule: 'x' } as never // passed on as it is
    const floors = [{ id: 'word-rule', right: new Float64Array(), search }]
    expect(nullScores(scores, floors, 0.25)).toEqual([
      { kind: 'scored', ...about, null: 'word-rule', value: 0.5, n: 2, search, chance: 0.25 },
      { kind: 'unscored', ...about, null: 'random', reason: 'no items', n: 0 },
    ])
  })
})

describe('measuresOf', () => {
  const scorer = { name: 's', version: 1 }
  const outcomes = [outcome('A', 1), outcome('B', 0), outcome('A', 0.5)]
  it('leave out what nothing counts for, unless it comes first', () => {
    const nothing = shareMeasure('nothing', () => undefined, { whenNothing: 'none' })
    const right = shareMeasure('right', ({ right: share }) => share)
    const names = (list: Parameters<typeof measuresOf>[1]) =>
      measuresOf(outcomes, list, scorer).map(({ about }) => about.metric)
    expect(names([nothing, right])).toEqual(['nothing', 'right'])
    expect(names([right, nothing])).toEqual(['right'])
  })
  it('take a share for one only where every part is 0 or 1', () => {
    const of = (definition: Parameters<typeof measuresOf>[1][number]) =>
      measuresOf(outcomes, [definition], scorer)[0]
    const part = shareMeasure('right', ({ right }) => right)
    expect(of(part)).toEqual({
      about: { metric: 'right', unit: 'share of items', better: 'higher', scorer },
      isShare: false,
      subject: {
        terms: [
          {
            weight: 1,
            top: new Float64Array([1, 0, 0.5]),
            bottom: new Uint8Array([1, 1, 1]),
            isPlain: false,
          },
        ],
        offset: 0,
      },
      nulls: [],
      ceiling: 1,
      whenNothing: 'no items',
    })
    const onA = shareMeasure('a', ({ gold }) => (gold === 'A' ? 1 : undefined), {
      group: 'A',
      better: 'lower',
    })
    expect(of(onA)).toMatchObject({
      about: { group: 'A', better: 'lower' },
      isShare: true,
      subject: { terms: [{ top: new Uint8Array([1, 0, 1]), bottom: new Uint8Array([1, 0, 1]) }] },
    })
    expect(of(onA)).not.toHaveProperty('ceiling')
    expect(of(shareMeasure('x', () => 1, { group: 'A' }))).not.toHaveProperty('ceiling')
    expect(of(shareMeasure('x', () => 1, { isShare: false }))?.isShare).toBe(false)
  })
})
