import type { ResultCell, ResultRows } from '../tool-result.js'
import { type Column, cellValue } from './column.js'
import type { Table } from './table.js'

/** One table's share of a row. */
export interface RowSide {
  readonly table: Table
  /** Row of the table by row of the result. */
  readonly rows: ArrayLike<number>
}

/** A column of the result itself, such as a distance. */
export interface OwnColumn {
  readonly name: string
  readonly values: ArrayLike<number>
}

/** Rows of one table, or of several tables side by side. */
export class TableRows implements ResultRows {
  readonly sides: readonly RowSide[]
  readonly own: readonly OwnColumn[]
  readonly count: number
  readonly #layout: RowLayout

  /**
   * @param own columns that come last. Columns whose name two sides share get the name of their table as a suffix, e.g.
   *   `rating_hotels`.
   */
  constructor(sides: readonly RowSide[], own: readonly OwnColumn[] = []) {
    this.sides = sides
    this.own = own
    this.count = sides[0]?.rows.length ?? 0
    this.#layout = layoutOf(sides.map(({ table }) => table))
  }

  get columns(): readonly string[] {
    return this.own.length === 0
      ? this.#layout.names
      : [...this.#layout.names, ...this.own.map(({ name }) => name)]
  }

  value(row: number, column: string): ResultCell {
    const source = this.#layout.sources.get(column)
    if (source === undefined) return this.own.find(({ name }) => name === column)?.values[row]
    const of = this.sides[source.side]?.rows[row]
    return of === undefined ? undefined : cellValue(source.column, of)
  }

  rowId(row: number): string {
    return this.sides.map(({ table, rows }) => table.rowId(rows[row] ?? -1)).join('+')
  }

  /** Where a column comes from; undefined for columns of the result itself. */
  source(column: string): { readonly side: number; readonly column: Column } | undefined {
    return this.#layout.sources.get(column)
  }

  /** The rows at these places, in this order. */
  at(places: ArrayLike<number>): TableRows {
    const pick = (values: ArrayLike<number>): Uint32Array =>
      Uint32Array.from({ length: places.length }, (_, place) => values[places[place] ?? 0] ?? 0)
    return new TableRows(
      this.sides.map(({ table, rows }) => ({ table, rows: pick(rows) })),
      this.own.map(({ name, values }) => ({
        name,
        values: Float64Array.from({ length: places.length }, (_, place) => values[places[place] ?? 0] ?? 0),
      })),
    )
  }
}

interface RowLayout {
  readonly names: readonly string[]
  readonly sources: ReadonlyMap<string, { readonly side: number; readonly column: Column }>
}

interface KeptLayout {
  readonly tables: readonly Table[]
  readonly layout: RowLayout
}

/** By the last table of a row. */
const layouts = new WeakMap<Table, KeptLayout[]>()

/** Layouts are kept: a search makes rows far more often than tables change. */
function layoutOf(tables: readonly Table[]): RowLayout {
  const last = tables.at(-1)
  if (last === undefined) return { names: [], sources: new Map() }
  const kept = layouts.get(last) ?? []
  layouts.set(last, kept)
  const known = kept.find(
    (other) =>
      other.tables.length === tables.length && other.tables.every((table, side) => table === tables[side]),
  )
  if (known !== undefined) return known.layout
  const layout = freshLayout(tables)
  kept.push({ tables, layout })
  return layout
}

function freshLayout(tables: readonly Table[]): RowLayout {
  const sources = new Map<string, { readonly side: number; readonly column: Column }>()
  tables.forEach((table, side) => {
    for (const name of table.columns) {
      const column = table.column(name)
      const isShared = tables.some((other) => other !== table && other.column(name) !== undefined)
      if (column !== undefined) sources.set(isShared ? `${name}_${table.name}` : name, { side, column })
    }
  })
  return { names: [...sources.keys()], sources }
}

/** Rows of these tables behind a result; `lost` when it holds others, or columns have other names than they had. */
export type RowsReading =
  | { readonly kind: 'rows'; readonly rows: TableRows }
  | { readonly kind: 'lost'; readonly column?: string }

/**
 * The rows of a result, also where something stands between: by their ids, provided that the columns still have their
 * names. @param tables those that a row may come from.
 */
export function tableRowsOf(rows: ResultRows, tables: readonly Table[]): RowsReading {
  if (rows instanceof TableRows) {
    const isKnown = rows.sides.every(({ table }) => tables.includes(table))
    return isKnown ? { kind: 'rows', rows } : { kind: 'lost' }
  }
  const sides = rows.count === 0 ? emptySides(rows, tables) : sidesOf(rows, tables)
  if (sides === undefined) return { kind: 'lost' }
  const bare = new TableRows(sides)
  const missing = bare.columns.find((name) => !rows.columns.includes(name))
  if (missing !== undefined && rows.count > 0) return { kind: 'lost', column: missing }
  const own = rows.columns.filter((name) => bare.source(name) === undefined)
  const values = (name: string): Float64Array =>
    Float64Array.from({ length: rows.count }, (_, place) => Number(rows.value(place, name) ?? Number.NaN))
  return {
    kind: 'rows',
    rows: new TableRows(
      sides,
      own.map((name) => ({ name, values: values(name) })),
    ),
  }
}

function sidesOf(rows: ResultRows, tables: readonly Table[]): readonly RowSide[] | undefined {
  const parts = (place: number): (readonly [name: string, row: number])[] =>
    rows
      .rowId(place)
      .split('+')
      .map((part) => {
        const [name = '', number = ''] = part.split(':')
        return [name, /^\d{1,9}$/.test(number) ? Number(number) : Number.POSITIVE_INFINITY]
      })
  const sides = parts(0).map(([name]) => ({
    table: tables.find((table) => table.name === name),
    rows: [] as number[],
  }))
  for (let place = 0; place < rows.count; place++) {
    const found = parts(place)
    if (found.length !== sides.length) return undefined
    for (const [side, [name, row]] of found.entries()) {
      const into = sides[side]
      if (into?.table?.name !== name || row >= into.table.rowCount) return undefined
      into.rows.push(row)
    }
  }
  return sides.flatMap(({ table, rows: own }) => (table === undefined ? [] : [{ table, rows: own }]))
}

/** A result without rows tells by its columns whose it was. */
function emptySides(rows: ResultRows, tables: readonly Table[]): readonly RowSide[] | undefined {
  const owner = tables.find(({ columns }) => columns.every((name) => rows.columns.includes(name)))
  const table = owner ?? (rows.columns.length === 0 ? tables[0] : undefined)
  return table === undefined ? undefined : [{ table, rows: [] }]
}
