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

describe('one side of a turn', () => {
  it('is none without a plan, without code, and for code that does not parse', () => {
    expect(readCompatGold(undefined)).toEqual({ kind: 'none', isSyntaxFault: false })
    expect(readCompatGold('# nothing')).toEqual({ kind: 'calls', calls: [] })
    expect(readCompatGold('f(')).toEqual({ kind: 'stopped', reason: 'gold-syntax' })
    expect(readCompatGold('f()\0')).toEqual({ kind: 'stopped', reason: 'null-character' })
    expect(readCompatGold('f("\ud800")')).toEqual({ kind: 'stopped', reason: 'lone-surrogate' })
    expect(readCompatGenerated('')).toEqual({ kind: 'none', isSyntaxFault: false })
    expect(readCompatGenerated('f(')).toEqual({ kind: 'none', isSyntaxFault: true })
    expect(readCompatGenerated('print("x")')).toEqual({ kind: 'none', isSyntaxFault: false })
    expect(readCompatGenerated('# nothing')).toEqual({ kind: 'calls', calls: [] })
  })

  const callsOf = (code: string) => {
    const side = readCompatGenerated(code)
    return side.kind === 'calls'
      ? side.calls.map(({ name, arguments: given }) => [name, Object.fromEntries(given)])
      : side
  }
  it('has the calls of plain names, level by level, print aside', () => {
    expect(callsOf('a(x=b(y=1), z=2)\nc()\nprint(d())\no.e()')).toEqual([
      ['a', { x: 'b(y=1)', z: 2n }],
      ['c', {}],
      // A keyword is a level of its own.
      ['d', {}],
      ['b', { y: 1n }],
    ])
    expect(callsOf('print(1)\nprint(2)')).toEqual([])
    expect(callsOf('if x:\n    a()\nb()')).toEqual([
      ['b', {}],
      ['a', {}],
    ])
  })
  it('has arguments by keyword, the last of equals, and positional ones as a list', () => {
    expect(callsOf('a(1, "b", *c, x=1, **d)')).toEqual([
      ['a', { x: 1n, '**': 'd', no_key: { kind: 'list', items: [1n, 'b', '*c'] } }],
    ])
  })
})

describe('the parameters of a turn', () => {
  const parameters = (gold: string, code: string) => turn(gold, code).counts?.parameters
  it('leave out data and keys, and calls of cache and questions', () => {
    const data =
      'f(a=1, key="k", value=1, hotels=1, restaurants=1, attractions=1, prior_results=1, results=1)'
    expect(parameters(data, data)).toMatchObject({ truePositives: 1, actual: 1, predicted: 1 })
    const skipped = 'seek_information(a=1)\nsave_to_cache(a=1)\nget_results_from_cache(a=1)\nf(a=1)'
    expect(parameters(skipped, skipped)).toMatchObject({ truePositives: 1, actual: 1 })
    expect(parameters('f(1, 2)', 'f(1, 2)')).toMatchObject({ truePositives: 0, actual: 0 })
  })
  it('heed neither the order of lists nor the data in dicts, but what is nested in lists', () => {
    expect(parameters('f(a=[2, 1])', 'f(a=[1, 2])')).toMatchObject({ truePositives: 1 })
    expect(parameters('f(a={"x": [2, 1], "key": 1})', 'f(a={"x": [1, 2], "key": 2})')).toMatchObject({
      truePositives: 1,
    })
    expect(parameters('f(a={5: {"results": 1, "y": [2, 1]}})', 'f(a={5: {"y": [1, 2]}})')).toMatchObject({
      truePositives: 1,
    })
    expect(parameters('f(a=[[2, 1]])', 'f(a=[[1, 2]])')).toMatchObject({ truePositives: 0 })
    expect(parameters('f(a=(2, 1))', 'f(a=(1, 2))')).toMatchObject({ truePositives: 0 })
    expect(parameters('f(a=None)', 'f(a=None)')).toMatchObject({ truePositives: 1 })
  })
  it('are those of the best call of the name that is left, and are not taken twice', () => {
    expect(parameters('f(a=1, b=2)', 'f(a=1)\nf(a=1, b=2)')).toMatchObject({ truePositives: 2, predicted: 3 })
    expect(parameters('f(a=1)\nf(a=1)', 'f(a=1)')).toMatchObject({ truePositives: 1, falseNegatives: 1 })
    expect(parameters('f(a=1)', 'g(a=1)')).toEqual({
      truePositives: 0,
      falsePositives: 1,
      falseNegatives: 1,
      actual: 1,
      predicted: 1,
      precision: 0,
      recall: 0,
      f1: 0,
      accuracy: 0,
    })
  })
  it('count tools as often as they are called', () => {
    expect(turn('f()\nf()\ng()', 'f()\ng()\ng()\nh()').counts?.tools).toMatchObject({
      truePositives: 2,
      falsePositives: 2,
      falseNegatives: 1,
      actual: 3,
      predicted: 4,
    })
  })
})

describe('questions', () => {
  it('are joined by a space, and those that are no text are none', () => {
    const asks = (...texts: readonly string[]) => texts.map((text) => `seek_information(${text})`).join('\n')
    const gold = asks('"Which day do"', '"you leave?"')
    expect(turn(gold, asks('"Which day do you leave?"')).seeking?.bleu).toBeCloseTo(1, 12)
    expect(turn(gold, asks('6', '5')).seeking).toEqual({ bleu: 0, doBothSeek: false })
    expect(turn(asks('5'), gold).seeking).toBeUndefined()
    expect(turn('ask("Which day?")', gold).seeking).toBeUndefined()
  })
})
