import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parsedJson } from '../../../test/generators/parsed-json.js'
import type { JsonValue } from '../../text/json.js'
import { jsonRows } from './json-rows.js'

const table = (value: JsonValue) => {
  const { rows } = jsonRows(value)
  return Array.from({ length: rows.count }, (_, row) =>
    Object.fromEntries(rows.columns.map((column) => [column, rows.value(row, column)])),
  )
}

describe('jsonRows', () => {
  it('makes a row of each item of a list', () => {
    expect(table(parsedJson('[{"id":1,"tags":["x"]},{"id":2,"name":"b"},7]'))).toEqual([
      { id: 1, tags: '["x"]', name: null, value: null },
      { id: 2, tags: null, name: 'b', value: null },
      { id: null, tags: null, name: null, value: 7 },
    ])
  })

  it('looks into an object whose only member is a list, and takes any other value for one row', () => {
    expect(table(parsedJson('{"things":[{"id":1},{"id":2}]}'))).toEqual([{ id: 1 }, { id: 2 }])
    expect(table(parsedJson('{"things":[{"id":1}],"total":1}'))).toEqual([{ things: '[{"id":1}]', total: 1 }])
    expect(table(parsedJson('"hi"'))).toEqual([{ value: 'hi' }])
    expect(table(parsedJson('null'))).toEqual([{ value: null }])
    expect(table(parsedJson('[]'))).toEqual([])
  })

  it('keeps the digits of numbers that a double does not hold', () => {
    expect(table(parsedJson('{"a":1.0,"b":9007199254740993,"c":1e999,"d":-0}'))).toEqual([
      { a: 1, b: '9007199254740993', c: '1e999', d: -0 },
    ])
  })

  it('has names like __proto__ as columns like any other', () => {
    const { rows } = jsonRows(parsedJson('[{"__proto__":"x","constructor":1}]'))
    expect(rows.columns).toEqual(['__proto__', 'constructor'])
    expect([rows.value(0, '__proto__'), rows.value(0, 'constructor')]).toEqual(['x', 1])
    expect([rows.value(0, 'toString'), rows.value(1, 'constructor'), rows.value(-1, 'constructor')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  it('knows a row again by what it holds', () => {
    const one = jsonRows(parsedJson('[{"a":1,"b":2},{"a":3}]')).rows
    const other = jsonRows(parsedJson('{"list":[{"a":3},{"b":2,"a":1}]}')).rows
    expect(one.rowId(0)).toBe(other.rowId(1))
    expect(one.rowId(1)).toBe(other.rowId(0))
    expect(one.rowId(0)).not.toBe(one.rowId(1))
  })

  it('leaves out what is too much, and says so', () => {
    expect(jsonRows(Array.from({ length: 5000 }, (_, id) => ({ id })))).toMatchObject({
      isCut: true,
      rows: { count: 1000 },
    })
    const long = jsonRows(['é'.repeat(30_000)])
    expect(long.isCut).toBe(true)
    expect(String(long.rows.value(0, 'value'))).toHaveLength(20_000)
    const wide = jsonRows([Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`c${at}`, at]))])
    expect(wide.isCut).toBe(true)
    expect(wide.rows.columns).toHaveLength(100)
    const heavy = jsonRows(Array.from({ length: 900 }, () => 'x'.repeat(15_000)))
    expect(heavy.isCut).toBe(true)
    expect(heavy.rows.count).toBeLessThan(80)
    expect(jsonRows([1, 2, 3]).isCut).toBe(false)
  })

  it('takes any JSON, and gives nothing but cells', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const { rows } = jsonRows(parsedJson(JSON.stringify(value)))
        for (let row = 0; row < rows.count; row++) {
          expect(rows.rowId(row)).not.toBe('')
          for (const column of rows.columns) {
            const cell = rows.value(row, column)
            expect(cell === null || typeof cell !== 'object').toBe(true)
          }
        }
      }),
    )
  })
})
