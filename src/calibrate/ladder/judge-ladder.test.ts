import { describe, expect, it } from 'vitest'
import type { LadderExpectation, LadderMeasure } from '../reference/ladder-expectation.js'
import { judgeLadder, ladderKey } from './judge-ladder.js'
import type { LadderFigure } from './ladder-figures.js'

const measure: LadderMeasure = { subject: 'caller', figure: 'strict-novel' }
const other: LadderMeasure = { subject: 'talker', figure: 'strict-novel' }
const caller = { name: 'caller', observed: new Map() }
const expectation = (
  bound: LadderExpectation['bound'],
  held: boolean | undefined = true,
): LadderExpectation => ({
  id: 'x',
  statement: 'It shows.',
  measure,
  bound,
  ...(held === undefined ? {} : { held }),
})
const figures = (value: number | string | undefined, second?: number | string) =>
  new Map<string, LadderFigure>([
    ...(value === undefined ? [] : [[ladderKey(measure), { value, n: 8 }] as const]),
    ...(second === undefined ? [] : [[ladderKey(other), { value: second, n: 8 }] as const]),
  ])
const verdict = (bound: LadderExpectation['bound'], value: number | string | undefined, held = true) =>
  judgeLadder(caller, expectation(bound, held), figures(value)).verdict

describe('judgeLadder', () => {
  it.each([
    [{ kind: 'atLeast', value: 0.6 }, 0.6, 'passed'],
    [{ kind: 'atLeast', value: 0.6 }, 0.599, 'failed'],
    [{ kind: 'atMost', value: 0 }, 0, 'passed'],
    [{ kind: 'atMost', value: 0 }, 1e-9, 'failed'],
    [{ kind: 'equals', word: 'capable' }, 'capable', 'passed'],
    [{ kind: 'equals', word: 'capable' }, 'partial', 'failed'],
    [{ kind: 'atLeast', value: 0.6 }, 'capable', 'failed'],
  ] as const)('holds %j against %s: %s', (bound, value, expected) => {
    expect(verdict(bound, value)).toBe(expected)
    // What did not show when the card was closed must still not.
    expect(verdict(bound, value, false)).toBe(expected === 'passed' ? 'failed' : 'passed')
  })

  it('compares with the figure of another subject', () => {
    const bound = { kind: 'above', than: other, by: 0.3 } as const
    const judged = (own: number, than: number | string | undefined) =>
      judgeLadder(caller, expectation(bound), figures(own, than))
    expect(judged(0.8, 0.5)).toMatchObject({
      verdict: 'passed',
      expected: '≥ strict-novel of talker (0.500) + 0.300',
      measured: 'strict-novel = 0.800, n = 8',
    })
    expect(judged(0.79, 0.5).verdict).toBe('failed')
    expect(judged(0.8, undefined).verdict).toBe('missing')
    expect(judged(0.8, 'capable').verdict).toBe('failed')
  })

  it('is missing where nothing was measured, and never passes a card that was not closed', () => {
    const bound = { kind: 'atLeast', value: 0 } as const
    expect(verdict(bound, undefined)).toBe('missing')
    const open = judgeLadder(caller, { ...expectation(bound), held: undefined } as never, figures(1))
    expect(open).toMatchObject({ verdict: 'failed', note: expect.stringMatching(/does not say/) })
  })

  it('says what passed by not showing, and shows tiny figures', () => {
    const judged = judgeLadder(caller, expectation({ kind: 'atLeast', value: 0.5 }, false), figures(2e-7))
    expect(judged).toMatchObject({
      id: 'caller/x',
      verdict: 'passed',
      expected: 'not ≥ 0.500',
      measured: 'strict-novel = 2.0e-7, n = 8',
      note: 'Does not show at this size.',
    })
  })
})

describe('a figure near its bound', () => {
  const bound = { kind: 'atLeast', value: 0.6 } as const
  const judged = (value: number, seen: number | string, n = 100) =>
    judgeLadder(
      { name: 'caller', observed: new Map([['x', { value: seen }]]) },
      expectation(bound),
      new Map([[ladderKey(measure), { value, n }]]),
    )

  it('may fall to the other side within four standard errors of what the card saw: 0.2 for 100 cases', () => {
    expect(judged(0.55, 0.7)).toMatchObject({ verdict: 'passed', note: expect.stringMatching(/saw 0\.700/) })
    expect(judged(0.501, 0.7).verdict).toBe('passed')
    expect(judged(0.499, 0.7).verdict).toBe('failed')
    expect(judged(0.55, 0.7, 10_000).verdict).toBe('failed')
    expect(judged(0.55, 'capable').verdict).toBe('failed')
  })
})

describe('ladderKey', () => {
  it('tells drift where it was trained from drift elsewhere', () => {
    const drift = { subject: 'a', figure: 'drift', parent: 'b' } as const
    expect(ladderKey({ ...drift, where: 'trained' })).not.toBe(ladderKey({ ...drift, where: 'elsewhere' }))
    expect(ladderKey({ ...drift, where: 'trained' })).toBe(ladderKey({ ...drift, where: 'trained' }))
  })
})
