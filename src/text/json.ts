import { decimalOf, formatDecimal, isHeldByDouble } from './decimal.js'
import { type JsonFault, JsonScanner, locate, ScanFault } from './json-scanner.js'

/**
 * A number whose spelling a double does not give back: `25.0`, `1E5`, `-0`, 9007199254740993. Every other number of
 * JSON is a plain `number`. Value and spelling both survive reading and writing.
 */
export class ExactNumber {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export type JsonValue = null | boolean | string | number | ExactNumber | JsonArray | JsonObject
export type JsonArray = readonly JsonValue[]
/** Without a prototype, so that `__proto__` and `constructor` are keys like any other. */
export interface JsonObject {
  readonly [key: string]: JsonValue
}

export interface JsonReadOptions {
  /** Deepest nesting of arrays and objects; default 64, at most 1,000. */
  readonly maxDepth?: number
  /** A repeated key is a fault by default; `last` lets the last one win, as most parsers do. */
  readonly duplicateKeys?: 'fault' | 'last'
}

export type JsonReading =
  | { readonly kind: 'value'; readonly value: JsonValue }
  | { readonly kind: 'fault'; readonly fault: JsonFault }

/**
 * Reads one JSON text (RFC 8259, strictly). Numbers keep their spelling, keys are plain data. Never throws on a text,
 * whatever it holds.
 */
export function parseJson(text: string, options: JsonReadOptions = {}): JsonReading {
  const reader = new ValueReader(
    text,
    Math.min(options.maxDepth ?? 64, 1000),
    options.duplicateKeys ?? 'fault',
  )
  try {
    return { kind: 'value', value: reader.document() }
  } catch (error) {
    if (!(error instanceof ScanFault)) throw error
    const { code, at, message } = error
    return { kind: 'fault', fault: { code, at, reason: message, ...locate(text, at) } }
  }
}

class ValueReader extends JsonScanner {
  readonly #maxDepth: number
  readonly #duplicateKeys: 'fault' | 'last'

  constructor(text: string, maxDepth: number, duplicateKeys: 'fault' | 'last') {
    super(text)
    this.#maxDepth = maxDepth
    this.#duplicateKeys = duplicateKeys
  }

  document(): JsonValue {
    const value = this.#value(0)
    this.peek()
    if (this.at < this.text.length)
      throw new ScanFault('trailing-text', this.at, 'Text follows the JSON value.')
    return value
  }

  #value(depth: number): JsonValue {
    const code = this.peek()
    switch (code) {
      case 0x22:
        return this.string()
      case 0x7b:
        return this.#object(depth + 1)
      case 0x5b:
        return this.#array(depth + 1)
      case 0x74:
        this.literal('true')
        return true
      case 0x66:
        this.literal('false')
        return false
      case 0x6e:
        this.literal('null')
        return null
      default:
        if (code === 0x2d || (code >= 0x30 && code <= 0x39)) return numberOf(this.number())
        throw this.unexpected('expected a value')
    }
  }

  #array(depth: number): JsonArray {
    this.#checkDepth(depth)
    this.at++
    const items: JsonValue[] = []
    if (this.peek() === 0x5d) {
      this.at++
      return items
    }
    for (;;) {
      items.push(this.#value(depth))
      const code = this.peek()
      if (code !== 0x2c && code !== 0x5d) throw this.unexpected('expected "," or "]"')
      this.at++
      if (code === 0x5d) return items
    }
  }

  #object(depth: number): JsonObject {
    this.#checkDepth(depth)
    this.at++
    const object = emptyObject()
    if (this.peek() === 0x7d) {
      this.at++
      return object
    }
    for (;;) {
      if (this.peek() !== 0x22) throw this.unexpected('expected a key in double quotes')
      const keyAt = this.at
      const key = this.string()
      if (this.#duplicateKeys === 'fault' && key in object) {
        throw new ScanFault(
          'duplicate-key',
          keyAt,
          `The key ${JSON.stringify(key)} stands twice in one object.`,
        )
      }
      this.expect(0x3a)
      object[key] = this.#value(depth)
      const code = this.peek()
      if (code !== 0x2c && code !== 0x7d) throw this.unexpected('expected "," or "}"')
      this.at++
      if (code === 0x7d) return object
    }
  }

  #checkDepth(depth: number): void {
    if (depth > this.#maxDepth) {
      throw new ScanFault('too-deep', this.at, `Nesting is deeper than ${this.#maxDepth}.`)
    }
  }
}

/** The value of a number's spelling: a plain number when a double gives the same spelling back. */
export function numberOf(text: string): number | ExactNumber {
  const value = Number(text)
  return String(value) === text ? value : new ExactNumber(text)
}

/** A new object without a prototype, to be filled. */
export function emptyObject(): { [key: string]: JsonValue } {
  return Object.create(null) as { [key: string]: JsonValue }
}

/** Whether the value is an object (not an array, not null, not a number). */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber)
  )
}

/** Whether the value is an array. */
export function isJsonArray(value: JsonValue | undefined): value is JsonArray {
  return Array.isArray(value)
}

/** Writes a value on one line, or indented by `indent` spaces a level; numbers print the digits that were read. */
export function writeJson(value: JsonValue, indent = 0): string {
  return write(value, { indent, sorted: false, level: 0 })
}

/**
 * The canonical text of a value, for fingerprints: RFC 8785, except that a number which a double cannot hold keeps
 * its digits. A double holds every fraction of up to 17 significant digits as far as writers of doubles print it, and
 * the integers that it represents exactly. Lone surrogates are escaped.
 */
export function canonicalJson(value: JsonValue): string {
  return write(value, { indent: 0, sorted: true, level: 0 })
}

interface WriteStyle {
  readonly indent: number
  readonly sorted: boolean
  readonly level: number
}

function write(value: JsonValue, style: WriteStyle): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'number') return writeNumber(value)
  if (value === null || typeof value === 'boolean') return String(value)
  if (value instanceof ExactNumber) return style.sorted ? canonicalNumber(value.text) : value.text
  const inner = { ...style, level: style.level + 1 }
  if (isJsonArray(value)) {
    return bracketed(
      '[',
      ']',
      value.map((item) => write(item, inner)),
      style,
    )
  }
  const keys = style.sorted ? Object.keys(value).sort() : Object.keys(value)
  const colon = style.indent > 0 ? ': ' : ':'
  const members = keys.map((key) => JSON.stringify(key) + colon + write(value[key] as JsonValue, inner))
  return bracketed('{', '}', members, style)
}

function bracketed(
  open: string,
  close: string,
  parts: readonly string[],
  { indent, level }: WriteStyle,
): string {
  if (indent === 0 || parts.length === 0) return open + parts.join(',') + close
  const pad = `\n${' '.repeat(indent * (level + 1))}`
  return `${open}${pad}${parts.join(`,${pad}`)}\n${' '.repeat(indent * level)}${close}`
}

function writeNumber(value: number): string {
  if (!Number.isFinite(value)) throw new RangeError(`JSON has no number ${value}.`)
  return Object.is(value, -0) ? '0' : String(value)
}

function canonicalNumber(text: string): string {
  const decimal = decimalOf(text)
  return isHeldByDouble(decimal, text) ? writeNumber(Number(text)) : formatDecimal(decimal)
}
