import { describe, expect, it } from 'vitest'
import { fetch, filter, keep, lastOf, search } from '../../../../test/generators/inn-verdicts.js'
import { playedTurn, type WrittenCall } from '../../../../test/generators/inn-world.js'
import type { TurnRecord } from '../../../agent/turn-record.js'

describe('what a turn costs', () => {
  it('adds up over its steps, and what the subject does not tell is not there', () => {
    const [first, second] = [search('Ulm'), search('Bonn')].map((call) => playedTurn(1, [call]))
    const steps = [...(first?.steps ?? []), ...(second?.steps ?? [])].map((step, at) => ({
      ...step,
      durationMs: 100 * (at + 1),
      ...(at === 0 ? { usage: { promptTokens: 7 } } : { usage: { promptTokens: 5, completionTokens: 2 } }),
    }))
    const record = { ...(first as TurnRecord), steps }
    expect(lastOf([playedTurn(1, [search('Ulm')])], [record]).effort).toEqual({
      calls: 2,
      goldCalls: 1,
      rows: 20,
      goldRows: 10,
      steps: 2,
      durationMs: 300,
      promptTokens: 12,
      completionTokens: 2,
    })
    expect(lastOf([first as TurnRecord], [first as TurnRecord]).effort).toMatchObject({
      promptTokens: undefined,
      completionTokens: undefined,
    })
  })

  it('does not count rows that were fetched', () => {
    const made = playedTurn(1, [search('Ulm'), keep('ulm', 0)])
    const fetched = playedTurn(3, [fetch('ulm'), filter(0, [4, 5])], { cacheBefore: made.cacheAfter })
    expect(lastOf([made, fetched], [made, fetched], [{}, {}]).effort).toMatchObject({
      rows: 10,
      goldRows: 10,
    })
  })
})

describe('counts by group of tools', () => {
  it('hold the names of calls against gold, each as often', () => {
    const gold = playedTurn(1, [
      search('Ulm'),
      search('Bonn'),
      keep('u', 0),
      { tool: 'shift_date', arguments: { date: '2031-05-01', days: 7 } },
    ])
    const said = playedTurn(1, [
      search('Ulm'),
      { tool: 'search_cafes', arguments: { town: 'Ulm' } },
      { tool: 'sort', arguments: { column: 'x' }, from: { results: 0 } },
      keep('u', 0),
      keep('v', 1),
      { tool: 'ask', arguments: { query: 'When?' } },
    ])
    const { byGroup, tools: counts } = lastOf([gold], [said])
    expect(byGroup).toEqual({
      search: { right: 1, asked: 2, given: 2 },
      filter: { right: 0, asked: 0, given: 0 },
      nearest: { right: 0, asked: 0, given: 0 },
      sort: { right: 0, asked: 0, given: 1 },
      date: { right: 0, asked: 1, given: 0 },
      call: { right: 0, asked: 0, given: 0 },
      cache: { right: 1, asked: 1, given: 2 },
      seek: { right: 0, asked: 0, given: 1 },
    })
    expect(counts).toEqual({ right: 2, asked: 4, given: 6 })
  })
})

describe('a turn is right', () => {
  const before = playedTurn(1, [search('Ulm'), keep('ulm', 0)])
  const right = (gold: TurnRecord, said: TurnRecord) => {
    const { isCorrect, hasRightOutcome } = lastOf([gold], [said])
    return [isCorrect, hasRightOutcome]
  }

  it('when nothing of it is wrong', () => {
    expect(right(before, before)).toEqual([true, true])
  })
  it('not with a call too many, though its outcome may be', () => {
    const more = playedTurn(1, [search('Ulm'), search('Bonn'), keep('ulm', 0)])
    expect(right(before, more)).toEqual([false, true])
  })
  it('not with another argument that gives the same rows', () => {
    const said = playedTurn(1, [search('Ulm', { budget: 5 }), keep('ulm', 0)])
    const rows = before.cacheAfter[0]?.rows ?? ''
    const same = { ...said, cacheAfter: said.cacheAfter.map((record) => ({ ...record, rows })) }
    expect(right(before, same)).toEqual([false, true])
    expect(right(before, said)).toEqual([false, false])
  })
  it('not with an error, nor where another act was due', () => {
    const error = { fault: 'key', message: 'x' } as const
    const plan = "h = search_inns(town='Ulm', arrival='2031-05-01')\nkeep(key='ulm', value=h)"
    expect(right(before, { ...playedTurn(1, [search('Ulm'), keep('ulm', 0)], { error, plan }) })).toEqual([
      false,
      false,
    ])
    const asks = playedTurn(1, [{ tool: 'ask', arguments: { query: 'Which town?' } }])
    expect(right(asks, playedTurn(1, []))).toEqual([false, false])
    expect(right(playedTurn(1, []), playedTurn(1, []))).toEqual([true, true])
  })
  it('not with data from another result', () => {
    const flows = (from: number) => playedTurn(1, [search('Ulm'), search('Bonn'), filter(from, [4, 5])])
    expect(right(flows(0), flows(1))[0]).toBe(false)
    expect(right(flows(0), flows(0))[0]).toBe(true)
  })
})

