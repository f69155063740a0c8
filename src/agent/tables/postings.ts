import type { Cells } from './column.js'

/** Rows by cell. */
export interface Postings {
  /** Where the rows of a cell start in `rows`; one more at the end. */
  readonly starts: Uint32Array
  /** Rising within each cell. */
  readonly rows: Uint32Array
}

/** A counting sort: one pass to count, one to place. */
export function postingsOf(cells: Cells): Postings {
  let largest = 0
  for (const cell of cells) if (cell > largest) largest = cell
  const starts = new Uint32Array(largest + 2)
  for (const cell of cells) starts[cell + 1] = (starts[cell + 1] ?? 0) + 1
  for (let cell = 1; cell < starts.length; cell++) {
    starts[cell] = (starts[cell] ?? 0) + (starts[cell - 1] ?? 0)
  }
  const next = starts.slice()
  const rows = new Uint32Array(cells.length)
  for (let row = 0; row < cells.length; row++) {
    const cell = cells[row] ?? 0
    const place = next[cell] ?? 0
    rows[place] = row
    next[cell] = place + 1
  }
  return { starts, rows }
}

/** How many rows hold one of the cells. */
export function countOf(postings: Postings, codes: readonly number[]): number {
  let count = 0
  for (const code of codes) count += spanOf(postings, code).length
  return count
}

/** The rows that hold one of the cells, rising; the cells are all different. */
export function rowsOf(postings: Postings, codes: readonly number[]): Uint32Array {
  const [only] = codes
  if (codes.length === 1 && only !== undefined) return spanOf(postings, only)
  const found = new Uint32Array(countOf(postings, codes))
  let at = 0
  for (const code of codes) {
    const part = spanOf(postings, code)
    found.set(part, at)
    at += part.length
  }
  return found.sort()
}

function spanOf({ starts, rows }: Postings, code: number): Uint32Array {
  return code + 1 < starts.length ? rows.subarray(starts[code], starts[code + 1]) : rows.subarray(0, 0)
}
