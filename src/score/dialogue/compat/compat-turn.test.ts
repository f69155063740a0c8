import { describe, expect, it } from 'vitest'
import { compatCodeOf, readCompatGenerated, readCompatGold } from './compat-calls.js'
import { type CompatTurnRequest, scoreCompatTurn } from './compat-turn.js'

function turn(gold: string | undefined, code: string, rest: Partial<CompatTurnRequest> = {}) {
  const scored = scoreCompatTurn({
    gold: readCompatGold(gold),
    generated: readCompatGenerated(code),
    hasRaised: false,
    summariesAfterGold: [],
    summariesAfterGenerated: [],
    ...rest,
  })
  if (scored.kind === 'stopped') throw new Error(scored.reason)
  return scored
}

describe('scoreCompatTurn', () => {
  it('scores the example of city, dates and stars as the released evaluator does', () => {
    const gold =
      'search_hotels(city="Boston", checkin_date=["May 18, 2025"], checkout_date=["May 20, 2025"], stars=[2, 4])'
    const own =
      'search_hotels(city="boston", checkin_date=["2025-05-18"], checkout_date=["May 20, 2025"], stars=[4, 2])'
    expect(turn(gold, own).counts).toMatchObject({
      tools: { f1: 1 },
      parameters: { truePositives: 2, falsePositives: 2, falseNegatives: 2, accuracy: 0.3333 },
    })
  })

  it('finds three calls within each other', () => {
    const code =
      'save_to_cache(key="k", value=sort_results(results=search_hotels(city="Varna"), column="rating"))'
    const side = readCompatGenerated(code)
    expect(side.kind === 'calls' && side.calls.map(({ name }) => name)).toEqual([
      'save_to_cache',
      'sort_results',
      'search_hotels',
    ])
  })

  it('counts calls against a gold that has nothing to do: two too many, and its print not made', () => {
    const { counts } = turn(
      'print("No planning needed")',
      'search_hotels(city="Varna")\nsave_to_cache(key="h", value=h)',
    )
    expect(counts?.tools).toMatchObject({ truePositives: 0, falsePositives: 2, falseNegatives: 1 })
  })

  it('leaves silence out of the counts, and punishes right silence as not executed', () => {
    expect(turn('print("No planning needed")', 'print("No planning needed")')).toMatchObject({
      counts: undefined,
      isExecuted: false,
    })
    expect(turn('search_hotels(city="Varna")', '')).toMatchObject({ counts: undefined, isExecuted: false })
    expect(turn('# nothing', '')).toMatchObject({ counts: undefined, isExecuted: true })
    expect(turn(undefined, 'search_hotels()')).toMatchObject({ counts: undefined, isExecuted: true })
    expect(turn('f()', 'f()', { hasRaised: true })).toMatchObject({ isExecuted: false })
  })

  it('takes for each gold call the first of the best candidates', () => {
    const gold = 'f(a=1, b=2)\nf(a=3, b=4)'
    expect(turn(gold, 'f(a=3, b=4)\nf(a=1, b=2)').counts?.parameters).toMatchObject({ truePositives: 4 })
    expect(turn('f()\nf(a=1)', 'f(a=1)\nf(b=2)').counts?.parameters).toMatchObject({
      truePositives: 0,
      falsePositives: 2,
      falseNegatives: 1,
    })
  })

  it('reads questions from the first positional argument only', () => {
    const gold = 'seek_information("On which day do you leave?")'
    expect(turn(gold, gold).seeking).toEqual({ bleu: expect.closeTo(1, 12), doBothSeek: true })
    expect(turn(gold, 'seek_information(query="On which day do you leave?")').seeking).toEqual({
      bleu: 0,
      doBothSeek: false,
    })
    expect(turn('f()', gold).seeking).toBeUndefined()
  })

  it('compares caches by their summaries, whatever the keys and the order', () => {
    const cache = (after: readonly string[]) =>
      turn('f()', 'f()', { summariesAfterGold: ['a', 'b', 'b'], summariesAfterGenerated: after })
        .hasEqualCache
    expect(cache(['b', 'a', 'b'])).toBe(true)
    expect(cache(['a', 'b'])).toBe(false)
    expect(cache(['a', 'a', 'b'])).toBe(false)
  })

  it('stops where the released run ends', () => {
    const stopped = (gold: string, code: string) =>
      scoreCompatTurn({
        gold: readCompatGold(gold),
        generated: readCompatGenerated(code),
        hasRaised: false,
        summariesAfterGold: [],
        summariesAfterGenerated: [],
      })
    expect(stopped('search hotels', 'f()')).toEqual({ kind: 'stopped', reason: 'gold-syntax' })
    expect(stopped('f()', 'f()\0')).toEqual({ kind: 'stopped', reason: 'null-character' })
    expect(stopped('f()', 'f("\ud800")')).toEqual({ kind: 'stopped', reason: 'lone-surrogate' })
  })

  it('takes all blocks of code, each trimmed, and exact tags only', () => {
    expect(compatCodeOf('<CODE> a </CODE>x<CODE>\n b\n</CODE>')).toBe('a\nb')
    expect(compatCodeOf('<code>a</code>')).toBe('')
  })

  it('takes a megabyte of calls', () => {
    const code = 'f(a=1, b=[3, 2, 1])\n'.repeat(50_000)
    expect(turn('f(a=1)\nf(a=2)', code).counts?.parameters).toMatchObject({
      truePositives: 1,
      predicted: 100_000,
    })
    const both = { gold: readCompatGold(code), generated: readCompatGenerated(code), hasRaised: false }
    expect(scoreCompatTurn({ ...both, summariesAfterGold: [], summariesAfterGenerated: [] })).toEqual({
      kind: 'stopped',
      reason: 'too-many-calls',
    })
  })
})
