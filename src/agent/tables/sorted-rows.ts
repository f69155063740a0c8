import type { ResultRows } from '../tool-result.js'
import { TableRows } from './table-rows.js'

/**
 * Places of the rows in the order of a column; equal ones keep theirs, and missing values come last in either direction.
 * Numbers, dates and times by size, texts by code units, false before true.
 *
 * @returns undefined when the rows have no such column.
 */
export function sortedPlaces(
  rows: ResultRows,
  column: string,
  isAscending: boolean,
): Uint32Array | undefined {
  const keys = sortKeys(rows, column)
  if (keys === undefined) return undefined
  const sign = isAscending ? 1 : -1
  return Uint32Array.from({ length: rows.count }, (_, place) => place).sort((left, right) => {
    const a = keys[left] ?? Number.NaN
    const b = keys[right] ?? Number.NaN
    if (Number.isNaN(a) || Number.isNaN(b))
      return Number(Number.isNaN(a)) - Number(Number.isNaN(b)) || left - right
    return sign * (a - b) || left - right
  })
}

/** Numbers in the order of the values, NaN for what is missing. */
function sortKeys(rows: ResultRows, column: string): ArrayLike<number> | undefined {
  if (!rows.columns.includes(column)) return undefined
  return rows instanceof TableRows ? keysOfTable(rows, column) : keysOfValues(rows, column)
}

function keysOfTable(rows: TableRows, name: string): ArrayLike<number> | undefined {
  const source = rows.source(name)
  if (source === undefined) return rows.own.find((own) => own.name === name)?.values
  const side = rows.sides[source.side]
  if (side === undefined) return undefined
  const { column } = source
  if (column.kind === 'serial') return Float64Array.from(side.rows)
  const ranks = column.kind === 'text' ? side.table.ranks(column) : undefined
  return Float64Array.from({ length: rows.count }, (_, place) => {
    const cell = column.cells[side.rows[place] ?? 0] ?? 0
    if (cell === 0) return Number.NaN
    return column.kind === 'coded' ? (column.values[cell - 1] ?? Number.NaN) : (ranks?.[cell] ?? cell)
  })
}

function keysOfValues(rows: ResultRows, name: string): ArrayLike<number> {
  const values = Array.from({ length: rows.count }, (_, place) => rows.value(place, name))
  const words = [...new Set(values.filter((value) => typeof value === 'string'))].sort()
  const ranks = new Map(words.map((word, rank) => [word, rank]))
  return values.map((value) => {
    if (typeof value === 'string') return ranks.get(value) ?? Number.NaN
    return value === null || value === undefined ? Number.NaN : Number(value)
  })
}
