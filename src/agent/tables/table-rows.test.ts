import { describe, expect, it } from 'vitest'
import type { ResultRows } from '../tool-result.js'
import { integerColumn, textColumn } from './column.js'
import { sortedPlaces } from './sorted-rows.js'
import { Table } from './table.js'
import { TableRows, tableRowsOf } from './table-rows.js'

const hosts = new Table('hosts', [
  textColumn('name', ['crow', 'jay', 'owl']),
  integerColumn('load', [3, 1, null]),
])
const tickets = new Table('tickets', [
  textColumn('name', ['disk', 'fan']),
  textColumn('state', ['open', 'shut']),
])

/** Rows as an injection hands them on: the same values, no class. */
function wrapped(rows: ResultRows, rename: Readonly<Record<string, string>> = {}): ResultRows {
  const old = new Map(Object.entries(rename).map(([from, to]) => [to, from]))
  return {
    count: rows.count,
    columns: rows.columns.map((name) => rename[name] ?? name),
    value: (row, column) => rows.value(row, old.get(column) ?? column),
    rowId: (row) => rows.rowId(row),
  }
}

describe('TableRows', () => {
  const pairs = new TableRows(
    [
      { table: hosts, rows: [2, 0] },
      { table: tickets, rows: [1, 1] },
    ],
    [{ name: 'distance', values: [0.5, 2] }],
  )

  it('are rows of a table in their own order', () => {
    const rows = new TableRows([{ table: hosts, rows: [2, 0] }])
    expect(rows.count).toBe(2)
    expect([0, 1].map((row) => rows.value(row, 'name'))).toEqual(['owl', 'crow'])
    expect([0, 1].map((row) => rows.rowId(row))).toEqual(['hosts:2', 'hosts:0'])
    expect(rows.value(2, 'name')).toBeUndefined()
    expect(rows.value(0, 'state')).toBeUndefined()
  })

  it('stand side by side, shared names told apart by their tables', () => {
    expect(pairs.columns).toEqual(['name_hosts', 'load', 'name_tickets', 'state', 'distance'])
    expect(pairs.columns.map((name) => pairs.value(0, name))).toEqual(['owl', null, 'fan', 'shut', 0.5])
    expect(pairs.rowId(1)).toBe('hosts:0+tickets:1')
    expect(pairs.at([1]).value(0, 'distance')).toBe(2)
  })

  it('are found again behind a wrapping, pairs with their own columns', () => {
    const reading = tableRowsOf(wrapped(pairs), [tickets, hosts])
    const rows = reading.kind === 'rows' ? reading.rows : undefined
    expect(rows?.columns).toEqual(pairs.columns)
    expect(rows?.rowId(0)).toBe('hosts:2+tickets:1')
    expect(rows?.value(1, 'distance')).toBe(2)
  })

  it('are lost when a column has another name, naming it', () => {
    const drifted = wrapped(new TableRows([{ table: hosts, rows: [1] }]), { load: 'cpu_load' })
    expect(tableRowsOf(drifted, [hosts])).toEqual({ kind: 'lost', column: 'load' })
  })

  it.each(['tickets:0', 'hosts:3', 'hosts:-1', 'hosts', '', 'hosts:0+hosts', 'hosts:0x1', '__proto__:0'])(
    'are lost behind the id %j',
    (id) => {
      const strange: ResultRows = { count: 1, columns: hosts.columns, value: () => null, rowId: () => id }
      expect(tableRowsOf(strange, [hosts]).kind).toBe('lost')
    },
  )

  it('are nobody else’s: rows of other tables are lost, empty ones belong to whom their columns name', () => {
    expect(tableRowsOf(pairs, [hosts]).kind).toBe('lost')
    const empty = (columns: readonly string[]): ResultRows => ({
      count: 0,
      columns,
      value: () => undefined,
      rowId: () => '',
    })
    expect(tableRowsOf(empty(hosts.columns), [tickets, hosts])).toMatchObject({
      rows: { sides: [{ table: hosts }] },
    })
    expect(tableRowsOf(empty([]), [tickets, hosts])).toMatchObject({ rows: { sides: [{ table: tickets }] } })
    expect(tableRowsOf(empty(['other']), [tickets, hosts]).kind).toBe('lost')
  })
})

