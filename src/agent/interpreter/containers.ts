import type { Meter } from './meter.js'
import { typeFault } from './plan-fault.js'
import {
  type BareValue,
  bare,
  cellValue,
  type DictValue,
  type ListValue,
  type RowDict,
  type RowList,
  type TupleValue,
  typeName,
  type Value,
} from './value.js'

export type SequenceValue = ListValue | TupleValue | RowList
export type MappingValue = DictValue | RowDict

export function isSequence(value: BareValue): value is SequenceValue {
  return (
    typeof value === 'object' &&
    value !== null &&
    (value.kind === 'list' || value.kind === 'tuple' || value.kind === 'rows')
  )
}

export function isMapping(value: BareValue): value is MappingValue {
  return typeof value === 'object' && value !== null && (value.kind === 'dict' || value.kind === 'row')
}

/** Whether Python calls it a list: rows are one. */
export function isList(value: BareValue): value is ListValue | RowList {
  return typeof value === 'object' && value !== null && (value.kind === 'list' || value.kind === 'rows')
}

export function lengthOf(value: SequenceValue): number {
  return value.kind === 'rows' ? value.result.rows.count : value.items.length
}

/** Undefined past the end. */
export function itemAt(value: SequenceValue, index: number): Value | undefined {
  if (value.kind !== 'rows') return value.items[index]
  return index < value.result.rows.count ? { kind: 'row', rows: value, row: index } : undefined
}

export function itemsOf(value: SequenceValue, meter: Meter): readonly Value[] {
  if (value.kind !== 'rows') return value.items
  const { count } = value.result.rows
  meter.take(count * 40)
  meter.work(count)
  return Array.from({ length: count }, (_, row): Value => ({ kind: 'row', rows: value, row }))
}

export function sizeOf(value: MappingValue): number {
  return value.kind === 'dict' ? value.entries.size : value.rows.result.rows.columns.length
}

/** Undefined where there is no such key. */
export function lookUp(value: MappingValue, key: Value, meter: Meter): Value | undefined {
  if (value.kind === 'dict') return value.entries.get(keyOf(key, meter))?.[1]
  const column = bare(key)
  keyOf(key, meter)
  if (typeof column !== 'string' || !value.rows.result.rows.columns.includes(column)) return undefined
  return cellAt(value, column)
}

function cellAt({ rows, row }: RowDict, column: string): Value {
  return cellValue(rows.result.rows.value(row, column) ?? null, rows.producers)
}

export function keysOf(value: MappingValue, meter: Meter): readonly Value[] {
  meter.takeItems(sizeOf(value))
  if (value.kind === 'row') return value.rows.result.rows.columns
  return Array.from(value.entries.values(), ([key]) => key)
}

export function entriesOf(value: MappingValue, meter: Meter): Iterable<readonly [Value, Value]> {
  meter.takeItems(sizeOf(value) * 3)
  if (value.kind === 'dict') return value.entries.values()
  return value.rows.result.rows.columns.map((column) => [column, cellAt(value, column)] as const)
}

/** Equal exactly for keys that Python takes for one: 1, 1.0 and True are. */
export function keyOf(value: Value, meter: Meter, depth = 0): string {
  const key = bare(value)
  if (key === null) return 'n'
  switch (typeof key) {
    case 'boolean':
      return key ? 'i1' : 'i0'
    case 'bigint':
      return `i${key}`
    case 'number':
      return Number.isInteger(key) ? `i${BigInt(key)}` : `f${key}`
    case 'string':
      meter.work(key.length / 64)
      return `s${key}`
    default:
  }
  if (key.kind !== 'tuple') throw typeFault(`unhashable type: '${typeName(key)}'`)
  const deeper = meter.descend(depth)
  let text = 't'
  for (const item of key.items) {
    const part = keyOf(item, meter, deeper)
    meter.takeText(part.length)
    text += `${part.length}:${part}`
  }
  return text
}
