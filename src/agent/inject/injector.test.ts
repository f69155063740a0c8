import { describe, expect, it } from 'vitest'
import { toyWorld } from '../../../test/generators/toy-world.js'
import { hostHash } from '../../adapters/hash.js'
import { CacheState } from '../cache-state.js'
import { executePlanSync } from '../execute-plan.js'
import { type InjectionKind, injector } from './injector.js'

const world = toyWorld()
const saved = executePlanSync({
  code: 'save_to_cache(key="k", value=search_books(branch="north"))',
  world,
  cache: CacheState.empty,
  now: () => 0,
  hash: hostHash,
}).cache

const run = (code: string, kinds: readonly InjectionKind[], { rate = 1, seed = 1, turn = 't' } = {}) =>
  executePlanSync({
    code,
    world,
    cache: saved,
    now: () => 0,
    hash: hostHash,
    intercept: injector({ kinds, rate, seed }, turn),
  }).execution

const SEARCH = 'x = search_books(branch="north")'

describe('injector', () => {
  it('lets a call time out once, and the same call once more succeed', () => {
    const intercept = injector({ kinds: ['timeout'], rate: 1, seed: 1 }, 't')
    const once = () =>
      executePlanSync({ code: SEARCH, world, cache: saved, now: () => 0, hash: hostHash, intercept })
        .execution
    expect(once()).toMatchObject({ error: { fault: 'tool-failed' }, trace: [{ injected: 'timeout' }] })
    expect(once().error).toBeUndefined()
  })

  it('finds nothing where it is to be empty, and its summary says so', () => {
    const { trace, error, cacheAfter } = run(`${SEARCH}\nsave_to_cache(key="n", value=x)`, ['empty'])
    expect(error).toBeUndefined()
    expect(trace[0]).toMatchObject({ injected: 'empty', outcome: { kind: 'result', count: 0 } })
    expect(cacheAfter[1]?.summary).toMatch(/Nothing found\.$/)
  })

  it('sells out, and goes on being sold out', () => {
    expect(run(SEARCH, ['sold-out']).error).toMatchObject({ fault: 'tool-failed', message: /Sold out/ })
  })

  it('renames columns without a word', () => {
    const drifted = run(`${SEARCH}\ny = sort_books(results=x, column="title_v2")`, ['schema-drift'])
    expect(drifted.trace[0]).toMatchObject({ injected: 'schema-drift', outcome: { count: 6 } })
    const old = run(`${SEARCH}\nprint(x.search_results[0]["title"])`, ['schema-drift'])
    expect(old.error).toMatchObject({ fault: 'key' })
    const renamed = run(`${SEARCH}\nprint(x.search_results[0]["title_v2"])`, ['schema-drift'])
    expect(renamed).toMatchObject({ printed: 'Salt Roads\n' })
  })

  it('throws away what is saved, but for what nobody fetches', () => {
    const { error, trace } = run('x = get_from_cache(key="k")', ['stale-cache'])
    expect(error).toMatchObject({ fault: 'tool-failed' })
    expect(trace[0]).toMatchObject({ injected: 'stale-cache' })
    expect(run(SEARCH, ['stale-cache']).error).toBeUndefined()
  })

  it('hits a share of the calls, the same ones every time, and others in another turn or under another seed', () => {
    const calls = Array.from({ length: 60 }, (_, at) => `x = search_books(branch="north", pages=${at + 1})`)
    const hits = (seed: number, turn: string) =>
      calls.map(
        (code) => run(code, ['empty', 'sold-out'], { rate: 0.3, seed, turn }).trace[0]?.injected ?? '',
      )
    const first = hits(1, 'a')
    expect(hits(1, 'a')).toEqual(first)
    expect(hits(2, 'a')).not.toEqual(first)
    expect(hits(1, 'b')).not.toEqual(first)
    const count = first.filter((hit) => hit !== '').length
    expect(count).toBeGreaterThan(8)
    expect(count).toBeLessThan(30)
    expect(new Set(first)).toEqual(new Set(['', 'empty', 'sold-out']))
    expect(hits(1, 'a').every((hit) => hit === '' || hit !== 'timeout')).toBe(true)
  })
})
