import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CallTask, callTaskOf } from '../../benchmark/call-item.js'
import { newcombeInterval } from '../../stats/mover.js'
import { wilsonInterval } from '../../stats/wilson.js'
import type { Score } from '../score.js'
import type { EmittedCall } from './call-comparison.js'
import { divisionOf } from './call-measures.js'
import { judgeCalls, type ReadOutput } from './call-verdict.js'
import { scoreCalls } from './score-calls.js'
import { VerdictList } from './verdict-list.js'

interface Answered {
  readonly gold: readonly EmittedCall[]
  readonly calls: readonly EmittedCall[]
  readonly cluster?: string
}

const call = (name: string, given: Readonly<Record<string, number>>): EmittedCall => ({
  name,
  arguments: given,
})

function taskOf({ gold, cluster }: Answered, place: number): CallTask {
  const json = { messages: [], tools: ['f', 'g'], gold: { calls: gold as never } }
  const id = String(place)
  return callTaskOf({ kind: 'call', id, json, ...(cluster === undefined ? {} : { cluster }) })
}

function readOf({ calls }: Answered): ReadOutput {
  return calls.length === 0
    ? { outcome: 'abstained', ok: false, level: 'S0', calls }
    : { outcome: 'called', ok: true, level: 'S6', calls }
}

function scoresOf(answered: readonly Answered[], resamples = 100): readonly Score[] {
  const tasks = answered.map(taskOf)
  const verdicts = new VerdictList()
  for (const [place, one] of answered.entries()) {
    verdicts.push(judgeCalls(tasks[place] as CallTask, readOf(one)))
  }
  return scoreCalls({ tasks, verdicts, nulls: [], seed: 0, resamples })
}

const scoreOf = (scores: readonly Score[], metric: string): Score => {
  const found = scores.find((score) => score.metric === metric)
  if (found === undefined) throw new Error(`no ${metric}`)
  return found
}
const numberIn = (scores: readonly Score[], metric: string): number => {
  const score = scoreOf(scores, metric)
  return score.kind === 'scored' ? score.value : Number.NaN
}

