import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Figures, judgeExpectations } from './judge-expectations.js'
import { measureKey } from './measure-text.js'
import type { CardBound, CardExpectation, CardMeasure, ReferenceCard } from './reference-card.js'

const measure: CardMeasure = { subject: 'flat', probe: 'parametric', items: 'verbose', metric: 'rc', k: 5 }
const other: CardMeasure = { ...measure, subject: 'hier' }

function cardWith(
  bound: CardBound,
  more: Partial<CardExpectation> = {},
  seen?: { value: number; n?: number },
): ReferenceCard {
  return {
    name: 'flat',
    set: 'parametric',
    summary: '',
    decoding: { beams: 50, maxNewTokens: 16, rule: 'hf', lengthPenalty: 1 },
    expectations: [{ id: 'one', statement: 'It recalls.', measure, bound, held: true, ...more }],
    climbed: [],
    observed: new Map(seen === undefined ? [] : [['one', seen]]),
  }
}
const figures = (own?: number, than?: number, n = 100): Figures =>
  new Map([
    ...(own === undefined ? [] : [[measureKey(measure), { value: own, n }] as const]),
    ...(than === undefined ? [] : [[measureKey(other), { value: than, n }] as const]),
  ])
const verdictOf = (card: ReferenceCard, found: Figures) => judgeExpectations(card, found)[0]

describe('judgeExpectations', () => {
  it.each([
    [{ kind: 'atLeast', value: 0.8 }, 0.8, undefined, 'passed'],
    [{ kind: 'atLeast', value: 0.8 }, 0.79, undefined, 'failed'],
    [{ kind: 'atMost', value: 0.3 }, 0.3, undefined, 'passed'],
    [{ kind: 'atMost', value: 0.3 }, 0.31, undefined, 'failed'],
    [{ kind: 'above', than: other, by: 0.25 }, 0.75, 0.5, 'passed'],
    [{ kind: 'above', than: other, by: 0.25 }, 0.7, 0.5, 'failed'],
    [{ kind: 'below', than: other, by: 0.25 }, 0.25, 0.5, 'passed'],
    [{ kind: 'below', than: other, by: 0.25 }, 0.3, 0.5, 'failed'],
  ] as const)('holds %j against %d and %s: %s', (bound, own, than, verdict) => {
    expect(verdictOf(cardWith(bound), figures(own, than))?.verdict).toBe(verdict)
  })

  it('wants what did not show to go on not showing, and says so', () => {
    const card = cardWith({ kind: 'atLeast', value: 0.8 }, { held: false })
    expect(verdictOf(card, figures(0.2))).toMatchObject({
      verdict: 'passed',
      note: 'Does not show at this size.',
      expected: 'not ≥ 0.800',
    })
    expect(verdictOf(card, figures(0.9))).toMatchObject({
      verdict: 'failed',
      note: expect.stringMatching(/shows here/),
    })
  })

  it('does not pass a card that was never closed, nor a figure that was not measured', () => {
    const bound = { kind: 'atLeast', value: 0 } as const
    const { held: _, ...open } = cardWith(bound).expectations[0] as CardExpectation
    expect(verdictOf({ ...cardWith(bound), expectations: [open] }, figures(0.5))?.verdict).toBe('failed')
    expect(verdictOf(cardWith(bound), figures())?.verdict).toBe('missing')
    const against = cardWith({ kind: 'above', than: other, by: 0 })
    expect(verdictOf(against, figures(0.5))?.verdict).toBe('missing')
  })

  it('holds the figure against the one that the card saw, closely over the same items, loosely over some', () => {
    const bound = { kind: 'atLeast', value: 0.1 } as const
    expect(verdictOf(cardWith(bound, {}, { value: 0.54, n: 100 }), figures(0.5))?.verdict).toBe('passed')
    expect(verdictOf(cardWith(bound, {}, { value: 0.56, n: 100 }), figures(0.5))).toMatchObject({
      verdict: 'failed',
      note: 'The card saw 0.560 over 100 items.',
    })
    // 0.05 + 4 · √(0.25 / 100 · (1 − 100 / 255)) = 0.206
    expect(verdictOf(cardWith(bound, {}, { value: 0.7, n: 255 }), figures(0.5))?.verdict).toBe('passed')
    expect(verdictOf(cardWith(bound, {}, { value: 0.71, n: 255 }), figures(0.5))?.verdict).toBe('failed')
  })

  it('passes just when what is expected shows as it did', () => {
    const share = fc.integer({ min: 0, max: 100 }).map((hundredths) => hundredths / 100)
    fc.assert(
      fc.property(share, share, fc.boolean(), (value, least, held) => {
        const card = cardWith({ kind: 'atLeast', value: least }, { held })
        expect(verdictOf(card, figures(value))?.verdict === 'passed').toBe(value >= least === held)
      }),
    )
  })
})
