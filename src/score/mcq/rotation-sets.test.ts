import { describe, expect, it } from 'vitest'
import type { McqItem } from '../../benchmark/item.js'
import type { StoredSample } from '../../run/sample-lines.js'
import type { LedgerRow } from '../run/sample-ledger.js'
import { readMcqVariant, wholeRotationSets } from './rotation-sets.js'
import { McqScorer } from './score-mcq.js'

const item = (id: string, distractors: readonly string[] = ['b', 'c']): McqItem => ({
  kind: 'mcq',
  id,
  tool: 't',
  question: 'Which?',
  answer: 'a',
  distractors,
})
const items = [item('x'), item('y'), item('z', ['b'])]
const row = (place: number, variant: string, trial = 0): LedgerRow<number> => ({
  item: place,
  variant,
  trial,
  outcome: 0,
})
const whole = (place: number, count: number, prefix = '', trial = 0): readonly LedgerRow<number>[] =>
  Array.from({ length: count }, (_, rotation) => row(place, `${prefix}rotation-${rotation}`, trial))

describe('readMcqVariant', () => {
  it('reads showing and rotation, the first rotation where none is named', () => {
    expect(readMcqVariant(undefined)).toEqual({ rotation: 0 })
    expect(readMcqVariant('rotation-2')).toEqual({ rotation: 2 })
    expect(readMcqVariant('token')).toEqual({ showing: 'token', rotation: 0 })
    expect(readMcqVariant('token:rotation-3')).toEqual({ showing: 'token', rotation: 3 })
    for (const variant of ['x', 'x:rotation-0', 'token:x', 'token:rotation-0:y', 'rotation-01', '']) {
      expect(readMcqVariant(variant), variant).toBeUndefined()
    }
  })
})

describe('wholeRotationSets', () => {
  it('keeps whole sets, each showing and trial by itself, and counts the rest', () => {
    const rows = [
      ...whole(0, 3, 'token:'),
      ...whole(0, 2, 'name:'),
      ...whole(0, 3, 'token:', 1),
      ...whole(1, 2),
      ...whole(2, 2),
    ]
    const { rows: kept, incomplete } = wholeRotationSets(rows, { items, rotations: 'all' })
    expect(kept).toEqual([...whole(0, 3, 'token:'), ...whole(0, 3, 'token:', 1), ...whole(2, 2)])
    expect(incomplete).toEqual({ items: 2, samples: 4, first: ['x', 'y'] })
  })

  it('takes one rotation as whole where one was asked, and where no other is met', () => {
    const rows = [row(0, 'rotation-0'), row(1, 'rotation-0')]
    for (const rotations of ['one', undefined] as const) {
      expect(wholeRotationSets(rows, { items, rotations })).toEqual({
        rows,
        incomplete: { items: 0, samples: 0, first: [] },
      })
    }
    expect(wholeRotationSets(rows, { items, rotations: 'all' }).rows).toEqual([])
    expect(wholeRotationSets([...rows, ...whole(2, 2)], { items, rotations: undefined }).rows).toHaveLength(2)
  })
})

describe('McqScorer, where rotations are lost', () => {
  const settings = { trials: 1, seed: 0, resamples: 10 }
  const sample = (id: string, variant: string | undefined, text = 'A'): StoredSample => ({
    benchmark: 'b',
    item: id,
    ...(variant === undefined ? {} : { variant }),
    trial: 0,
    output: { text, stopReason: 'stop' },
    where: 's.jsonl, line 1',
  })
  const probe = { show: 'token', showings: ['token', 'no-token'], leftOut: {}, unshown: {} } as const

  it('gives no credit for the rotation that is left: whoever says A is not right because of it', () => {
    const scorer = new McqScorer([item('x'), item('y'), item('w')], { rotations: 'all' })
    for (const variant of ['rotation-0', 'rotation-1', 'rotation-2']) {
      scorer.take(0, sample('x', variant))
      scorer.take(1, sample('y', variant))
    }
    // Of w the rotations stay that show the answer at A.
    for (const rotation of [0, 1, 2]) {
      const alone = new McqScorer([item('w')], { rotations: 'one' })
      alone.take(0, sample('w', `rotation-${rotation}`))
      const [only] = [...alone.finish(settings).items]
      if (only?.values.accuracy === 1) scorer.take(2, sample('w', `rotation-${rotation}`))
    }
    const { scores, measured, gaps, details } = scorer.finish(settings)
    expect(scores[0]).toMatchObject({ metric: 'accuracy', value: expect.closeTo(1 / 3, 12), n: 2 })
    expect(measured).toBe(2)
    expect(gaps.missing.count).toBe(2)
    expect(details.incomplete).toEqual({ items: 1, samples: 1, first: ['w'] })
  })

  it('expects what the run asks, also where no sample of it is left', () => {
    const scorer = new McqScorer([item('x'), item('z', ['b'])], { rotations: 'all', probe })
    expect(scorer.finish(settings).gaps.missing.count).toBe(2 * (3 + 2))
  })

  it('counts samples of showings that a probe does not ask, and of none', () => {
    const scorer = new McqScorer([item('x')], { rotations: 'one', probe })
    for (const variant of ['token:rotation-0', 'no-token']) scorer.take(0, sample('x', variant))
    for (const variant of ['name:rotation-0', 'rotation-0', undefined, 'x'])
      scorer.take(0, sample('x', variant))
    const { details, gaps, measured } = scorer.finish(settings)
    expect([details.otherVariants, gaps.missing.count, measured]).toEqual([4, 0, 1])
  })
})
