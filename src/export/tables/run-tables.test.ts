import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runTables, tablesIn } from './run-tables.js'
import { sqlName, sqlText } from './sql-text.js'

describe('runTables', () => {
  it('have distinct columns and are ordered by columns of their own', () => {
    for (const { name, columns, order } of runTables) {
      const names = columns.map((column) => column.name)
      expect(new Set(names).size, name).toBe(names.length)
      for (const one of order) expect(names, name).toContain(one)
    }
  })
})

describe('tablesIn', () => {
  it('finds tables whatever their case and what stands around them', () => {
    expect([...tablesIn('SELECT count(*) FROM Samples s JOIN "scores" USING(run)')]).toEqual([
      'samples',
      'scores',
    ])
    expect([...tablesIn('select 1')]).toEqual([])
    expect([...tablesIn('select run_items from x')]).toEqual([])
  })
})

describe('texts and names of SQL', () => {
  it('double their own quotation marks, and nothing else ends them', () => {
    expect(sqlText("it's")).toBe("'it''s'")
    expect(sqlName('a"b')).toBe('"a""b"')
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(sqlText(text).slice(1, -1).replaceAll("''", '')).not.toContain("'")
        expect(sqlText(text).slice(1, -1).replaceAll("''", "'")).toBe(text)
      }),
    )
  })
})