describe('an attempt', () => {
  const gold = playedTurn(1, [search('Ulm')])
  const attempted = (turn: TurnRecord) => lastOf([gold], [turn]).execution.isAttempted
  it('is code that fails, or does not parse, or calls; words alone and doing nothing are none', () => {
    const failing = (fault: 'key' | 'syntax' | 'empty' | 'no-code' | 'unclosed-tag') =>
      playedTurn(1, [], { error: { fault, message: 'x' }, plan: 'x' })
    expect(attempted(failing('key'))).toBe(true)
    expect(attempted(failing('syntax'))).toBe(true)
    for (const fault of ['empty', 'no-code', 'unclosed-tag'] as const) {
      expect(attempted(failing(fault)), fault).toBe(false)
      expect(lastOf([gold], [failing(fault)]).act.subject).toBe('none')
    }
    expect(attempted(playedTurn(1, []))).toBe(false)
    expect(attempted(playedTurn(1, [search('Bonn')]))).toBe(true)
  })
  it('of both kinds is an act of its own', () => {
    const both = playedTurn(1, [search('Ulm'), { tool: 'ask', arguments: { query: 'When?' } }])
    const asks = playedTurn(1, [{ tool: 'ask', arguments: { query: 'When?' } }])
    expect(lastOf([both], [asks]).act).toEqual({ gold: 'call+seek', subject: 'seek' })
    expect(lastOf([gold], [both]).act).toEqual({ gold: 'call', subject: 'call+seek' })
  })
})

describe('slots', () => {
  const asks = (...queries: readonly string[]) =>
    playedTurn(
      1,
      queries.map((query) => ({ tool: 'ask', arguments: { query } })),
    )
  it('count once however often they are asked for, and once for each question that names none', () => {
    const gold = asks('Which town?')
    expect(
      lastOf([gold], [asks('Which town? Which city?', 'The town?', 'How are you?', 'And you?')]).slots,
    ).toEqual({
      right: 1,
      asked: 1,
      given: 3,
      questions: 4,
      unread: 2,
    })
  })
  it('are those of the item, texts alone, even where it says that none is missing', () => {
    const gold = asks('Which town?')
    expect(lastOf([gold], [gold], [{ missing: [] }]).slots).toMatchObject({ right: 0, asked: 0, given: 1 })
    expect(lastOf([gold], [gold], [{ missing: ['town', 5, 'town'] }]).slots).toMatchObject({
      right: 1,
      asked: 1,
    })
    expect(lastOf([gold], [gold], [{ missing: 'budget' }]).slots).toMatchObject({ right: 1, asked: 1 })
  })
  it('of a plan that failed are read from its source', () => {
    const error = { fault: 'key', message: 'x' } as const
    const failed = playedTurn(1, [], { error, plan: 'ask("Which town?")' })
    expect(lastOf([asks('Which town?')], [failed]).slots).toMatchObject({ right: 1, asked: 1, given: 1 })
  })
})

