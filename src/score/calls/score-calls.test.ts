import { describe, expect, it } from 'vitest'
import { type CallTask, callTaskOf } from '../../benchmark/call-item.js'
import type { Score } from '../score.js'
import { judgeCalls, type ReadOutput } from './call-verdict.js'
import { scoreCalls } from './score-calls.js'
import { VerdictList } from './verdict-list.js'

const silence: ReadOutput = { outcome: 'abstained', ok: false, level: 'S0', calls: [] }
const calling = (name: string, x: number): ReadOutput => ({
  outcome: 'called',
  ok: true,
  level: 'S6',
  calls: [{ name, arguments: { x } }],
})
const item = (id: string, isCall: boolean, category?: string): CallTask =>
  callTaskOf({
    kind: 'call',
    id,
    json: {
      messages: [],
      tools: ['t', 'u'],
      gold: isCall ? { calls: [{ name: 't', arguments: { x: 1 } }] } : { none: true },
      ...(category === undefined ? {} : { category }),
    },
  })

function listOf(pairs: readonly (readonly [CallTask, ReadOutput])[]): VerdictList {
  const list = new VerdictList()
  for (const [task, output] of pairs) list.push(judgeCalls(task, output))
  return list
}

function scoresOf(
  pairs: readonly (readonly [CallTask, ReadOutput])[],
  nullOutput: ReadOutput = silence,
): readonly Score[] {
  const tasks = pairs.map(([task]) => task)
  return scoreCalls({
    tasks,
    verdicts: listOf(pairs),
    nulls: [{ id: 'null', verdicts: listOf(tasks.map((task) => [task, nullOutput])) }],
    seed: 0,
    resamples: 200,
  })
}

const valueIn = (scores: readonly Score[], metric: string, group?: string): number | string | undefined => {
  const score = scores.find((one) => one.metric === metric && one.group === group)
  return score?.kind === 'scored' ? score.value : score?.reason
}

