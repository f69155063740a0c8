import { ExactNumber, emptyObject, isJsonArray, type JsonValue, numberOf } from '../../../text/json.js'

/**
 * A value of Python, as far as BFCL's answers and outputs hold them: `str` is a string, `int` a bigint, `float` a
 * number, `None` null. Python keeps 5, 5.0 and True apart by type, and calls them equal.
 */
export type PythonValue =
  | null
  | boolean
  | string
  | bigint
  | number
  | PythonSequence
  | PythonDict
  | PythonOther

export interface PythonSequence {
  readonly kind: 'list' | 'tuple'
  readonly items: readonly PythonValue[]
}

export interface PythonDict {
  readonly kind: 'dict'
  /** In order of insertion; no two keys are equal. */
  readonly entries: readonly (readonly [key: PythonValue, value: PythonValue])[]
}

/** A constant that JSON has no form for: bytes, a complex number. */
export interface PythonOther {
  readonly kind: 'other'
  readonly text: string
}

export type PythonType = 'NoneType' | 'bool' | 'str' | 'int' | 'float' | 'list' | 'tuple' | 'dict' | 'other'

export function pythonType(value: PythonValue): PythonType {
  switch (typeof value) {
    case 'boolean':
      return 'bool'
    case 'string':
      return 'str'
    case 'bigint':
      return 'int'
    case 'number':
      return 'float'
    default:
      return value === null ? 'NoneType' : value.kind
  }
}

export function isPythonDict(value: PythonValue | undefined): value is PythonDict {
  return typeof value === 'object' && value !== null && value.kind === 'dict'
}

export function isPythonSequence(value: PythonValue | undefined): value is PythonSequence {
  return typeof value === 'object' && value !== null && (value.kind === 'list' || value.kind === 'tuple')
}

/** Python reads no longer integers. */
const MAX_DIGITS = 4300

/** What `json.loads` makes of a JSON value: a number with a point or an exponent is a float, any other an int. */
export function pythonFromJson(value: JsonValue): PythonValue {
  if (typeof value === 'number' || value instanceof ExactNumber) {
    const spelling = typeof value === 'number' ? String(value) : value.text
    if (/[.eE]/.test(spelling)) return Number(spelling)
    return spelling.length > MAX_DIGITS ? { kind: 'other', text: spelling } : BigInt(spelling)
  }
  if (typeof value !== 'object' || value === null) return value
  if (isJsonArray(value)) return { kind: 'list', items: value.map(pythonFromJson) }
  return {
    kind: 'dict',
    entries: Object.entries(value).map(([key, member]) => [key, pythonFromJson(member)] as const),
  }
}

/**
 * The value as JSON: tuples become lists, keys texts, floats keep their point.
 *
 * @returns undefined for what JSON cannot hold.
 */
export function jsonFromPython(value: PythonValue): JsonValue | undefined {
  if (typeof value === 'bigint') return numberOf(String(value))
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return undefined
    const text = String(value)
    return /[.e]/.test(text) ? numberOf(text) : new ExactNumber(`${text}.0`)
  }
  if (typeof value !== 'object' || value === null) return value
  if (value.kind === 'other') return undefined
  if (value.kind !== 'dict') {
    const items = value.items.map(jsonFromPython)
    const known = items.filter((item) => item !== undefined)
    return known.length === items.length ? known : undefined
  }
  const object = emptyObject()
  for (const [key, member] of value.entries) {
    const json = jsonFromPython(member)
    if (json === undefined) return undefined
    object[typeof key === 'string' ? key : pythonRepr(key)] = json
  }
  return object
}

/** Python's `==`: numbers and booleans by value across types, lists and tuples apart. */
export function isPythonEqual(left: PythonValue, right: PythonValue): boolean {
  const leftNumber = numeric(left)
  const rightNumber = numeric(right)
  if (leftNumber !== undefined || rightNumber !== undefined) {
    return leftNumber !== undefined && rightNumber !== undefined && isSameNumber(leftNumber, rightNumber)
  }
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) {
    return left === right
  }
  if (left.kind === 'dict') {
    return (
      right.kind === 'dict' &&
      left.entries.length === right.entries.length &&
      left.entries.every(([key, value]) => {
        const other = dictValue(right, key)
        return other !== undefined && isPythonEqual(value, other)
      })
    )
  }
  if (left.kind === 'other') return right.kind === 'other' && left.text === right.text
  return (
    right.kind === left.kind &&
    left.items.length === right.items.length &&
    left.items.every((item, index) => isPythonEqual(item, right.items[index] as PythonValue))
  )
}

