import { type Column, cellValue } from '../../../src/agent/tables/column.js'
import type { Table } from '../../../src/agent/tables/table.js'
import type { ToolResult } from '../../../src/agent/tool-result.js'
import type { Place } from '../great-circle.js'

/** What can be near each other, by the parameter that takes it; `groupBy` names them in the singular. */
export const NEAR_DOMAINS = ['hotels', 'restaurants', 'attractions'] as const
export type NearDomain = (typeof NEAR_DOMAINS)[number]

/** One of the two inputs. */
export interface NearSide {
  readonly domain: NearDomain
  readonly result: ToolResult
  readonly table: Table
  /** Each row of the table once. */
  readonly rows: Uint32Array
}

export interface Pairs {
  readonly grouped: Uint32Array
  readonly other: Uint32Array
  readonly miles: Float64Array
}

export function emptyPairs(count: number): Pairs {
  return { grouped: new Uint32Array(count), other: new Uint32Array(count), miles: new Float64Array(count) }
}

/** Two decimals: fifty feet. */
export function roundMiles(miles: number): number {
  return Math.round(miles * 100) / 100
}

/** Places in the rows of a side, by name of the rows, those of one name by row. */
export function placesByName({ table, rows, domain }: NearSide): readonly number[] {
  const column = nameColumn(table, domain)
  const ranks = table.ranks(column)
  const rank = (place: number): number => ranks[column.cells[rows[place] ?? 0] ?? 0] ?? 0
  return Array.from(rows, (_, place) => place).sort(
    (left, right) => rank(left) - rank(right) || (rows[left] ?? 0) - (rows[right] ?? 0),
  )
}

export function nameColumn(table: Table, domain: NearDomain): Extract<Column, { kind: 'text' }> {
  const column = table.column(`${singular(domain)}_name`)
  return column?.kind === 'text' ? column : { kind: 'text', name: '', cells: new Uint8Array(), words: [] }
}

/** Where the rows of a side lie. */
export function placesOf({ table, rows }: Pick<NearSide, 'table' | 'rows'>): readonly Place[] {
  const latitude = table.column('latitude')
  const longitude = table.column('longitude')
  const number = (column: Column | undefined, row: number): number =>
    column === undefined ? Number.NaN : Number(cellValue(column, row))
  return Array.from(rows, (row) => ({ latitude: number(latitude, row), longitude: number(longitude, row) }))
}

export function singular(domain: NearDomain): string {
  return domain.slice(0, -1)
}
