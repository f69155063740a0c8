import type { Cells } from './column.js'
import { countOf, rowsOf } from './postings.js'
import type { Table } from './table.js'

/** What a row must hold. */
export type RowTest =
  /** One of these cells. */
  | { readonly kind: 'codes'; readonly cells: Cells; readonly codes: readonly number[] }
  /** A cell within bounds, both included; a missing value (0) never is. */
  | { readonly kind: 'range'; readonly cells: Cells; readonly low: number; readonly high: number }
  /** These rows and no other. */
  | { readonly kind: 'rows'; readonly rows: ReadonlySet<number> }
  | { readonly kind: 'test'; readonly test: (row: number) => boolean }

/** An index pays where it leaves less than this share of the rows; otherwise a scan is as fast and builds nothing. */
const SELECTIVE_SHARE = 0.5

/** Rows of the table that pass all tests, rising. */
export function matchingRows(table: Table, tests: readonly RowTest[]): Uint32Array {
  const start = smallestStart(table, tests)
  if (start === undefined) return passing(undefined, table.rowCount, tests)
  const rest = tests.filter((test) => test !== start.test)
  return passing(start.rows, start.rows.length, rest)
}

/** Places in `rows` whose row passes all tests, rising. */
export function matchingPlaces(rows: ArrayLike<number>, tests: readonly RowTest[]): Uint32Array {
  const checks = tests.map(checkOf)
  const found: number[] = []
  for (let place = 0; place < rows.length; place++) {
    const row = rows[place] ?? 0
    if (checks.every((check) => check(row))) found.push(place)
  }
  return Uint32Array.from(found)
}

function smallestStart(
  table: Table,
  tests: readonly RowTest[],
): { readonly test: RowTest; readonly rows: Uint32Array } | undefined {
  let best: { readonly test: RowTest; readonly count: number } | undefined
  for (const test of tests) {
    let count: number
    if (test.kind === 'rows') count = test.rows.size
    else if (test.kind === 'codes') count = countOf(table.postings(test.cells), test.codes)
    else continue
    if (best === undefined || count < best.count) best = { test, count }
    if (count === 0) break
  }
  if (best === undefined || best.count > SELECTIVE_SHARE * table.rowCount) return undefined
  const { test } = best
  if (test.kind === 'rows') return { test, rows: Uint32Array.from(test.rows).sort() }
  return test.kind === 'codes' ? { test, rows: rowsOf(table.postings(test.cells), test.codes) } : undefined
}

function passing(rows: Uint32Array | undefined, count: number, tests: readonly RowTest[]): Uint32Array {
  if (tests.length === 0) return rows ?? Uint32Array.from({ length: count }, (_, row) => row)
  const checks = tests.map(checkOf)
  const [first = always, ...rest] = checks
  const found: number[] = []
  for (let place = 0; place < count; place++) {
    const row = rows === undefined ? place : (rows[place] ?? 0)
    if (first(row) && rest.every((check) => check(row))) found.push(row)
  }
  return Uint32Array.from(found)
}

const always = (): boolean => true

function checkOf(test: RowTest): (row: number) => boolean {
  switch (test.kind) {
    case 'test':
      return test.test
    case 'rows': {
      const { rows } = test
      return (row) => rows.has(row)
    }
    case 'range': {
      const { cells, low, high } = test
      const from = Math.max(low, 1)
      return (row) => {
        const cell = cells[row] ?? 0
        return cell >= from && cell <= high
      }
    }
    case 'codes': {
      const { cells, codes } = test
      const [only] = codes
      if (codes.length === 1) return (row) => cells[row] === only
      const wanted = new Uint8Array(Math.max(0, ...codes) + 1)
      for (const code of codes) wanted[code] = 1
      return (row) => wanted[cells[row] ?? 0] === 1
    }
  }
}
