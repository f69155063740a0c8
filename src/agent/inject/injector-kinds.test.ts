import { describe, expect, it } from 'vitest'
import { toyWorld } from '../../../test/generators/toy-world.js'
import { hostHash } from '../../adapters/hash.js'
import { CacheState } from '../cache-state.js'
import { executePlanSync } from '../execute-plan.js'
import { type InjectionKind, injectionKinds, injector } from './injector.js'

const world = toyWorld()
const run = (code: string, kinds: readonly InjectionKind[], rate = 1, cache = CacheState.empty) =>
  executePlanSync({
    code,
    world,
    cache,
    now: () => 0,
    hash: hostHash,
    intercept: injector({ kinds, rate, seed: 1 }, 't'),
  }).execution

/** A call of every role, each on a line of its own. */
const CALLS = {
  search: 'a = search_books(branch="north")',
  filter: 'filter_books(prior_results=a, pages=300)',
  nearest: 'merge_books(lists=[a])',
  sort: 'sort_books(results=a, column="year")',
  date: 'shift_day(date="2025-05-18", days=1)',
  seek: 'ask_reader("Which?")',
  save: 'save_to_cache(key="k", value=a)',
  get: 'get_from_cache(key="k")',
} as const
const { cache } = executePlanSync({
  code: `${CALLS.search}\n${CALLS.save}`,
  world,
  cache: CacheState.empty,
  now: () => 0,
  hash: hostHash,
})

describe('kinds of failures', () => {
  it.each([
    ['timeout', ['search', 'filter', 'nearest', 'sort', 'date']],
    ['empty', ['search', 'filter', 'nearest']],
    ['sold-out', ['search']],
    ['schema-drift', ['search', 'filter', 'nearest']],
    ['stale-cache', ['get']],
  ] as const)('%s hits the roles %j', (kind, roles) => {
    const hit = (Object.keys(CALLS) as (keyof typeof CALLS)[]).filter((role) => {
      const needsRows = role === 'filter' || role === 'nearest' || role === 'sort' || role === 'save'
      // Rows come from the cache, so that their search is not hit before.
      const rows =
        needsRows && kind !== 'stale-cache'
          ? 'a = get_from_cache(key="k")\n'
          : needsRows
            ? `${CALLS.search}\n`
            : ''
      const { trace } = run(`${rows}${CALLS[role]}`, [kind], 1, cache)
      return trace.at(-1)?.injected === kind
    })
    expect(hit).toEqual(roles)
  })

  it.each([
    ['timeout', CALLS.search, 'search_books did not answer in time.'],
    ['sold-out', CALLS.search, 'Sold out: nothing of what was searched for is available any more.'],
    ['stale-cache', CALLS.get, 'The saved result is out of date and was thrown away: make it again.'],
  ] as const)('%s says so', (kind, code, message) => {
    expect(run(code, [kind], 1, cache).error).toMatchObject({ fault: 'tool-failed', message, line: 1 })
  })

  it('fail again, but for a call that was late', () => {
    for (const [kind, again] of [
      ['timeout', undefined],
      ['sold-out', 'tool-failed'],
    ] as const) {
      const intercept = injector({ kinds: [kind], rate: 1, seed: 1 }, 't')
      const once = () =>
        executePlanSync({ code: CALLS.search, world, cache, now: () => 0, hash: hostHash, intercept })
          .execution
      expect(once().error?.fault).toBe('tool-failed')
      expect(once().error?.fault).toBe(again)
    }
  })

  it('find nothing, but know what was asked', () => {
    const empty = run(`${CALLS.search}\nprint(a.query_summary, len(a.search_results))\n${CALLS.filter}`, [
      'empty',
    ])
    expect(empty.printed).toBe('Books in north; 6 books found.\nNothing found. 0\n')
    expect(empty.trace.map(({ injected }) => injected)).toEqual(['empty', 'empty'])
    const call = { tool: world.tools[0], arguments: {}, canonical: {}, place: 0 }
    const intercept = injector({ kinds: ['empty'], rate: 1, seed: 1 }, 't')
    const rows = { count: 2, columns: ['x'], value: () => 1, rowId: () => 'r' }
    const injection = intercept.after?.(call as never, {
      kind: 'rows',
      rows,
      summary: 'A.\nB.\n2 rows found.',
    })
    if (injection?.outcome.kind !== 'rows') throw new Error('it gives rows')
    const { outcome } = injection
    expect([outcome.summary, outcome.rows.count, outcome.rows.columns]).toEqual([
      'A.\nB.\nNothing found.',
      0,
      ['x'],
    ])
    expect([outcome.rows.value(0, 'x'), outcome.rows.rowId(3)]).toEqual([undefined, 'none:3'])
    expect(intercept.after?.(call as never, { kind: 'value', value: 1 })).toBeUndefined()
  })

  it('rename every column, and the old names are gone', () => {
    const code = `${CALLS.search}\nprint(list(a.search_results[0]), "year" in a.search_results[0], a.search_results[0]["year_v2"])`
    expect(run(code, ['schema-drift']).printed).toBe(
      "['title_v2', 'author_v2', 'year_v2', 'rating_v2', 'pages_v2', 'is_lent_v2'] False 1998\n",
    )
    expect(run(`${CALLS.search}\n${CALLS.save}`, ['schema-drift']).cacheAfter[0]).toMatchObject({ count: 6 })
  })

  it('spare all calls at rate 0, and those of no fitting kind', () => {
    expect(run(CALLS.search, [...injectionKinds], 0).trace[0]?.injected).toBeUndefined()
    expect(run(CALLS.seek, [...injectionKinds]).trace[0]?.injected).toBeUndefined()
    expect(run(CALLS.search, []).trace[0]?.injected).toBeUndefined()
    expect(injectionKinds).toEqual(['timeout', 'empty', 'sold-out', 'schema-drift', 'stale-cache'])
  })
})
