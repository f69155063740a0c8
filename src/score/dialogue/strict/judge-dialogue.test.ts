import { describe, expect, it } from 'vitest'
import {
  fetch,
  filter,
  judgeInns as judge,
  keep,
  lastOf,
  search,
} from '../../../../test/generators/inn-verdicts.js'
import { playedTurn, type WrittenCall } from '../../../../test/generators/inn-world.js'
import type { TurnRecord } from '../../../agent/turn-record.js'

describe('arguments', () => {
  // The pair that the released evaluator scores tp 2, fp 2, fn 2.
  const gold = playedTurn(1, [search('Boston', { days: ['2031-05-18', '2031-05-20'], stars: [2, 4] })])
  const said = playedTurn(1, [search('boston', { days: ['May 20, 2031', '2031-05-18'], stars: [4, 2] })])

  it('holds dates equal in every spelling, a turned pair different, a city equal only when folded', () => {
    const { tools: counts, arguments: own } = lastOf([gold], [said])
    expect(counts).toEqual({ right: 1, asked: 1, given: 1 })
    // town, arrival, days, stars: arrival and days are right; town only when folded.
    expect(own).toEqual({ right: 2, rightFolded: 3, asked: 4, given: 4 })
  })
  it('pairs calls for the most agreement, never greedily', () => {
    const two = playedTurn(1, [
      search('Ulm', { budget: 90, extras: ['bath'] }),
      search('Ulm', { budget: 90 }),
    ])
    const turned = playedTurn(1, [
      search('Ulm', { budget: 90 }),
      search('Ulm', { budget: 90, extras: ['bath'] }),
    ])
    expect(lastOf([two], [turned]).arguments).toMatchObject({ right: 7, asked: 7, given: 7 })
  })
})

describe('data flow', () => {
  const first = playedTurn(1, [search('Ulm'), keep('ulm', 0), search('Bonn'), keep('bonn', 2)])
  const second = (key: string, saved: string) =>
    playedTurn(3, [fetch(key), filter(0, [4, 5]), keep(saved, 1)], { cacheBefore: first.cacheAfter })
  const gold = [first, second('ulm', 'good')]

  it('does not change when keys are renamed', () => {
    const renamed = [
      playedTurn(1, [search('Ulm'), keep('a', 0), search('Bonn'), keep('b', 2)]),
      second('ulm', 'another'),
    ]
    for (const verdict of judge(gold, renamed, [{}, {}]).turns) {
      expect(verdict.isCorrect).toBe(true)
      expect(verdict.flow).toMatchObject({ right: verdict.flow.asked, given: verdict.flow.asked })
    }
  })
  it('is lower when the wrong cached result is filtered, though every call and argument is right', () => {
    const verdict = lastOf(gold, [first, second('bonn', 'good')], [{}, {}])
    expect(verdict.tools).toEqual({ right: 3, asked: 3, given: 3 })
    expect(verdict.arguments).toMatchObject({ right: 1, asked: 1, given: 1 })
    expect(verdict.flow).toEqual({ right: 1, asked: 2, given: 2 })
    expect(verdict.isCorrect).toBe(false)
    expect(verdict.cache.isSameAddedProvenance).toBe(false)
  })
  it('sees through a save and a fetch within one turn', () => {
    const straight = playedTurn(1, [search('Ulm'), filter(0, [4, 5])])
    const around = playedTurn(1, [search('Ulm'), keep('k', 0), fetch('k'), filter(2, [4, 5])])
    const { flow } = lastOf([straight], [around])
    expect(flow).toEqual({ right: 1, asked: 1, given: 2 })
  })
  it('sees through the cache from one step of a turn to the next', () => {
    const straight = playedTurn(1, [search('Ulm'), keep('k', 0), filter(0, [4, 5])])
    const one = playedTurn(1, [search('Ulm'), keep('k', 0)])
    const two = playedTurn(1, [fetch('k'), filter(0, [4, 5])], { cacheBefore: one.cacheAfter })
    const both = { ...two, cacheBefore: [], steps: [...one.steps, ...two.steps] }
    expect(lastOf([straight], [both]).flow).toEqual({ right: 2, asked: 2, given: 2 })
  })
  it('follows a result to its maker in an earlier turn of a free run, whatever that turn got wrong', () => {
    const own = playedTurn(1, [search('Olm'), keep('x', 0), search('Bonn'), keep('y', 2)])
    const next = playedTurn(3, [fetch('x'), filter(0, [4, 5]), keep('z', 1)], { cacheBefore: own.cacheAfter })
    expect(lastOf(gold, [own, next], [{}, {}]).flow).toEqual({ right: 2, asked: 2, given: 2 })
  })
  it('pairs calls that ask for nothing by what goes into them', () => {
    const kept = playedTurn(1, [search('Ulm'), search('Bonn'), keep('u', 0), keep('b', 1)])
    const turned = playedTurn(1, [search('Ulm'), search('Bonn'), keep('b', 1), keep('u', 0)])
    expect(lastOf([kept], [turned]).flow).toEqual({ right: 2, asked: 2, given: 2 })
  })
  it('tells two searches of one tool apart by what they ask for', () => {
    const near = (inns: number, cafes: number): WrittenCall => ({ tool: 'near', from: { inns, cafes } })
    const cafes = (town: string): WrittenCall => ({ tool: 'search_cafes', arguments: { town } })
    const right = playedTurn(1, [cafes('Ulm'), cafes('Bonn'), search('Ulm'), near(2, 0)])
    const wrong = playedTurn(1, [cafes('Ulm'), cafes('Bonn'), search('Ulm'), near(2, 1)])
    expect(lastOf([right], [wrong]).flow).toEqual({ right: 1, asked: 2, given: 2 })
    const turned = playedTurn(1, [search('Ulm'), cafes('Bonn'), cafes('Ulm'), near(0, 2)])
    expect(lastOf([right], [turned]).flow).toEqual({ right: 2, asked: 2, given: 2 })
    expect(lastOf([right], [turned]).order).toEqual({ pairs: 4, agreement: -2 })
  })
})