describe('the order of calls', () => {
  const cafes = (town: string): WrittenCall => ({ tool: 'search_cafes', arguments: { town } })
  const gold = playedTurn(1, [search('Ulm'), cafes('Ulm'), filter(0, [4, 5]), keep('k', 2)])
  it('counts pairs that feed each other neither directly nor through others, and no cache', () => {
    expect(lastOf([gold], [gold]).order).toEqual({ pairs: 2, agreement: 2 })
    const turned = playedTurn(1, [cafes('Ulm'), search('Ulm'), filter(1, [4, 5]), keep('k', 2)])
    expect(lastOf([gold], [turned]).order).toEqual({ pairs: 2, agreement: 0 })
    const chain = playedTurn(1, [
      search('Ulm'),
      filter(0, [4, 5]),
      { tool: 'sort', arguments: { column: 'x' }, from: { results: 1 } },
    ])
    expect(lastOf([chain], [chain]).order).toEqual({ pairs: 0, agreement: 0 })
    expect(lastOf([gold], [playedTurn(1, [search('Ulm'), keep('k', 0)])]).order).toEqual({
      pairs: 0,
      agreement: 0,
    })
  })
})

describe('the cache, entry by entry', () => {
  const two = playedTurn(1, [search('Ulm'), keep('u', 0), search('Bonn'), keep('b', 2)])
  it('is the same whatever the order of its entries, and different by any of them', () => {
    const turned = playedTurn(1, [search('Bonn'), keep('b', 0), search('Ulm'), keep('u', 2)])
    expect(lastOf([two], [turned]).cache).toEqual({
      isSameProvenance: true,
      isSameRows: true,
      goldAdds: 2,
      adds: 2,
      isSameAddedProvenance: true,
      isSameAddedRows: true,
      isSameAddedKeyed: true,
    })
    const swapped = playedTurn(1, [search('Ulm'), keep('b', 0), search('Bonn'), keep('u', 2)])
    expect(lastOf([two], [swapped]).cache).toMatchObject({
      isSameAddedProvenance: true,
      isSameAddedKeyed: false,
    })
    const other = playedTurn(1, [search('Ulm'), keep('u', 0), search('Jena'), keep('b', 2)])
    expect(lastOf([two], [other]).cache).toMatchObject({
      isSameProvenance: false,
      isSameRows: false,
      isSameAddedProvenance: false,
    })
    const twice = playedTurn(1, [search('Ulm'), keep('u', 0), keep('b', 0)])
    expect(lastOf([two], [twice]).cache).toMatchObject({ adds: 2, isSameProvenance: false })
    const one = playedTurn(1, [search('Ulm'), keep('u', 0)])
    expect(lastOf([two], [one]).cache).toMatchObject({
      adds: 1,
      isSameProvenance: false,
      isSameAddedRows: false,
    })
  })
  it('is the same in rows where another way led to them', () => {
    const one = playedTurn(1, [search('Ulm'), keep('u', 0)])
    const other = playedTurn(1, [search('Bonn'), keep('u', 0)])
    const rows = one.cacheAfter[0]?.rows ?? ''
    const same = { ...other, cacheAfter: other.cacheAfter.map((record) => ({ ...record, rows })) }
    expect(lastOf([one], [same]).cache).toMatchObject({
      isSameProvenance: false,
      isSameRows: true,
      isSameAddedProvenance: false,
      isSameAddedRows: true,
    })
  })
})

