import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { InputError } from '../../errors.js'
import { joinedBytes } from '../../numeric/joined-bytes.js'
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
  writeJson,
} from '../../text/json.js'
import { isCount } from '../../text/plain-value.js'
import type { Cells, Column, NumberColumn } from './column.js'
import { Table } from './table.js'

/*
 * A table in a file: one line of JSON that names the columns and holds their words, then the cells of every column with
 * any, one after another, in 1, 2 or 4 bytes a row, least byte first. Columns that share their cells write them once.
 */

const SCHEMA = 'assay.table/1'

/** Most rows of a table that is read, a hundred times those of the largest one made here. */
const MAX_ROWS = 50_000_000

/** Longest first line, in bytes: fifty times that of the largest table made here. */
const MAX_HEAD_BYTES = 64 * 1024 * 1024

export function tableBytes(table: Table): Uint8Array {
  const columns = table.columns.flatMap((name) => table.column(name) ?? [])
  const arrays = [...new Set(columns.flatMap((column) => (column.kind === 'serial' ? [] : [column.cells])))]
  const head = writeJson({
    schema: SCHEMA,
    name: table.name,
    rows: table.rowCount,
    cells: arrays.map((cells) => cells.BYTES_PER_ELEMENT),
    columns: columns.map((column) => headOf(column, arrays)),
  })
  return joinedBytes([new TextEncoder().encode(`${head}\n`), ...arrays.map(cellBytes)])
}

/** SHA-256 over all rows of the tables, in this order: equal where their files are equal. 64 hex digits. */
export function tablesHash(tables: Iterable<Table>): string {
  const hash = sha256.create()
  for (const table of tables) hash.update(tableBytes(table))
  return bytesToHex(hash.digest())
}

/** @throws {InputError} `table-invalid` when the bytes are no table, or not a whole one. */
export function readTable(bytes: Uint8Array, where: string): Table {
  const end = bytes.subarray(0, MAX_HEAD_BYTES).indexOf(0x0a)
  const reading = end < 0 ? undefined : parseJson(new TextDecoder().decode(bytes.subarray(0, end)))
  const head = reading?.kind === 'value' ? reading.value : undefined
  if (
    !isJsonObject(head) ||
    head.schema !== SCHEMA ||
    !isJsonArray(head.columns) ||
    !isJsonArray(head.cells)
  ) {
    throw invalid(where, `It does not start with the head of a table (${SCHEMA}).`)
  }
  const { name, rows } = head
  if (typeof name !== 'string' || !isCount(rows) || rows > MAX_ROWS)
    throw invalid(where, 'Its head is damaged.')
  let at = end + 1
  const arrays = head.cells.map((width) => {
    if (width !== 1 && width !== 2 && width !== 4) throw invalid(where, 'Its head is damaged.')
    // Not `slice`, which of a Buffer of Node gives a view that may start at any byte.
    const part = new Uint8Array(bytes.subarray(at, at + rows * width))
    if (part.length < rows * width) throw invalid(where, 'It ends within a column.')
    at += part.length
    return cellsIn(part, width)
  })
  if (at !== bytes.length) throw invalid(where, 'There are bytes behind its last column.')
  return new Table(
    name,
    head.columns.map((column) => columnOf(column, { rows, arrays, where })),
  )
}

function headOf(column: Column, arrays: readonly Cells[]): JsonObject {
  const { kind, name } = column
  if (column.kind === 'serial') return { kind, name, prefix: column.prefix, width: column.width }
  const head = { kind, name, cells: arrays.indexOf(column.cells) }
  switch (column.kind) {
    case 'text':
      return { ...head, words: column.words }
    case 'coded':
      return { ...head, values: column.values }
    case 'flag':
      return head
    default:
      return { ...head, base: column.base, digits: column.digits }
  }
}

const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1

/** Typed arrays lie as the host keeps them: least byte first on all but s390x, of the hosts of Node. */
function cellBytes(cells: Cells): Uint8Array {
  const bytes = new Uint8Array(cells.buffer, cells.byteOffset, cells.byteLength)
  return isLittleEndian ? bytes : turned(bytes, cells.BYTES_PER_ELEMENT)
}

/** @param bytes a copy of its own, so that it starts where a typed array may. */
function cellsIn(bytes: Uint8Array, width: 1 | 2 | 4): Cells {
  const { buffer } = isLittleEndian ? bytes : turned(bytes, width)
  if (width === 1) return new Uint8Array(buffer)
  return width === 2 ? new Uint16Array(buffer) : new Uint32Array(buffer)
}

function turned(bytes: Uint8Array, width: number): Uint8Array {
  return bytes.map((_, at) => bytes[at + width - 1 - 2 * (at % width)] ?? 0)
}

interface ColumnContext {
  readonly rows: number
  readonly arrays: readonly Cells[]
  readonly where: string
}

function columnOf(head: JsonValue, { rows, arrays, where }: ColumnContext): Column {
  const damaged = (): InputError => invalid(where, 'The head of a column is damaged.')
  if (!isJsonObject(head) || typeof head.name !== 'string') throw damaged()
  const { kind, name } = head
  if (kind === 'serial') {
    const { prefix, width } = head
    if (typeof prefix !== 'string' || !isCount(width) || width > 15) throw damaged()
    return { kind, name, prefix, width, length: rows }
  }
  const cells = isCount(head.cells) ? arrays[head.cells] : undefined
  if (cells === undefined) throw damaged()
  /** Codes above the largest that means something would stand for nothing. */
  const within = (largest: number): Cells => {
    for (const cell of cells)
      if (cell > largest) throw invalid(where, `Column ${name} holds more than it can.`)
    return cells
  }
  switch (kind) {
    case 'text': {
      const words = isJsonArray(head.words) ? head.words : []
      if (!isJsonArray(head.words) || !words.every((word) => typeof word === 'string')) throw damaged()
      return { kind, name, cells: within(words.length), words }
    }
    case 'coded': {
      const values = isJsonArray(head.values) ? head.values : []
      if (!isJsonArray(head.values) || !values.every((value) => typeof value === 'number')) throw damaged()
      return { kind, name, cells: within(values.length), values }
    }
    case 'flag':
      return { kind, name, cells: within(2) }
    case 'integer':
    case 'decimal':
    case 'date':
    case 'time': {
      const { base, digits } = head
      if (typeof base !== 'number' || !Number.isSafeInteger(base) || !isCount(digits) || digits > 6)
        throw damaged()
      const [low, high] = BOUNDS[kind]
      if (base < low) throw damaged()
      return { kind, name, cells: within(high - base), base, digits }
    }
    default:
      throw damaged()
  }
}

/** Lowest base, and the base above which no cell has a meaning; dates are of the years 1 to 9999. */
const BOUNDS: Readonly<Record<NumberColumn['kind'], readonly [low: number, high: number]>> = {
  integer: [Number.MIN_SAFE_INTEGER, Number.POSITIVE_INFINITY],
  decimal: [Number.MIN_SAFE_INTEGER, Number.POSITIVE_INFINITY],
  date: [-719_162, 2_932_897],
  time: [0, 1440],
}

function invalid(where: string, what: string): InputError {
  return new InputError({
    code: 'table-invalid',
    what: `This is not a whole table: ${what}`,
    where,
    fix: 'Generate the knowledge base again.',
  })
}
