import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { InputError } from '../../errors.js'
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
import { readTable, tableBytes, tablesHash } from './table-file.js'

const sites = Uint8Array.of(2, 1, 0)
const table = new Table('hosts', [
  serialColumn('id', { prefix: 'H', width: 3, length: 3 }),
  textColumn('name', ['crow "æ\n', null, '😀']),
  codedWords('site', sites, ['Oslo', 'Bergen']),
  codedNumbers('north', sites, [59.91, 60.39]),
  integerColumn('load', [-5, null, 70_000]),
  decimalColumn('score', [4.3, 0.1, null], 1),
  flagColumn('is_open', [true, false, null]),
  dateColumn('since', ['2025-02-28', null, '1969-12-31']),
  timeColumn('at', [0, 1439, null]),
])

const valuesOf = (of: Table): unknown =>
  Array.from({ length: of.rowCount }, (_, row) => of.columns.map((name) => of.value(row, name)))

const edited = (from: string, to: string): Uint8Array => {
  const bytes = tableBytes(table)
  const end = bytes.indexOf(10)
  const head = new TextDecoder().decode(bytes.subarray(0, end)).replace(from, to)
  return Buffer.concat([new TextEncoder().encode(head), bytes.subarray(end)])
}

describe('a table in a file', () => {
  it('comes back as it was, cells that columns share written once', () => {
    const bytes = tableBytes(table)
    const back = readTable(bytes, 'f')
    expect(valuesOf(back)).toEqual(valuesOf(table))
    expect(tableBytes(back)).toEqual(bytes)
    const head = JSON.parse(new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(10))))
    expect(head.cells).toHaveLength(7)
    expect(tablesHash([back])).toBe(tablesHash([table]))
  })

  it('is read from the middle of a larger buffer, wherever that lies', () => {
    const bytes = tableBytes(table)
    for (const offset of [1, 2, 3]) {
      const whole = Buffer.alloc(bytes.length + 8, 0xff)
      whole.set(bytes, offset)
      expect(valuesOf(readTable(whole.subarray(offset, offset + bytes.length), 'f'))).toEqual(valuesOf(table))
    }
  })

  it('is refused wherever it is cut off, or goes on', () => {
    const bytes = tableBytes(table)
    for (let length = 0; length < bytes.length; length++) {
      expect(() => readTable(bytes.subarray(0, length), 'f'), `${length}`).toThrow(InputError)
    }
    expect(() => readTable(Buffer.concat([bytes, Uint8Array.of(0)]), 'f')).toThrow(/behind its last column/)
  })

  it('is either whole or refused, whatever byte is changed', () => {
    const bytes = tableBytes(table)
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.nat(255), (at, byte) => {
        const changed = bytes.slice()
        changed[at] = byte
        try {
          valuesOf(readTable(changed, 'f'))
        } catch (error) {
          expect(error).toBeInstanceOf(InputError)
        }
      }),
      { numRuns: 2000 },
    )
  })

  it.each([
    ['another schema', 'assay.table/1', 'assay.table/2'],
    ['rows without end', '"rows":3', '"rows":99999999999'],
    ['rows below none', '"rows":3', '"rows":-3'],
    ['another width', '"cells":[1', '"cells":[3'],
    ['cells that are not there', '"cells":0', '"cells":7'],
    ['a word that is none', '"😀"', '7'],
    ['a kind that is none', '"kind":"flag"', '"kind":"flags"'],
    ['a date before the first year', '"base":-1', '"base":-900000'],
    ['too many digits', '"digits":1', '"digits":9'],
    ['two tables', '"assay.table/1"', '[]'],
  ])('is refused for %s', (_, from, to) => {
    expect(() => readTable(edited(from, to), 'hosts.table')).toThrow(/not a whole table[^]*hosts\.table/)
  })

  it('keeps a table without rows', () => {
    const empty = new Table('t', [textColumn('a', []), integerColumn('b', [])])
    expect(valuesOf(readTable(tableBytes(empty), 'f'))).toEqual([])
  })
})
