import { BugError } from '../../errors.js'
import type { CheckedArguments, CheckedValue } from '../pack.js'
import type { Column, NumberColumn } from './column.js'
import { dayOf } from './day.js'
import type { RowTest } from './row-test.js'
import type { Table } from './table.js'

/** What an argument asks of a row. */
export type Condition =
  /** The value itself; of a set any of its values. */
  | { readonly kind: 'equals'; readonly column: string }
  /** From the first of a pair to the second, both included. */
  | { readonly kind: 'between'; readonly column: string }
  | { readonly kind: 'at-most'; readonly column: string }
  | { readonly kind: 'at-least'; readonly column: string }
  /** Anything else, from this value and the others; `columns` are those that it reads. */
  | {
      readonly kind: 'test'
      readonly columns: readonly string[]
      readonly test: (
        value: CheckedValue,
        values: CheckedArguments['values'],
        table: Table,
      ) => (row: number) => boolean
    }

/** The test that a row of the table must pass for one given argument. */
export function rowTest(
  condition: Condition,
  value: CheckedValue,
  { table, values }: { readonly table: Table; readonly values: CheckedArguments['values'] },
): RowTest {
  if (condition.kind === 'test') return { kind: 'test', test: condition.test(value, values, table) }
  const column = table.column(condition.column)
  if (column === undefined) {
    throw new BugError({ code: 'table-column', what: `${table.name} has no column ${condition.column}.` })
  }
  switch (condition.kind) {
    case 'equals':
      return equalTest(table, column, Array.isArray(value) ? value : [value])
    case 'between': {
      const [low, high] = Array.isArray(value) ? value : [value, value]
      return rangeTest(table, column, { low: numberOf(low), high: numberOf(high) })
    }
    case 'at-most':
      return rangeTest(table, column, { low: Number.NEGATIVE_INFINITY, high: numberOf(value) })
    case 'at-least':
      return rangeTest(table, column, { low: numberOf(value), high: Number.POSITIVE_INFINITY })
  }
}

function equalTest(table: Table, column: Column, wanted: readonly unknown[]): RowTest {
  switch (column.kind) {
    case 'serial':
      return { kind: 'rows', rows: new Set(wanted.flatMap((name) => serialRows(column, name))) }
    case 'text': {
      const codes = wanted.flatMap((word) => (typeof word === 'string' ? table.codesOf(column, word) : []))
      return { kind: 'codes', cells: column.cells, codes: distinct(codes) }
    }
    case 'flag': {
      const codes = wanted.flatMap((flag) => (typeof flag === 'boolean' ? [flag ? 2 : 1] : []))
      return { kind: 'codes', cells: column.cells, codes: distinct(codes) }
    }
    case 'coded': {
      const codes = column.values.flatMap((value, place) => (wanted.includes(value) ? [place + 1] : []))
      return { kind: 'codes', cells: column.cells, codes }
    }
    default: {
      const codes = wanted.flatMap((number) => {
        const step = stepOf(column, numberOf(number))
        return Number.isInteger(step) && step >= 1 ? [step] : []
      })
      return { kind: 'codes', cells: column.cells, codes: distinct(codes) }
    }
  }
}

function serialRows({ prefix, width, length }: Extract<Column, { kind: 'serial' }>, name: unknown): number[] {
  if (typeof name !== 'string' || !name.startsWith(prefix)) return []
  const digits = name.slice(prefix.length)
  const number = /^\d{1,9}$/.test(digits) ? Number(digits) : 0
  return number >= 1 && number <= length && String(number).padStart(width, '0') === digits ? [number - 1] : []
}

function rangeTest(
  table: Table,
  column: Column,
  { low, high }: { readonly low: number; readonly high: number },
): RowTest {
  if (column.kind === 'coded') {
    const codes = column.values.flatMap((value, place) => (value >= low && value <= high ? [place + 1] : []))
    return { kind: 'codes', cells: column.cells, codes }
  }
  if (column.kind === 'text' || column.kind === 'flag' || column.kind === 'serial') {
    throw new BugError({
      code: 'table-column',
      what: `Column ${column.name} of ${table.name} holds no numbers.`,
    })
  }
  return {
    kind: 'range',
    cells: column.cells,
    low: Math.ceil(stepOf(column, low)),
    high: Math.floor(stepOf(column, high)),
  }
}

/**
 * Where a number lies on the scale of the cells; whole where a cell can hold it. The product is rounded to 9 places, so
 * that 4.3 × 10 is 43.
 */
function stepOf({ base, digits }: NumberColumn, value: number): number {
  const scaled = Math.round(value * 10 ** digits * 1e9) / 1e9
  return (Number.isFinite(scaled) ? scaled : value) - base + 1
}

/** Of a checked argument: a number, or a date in ISO form. NaN, which no row holds, for anything else. */
function numberOf(value: unknown): number {
  if (typeof value === 'number') return value
  return typeof value === 'string' ? dayOf(value) : Number.NaN
}

function distinct(codes: readonly number[]): readonly number[] {
  return codes.length < 2 ? codes : [...new Set(codes)]
}
