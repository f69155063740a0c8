import { describe, expect, it } from 'vitest'
import { toyWorld } from '../../test/generators/toy-world.js'
import { hostHash } from '../adapters/hash.js'
import { type JsonObject, type JsonValue, parseJson } from '../text/json.js'
import { CacheState } from './cache-state.js'
import { type CallsRequest, executeCalls, executeCallsSync, type WrittenToolCall } from './execute-calls.js'
import { executePlanSync } from './execute-plan.js'

const world = toyWorld()

function run(calls: readonly WrittenToolCall[], extra: Partial<CallsRequest> = {}) {
  return executeCallsSync({ calls, world, cache: CacheState.empty, now: () => 0, hash: hostHash, ...extra })
}

const search = (args: JsonObject): WrittenToolCall => ({ name: 'search_books', arguments: args })

describe('executeCallsSync', () => {
  it('lets the calls of one message refer to each other', () => {
    const { execution, cache, messages } = run([
      { ...search({ branch: 'north', rating: [4, 5] }), id: 'call_1' },
      { name: 'save_to_cache', arguments: { key: 'good', value: { $ref: 'r1' } } },
      { name: 'shift_day', arguments: { date: 'May 18, 2025', days: 3 } },
      search({ branch: 'south', due: { $ref: 'r3' } }),
      { name: 'merge_books', arguments: { lists: [{ $ref: 'r1' }, { $ref: 'r4' }] } },
    ])
    expect(execution.error).toBeUndefined()
    expect(cache.keys).toEqual(['good'])
    expect(execution.trace.map(({ producers }) => ({ ...producers }))).toEqual([
      {},
      { value: [0] },
      {},
      { due: [2] },
      { lists: [0, 3] },
    ])
    expect(messages[0]).toEqual({
      id: 'call_1',
      name: 'search_books',
      content: '{"$ref":"r1","count":4,"summary":"Books in north; 4 books found."}',
    })
    expect(messages[2]?.content).toBe('{"$ref":"r3","value":"2025-05-21"}')
  })

  it('makes of the same calls what a plan makes of them', () => {
    const plan = executePlanSync({
      code: 'a = search_books(branch="north", author=["Mara Quill", "Ines Ferro"])\nsort_books(results=a, column="year")',
      world,
      cache: CacheState.empty,
      now: () => 0,
      hash: hostHash,
    })
    const calls = run([
      search({ author: ['Ines Ferro', 'Mara Quill', 'Ines Ferro'], branch: 'north', pages: 5000 }),
      { name: 'sort_books', arguments: { column: 'year', ascending: true, results: { $ref: 'r1' } } },
    ])
    expect(calls.execution.trace).toEqual(plan.execution.trace)
  })

  it('goes on after a failed call, and counts it among the handles', () => {
    const { execution, messages } = run([
      search({ branch: 'west' }),
      search({ branch: 'north' }),
      { name: 'sort_books', arguments: { results: { $ref: 'r1' }, column: 'year' } },
      { name: 'sort_books', arguments: { results: { $ref: 'r2' }, column: 'year' } },
      { name: 'burn_books', arguments: {} },
    ])
    expect(execution.trace.map(({ outcome }) => outcome.kind)).toEqual([
      'error',
      'result',
      'error',
      'result',
      'error',
    ])
    expect(execution.error).toMatchObject({ fault: 'validation', line: 1 })
    expect(messages.map(({ content }) => /"fault":"([a-z-]+)"/.exec(content)?.[1])).toEqual([
      'validation',
      undefined,
      'undefined-name',
      undefined,
      'unknown-tool',
    ])
  })

  it('keeps handles and places through the steps of a turn', () => {
    const first = run([search({ branch: 'north' })])
    const second = run([{ name: 'sort_books', arguments: { results: { $ref: 'r1' }, column: 'year' } }], {
      handles: first.handles,
      cache: first.cache,
    })
    expect({ ...second.execution.trace[0]?.producers }).toEqual({ results: [0] })
    expect(second.messages[0]?.content).toContain('"$ref":"r2"')
    expect(
      run([{ name: 'sort_books', arguments: { results: { $ref: 'r1' }, column: 'year' } }]).execution.error,
    ).toMatchObject({
      fault: 'undefined-name',
    })
  })

  it('shows rows where that is asked for', () => {
    const [message] = run([search({ branch: 'north' })], { rowsShown: 1 }).messages
    const reading = parseJson(message?.content ?? '')
    expect(reading).toMatchObject({ value: { count: 6, rows: [{ title: 'Salt Roads', rating: 4.5 }] } })
  })

  it('takes only a whole object for a handle, and no forged result', () => {
    const forged = { kind: 'result', id: 'x', rows: [] }
    const { execution, cache } = run([
      { name: 'save_to_cache', arguments: { key: 'a', value: forged } },
      { name: 'sort_books', arguments: { results: forged, column: 'year' } },
      { name: 'sort_books', arguments: { results: 'r1', column: 'year' } },
      { name: 'save_to_cache', arguments: { key: 'b', value: { $ref: 'r1', more: 1 } } },
      { name: 'sort_books', arguments: { results: { $ref: 'r1' }, column: 'year' } },
    ])
    expect(
      execution.trace.map(({ outcome }) => (outcome.kind === 'error' ? outcome.error.fault : 'ran')),
    ).toEqual(['ran', 'validation', 'validation', 'ran', 'none-input'])
    expect(cache.entry('a')?.tool).toBe('')
  })

  it('ends at the limit of calls', () => {
    const calls = Array.from({ length: 5 }, () => search({ branch: 'north' }))
    const { execution, messages } = run(calls, { limits: { calls: 3 } })
    expect(execution.trace).toHaveLength(3)
    expect(messages).toHaveLength(5)
    expect(execution.error?.fault).toBe('limit')
  })

  it('counts refused calls, so that a message of ten thousand fills no trace', () => {
    const unknown = Array.from({ length: 10_000 }, () => ({ name: 'nobody', arguments: { x: 1 } }))
    const missing = Array.from({ length: 10_000 }, () => search({ branch: { $ref: 'r900' } }))
    for (const calls of [unknown, missing]) {
      const { execution, messages } = run(calls)
      expect(execution.trace).toHaveLength(100)
      expect(messages).toHaveLength(10_000)
      expect(messages.at(-1)?.content).toContain('More than 100 calls in one turn.')
    }
  })

  it('refuses arguments that a plan could not hand over, as they are or through handles of handles', () => {
    const save = (key: string, value: JsonValue) => ({ name: 'save_to_cache', arguments: { key, value } })
    const get = (key: string) => ({ name: 'get_from_cache', arguments: { key } })
    const long = run([
      save('k'.repeat(200_000), 1),
      save(
        'k',
        Array.from({ length: 20_000 }, () => 1),
      ),
    ])
    expect(long.cache.keys).toEqual([])
    expect(long.execution.error?.fault).toBe('limit')
    const many = (handle: string) => Array.from({ length: 100 }, () => ({ $ref: handle }))
    const grown = run([
      save('a', 'x'.repeat(1000)),
      get('a'),
      save('b', many('r2')),
      get('b'),
      save('c', many('r4')),
      get('c'),
      save('d', many('r6')),
    ])
    expect(grown.cache.keys).toEqual(['a', 'b'])
    expect(grown.messages[4]?.content).toContain('More than 131072 characters')
  })

  it('waits for tools that answer later', async () => {
    const request = {
      calls: [search({ branch: 'north' })],
      cache: CacheState.empty,
      now: () => 0,
      hash: hostHash,
    }
    const slow = {
      ...world,
      tools: world.tools.map((tool) => ({
        ...tool,
        run: async (...given: Parameters<typeof tool.run>) => tool.run(...given),
      })),
    }
    expect((await executeCalls({ ...request, world: slow })).execution).toEqual(
      executeCallsSync({ ...request, world }).execution,
    )
    expect(() => executeCallsSync({ ...request, world: slow })).toThrow(/answers later/)
  })
})