describe('sortedPlaces', () => {
  const all = new TableRows([{ table: hosts, rows: [0, 1, 2] }])

  it('puts missing values last in either direction, alike behind a wrapping', () => {
    for (const rows of [all, wrapped(all)]) {
      expect(Array.from(sortedPlaces(rows, 'load', true) ?? [])).toEqual([1, 0, 2])
      expect(Array.from(sortedPlaces(rows, 'load', false) ?? [])).toEqual([0, 1, 2])
      expect(Array.from(sortedPlaces(rows, 'name', false) ?? [])).toEqual([2, 1, 0])
    }
  })

  it('keeps the order of equal rows in either direction', () => {
    const same = new TableRows([{ table: tickets, rows: [1, 0, 1] }])
    expect(Array.from(sortedPlaces(same, 'state', true) ?? [])).toEqual([1, 0, 2])
    expect(Array.from(sortedPlaces(same, 'state', false) ?? [])).toEqual([0, 2, 1])
  })

  it('sorts by columns of the result itself and knows no others', () => {
    const own = new TableRows([{ table: hosts, rows: [0, 1] }], [{ name: 'distance', values: [9, 2] }])
    expect(Array.from(sortedPlaces(own, 'distance', true) ?? [])).toEqual([1, 0])
    expect(sortedPlaces(own, 'size', true)).toBeUndefined()
  })
})

describe('tableRowsOf', () => {
  const three = new Table('three', [textColumn('name', ['x', 'y']), textColumn('size', ['s', 't'])])
  const strange = (ids: readonly string[], columns: readonly string[] = hosts.columns): ResultRows => ({
    count: ids.length,
    columns,
    value: (row, column) => (column === 'far' ? row + 0.5 : null),
    rowId: (row) => ids[row] ?? '',
  })

  it('gives rows of its tables back as they are, and no others', () => {
    const rows = new TableRows([{ table: hosts, rows: [1] }])
    expect(tableRowsOf(rows, [tickets, hosts])).toEqual({ kind: 'rows', rows })
    expect(tableRowsOf(rows, [tickets])).toEqual({ kind: 'lost' })
    expect(tableRowsOf(rows, [])).toEqual({ kind: 'lost' })
  })

  it('finds rows by their ids, with the columns that are not of the tables', () => {
    const reading = tableRowsOf(strange(['hosts:2', 'hosts:0'], [...hosts.columns, 'far', 'gone']), [
      tickets,
      hosts,
    ])
    if (reading.kind === 'lost') throw new Error('they are found')
    const { rows } = reading
    expect(rows.columns).toEqual(['name', 'load', 'far', 'gone'])
    expect([0, 1].map((row) => rows.columns.map((name) => rows.value(row, name)))).toEqual([
      ['owl', null, 0.5, Number.NaN],
      ['crow', 3, 1.5, Number.NaN],
    ])
  })

  it('loses rows of other tables, too many or too few, and of columns that are called otherwise', () => {
    const lost = (ids: readonly string[], columns?: readonly string[]): unknown =>
      tableRowsOf(strange(ids, columns), [hosts, three])
    expect(lost(['hosts:1', 'three:1'])).toEqual({ kind: 'lost' })
    expect(lost(['hosts:1', 'hosts:1+three:0'])).toEqual({ kind: 'lost' })
    expect(lost(['hosts:3'])).toEqual({ kind: 'lost' })
    expect(lost(['hosts:2'], ['load', 'name'])).toMatchObject({ kind: 'rows' })
    expect(lost(['hosts:2'], ['load', 'title'])).toEqual({ kind: 'lost', column: 'name' })
    expect(lost(['three:1'], ['name', 'size'])).toMatchObject({ kind: 'rows' })
    expect(lost([], ['name', 'load', 'more'])).toMatchObject({
      rows: { sides: [{ table: hosts, rows: [] }] },
    })
    expect(lost([], ['name', 'size'])).toMatchObject({ rows: { sides: [{ table: three }] } })
    expect(lost([], ['size'])).toEqual({ kind: 'lost' })
  })

  it('lays out each set of tables once, by all of them and their order', () => {
    const columnsOf = (...tables: readonly Table[]): readonly string[] =>
      new TableRows(tables.map((table) => ({ table, rows: [0] }))).columns
    expect(columnsOf(hosts, three)).toEqual(['name_hosts', 'load', 'name_three', 'size'])
    expect(columnsOf(tickets, three)).toEqual(['name_tickets', 'state', 'name_three', 'size'])
    expect(columnsOf(three)).toEqual(['name', 'size'])
    expect(columnsOf(hosts, tickets, three)).toHaveLength(6)
    expect(columnsOf(three)).toBe(columnsOf(three))
  })
})