describe('acts and execution', () => {
  const gold = playedTurn(1, [search('Ulm')])
  it('tells silence from saying that nothing is to be done', () => {
    const idle = playedTurn(1, [])
    expect(lastOf([idle], [idle])).toMatchObject({ act: { gold: 'noop', subject: 'noop' }, isCorrect: true })
    const silent = { ...idle, steps: [] }
    expect(lastOf([idle], [silent])).toMatchObject({ act: { subject: 'none' }, isCorrect: false })
    expect(lastOf([gold], [silent]).execution).toEqual({
      isExpected: true,
      isAttempted: false,
      fault: undefined,
    })
  })
  it('reads a plan that failed from its source', () => {
    const error = { fault: 'undefined-name', message: '"y" is not defined.' } as const
    const plan =
      "x = search_inns(town='Ulm', arrival='May 1, 2031')\nfilter_inns(prior_results=y, stars=[4, 5])"
    const verdict = lastOf([gold], [playedTurn(1, [search('Ulm')], { error, plan })])
    expect(verdict.tools).toEqual({ right: 1, asked: 1, given: 2 })
    expect(verdict.arguments).toMatchObject({ right: 2, given: 3 })
    expect(verdict.execution).toEqual({ isExpected: true, isAttempted: true, fault: 'undefined-name' })
  })
  it('counts code that does not parse as tried, and as no act', () => {
    const error = { fault: 'syntax', message: 'x' } as const
    const verdict = lastOf([gold], [playedTurn(1, [], { error, plan: 'search_inns(' })])
    expect(verdict.act.subject).toBe('none')
    expect(verdict.execution.isAttempted).toBe(true)
  })
  it('leaves out a failed attempt that a later step puts right', () => {
    const error = { fault: 'validation', message: 'No.', tool: 'search_inns' } as const
    const failed = playedTurn(1, [{ ...search('Ulm'), error }], { error, plan: 'search_inns()' })
    const good = playedTurn(1, [search('Ulm')])
    const record = { ...good, steps: [...failed.steps, ...good.steps] }
    expect(lastOf([gold], [record])).toMatchObject({ isCorrect: true, effort: { calls: 2, goldCalls: 1 } })
    const json = playedTurn(1, [{ ...search('Ulm'), error }, search('Ulm')], { mode: 'json', error })
    expect(lastOf([gold], [json])).toMatchObject({ isCorrect: true, execution: { fault: undefined } })
    const lost = playedTurn(1, [{ ...search('Ulm'), error }], { mode: 'json', error })
    expect(lastOf([gold], [lost])).toMatchObject({ isCorrect: false, execution: { fault: 'validation' } })
  })
  it('does not count calls of tools that are not there', () => {
    const error = { fault: 'unknown-tool', message: 'No.' } as const
    const record = playedTurn(1, [{ tool: 'find_inns', error }], { mode: 'json', error })
    expect(lastOf([gold], [record])).toMatchObject({ tools: { given: 0 }, act: { subject: 'none' } })
  })
})

describe('questions', () => {
  const asks = (query: string) => playedTurn(1, [{ tool: 'ask', arguments: { query } }])
  const gold = asks('In which town, and when do you arrive?')

  it('compares the slots that are named, by the words of the lexicon', () => {
    expect(lastOf([gold], [asks('What is your ARRIVAL DATE? And the city?')]).isCorrect).toBe(true)
    // "arrival date" is one phrase; a date by itself is another slot.
    expect(lastOf([gold], [asks('Which date?')]).slots).toMatchObject({ right: 0, asked: 2, given: 1 })
    expect(lastOf([gold], [asks('Which towns?')]).slots).toMatchObject({ given: 1, unread: 1, questions: 1 })
  })
  it('takes what is missing from the item where it says so', () => {
    const { slots } = lastOf([gold], [gold], [{ missing: ['town'] }])
    expect(slots).toMatchObject({ right: 1, asked: 1, given: 2 })
  })
})