function numeric(value: PythonValue): bigint | number | undefined {
  if (typeof value === 'bigint' || typeof value === 'number') return value
  if (typeof value === 'boolean') return value ? 1n : 0n
  return undefined
}

function isSameNumber(left: bigint | number, right: bigint | number): boolean {
  // JavaScript, too, compares a bigint and a number by exact value with `==`.
  // biome-ignore lint/suspicious/noDoubleEquals: strict equality is never true across the two types
  return left == right
}

/** Dicts of more entries are looked up by index. */
const FEW = 8

const indexes = new WeakMap<PythonDict, ReadonlyMap<string, PythonValue>>()

/** The value under a key; undefined when the dict has none. */
export function dictValue(dict: PythonDict, key: PythonValue): PythonValue | undefined {
  if (dict.entries.length <= FEW) {
    for (const [own, value] of dict.entries) if (isPythonEqual(own, key)) return value
    return undefined
  }
  let index = indexes.get(dict)
  if (index === undefined) {
    index = new Map(dict.entries.map(([own, value]) => [keyText(own) ?? '', value]))
    indexes.set(dict, index)
  }
  return index.get(keyText(key) ?? '')
}

/**
 * A dict of these entries; of equal keys the first stays and the last value wins, as in Python.
 *
 * @returns undefined when a key is a list or a dict, which Python cannot hash.
 */
export function pythonDict(entries: Iterable<readonly [PythonValue, PythonValue]>): PythonDict | undefined {
  const kept = new Map<string, [PythonValue, PythonValue]>()
  for (const [key, value] of entries) {
    const text = keyText(key)
    if (text === undefined) return undefined
    const known = kept.get(text)
    if (known === undefined) kept.set(text, [key, value])
    else known[1] = value
  }
  return { kind: 'dict', entries: [...kept.values()] }
}

/** A text that two keys share exactly when they are equal; undefined for what cannot be a key. */
function keyText(key: PythonValue): string | undefined {
  const number = numeric(key)
  if (number !== undefined)
    return `n${typeof number === 'number' && Number.isInteger(number) ? BigInt(number) : number}`
  if (typeof key === 'string') return `s${key}`
  if (key === null) return 'None'
  if (typeof key !== 'object') return undefined
  if (key.kind === 'other') return `o${key.text}`
  if (key.kind !== 'tuple') return undefined
  const items = key.items.map(keyText)
  return items.includes(undefined) ? undefined : `t${JSON.stringify(items)}`
}

/** Python's `repr`. */
export function pythonRepr(value: PythonValue): string {
  if (value === null) return 'None'
  switch (typeof value) {
    case 'boolean':
      return value ? 'True' : 'False'
    case 'bigint':
      return String(value)
    case 'number':
      return floatRepr(value)
    case 'string':
      return stringRepr(value)
    default:
  }
  switch (value.kind) {
    case 'list':
      return `[${value.items.map(pythonRepr).join(', ')}]`
    case 'tuple':
      return `(${value.items.map(pythonRepr).join(', ')}${value.items.length === 1 ? ',' : ''})`
    case 'dict':
      return `{${value.entries.map(([key, member]) => `${pythonRepr(key)}: ${pythonRepr(member)}`).join(', ')}}`
    case 'other':
      return value.text
    default:
      return value satisfies never
  }
}

/** Python writes exponents from 1e16 and below 1e-4, of at least two digits, and always a point or an exponent. */
function floatRepr(value: number): string {
  if (Number.isNaN(value)) return 'nan'
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf'
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0'
  const [mantissa = '', power = '0'] = value.toExponential().split('e')
  const exponent = Number(power)
  if (exponent < -4 || exponent >= 16) {
    return `${mantissa}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`
  }
  const text =
    exponent < 0
      ? value.toFixed(Math.max(0, mantissa.replace(/[-.]/g, '').length - 1 - exponent))
      : String(value)
  return text.includes('.') ? text : `${text}.0`
}

const UNPRINTABLE = /[\p{C}\p{Z}]/u

function stringRepr(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'"
  let repr = quote
  for (const character of text) {
    const code = character.codePointAt(0) as number // the iterator gives no empty text
    if (character === quote || character === '\\') repr += `\\${character}`
    else if (character === '\n') repr += '\\n'
    else if (character === '\r') repr += '\\r'
    else if (character === '\t') repr += '\\t'
    else if (character === ' ' || !UNPRINTABLE.test(character)) repr += character
    else if (code < 0x100) repr += `\\x${code.toString(16).padStart(2, '0')}`
    else if (code < 0x10000) repr += `\\u${code.toString(16).padStart(4, '0')}`
    else repr += `\\U${code.toString(16).padStart(8, '0')}`
  }
  return repr + quote
}
