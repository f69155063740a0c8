import { describe, expect, it } from 'vitest'
import type { DialogueScore } from '../../score/dialogue/category-scores.js'
import type { DialogueScores } from '../../score/dialogue/score-dialogues.js'
import type { Expected } from './expectation.js'
import { judgeRun } from './judge-run.js'
import type { PlayedAgent } from './play-agent.js'

const PERFECT: Readonly<Record<string, number>> = {
  'turn-correct': 1,
  'dialogue-correct': 1,
  'tool-f1': 1,
  'parameter-f1': 1,
  'data-flow-f1': 1,
  'delta-em': 1,
  'delta-em-keyed': 1,
  'act-macro-f1': 1,
  'noop-specificity': 1,
  'slot-f1': 1,
  executed: 1,
  'missed-reuse': 0,
  'calls-ratio': 1,
}
type Values = Readonly<Record<string, number | undefined>>

function scores(values: Values): readonly DialogueScore[] {
  const about = {
    unit: 'share',
    better: 'higher',
    n: 9,
    counted: 9,
    scorer: { name: 's', version: 1 },
  } as const
  return Object.entries(values).flatMap(([metric, value]): readonly DialogueScore[] => [
    value === undefined
      ? { kind: 'unscored', metric, reason: 'nothing', ...about }
      : { kind: 'scored', metric, value, ...about },
    // Groups are not looked at.
    { kind: 'scored', metric, group: 'one', value: 0.5, ...about },
  ])
}

function played(values: Values, floor: Readonly<Record<string, number>> = {}): PlayedAgent {
  const strict: DialogueScores = {
    scores: scores(values),
    nulls: [
      {
        id: 'silent',
        kind: 'floor',
        values: Object.entries(floor).flatMap(([metric, value]) => [
          { metric, value },
          { metric, group: 'one', value: 9 },
        ]),
      },
    ],
    counts: { dialogues: 4, turns: 10, unmeasured: 0, byCategory: {} },
    acts: {},
    faults: { 'undefined-name': 6, empty: 10 },
  }
  return {
    strict,
    compat: { scores: scores({ 'compat-tool-f1': undefined }), nulls: [], turns: 10, stopped: {}, unread: 0 },
  }
}

function judged(expected: Expected, values: Values = {}, floor: Readonly<Record<string, number>> = {}) {
  const run = {
    agent: 'silent',
    mode: 'code',
    running: 'teacher-forced',
    dialogues: 'some',
    expectations: [{ id: 'x', expected, because: 'It is so.' }],
  } as const
  const [check] = judgeRun({ run, played: played(values, floor), set: 'toy-en' })
  return check
}
const figure = (
  metric: string,
  wanted: (Expected & { kind: 'figure' })['figure'],
  view: 'strict' | 'compat' = 'strict',
) => ({ kind: 'figure', view, metric, figure: wanted }) as const

describe('judgeRun', () => {
  it('names the check after set, agent, way and figure, and gives its reason', () => {
    expect(judged(figure('tool-f1', { kind: 'is', value: 2 / 3 }), { 'tool-f1': 2 / 3 })).toEqual({
      id: 'toy-en/silent/code-forced/x',
      says: 'It is so.',
      expected: 'tool-f1 = 0.6667',
      measured: 'tool-f1 = 0.6667',
      verdict: 'passed',
    })
  })

  it.each([
    ['is', { kind: 'is', value: 0 }, 0, 'passed'],
    ['is not', { kind: 'is', value: 0 }, 0.001, 'failed'],
    ['is nothing', { kind: 'is', value: 0 }, undefined, 'failed'],
    ['between', { kind: 'between', low: 0, high: 1 }, 0.5, 'passed'],
    ['at the lower end', { kind: 'between', low: 0, high: 1 }, 0, 'failed'],
    ['at the upper end', { kind: 'between', low: 0, high: 1 }, 1, 'failed'],
    ['nothing between', { kind: 'between', low: 0, high: 1 }, undefined, 'failed'],
    ['none', { kind: 'none' }, undefined, 'passed'],
    ['not none', { kind: 'none' }, 0, 'failed'],
  ] as const)('a figure %s', (_, wanted, value, verdict) => {
    expect(judged(figure('tool-f1', wanted), { 'tool-f1': value })?.verdict).toBe(verdict)
  })

  it('reads figures of the released rules apart from ours', () => {
    const wanted = figure('compat-tool-f1', { kind: 'none' }, 'compat')
    expect(judged(wanted, { 'compat-tool-f1': 1 })?.verdict).toBe('passed')
    expect(judged(figure('tool-f1', { kind: 'is', value: 1 }, 'compat'), { 'tool-f1': 1 })?.verdict).toBe(
      'failed',
    )
  })

  it('takes only the best for the best, whichever way that lies, and no silence for it', () => {
    const best = { kind: 'best', contrasts: true } as const
    expect(judged(best, PERFECT)).toMatchObject({ measured: '12 of 12 at their best', verdict: 'passed' })
    expect(judged(best, { ...PERFECT, 'calls-ratio': 2 })?.verdict).toBe('passed')
    expect(judged(best, { ...PERFECT, 'missed-reuse': 0.1 })).toMatchObject({
      measured: 'missed-reuse = 0.1',
      verdict: 'failed',
    })
    expect(judged(best, { ...PERFECT, 'slot-f1': undefined })).toMatchObject({
      measured: 'slot-f1 = none',
      verdict: 'failed',
    })
    expect(judged(best, { ...PERFECT, 'delta-em-keyed': 0 })?.verdict).toBe('failed')
    expect(judged({ ...best, contrasts: false }, { ...PERFECT, 'delta-em-keyed': 0 })?.verdict).toBe('passed')
  })

  it('holds what was played against the floor beside it', () => {
    const values = { 'tool-f1': 0, 'state-em': 0.2, 'calls-ratio': 3, 'tool-recall': undefined }
    expect(judged({ kind: 'floor' }, values, { 'tool-f1': 0, 'state-em': 0.2 })).toMatchObject({
      measured: 'the same 2 figures',
      verdict: 'passed',
    })
    expect(judged({ kind: 'floor' }, values, { 'tool-f1': 0, 'state-em': 0.3 })?.verdict).toBe('failed')
    expect(judged({ kind: 'floor' }, values, { 'tool-f1': 0 })?.verdict).toBe('failed')
    expect(judged({ kind: 'floor' }, {}, {})?.verdict).toBe('failed')
  })

  it('counts the turns that end with a fault', () => {
    expect(judged({ kind: 'fault', fault: 'undefined-name', turns: 'later' })?.verdict).toBe('passed')
    expect(judged({ kind: 'fault', fault: 'empty', turns: 'all' })?.verdict).toBe('passed')
    expect(judged({ kind: 'fault', fault: 'undefined-name', turns: 'all' })).toMatchObject({
      expected: 'undefined-name in 10 turns',
      measured: 'undefined-name in 6 turns',
      verdict: 'failed',
    })
    expect(judged({ kind: 'fault', fault: 'cache-miss', turns: 'all' })?.verdict).toBe('failed')
  })
})