describe('failures that were injected', () => {
  const gold = playedTurn(1, [search('Ulm'), keep('ulm', 0)])
  const error = { fault: 'tool-failed', message: 'Too slow.' } as const
  const failing = (town: string, kind = 'timeout'): WrittenCall => ({
    ...search(town),
    error,
    injected: kind,
  })
  const failuresOf = (...turns: readonly TurnRecord[]) => {
    const steps = turns.flatMap((turn) => turn.steps)
    const last = turns.at(-1) as TurnRecord
    return lastOf([gold], [{ ...last, steps }]).failures
  }
  it('are made good by the same call within one step', () => {
    expect(failuresOf(playedTurn(1, [failing('Ulm'), search('Ulm')]))).toEqual([
      { kind: 'timeout', tool: 'search_inns', recoveredAfter: 0, isRepeated: true, isReported: false },
    ])
  })
  it('are not made good by another call, nor by one that came before', () => {
    expect(failuresOf(playedTurn(1, [failing('Ulm', 'empty'), search('Bonn')]))).toMatchObject([
      { kind: 'empty', recoveredAfter: undefined, isRepeated: false },
    ])
    expect(failuresOf(playedTurn(1, [search('Ulm'), failing('Ulm')]))).toMatchObject([
      { recoveredAfter: undefined, isRepeated: false },
    ])
  })
  it('are not made good by a call that fails, or is failed, again', () => {
    const spoilt = { ...search('Ulm'), injected: 'empty' }
    expect(failuresOf(playedTurn(1, [failing('Ulm'), { ...search('Ulm'), error }, spoilt]))).toMatchObject([
      { kind: 'timeout', recoveredAfter: undefined, isRepeated: true },
      { kind: 'empty', recoveredAfter: undefined, isRepeated: false },
    ])
  })
  it('are made good in the end by what gold saves, whatever the way', () => {
    const other = playedTurn(1, [{ ...search('Ulm', { budget: 9 }) }, keep('ulm', 0)])
    const rows = { ...other, cacheAfter: gold.cacheAfter }
    expect(failuresOf(playedTurn(1, [failing('Ulm')]), playedTurn(1, []), rows)).toMatchObject([
      { recoveredAfter: 2, isRepeated: false, isReported: false },
    ])
  })
  it('are reported by a question, a print, or words beside no call', () => {
    const failed = playedTurn(1, [failing('Ulm')], { error, plan: 'x' })
    const isReportedAfter = (step: object) => {
      const told = playedTurn(1, [])
      return failuresOf(failed, { ...told, steps: told.steps.map((one) => ({ ...one, ...step })) })[0]
        ?.isReported
    }
    const [plain] = playedTurn(1, []).steps
    expect(isReportedAfter({ output: { text: 'It is too slow.' } })).toBe(true)
    expect(isReportedAfter({ output: { text: ' ' } })).toBe(false)
    expect(isReportedAfter({ output: { text: 'It is too slow.' }, plan: 'x' })).toBe(false)
    expect(isReportedAfter({ execution: { ...plain?.execution, printed: 'Too slow.' } })).toBe(true)
    expect(isReportedAfter({ execution: { ...plain?.execution, printed: '\n' } })).toBe(false)
    expect(isReportedAfter({})).toBe(false)
  })
})

describe('results that are used again', () => {
  const first = playedTurn(1, [search('Ulm'), keep('ulm', 0), search('Bonn'), keep('bonn', 2)])
  const next = (...calls: readonly WrittenCall[]) => playedTurn(3, calls, { cacheBefore: first.cacheAfter })
  const reuse = (gold: TurnRecord, said: TurnRecord) => lastOf([first, gold], [first, said], [{}, {}]).reuse

  it('are missed where gold fetches them and the subject does not', () => {
    const gold = next(fetch('ulm'), fetch('bonn'), filter(0, [4, 5]))
    expect(reuse(gold, next())).toEqual({
      made: 0,
      redundant: 0,
      fetchedByGold: 2,
      missed: 2,
      fetches: 0,
      unnecessary: 0,
    })
    expect(reuse(gold, next(fetch('bonn'), filter(0, [4, 5])))).toMatchObject({
      missed: 1,
      fetches: 1,
      unnecessary: 0,
    })
  })
  it('are fetched in vain where nothing takes them but saving', () => {
    const idle = next(search('Jena'))
    expect(reuse(idle, next(fetch('ulm'), filter(0, [4, 5])))).toMatchObject({ fetches: 1, unnecessary: 0 })
    expect(reuse(idle, next(fetch('ulm'), keep('x', 0)))).toMatchObject({ fetches: 1, unnecessary: 1 })
    expect(reuse(idle, next(fetch('none')))).toMatchObject({ fetches: 1, unnecessary: 1 })
  })
  it('are redundant when made again, within a turn as well, as often as gold does not', () => {
    const gold = next(search('Ulm'))
    expect(reuse(gold, next(search('Ulm'), search('Ulm')))).toMatchObject({ made: 2, redundant: 1 })
    expect(reuse(gold, next(search('Jena'), search('Jena')))).toMatchObject({ made: 2, redundant: 1 })
    expect(reuse(gold, next(search('Jena')))).toMatchObject({ made: 1, redundant: 0 })
  })
  it('are none that were saved and fetched in the same turn', () => {
    const gold = next(search('Jena'), keep('j', 0), fetch('j'))
    expect(reuse(gold, next(search('Jena')))).toMatchObject({ fetchedByGold: 0, missed: 0 })
  })
})

