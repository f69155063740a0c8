import { BugError } from '../../errors.js'
import type { ResultCell } from '../tool-result.js'
import { dayOf, isoOf } from './day.js'

/** Whole numbers row by row; 0 is a missing value, whatever the column. */
export type Cells = Uint8Array | Uint16Array | Uint32Array

/** A column as it is kept: every value is one small whole number. */
export type Column = TextColumn | NumberColumn | CodedColumn | FlagColumn | SerialColumn

/** Words kept once: a cell is a word's place in the list, from 1. Two places may hold one word. */
export interface TextColumn {
  readonly kind: 'text'
  readonly name: string
  readonly cells: Cells
  readonly words: readonly string[]
}

/**
 * Numbers above a base, in steps of a power of ten: value = (base + cell − 1) / 10^digits. Dates are days since
 * 1970-01-01, times minutes from midnight.
 */
export interface NumberColumn {
  readonly kind: 'integer' | 'decimal' | 'date' | 'time'
  readonly name: string
  readonly cells: Cells
  readonly base: number
  /** 0 unless the kind is `decimal`. */
  readonly digits: number
}

/** Numbers kept once, for things that few rows are about: a cell is a number's place in the list, from 1. */
export interface CodedColumn {
  readonly kind: 'coded'
  readonly name: string
  readonly cells: Cells
  readonly values: readonly number[]
}

/** 1 is false, 2 is true. */
export interface FlagColumn {
  readonly kind: 'flag'
  readonly name: string
  readonly cells: Cells
}

/** Names that follow from the row: prefix and the row's number from 1, with leading zeros. */
export interface SerialColumn {
  readonly kind: 'serial'
  readonly name: string
  readonly prefix: string
  readonly width: number
  readonly length: number
}

export function textColumn(name: string, values: readonly (string | null)[]): TextColumn {
  const places = new Map<string, number>()
  const codes = values.map((word) => {
    if (word === null) return 0
    const known = places.get(word)
    if (known !== undefined) return known
    places.set(word, places.size + 1)
    return places.size
  })
  const cells = emptyCells(values.length, places.size)
  cells.set(codes)
  return codedWords(name, cells, [...places.keys()])
}

/** A text column over cells that are there already, such as those of another column whose things have several names. */
export function codedWords(name: string, cells: Cells, words: readonly string[]): TextColumn {
  return { kind: 'text', name, cells, words }
}

/** Numbers by cells that are there already. */
export function codedNumbers(name: string, cells: Cells, values: readonly number[]): CodedColumn {
  return { kind: 'coded', name, cells, values }
}

export function integerColumn(name: string, values: NumberList): NumberColumn {
  return numberColumn({ name, kind: 'integer', digits: 0 }, values)
}

/** @param digits after the point, 0 to 6: values are rounded to them. */
export function decimalColumn(name: string, values: NumberList, digits: number): NumberColumn {
  return numberColumn({ name, kind: 'decimal', digits }, values)
}

/** @param days since 1970-01-01, or ISO dates. */
export function dateColumn(name: string, days: ArrayLike<number | string | null>): NumberColumn {
  const numbers = new Float64Array(days.length)
  for (let row = 0; row < days.length; row++) {
    const day = days[row]
    numbers[row] = typeof day === 'string' ? dayOf(day) : (day ?? Number.NaN)
  }
  return numberColumn({ name, kind: 'date', digits: 0 }, numbers)
}

/** @param minutes from midnight. */
export function timeColumn(name: string, minutes: NumberList): NumberColumn {
  return numberColumn({ name, kind: 'time', digits: 0 }, minutes)
}

export function flagColumn(name: string, values: ArrayLike<boolean | null>): FlagColumn {
  const cells = new Uint8Array(values.length)
  for (let row = 0; row < values.length; row++) {
    const value = values[row] ?? null
    cells[row] = value === null ? 0 : value ? 2 : 1
  }
  return { kind: 'flag', name, cells }
}

export function serialColumn(
  name: string,
  { prefix, width, length }: { readonly prefix: string; readonly width: number; readonly length: number },
): SerialColumn {
  return { kind: 'serial', name, prefix, width, length }
}

/** NaN is missing too, so that typed arrays serve. */
type NumberList = ArrayLike<number | null>

function numberColumn(
  column: Pick<NumberColumn, 'name' | 'kind' | 'digits'>,
  values: NumberList,
): NumberColumn {
  const scale = 10 ** column.digits
  const steps = new Float64Array(values.length)
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (let row = 0; row < values.length; row++) {
    const step = Math.round((values[row] ?? Number.NaN) * scale)
    steps[row] = step
    if (step < low) low = step
    if (step > high) high = step
  }
  const isEmpty = low === Number.POSITIVE_INFINITY
  const base = isEmpty ? 0 : low
  const cells = emptyCells(values.length, isEmpty ? 0 : high - base + 1)
  for (let row = 0; row < steps.length; row++) {
    const step = steps[row] ?? Number.NaN
    cells[row] = Number.isNaN(step) ? 0 : step - base + 1
  }
  return { ...column, cells, base }
}

/** As narrow as the largest code allows. */
function emptyCells(length: number, largest: number): Cells {
  if (!(largest >= 0 && largest <= 0xffff_ffff)) {
    throw new BugError({
      code: 'table-range',
      what: `A column spans ${largest} steps, more than 32 bits hold.`,
    })
  }
  if (largest <= 0xff) return new Uint8Array(length)
  return largest <= 0xffff ? new Uint16Array(length) : new Uint32Array(length)
}

export function lengthOf(column: Column): number {
  return column.kind === 'serial' ? column.length : column.cells.length
}

/** What stands in a row, as plans and prompts see it: dates in ISO, times as `HH:MM:SS`, null where it is missing. */
export function cellValue(column: Column, row: number): ResultCell {
  if (column.kind === 'serial') return `${column.prefix}${String(row + 1).padStart(column.width, '0')}`
  const cell = column.cells[row]
  if (cell === undefined) return undefined
  if (cell === 0) return null
  switch (column.kind) {
    case 'text':
      return column.words[cell - 1]
    case 'coded':
      return column.values[cell - 1]
    case 'flag':
      return cell === 2
    case 'integer':
      return column.base + cell - 1
    case 'decimal':
      return (column.base + cell - 1) / 10 ** column.digits
    case 'date':
      return isoOf(column.base + cell - 1)
    case 'time':
      return clockOf(column.base + cell - 1)
  }
}

function clockOf(minutes: number): string {
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:00`
}