describe('measures of calls', () => {
  it('count calls and arguments over all items, by hand', () => {
    const answered: readonly Answered[] = [
      // Both right: 2 calls, 3 arguments.
      {
        gold: [call('f', { a: 1, b: 2 }), call('g', { a: 1 })],
        calls: [call('g', { a: 1 }), call('f', { a: 1, b: 2 })],
      },
      // One argument of two right, and a call too many with one argument.
      { gold: [call('f', { a: 1, b: 2 })], calls: [call('f', { a: 1, b: 3 }), call('g', { a: 1 })] },
      // One call missing with its two arguments; an argument too many.
      { gold: [call('f', { a: 1, b: 2 }), call('g', { a: 1 })], calls: [call('g', { a: 1, b: 9 })] },
      { gold: [], calls: [] },
      { gold: [], calls: [call('f', { a: 1 })] },
    ]
    const scores = scoresOf(answered)
    const expected = {
      // Gold has 5 calls, 6 were made, 2 are equal.
      'call-precision': 2 / 6,
      'call-recall': 2 / 5,
      'call-f1': 4 / 11,
      // Right 3 + 1 + 1; given 3 + 3 + 2 + 1; asked 3 + 2 + 3.
      'argument-precision': 5 / 9,
      'argument-recall': 5 / 8,
      'argument-f1': 10 / 17,
      exact: 2 / 5,
      'call-exact': 1 / 3,
      selection: 1 / 3,
      'false-call-rate': 1 / 2,
      'useful-abstention': 1 / 2,
      'balanced-accuracy': (1 / 3 + 1 / 2) / 2,
      'youden-j': 1 / 3 + 1 / 2 - 1,
    }
    for (const [metric, value] of Object.entries(expected)) {
      expect(numberIn(scores, metric), metric).toBeCloseTo(value, 12)
    }
  })

  it('agree with trying every pairing', () => {
    const anyCall = fc
      .tuple(fc.constantFrom('f', 'g'), fc.integer({ min: 1, max: 2 }), fc.integer({ min: 0, max: 2 }))
      .map(([name, a, b]) => call(name, b === 0 ? { a } : { a, b }))
    const calls = fc.array(anyCall, { maxLength: 4 })
    const items = fc.array(fc.record({ gold: calls, calls }), { minLength: 2, maxLength: 8 })
    fc.assert(
      fc.property(items, (answered) => {
        const scores = scoresOf(answered, 1)
        const sums = answered.map(bruteForce)
        const total = (key: keyof Counts): number => sums.reduce((sum, one) => sum + one[key], 0)
        const ratios: Readonly<Record<string, readonly [number, number]>> = {
          'call-precision': [total('equal'), total('emitted')],
          'call-recall': [total('equal'), total('gold')],
          'call-f1': [2 * total('equal'), total('emitted') + total('gold')],
          'argument-precision': [total('right'), total('given')],
          'argument-recall': [total('right'), total('asked')],
          'argument-f1': [2 * total('right'), total('given') + total('asked')],
        }
        for (const [metric, [top, bottom]] of Object.entries(ratios)) {
          const score = scoreOf(scores, metric)
          if (bottom === 0) expect(score.kind, metric).toBe('unscored')
          else if (score.kind === 'scored') expect(score.value, metric).toBeCloseTo(top / bottom, 12)
        }
      }),
      { numRuns: 300 },
    )
  })

  it('give each measure the interval of its kind', () => {
    const answered: readonly Answered[] = Array.from({ length: 60 }, (_, place) => ({
      gold: place % 3 === 0 ? [] : [call('f', { a: 1, b: place % 2 })],
      calls: place % 5 === 0 ? [] : [call('f', { a: 1, b: 0 })],
    }))
    const scores = scoresOf(answered, 400)
    const calls = answered.filter(({ gold }) => gold.length > 0)
    const hits = calls.filter(({ gold, calls: [made] }) => made && gold[0]?.arguments.b === 0).length
    const none = answered.filter(({ gold }) => gold.length === 0)
    const silent = none.filter((one) => one.calls.length === 0).length
    const terms = [
      { successes: hits, n: calls.length },
      { successes: silent, n: none.length },
    ] as const
    expect(scoreOf(scores, 'call-exact')).toMatchObject({
      interval: wilsonInterval(terms[0]),
      method: `Wilson over ${calls.length} independent items`,
    })
    expect(scoreOf(scores, 'balanced-accuracy')).toMatchObject({
      interval: newcombeInterval(terms.map((term) => ({ ...term, weight: 0.5 }))),
      method: 'Newcombe over 60 independent items',
    })
    const [low, high] = newcombeInterval(terms.map((term) => ({ ...term, weight: 1 })))
    expect(scoreOf(scores, 'youden-j')).toMatchObject({ interval: [low - 1, high - 1] })
    for (const metric of ['call-precision', 'call-f1', 'argument-precision', 'argument-f1']) {
      expect(scoreOf(scores, metric)).toMatchObject({
        method: expect.stringMatching(/^percentile bootstrap/),
      })
    }
    const inClusters = answered.map((one, place) => ({ ...one, cluster: `c${Math.floor(place / 2)}` }))
    for (const metric of ['call-exact', 'balanced-accuracy', 'call-f1', 'argument-f1']) {
      expect(scoreOf(scoresOf(inClusters, 400), metric)).toMatchObject({
        method: expect.stringMatching(/^percentile bootstrap over \d+ clusters/),
      })
    }
    const inFew = answered.map((one, place) => ({ ...one, cluster: `c${place % 6}` }))
    const few = scoreOf(scoresOf(inFew, 400), 'call-f1')
    expect(few).toMatchObject({ intervalNote: expect.stringMatching(/too few clusters/) })
    expect(few).not.toHaveProperty('interval')
  })

  it('stand in the division that they speak of', () => {
    expect(['exact', 'call-f1', 'youden-j', 'accuracy'].map(divisionOf)).toEqual(Array(4).fill('ability'))
    expect(['well-formed', 'schema-valid', 'truncated'].map(divisionOf)).toEqual(Array(3).fill('format'))
    expect(['selection-lenient', 'keyword-anywhere'].map(divisionOf)).toEqual(Array(2).fill('contrast'))
  })
})

type Counts = Readonly<Record<'gold' | 'emitted' | 'equal' | 'right' | 'asked' | 'given', number>>

/** Tries every way of giving gold calls a partner of their name: most equal pairs, then most right arguments. */
function bruteForce({ gold, calls }: Answered): Counts {
  const sizes = (list: readonly EmittedCall[]): number =>
    list.reduce((sum, one) => sum + Object.keys(one.arguments).length, 0)
  let best = { equal: 0, right: 0 }
  const visit = (place: number, free: readonly number[], sum: typeof best): void => {
    const wanted = gold[place]
    if (wanted === undefined) {
      const isBetter = sum.equal > best.equal || (sum.equal === best.equal && sum.right > best.right)
      if (isBetter) best = sum
      return
    }
    visit(place + 1, free, sum)
    for (const index of free) {
      const made = calls[index]
      if (made?.name !== wanted.name) continue
      const keys = Object.keys(wanted.arguments)
      const right = keys.filter((key) => made.arguments[key] === wanted.arguments[key]).length
      const isEqual = right === keys.length && Object.keys(made.arguments).length === keys.length
      visit(
        place + 1,
        free.filter((other) => other !== index),
        { equal: sum.equal + (isEqual ? 1 : 0), right: sum.right + right },
      )
    }
  }
  visit(0, [...calls.keys()], best)
  return {
    gold: gold.length,
    emitted: calls.length,
    ...best,
    asked: sizes(gold),
    given: sizes(calls),
  }
}
