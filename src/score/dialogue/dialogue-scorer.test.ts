import { describe, expect, it } from 'vitest'
import { fetch, filter, keep, search } from '../../../test/generators/inn-verdicts.js'
import { innDialogue, innWorld, playedTurn } from '../../../test/generators/inn-world.js'
import type { TurnRecord } from '../../agent/turn-record.js'
import { DialogueScorer, type PlayedDialogue } from './score-dialogues.js'

const first = playedTurn(1, [search('Ulm'), keep('ulm', 0)])
const second = playedTurn(3, [fetch('ulm'), filter(0, [4, 5])], { cacheBefore: first.cacheAfter })
const third = playedTurn(5, [], { cacheBefore: first.cacheAfter })
const gold = [first, second, third]
const failed = playedTurn(3, [], {
  cacheBefore: first.cacheAfter,
  error: { fault: 'syntax', message: 'x' },
  plan: 'filter_inns(',
})

const played = (
  id: string,
  turns: readonly TurnRecord[],
  category = 'inns',
  more: Partial<PlayedDialogue> = {},
): PlayedDialogue => ({
  dialogue: innDialogue(id, [{}, {}, {}], { category, template: id }),
  gold,
  turns,
  ...more,
})
const scorerOf = (running: 'teacher-forced' | 'free-running' = 'teacher-forced') =>
  new DialogueScorer({ world: innWorld, running })

describe('DialogueScorer', () => {
  it('counts dialogues, turns, acts and faults', () => {
    const scorer = scorerOf()
    scorer.add(played('a', gold))
    scorer.add(played('b', [first, failed]))
    scorer.add(played('c', [first], 'cafes'))
    scorer.add(played('d', []))
    const found = scorer.finish({ resamples: 10 })
    expect(found.counts).toEqual({
      dialogues: 3,
      turns: 6,
      unmeasured: 6,
      byCategory: { inns: { dialogues: 2, clusters: 2 }, cafes: { dialogues: 1, clusters: 1 } },
    })
    expect(found.acts).toEqual({ call: { call: 4, none: 1 }, noop: { noop: 1 } })
    expect(found.faults).toEqual({ syntax: 1 })
    expect(found.scores[0]?.scorer).toMatchObject({ name: expect.any(String), version: expect.any(Number) })
  })

  it('names the null agents, and what each scores on the turns that were answered', () => {
    const scorer = scorerOf()
    for (const id of ['a', 'b']) scorer.add(played(id, [first]))
    const { nulls } = scorer.finish({ resamples: 10 })
    expect(nulls.map(({ id, kind }) => `${id} ${kind}`)).toEqual([
      'silent floor',
      'no-op floor',
      'always-seek floor',
      're-search floor',
      'gold-renamed control',
      'gold-permuted control',
      'gold-changed control',
      'gold-twice control',
    ])
    const of = (id: string, metric: string) =>
      nulls
        .find((one) => one.id === id)
        ?.values.find((one) => one.metric === metric && one.group === undefined)?.value
    // Of the first turn alone: searching again is what gold does there.
    expect([
      of('re-search', 'tool-recall'),
      of('no-op', 'noop-specificity'),
      of('silent', 'attempted'),
    ]).toEqual([1, undefined, 0])
  })

  it('judges without counting', () => {
    const scorer = scorerOf()
    expect(scorer.judge(played('a', gold)).turns.map(({ isCorrect }) => isCorrect)).toEqual([
      true,
      true,
      true,
    ])
    expect(scorer.judge(played('a', [first, failed])).turns.map(({ isCorrect }) => isCorrect)).toEqual([
      true,
      false,
    ])
    expect(scorer.finish().counts).toMatchObject({ dialogues: 0, turns: 0 })
  })

  it('takes the world of a dialogue where it has its own', () => {
    const world = { ...innWorld, tools: innWorld.tools.filter(({ name }) => name !== 'filter_inns') }
    const scorer = scorerOf()
    expect(scorer.judge(played('a', gold, 'inns', { world })).turns[1]?.tools).toEqual({
      right: 1,
      asked: 1,
      given: 1,
    })
    expect(scorer.judge(played('a', gold)).turns[1]?.tools).toEqual({ right: 2, asked: 2, given: 2 })
  })

  it('gives values of one dialogue: proportions of which more is better, without contrasts', () => {
    const scorer = new DialogueScorer({ world: innWorld, running: 'free-running', isInjected: true })
    const values = scorer.valuesOf(scorer.judge(played('a', gold)))
    expect(values).toMatchObject({
      'turn-correct': 1,
      'tool-precision': 1,
      'tool-recall': 1,
      'final-state': 1,
    })
    for (const metric of [
      'tool-f1',
      'steps',
      'delta-em-keyed',
      'fault-syntax',
      'recovery@1',
      'slot-recall',
    ]) {
      expect(values, metric).not.toHaveProperty(metric)
    }
    const error = { fault: 'tool-failed', message: 'x' } as const
    const failing = playedTurn(1, [
      { ...search('Ulm'), error, injected: 'timeout' },
      search('Ulm'),
      keep('ulm', 1),
    ])
    expect(scorer.valuesOf(scorer.judge(played('a', [failing])))).toMatchObject({
      'recovery@1': 1,
      'recovery@3': 1,
    })
  })

  it('knows whether a free run ends as gold does', () => {
    const scorer = scorerOf('free-running')
    const last = { ...third, cacheAfter: [] }
    expect(scorer.judge(played('a', gold)).endsRight).toBe(true)
    expect(scorer.judge(played('a', [first, second, last])).endsRight).toBe(false)
    expect(scorer.judge(played('a', [first, second])).endsRight).toBeUndefined()
    expect(scorer.judge(played('a', [third])).endsRight).toBe(true)
  })
})
