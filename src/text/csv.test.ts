import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvCell, readCsv } from './csv.js'

const cells = (text: string) => {
  const reading = readCsv(text)
  return reading.kind === 'rows' ? reading.rows.map((row) => row.cells) : reading
}

describe('readCsv', () => {
  it('reads quoted cells, doubled marks and line breaks inside, and numbers lines', () => {
    expect(readCsv('a,b\r\n"x ""y"", z","1\n2"\r\n\r\n3,\n')).toEqual({
      kind: 'rows',
      rows: [
        { cells: ['a', 'b'], line: 1 },
        { cells: ['x "y", z', '1\n2'], line: 2 },
        { cells: ['3', ''], line: 5 },
      ],
    })
  })

  it('takes the separator of the first line, a byte order mark and a last line without an end', () => {
    expect(cells('\uFEFFa;b;c\n1,5;2;3')).toEqual([
      ['a', 'b', 'c'],
      ['1,5', '2', '3'],
    ])
    expect(cells('a\tb\n1\t2')).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ])
  })

  it('says where a quoted text is not closed', () => {
    expect(readCsv('a\n"b\nc')).toEqual({ kind: 'fault', what: 'A quoted text is not closed.', line: 2 })
  })

  it('reads back what is written', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ', 'é', ';') })
    const row = fc.tuple(fc.constant('x'), cell, cell).map((row) => [...row])
    fc.assert(
      fc.property(fc.array(row, { minLength: 1 }), (rows) => {
        const text = `a,b,c\n${rows.map((row) => `${row.map((one) => `"${one.replaceAll('"', '""')}"`).join(',')}\n`).join('')}`
        expect(cells(text)).toEqual([['a', 'b', 'c'], ...rows])
      }),
    )
  })

  it('writes no formula', () => {
    expect([csvCell('=1+1'), csvCell('-x'), csvCell('-1.5'), csvCell('a,b')]).toEqual([
      "'=1+1",
      "'-x",
      '-1.5',
      '"a,b"',
    ])
    expect(csvCell("-2+3+cmd|' /C calc'!A0")).toBe("'-2+3+cmd|' /C calc'!A0")
    expect(['-2e-7', '-1.5E+3', '-7'].map(csvCell)).toEqual(['-2e-7', '-1.5E+3', '-7'])
  })
})