describe('the cache', () => {
  const gold = playedTurn(1, [search('Ulm'), keep('ulm', 0)])
  const before = gold.cacheAfter

  it('gives no credit for what was inherited', () => {
    const idle = playedTurn(3, [], { cacheBefore: before })
    const adds = playedTurn(3, [search('Bonn'), keep('bonn', 0)], { cacheBefore: before })
    const { cache } = lastOf([adds], [idle], [{}, {}])
    expect(cache).toMatchObject({ goldAdds: 1, adds: 0, isSameAddedProvenance: false })
  })
  it('sees a value that took the place of another', () => {
    const other = playedTurn(3, [search('Bonn'), keep('ulm', 0)], { cacheBefore: before })
    const beside = playedTurn(3, [search('Bonn'), keep('bonn', 0)], { cacheBefore: before })
    expect(lastOf([beside], [other], [{}, {}]).cache).toMatchObject({
      isSameAddedProvenance: true,
      isSameAddedKeyed: false,
      isSameProvenance: false,
    })
  })
  it('counts what is sought again, not used, or fetched for nothing', () => {
    const uses = playedTurn(3, [fetch('ulm'), filter(0, [4, 5])], { cacheBefore: before })
    const again = playedTurn(3, [search('Ulm'), filter(0, [4, 5])], { cacheBefore: before })
    expect(lastOf([gold, uses], [gold, again], [{}, {}]).reuse).toEqual({
      made: 2,
      redundant: 1,
      fetchedByGold: 1,
      missed: 1,
      fetches: 0,
      unnecessary: 0,
    })
    // What gold itself makes twice is not redundant.
    const twice = playedTurn(1, [search('Ulm'), search('Ulm')])
    expect(lastOf([twice], [twice]).reuse).toMatchObject({ made: 2, redundant: 0 })
    const idle = playedTurn(3, [], { cacheBefore: before })
    const fetches = playedTurn(3, [fetch('ulm')], { cacheBefore: before })
    expect(lastOf([gold, idle], [gold, fetches], [{}, {}]).reuse).toMatchObject({
      fetches: 1,
      unnecessary: 1,
    })
    expect(lastOf([gold, uses], [gold, uses], [{}, {}]).reuse).toMatchObject({ redundant: 0, unnecessary: 0 })
  })
})

describe('injected failures', () => {
  const gold = playedTurn(1, [search('Ulm'), keep('ulm', 0)])
  const error = { fault: 'tool-failed', message: 'Too slow.' } as const
  const failed = playedTurn(1, [{ ...search('Ulm'), error, injected: 'timeout' }], { error, plan: 'x' })

  it('follows each to its repair, its repetition or its report', () => {
    const repaired = { ...gold, steps: [...failed.steps, ...gold.steps] }
    expect(lastOf([gold], [repaired]).failures).toEqual([
      { kind: 'timeout', tool: 'search_inns', recoveredAfter: 1, isRepeated: true, isReported: false },
    ])
    expect(lastOf([gold], [failed]).failures).toMatchObject([
      { recoveredAfter: undefined, isReported: false },
    ])
    // Called again with success, though the turn then fails to save; and called again in vain.
    const unsaved = {
      ...playedTurn(1, []),
      steps: [...failed.steps, ...playedTurn(1, [search('Ulm')]).steps],
    }
    expect(lastOf([gold], [unsaved]).failures).toMatchObject([{ recoveredAfter: 1, isRepeated: true }])
    const again = { ...failed, steps: [...failed.steps, ...failed.steps] }
    expect(lastOf([gold], [again]).failures[0]).toMatchObject({ recoveredAfter: undefined, isRepeated: true })
    const told = playedTurn(1, [{ tool: 'ask', arguments: { query: 'Another town?' } }])
    const reported = { ...told, steps: [...failed.steps, ...told.steps] }
    expect(lastOf([gold], [reported]).failures).toMatchObject([{ isReported: true, isRepeated: false }])
  })
})

describe('a cached result that an injected failure made useless', () => {
  it('may be made again', () => {
    const first = playedTurn(1, [search('Ulm'), keep('ulm', 0)])
    const error = { fault: 'tool-failed', message: 'Out of date.' } as const
    const gold = playedTurn(3, [fetch('ulm'), filter(0, [4, 5])], { cacheBefore: first.cacheAfter })
    const stale = playedTurn(3, [{ ...fetch('ulm'), error, injected: 'stale-cache' }], {
      cacheBefore: first.cacheAfter,
      error,
      plan: '',
    })
    const anew = playedTurn(3, [search('Ulm'), filter(0, [4, 5])], { cacheBefore: first.cacheAfter })
    const repaired = { ...anew, steps: [...stale.steps, ...anew.steps] }
    expect(lastOf([first, gold], [first, repaired], [{}, {}]).reuse).toMatchObject({ made: 2, redundant: 0 })
  })
})

describe('dialogues', () => {
  it('leaves turns without an answer unmeasured', () => {
    const gold = [playedTurn(1, [search('Ulm')]), playedTurn(3, [])]
    const verdict = judge(gold, [gold[0] as TurnRecord], [{}, {}])
    expect(verdict).toMatchObject({ unmeasured: 1, endsRight: undefined })
    expect(verdict.turns).toHaveLength(1)
  })
})
