import { canonicalJson, ExactNumber, isJsonArray, isJsonObject, type JsonValue } from '../../text/json.js'
import type { ResultCell, ResultRows } from '../tool-result.js'

/** A page of results of real servers has some tens of rows; a plan reads a few. */
const MOST_ROWS = 1000
const MOST_COLUMNS = 100
/** Longest text of a cell, in code units. */
const LONGEST_CELL = 20_000
/** All cells together, in code units. */
const MOST_TEXT = 1 << 20

/** JSON of a stranger as rows, and whether something was left out because it was too much. */
export interface JsonRowsReading {
  readonly rows: ResultRows
  readonly isCut: boolean
}

/**
 * Any JSON as rows. The items of a list are the rows, also where the list is the only member of an object; any other value
 * is one row. The members of an object are its columns, any other item stands in the column `value`; what is nested in a
 * cell is JSON text. At most 1,000 rows, 100 columns, 20,000 characters a cell and 1 Mi characters in all.
 */
export function jsonRows(value: JsonValue): JsonRowsReading {
  const items = itemsOf(value)
  const columns = new Set<string>()
  const records: (readonly [id: string, cells: ReadonlyMap<string, ResultCell>])[] = []
  let isCut = items.length > MOST_ROWS
  let left = MOST_TEXT
  for (const item of items.slice(0, MOST_ROWS)) {
    const cells = new Map<string, ResultCell>()
    for (const [name, member] of membersOf(item)) {
      const cell = cellOf(member)
      const shown = typeof cell === 'string' && cell.length > LONGEST_CELL ? cut(cell, LONGEST_CELL) : cell
      left -= name.length + (typeof shown === 'string' ? shown.length : 8)
      const isTooMuch = left < 0 || name.length > LONGEST_NAME || columns.size >= MOST_COLUMNS
      if (shown !== cell) isCut = true
      if (isTooMuch && !columns.has(name)) {
        isCut = true
        continue
      }
      columns.add(name)
      cells.set(name, shown)
    }
    if (left < 0) {
      isCut = true
      break
    }
    records.push([idOf(cells), cells])
  }
  return { rows: new JsonRows([...columns], records), isCut }
}

const LONGEST_NAME = 200

class JsonRows implements ResultRows {
  readonly columns: readonly string[]
  readonly #records: readonly (readonly [id: string, cells: ReadonlyMap<string, ResultCell>])[]

  constructor(
    columns: readonly string[],
    records: readonly (readonly [id: string, cells: ReadonlyMap<string, ResultCell>])[],
  ) {
    this.columns = columns
    this.#records = records
  }

  get count(): number {
    return this.#records.length
  }

  value(row: number, column: string): ResultCell {
    const record = this.#records[row]
    if (record === undefined || !this.columns.includes(column)) return undefined
    return record[1].get(column) ?? null
  }

  /** Its content: rows of strangers have no other identity. */
  rowId(row: number): string {
    return this.#records[row]?.[0] ?? ''
  }
}

function itemsOf(value: JsonValue): readonly JsonValue[] {
  if (isJsonArray(value)) return value
  if (!isJsonObject(value)) return [value]
  const [only, ...others] = Object.values(value)
  return others.length === 0 && only !== undefined && isJsonArray(only) ? only : [value]
}

function membersOf(item: JsonValue): readonly (readonly [string, JsonValue])[] {
  return isJsonObject(item) ? Object.entries(item) : [['value', item]]
}

function cellOf(value: JsonValue): ResultCell {
  if (value instanceof ExactNumber) return exactCell(value)
  if (typeof value === 'object' && value !== null) return canonicalJson(value)
  return value
}

/** As a number where a double holds it, else as it is spelled. */
function exactCell({ text }: ExactNumber): number | string {
  const number = Number(text)
  const isHeld = Number.isFinite(number) && (Number.isSafeInteger(number) || !/^-?\d+$/.test(text))
  return isHeld ? number : text
}

function idOf(cells: ReadonlyMap<string, ResultCell>): string {
  return canonicalJson(
    [...cells].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, cell]) => [name, cell ?? null]),
  )
}

/** Never leaves half of a surrogate pair at the end. */
function cut(text: string, length: number): string {
  const last = text.charCodeAt(length - 2)
  return `${text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 2 : length - 1)}…`
}
