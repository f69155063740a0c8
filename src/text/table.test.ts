import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutToWidth, displayWidth, renderTable } from './table.js'

describe('renderTable', () => {
  it('aligns columns, with nothing at the end of lines', () => {
    const text = renderTable({
      columns: [{ title: 'tier' }, { title: '@1', align: 'right' }, { title: 'note' }],
      rows: [['easy', '41.1', ''], [], ['all', '9.0', 'x']],
    })
    expect(text).toBe('tier    @1  note\neasy  41.1\n\nall    9.0  x\n')
  })

  it('leaves the line of titles out when there are none', () => {
    expect(renderTable({ columns: [{ title: '' }, { title: '' }], rows: [['a', 'b']] })).toBe('a  b\n')
  })

  it('pads by columns of the terminal, not by code units', () => {
    const text = renderTable({
      columns: [{ title: '' }, { title: '' }],
      rows: [
        ['天気', 'x'],
        ['rain', 'y'],
        ['🌧️', 'z'],
      ],
    })
    expect(text).toBe('天気  x\nrain  y\n🌧️    z\n')
  })

  it('spells out what a terminal would obey', () => {
    const text = renderTable({ columns: [{ title: 'tool' }], rows: [['\u001b[31mred\nnext']] })
    expect(text).not.toContain('\u001b')
    expect(text.trimEnd().split('\n')).toHaveLength(2)
  })

  it('cuts wide cells', () => {
    const text = renderTable({
      columns: [{ title: '', maxWidth: 6 }, { title: '' }],
      rows: [
        ['a long name', '1'],
        ['short', '2'],
      ],
    })
    expect(text).toBe('a lon…  1\nshort   2\n')
  })

  it('gives every line one width up to the last column', () => {
    const cell = fc.string({ unit: 'grapheme', maxLength: 12 })
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1 }), (rows) => {
        const text = renderTable({
          columns: [{ title: 'a' }, { title: 'b' }],
          rows: rows.map((row) => [...row, '|']),
        })
        const lines = text.trimEnd().split('\n').slice(1)
        expect(new Set(lines.map((line) => displayWidth(line))).size).toBe(1)
      }),
    )
  })
})

describe('displayWidth', () => {
  it.each([
    ['', 0],
    ['abc', 3],
    ['é', 1],
    ['e\u0301', 1],
    ['天', 2],
    ['한글', 4],
    ['👩‍👩‍👧', 2],
    ['｡', 1],
    ['…', 1],
  ])('%j takes %i', (text, width) => {
    expect(displayWidth(text)).toBe(width)
  })
})

describe('cutToWidth', () => {
  it('never exceeds the width and never splits a character', () => {
    expect(cutToWidth('天気予報', 4)).toBe('天…')
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 20 }), (text, width) => {
        const cut = cutToWidth(text, width)
        expect(displayWidth(cut)).toBeLessThanOrEqual(width)
        if (displayWidth(text) <= width) expect(cut).toBe(text)
      }),
    )
  })
})
