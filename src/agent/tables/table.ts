import { BugError } from '../../errors.js'
import type { ResultCell } from '../tool-result.js'
import { type Cells, type Column, cellValue, lengthOf, type TextColumn } from './column.js'
import { type Postings, postingsOf } from './postings.js'

/** Rows of one kind, column by column. Never changed once made; indexes are built when a search first asks for them. */
export class Table {
  readonly name: string
  readonly rowCount: number
  /** Names, in order. */
  readonly columns: readonly string[]
  readonly #columns: ReadonlyMap<string, Column>
  readonly #places = new Map<readonly string[], ReadonlyMap<string, readonly number[]>>()
  /** By cells, which columns may share. */
  readonly #postings = new Map<Cells, Postings>()
  readonly #ranks = new Map<readonly string[], Uint32Array>()

  constructor(name: string, columns: readonly Column[]) {
    this.name = name
    this.columns = columns.map((column) => column.name)
    this.#columns = new Map(columns.map((column) => [column.name, column]))
    this.rowCount = columns[0] === undefined ? 0 : lengthOf(columns[0])
    const odd = columns.find((column) => lengthOf(column) !== this.rowCount)
    if (odd !== undefined) {
      throw new BugError({
        code: 'table-uneven',
        what: `Column ${odd.name} of ${name} has ${lengthOf(odd)} rows, not ${this.rowCount}.`,
      })
    }
  }

  column(name: string): Column | undefined {
    return this.#columns.get(name)
  }

  /** Undefined when the row or the column is not there. */
  value(row: number, name: string): ResultCell {
    const column = this.#columns.get(name)
    return column === undefined ? undefined : cellValue(column, row)
  }

  rowId(row: number): string {
    return `${this.name}:${row}`
  }

  /** Cells that stand for a word, none when the column never holds it. */
  codesOf(column: TextColumn, word: string): readonly number[] {
    let places = this.#places.get(column.words)
    if (places === undefined) {
      const fresh = new Map<string, number[]>()
      column.words.forEach((known, place) => {
        const codes = fresh.get(known)
        if (codes === undefined) fresh.set(known, [place + 1])
        else codes.push(place + 1)
      })
      places = fresh
      this.#places.set(column.words, places)
    }
    return places.get(word) ?? []
  }

  /** Rows by cell, built once for cells that at least one search has asked for. */
  postings(cells: Cells): Postings {
    let postings = this.#postings.get(cells)
    if (postings === undefined) {
      postings = postingsOf(cells)
      this.#postings.set(cells, postings)
    }
    return postings
  }

  /** Place of each word among all of them in the order of code units; equal words share one. By cell, so 0 comes first. */
  ranks(column: TextColumn): Uint32Array {
    let ranks = this.#ranks.get(column.words)
    if (ranks === undefined) {
      const sorted = [...new Set(column.words)].sort()
      const places = new Map(sorted.map((word, place) => [word, place + 1]))
      ranks = Uint32Array.from([0, ...column.words.map((word) => places.get(word) ?? 0)])
      this.#ranks.set(column.words, ranks)
    }
    return ranks
  }
}