describe('scoreCalls', () => {
  const pairs = [
    [item('1', true), calling('t', 1)],
    [item('2', true), calling('t', 2)],
    [item('3', true), calling('u', 1)],
    [item('4', true), silence],
    [item('5', false), silence],
    [item('6', false), calling('t', 1)],
    [item('7', false), { ...silence, outcome: 'empty' }],
    [item('8', false), { ...silence, outcome: 'attempted', level: 'S2' }],
  ] as const

  it('computes every measure by hand', () => {
    const scores = scoresOf(pairs)
    const expected: Readonly<Record<string, number>> = {
      exact: 3 / 8,
      match: 3 / 8,
      'call-exact': 1 / 4,
      selection: 2 / 4,
      arguments: 1 / 4,
      'false-call-rate': 2 / 4,
      abstention: 2 / 4,
      'useful-abstention': 1 / 4,
      'balanced-accuracy': (1 / 4 + 1 / 4) / 2,
      'youden-j': 1 / 4 + 1 / 4 - 1,
      'call-precision': 1 / 4,
      'call-recall': 1 / 4,
      'call-f1': 2 / 8,
      'argument-precision': 1 / 4,
      'argument-recall': 1 / 4,
      'argument-f1': 2 / 8,
      'well-formed': 4 / 5,
      'schema-valid': 1,
      truncated: 0,
    }
    for (const [metric, value] of Object.entries(expected))
      expect(valueIn(scores, metric), metric).toBeCloseTo(value, 12)
    expect(scores.find(({ metric }) => metric === 'false-call-rate')?.better).toBe('lower')
  })

  it('keeps brace hygiene from passing for ability', () => {
    const scores = scoresOf([
      [item('1', true), calling('u', 9)],
      [item('2', true), calling('u', 9)],
    ])
    expect(valueIn(scores, 'well-formed')).toBe(1)
    expect(valueIn(scores, 'schema-valid')).toBe(1)
    expect(valueIn(scores, 'selection')).toBe(0)
    expect(valueIn(scores, 'call-exact')).toBe(0)
  })

  it('gives always calling and never calling a Youden’s J of 0 at best', () => {
    const half = [item('1', true), item('2', true), item('3', false), item('4', false)]
    expect(valueIn(scoresOf(half.map((task) => [task, calling('t', 1)])), 'youden-j')).toBe(0)
    expect(valueIn(scoresOf(half.map((task) => [task, silence])), 'youden-j')).toBe(0)
  })

  it('is unscored, not 0, where there is nothing to score', () => {
    const scores = scoresOf([
      [item('1', true), calling('t', 1)],
      [item('2', true), calling('t', 1)],
    ])
    expect(valueIn(scores, 'false-call-rate')).toBe('no item expects no call')
    expect(valueIn(scores, 'balanced-accuracy')).toMatch(/needs items/)
    expect(valueIn(scores, 'keyword-released')).toMatch(/no text/)
    expect(scores.some(({ metric }) => metric === 'forbidden-call-rate')).toBe(false)
  })

  it('scores categories apart where there are several', () => {
    const scores = scoresOf([
      [item('1', true, 'a'), calling('t', 1)],
      [item('2', true, 'a'), calling('t', 1)],
      [item('3', true, 'b'), silence],
      [item('4', true, 'b'), silence],
    ])
    expect(valueIn(scores, 'exact')).toBe(0.5)
    expect(valueIn(scores, 'exact', 'a')).toBe(1)
    expect(valueIn(scores, 'exact', 'b')).toBe(0)
  })

  it('prints floors beside scores, but for those of no null caller', () => {
    const many = Array.from({ length: 40 }, (_, index) => item(String(index), index % 2 === 0))
    const scores = scoresOf(many.map((task) => [task, silence]))
    expect(scores.find(({ metric }) => metric === 'exact')).toMatchObject({
      value: 0.5,
      floor: { null: 'null', value: 0.5, verdict: 'at-floor' },
    })
    expect(scores.find(({ metric }) => metric === 'truncated')).not.toHaveProperty('floor')
  })

  it('counts forbidden calls where items forbid some', () => {
    const forbidding = callTaskOf({
      kind: 'call',
      id: '1',
      json: { messages: [], tools: ['t'], gold: { none: true }, forbidden: ['t'] },
    })
    const scores = scoresOf([
      [forbidding, calling('t', 1)],
      [{ ...forbidding, id: '2' }, silence],
      [item('3', true), calling('t', 1)],
    ])
    expect(scores.find(({ metric }) => metric === 'forbidden-call-rate')).toMatchObject({
      value: 0.5,
      n: 2,
      better: 'lower',
    })
  })

  it('leaves items without a category to the whole alone, and one category to nothing else', () => {
    const scores = scoresOf([
      [item('1', true, 'a'), calling('t', 1)],
      [item('2', true), silence],
      [item('3', true, 'b'), silence],
      [item('4', true, 'b'), calling('t', 1)],
      [item('5', true, 'a'), calling('t', 1)],
    ])
    expect(scores.filter(({ metric }) => metric === 'exact')).toMatchObject([
      { value: 3 / 5, n: 5 },
      { group: 'a', value: 1, n: 2 },
      { group: 'b', value: 0.5, n: 2 },
    ])
    const one = scoresOf([
      [item('1', true, 'a'), calling('t', 1)],
      [item('2', true, 'a'), silence],
    ])
    expect(one.filter(({ metric }) => metric === 'exact')).toHaveLength(1)
    expect(one[0]).not.toHaveProperty('group')
  })

  it('gives a category the clusters and the floor of its own items', () => {
    const many = Array.from(
      { length: 80 },
      (_, index): CallTask => ({
        ...item(String(index), index % 2 === 0, index % 2 === 0 ? 'calls' : 'none'),
        cluster: `c${index < 40 ? index : 40 + (index % 4)}`,
      }),
    )
    const scores = scoresOf(many.map((task) => [task, calling('t', 1)]))
    const of = (group: string) => scores.find((one) => one.metric === 'exact' && one.group === group)
    expect(of('calls')).toMatchObject({ value: 1, clusters: 22, floor: { value: 0 } })
    expect(of('none')).toMatchObject({ value: 0, clusters: 22, floor: { value: 1 } })
  })
})
