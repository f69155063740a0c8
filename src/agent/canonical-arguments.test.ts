import { describe, expect, it } from 'vitest'
import { hostHash } from '../adapters/hash.js'
import { writeJson } from '../text/json.js'
import { CacheState, rowsHash } from './cache-state.js'
import { canonicalArguments, isResult } from './canonical-arguments.js'
import type { CheckedValue, PackTool, ToolParameter } from './pack.js'
import type { ResultRows, ToolResult } from './tool-result.js'

const rowsOf = (...ids: readonly string[]): ResultRows => ({
  count: ids.length,
  columns: ['a'],
  value: (row) => ids[row],
  rowId: (row) => ids[row] ?? '',
})
const result = (id: string, ...ids: readonly string[]): ToolResult => ({
  kind: 'result',
  id,
  tool: 'look',
  summary: `${id} found`,
  rows: rowsOf(...ids),
})

function canonical(
  parameters: readonly Partial<ToolParameter>[],
  values: Readonly<Record<string, CheckedValue>>,
) {
  const tool: PackTool = {
    name: 't',
    role: 'search',
    description: '',
    examples: [],
    parameters: parameters.map((one, at) => ({
      name: `p${at}`,
      type: 'text',
      shape: 'one',
      description: '',
      ...one,
    })),
    run: () => ({ kind: 'value', value: null }),
  }
  return writeJson(canonicalArguments(tool, { kind: 'checked', values }))
}

describe('canonicalArguments', () => {
  it('go by the signature, drop stated defaults, sort sets and leave out what belongs to no parameter', () => {
    expect(canonical([{}, {}], { p1: 'b', p0: 'a', other: 'c' })).toBe('{"p0":"a","p1":"b"}')
    expect(canonical([{ default: 'a' }, { default: 'b' }], { p0: 'a', p1: 'c' })).toBe('{"p1":"c"}')
    expect(canonical([{ shape: 'set', default: ['a', 'b'] }], { p0: ['b', 'a', 'b'] })).toBe('{}')
    expect(canonical([{ shape: 'set' }], { p0: [10, 9, 10, -1] })).toBe('{"p0":[-1,9,10]}')
    expect(canonical([{ shape: 'set' }], { p0: ['b', 'a', 'B'] })).toBe('{"p0":["B","a","b"]}')
    expect(canonical([{ shape: 'set' }], { p0: ['a', 2, 1] })).toMatch(/^\{"p0":\[/)
    expect(canonical([{ shape: 'list' }], { p0: ['b', 'a', 'b'] })).toBe('{"p0":["b","a","b"]}')
    expect(canonical([{ shape: 'list' }], { p0: [] })).toBe('{"p0":[]}')
  })

  it('name results by their ids, alone and in lists', () => {
    expect(canonical([{ type: 'result' }], { p0: result('x') })).toBe('{"p0":{"$result":"x"}}')
    expect(canonical([{ type: 'result', shape: 'list' }], { p0: [result('y'), result('x')] })).toBe(
      '{"p0":[{"$result":"y"},{"$result":"x"}]}',
    )
    expect(
      canonical([{ type: 'result', shape: 'set' }], { p0: [result('y'), result('x'), result('y')] }),
    ).toBe('{"p0":[{"$result":"x"},{"$result":"y"}]}')
  })

  it('take nothing for a result that only looks like one', () => {
    const real = result('x')
    expect(isResult(real)).toBe(true)
    for (const other of [
      null,
      undefined,
      'result',
      5,
      {},
      { kind: 'results', rows: real.rows },
      { kind: 'result' },
      { kind: 'result', rows: null },
      { kind: 'result', rows: 'rows' },
      { kind: 'result', rows: {} },
      { kind: 'result', rows: { rowId: 'r' } },
    ]) {
      expect(isResult(other), JSON.stringify(other)).toBe(false)
    }
  })
})

describe('CacheState', () => {
  it('is another one after every change, and itself where nothing changes', () => {
    const first = CacheState.empty.with('a', result('x', 'r1'))
    const second = first.with('b', 'text', { id: 'i', tool: 't', summary: 's' })
    expect([CacheState.empty.keys, first.keys, second.keys]).toEqual([[], ['a'], ['a', 'b']])
    expect(second.get('b')).toBe('text')
    expect(second.get('c')).toBeUndefined()
    expect(second.entry('a')).toMatchObject({ key: 'a', id: 'x', tool: 'look', summary: 'x found' })
    expect(first.with('n', null).entry('n')).toEqual({ key: 'n', value: null, id: '', tool: '', summary: '' })
    expect(second.without('a').keys).toEqual(['b'])
    expect(second.keys).toEqual(['a', 'b'])
    expect(second.without('c')).toBe(second)
  })

  it('is written down with counts and hashes; a plain value counts as one row', () => {
    const cache = CacheState.empty
      .with('a', result('x', 'r2', 'r1'))
      .with('b', 5n, { id: 'i', tool: '', summary: '5' })
    expect(cache.records(hostHash)).toEqual([
      { key: 'a', id: 'x', tool: 'look', summary: 'x found', count: 2, rows: hostHash('r1\nr2') },
      { key: 'b', id: 'i', tool: '', summary: '5', count: 1, rows: hostHash('i') },
    ])
  })

  it('hashes the same rows once, and in any order alike', () => {
    let hashed = 0
    const counting = (content: string | Uint8Array): string => {
      hashed++
      return hostHash(content)
    }
    const rows = rowsOf('b', 'a')
    expect(rowsHash(rows, counting)).toBe(rowsHash(rowsOf('a', 'b'), counting))
    expect(rowsHash(rows, counting)).toBe(hostHash('a\nb'))
    expect(hashed).toBe(2)
  })
})