describe('a call of JSON', () => {
  const error = { fault: 'validation', message: 'No.', tool: 'search_inns' } as const
  const gold = playedTurn(1, [search('Ulm'), filter(0, [4, 5])])
  it('that failed is none once a later one of its tool comes through, and places follow', () => {
    const said = playedTurn(1, [{ ...search('Olm'), error }, search('Ulm'), filter(1, [4, 5])], {
      mode: 'json',
      error,
    })
    expect(lastOf([gold], [said])).toMatchObject({
      isCorrect: true,
      flow: { right: 1, asked: 1, given: 1 },
      effort: { calls: 3 },
      execution: { fault: undefined },
    })
  })
  it('that failed at last counts, with its fault', () => {
    const said = playedTurn(1, [search('Ulm'), { ...filter(0, [4, 5]), error }], { mode: 'json' })
    expect(lastOf([gold], [said])).toMatchObject({
      isCorrect: false,
      execution: { fault: 'validation', isAttempted: true },
    })
    const early = playedTurn(1, [{ ...filter(9, [4, 5]), error }, search('Ulm')], { mode: 'json' })
    expect(lastOf([gold], [early]).execution.fault).toBe('validation')
  })
  it('is missing where the step itself failed, and an error without calls is that of the turn', () => {
    const empty = playedTurn(1, [], { mode: 'json', error: { fault: 'empty', message: 'x' } })
    expect(lastOf([gold], [empty])).toMatchObject({ act: { subject: 'none' }, execution: { fault: 'empty' } })
    const called = playedTurn(1, [search('Ulm')], { mode: 'json', error: { fault: 'limit', message: 'x' } })
    expect(lastOf([gold], [called]).execution.fault).toBeUndefined()
  })
})

describe('data that came through the cache', () => {
  const first = playedTurn(1, [search('Ulm'), keep('ulm', 0)])
  const next = (...calls: readonly WrittenCall[]) => playedTurn(3, calls, { cacheBefore: first.cacheAfter })
  const flow = (gold: TurnRecord, said: TurnRecord) => lastOf([first, gold], [first, said], [{}, {}]).flow

  it('is its maker’s, however often it was fetched', () => {
    const gold = next(fetch('ulm'), filter(0, [4, 5]))
    expect(flow(gold, next(fetch('ulm'), fetch('ulm'), filter(1, [4, 5])))).toEqual({
      right: 1,
      asked: 1,
      given: 1,
    })
  })
  it('is that of the call of this turn that made it anew', () => {
    const gold = next(search('Ulm'), filter(0, [4, 5]))
    expect(flow(gold, next(search('Ulm'), fetch('ulm'), filter(1, [4, 5])))).toEqual({
      right: 1,
      asked: 1,
      given: 1,
    })
    expect(flow(gold, next(fetch('ulm'), filter(0, [4, 5])))).toEqual({ right: 0, asked: 1, given: 1 })
  })
  it('is nobody’s where the key is not there', () => {
    const gold = next(fetch('none'), filter(0, [4, 5]))
    expect(flow(gold, gold)).toEqual({ right: 1, asked: 1, given: 1 })
    expect(flow(gold, next(fetch('ulm'), filter(0, [4, 5])))).toEqual({ right: 0, asked: 1, given: 1 })
  })
  it('is lost with the tool that made it, where that tool is not there', () => {
    const gold = next(search('Ulm'), filter(0, [4, 5]))
    const unknown = next({ tool: 'find_inns' }, search('Ulm'), filter(1, [4, 5]))
    expect(flow(gold, unknown)).toEqual({ right: 1, asked: 1, given: 1 })
    expect(flow(gold, next({ tool: 'find_inns' }, filter(0, [4, 5])))).toEqual({
      right: 0,
      asked: 1,
      given: 0,
    })
  })
})
