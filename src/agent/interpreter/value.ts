import type { Producer } from '../call-tool.js'
import type { ResultCell, ToolResult } from '../tool-result.js'

/**
 * What stands on the stack of the machine: a value of Python, or one that an earlier call made, which carries along who
 * did. Rows of a result are looked up where they lie and become lists and dicts only when somebody needs them whole.
 */
export type Value = BareValue | MadeValue

export type BareValue =
  | null
  | boolean
  | bigint
  | number
  | string
  | ListValue
  | TupleValue
  | DictValue
  | RowList
  | RowDict
  | ToolResult
  | ToolName
  | RangeValue
  | IteratorValue

/** A plain value with who made it. */
export interface MadeValue {
  readonly kind: 'made'
  readonly value: null | boolean | bigint | number | string
  readonly producers: readonly Producer[]
}

/** Only `+=` changes it. */
export interface ListValue {
  readonly kind: 'list'
  readonly items: Value[]
}

export interface TupleValue {
  readonly kind: 'tuple'
  readonly items: readonly Value[]
}

export interface DictValue {
  readonly kind: 'dict'
  /** By what `keyOf` gives; in order of insertion. */
  readonly entries: ReadonlyMap<string, readonly [key: Value, value: Value]>
}

/** `search_results` of a result. */
export interface RowList {
  readonly kind: 'rows'
  readonly result: ToolResult
  readonly producers: readonly Producer[]
}

/** One of them. */
export interface RowDict {
  readonly kind: 'row'
  readonly rows: RowList
  readonly row: number
}

/** A tool that is handed around instead of being called, or the function that `key=` names. */
export interface ToolName {
  readonly kind: 'tool'
  readonly name: string
}

/** Stands only where it is iterated over at once. */
export interface RangeValue {
  readonly kind: 'range'
  readonly start: bigint
  readonly step: bigint
  readonly length: number
}

/** Stands only where it is iterated over at once. */
export interface IteratorValue {
  readonly kind: 'iterator'
  /** Undefined at its end. */
  next(): Value | undefined
}

/** The value without who made it. */
export function bare(value: Value): BareValue {
  return typeof value === 'object' && value !== null && value.kind === 'made' ? value.value : value
}

export function producersIn(value: Value): readonly Producer[] {
  return typeof value === 'object' && value !== null && value.kind === 'made' ? value.producers : NOBODY
}

const NOBODY: readonly Producer[] = []

/** The value, made by them too; containers keep what their items know. */
export function made(value: Value, producers: readonly Producer[]): Value {
  if (producers.length === 0) return value
  if (typeof value === 'object' && value !== null) {
    if (value.kind !== 'made') return value
    return { kind: 'made', value: value.value, producers: union(value.producers, producers) }
  }
  return { kind: 'made', value, producers }
}

export function union(a: readonly Producer[], b: readonly Producer[]): readonly Producer[] {
  if (a.length === 0 || a === b) return b
  return b.length === 0 ? a : [...new Set([...a, ...b])]
}

/** Whole numbers of a table are `int`. */
export function cellValue(cell: Exclude<ResultCell, undefined>, producers: readonly Producer[]): Value {
  if (typeof cell !== 'number') return made(cell, producers)
  return made(Number.isSafeInteger(cell) ? BigInt(cell) : cell, producers)
}

/** As Python calls it in messages. */
export function typeName(value: Value): string {
  const plain = bare(value)
  if (plain === null) return 'NoneType'
  if (typeof plain !== 'object') return PLAIN_NAMES[typeof plain] ?? 'object'
  switch (plain.kind) {
    case 'list':
    case 'rows':
      return 'list'
    case 'tuple':
      return 'tuple'
    case 'dict':
    case 'row':
      return 'dict'
    case 'result':
      return 'Result'
    case 'tool':
      return 'function'
    case 'range':
      return 'range'
    case 'iterator':
      return 'iterator'
    default:
      return plain satisfies never
  }
}

const PLAIN_NAMES: Readonly<Record<string, string>> = {
  boolean: 'bool',
  bigint: 'int',
  number: 'float',
  string: 'str',
}
