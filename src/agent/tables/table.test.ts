import { describe, expect, it } from 'vitest'
import {
  codedNumbers,
  codedWords,
  dateColumn,
  decimalColumn,
  flagColumn,
  integerColumn,
  serialColumn,
  textColumn,
  timeColumn,
} from './column.js'
import { Table } from './table.js'

const sites = Uint8Array.of(2, 1, 0)
const table = new Table('hosts', [
  serialColumn('id', { prefix: 'H', width: 3, length: 3 }),
  textColumn('name', ['crow', null, 'crow']),
  codedWords('site', sites, ['Oslo', 'Bergen']),
  codedNumbers('north', sites, [59.91, 60.39]),
  integerColumn('load', [-5, null, 70_000]),
  decimalColumn('score', [4.3, 0.1, null], 1),
  flagColumn('is_open', [true, false, null]),
  dateColumn('since', ['2025-02-28', null, '1969-12-31']),
  timeColumn('at', [0, 1439, null]),
])

describe('Table', () => {
  it('gives values back as they went in, missing ones as null', () => {
    const rows = [0, 1, 2].map((row) => table.columns.map((name) => table.value(row, name)))
    expect(rows).toEqual([
      ['H001', 'crow', 'Bergen', 60.39, -5, 4.3, true, '2025-02-28', '00:00:00'],
      ['H002', null, 'Oslo', 59.91, null, 0.1, false, null, '23:59:00'],
      ['H003', 'crow', null, null, 70_000, null, null, '1969-12-31', null],
    ])
  })

  it('has no value where there is no row or no column', () => {
    expect(table.value(3, 'name')).toBeUndefined()
    expect(table.value(0, 'nothing')).toBeUndefined()
    expect(table.rowId(2)).toBe('hosts:2')
  })

  it('keeps numbers in as few bytes as their span needs', () => {
    const widths = ['load', 'score', 'since'].map((name) => {
      const column = table.column(name)
      return column === undefined || column.kind === 'serial' ? 0 : column.cells.BYTES_PER_ELEMENT
    })
    expect(widths).toEqual([4, 1, 2])
  })

  it('takes columns of typed arrays, where NaN is missing', () => {
    const typed = new Table('t', [integerColumn('n', Float64Array.of(7, Number.NaN, 9))])
    expect([0, 1, 2].map((row) => typed.value(row, 'n'))).toEqual([7, null, 9])
  })

  it('holds no rows, or only missing ones', () => {
    expect(new Table('t', []).rowCount).toBe(0)
    expect(new Table('t', [integerColumn('n', [null])]).value(0, 'n')).toBeNull()
  })

  it('refuses columns of different lengths and spans beyond 32 bits', () => {
    expect(() => new Table('t', [integerColumn('a', [1]), integerColumn('b', [1, 2])])).toThrow(
      /b of t has 2/,
    )
    expect(() => integerColumn('a', [0, 2 ** 33])).toThrow(/32 bits/)
  })

  it('finds every cell of a word, also where two cells hold one word', () => {
    const twice = codedWords('city', Uint8Array.of(1, 2, 3), ['Oslo', 'Bergen', 'Oslo'])
    const towns = new Table('towns', [twice])
    expect(towns.codesOf(twice, 'Oslo')).toEqual([1, 3])
    expect(towns.codesOf(twice, 'Rome')).toEqual([])
    expect(Array.from(towns.ranks(twice))).toEqual([0, 2, 1, 2])
  })
})
