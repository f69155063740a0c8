import { decimalOf, formatDecimal, isHeldByDouble } from './decimal.js'
import { type JsonFault, type JsonRules, JsonScanner, locate, ScanFault } from './json-scanner.js'

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
  /** The key `__proto__` is data like any other by default; `fault` refuses it. */
  readonly prototypeKeys?: 'data' | 'fault'
}

export type JsonReading =
  | { readonly kind: 'value'; readonly value: JsonValue }
  | { readonly kind: 'fault'; readonly fault: JsonFault }

/**
 * Reads one JSON text (RFC 8259, strictly). Numbers keep their spelling, keys are plain data. Never throws on a text,
 * whatever it holds.
 */
export function parseJson(text: string, options: JsonReadOptions = {}): JsonReading {
  const reader = new ValueReader(text, rulesOf(options))
  return withFaults(text, () => ({ kind: 'value', value: reader.document() }))
}

/** A JSON object some of whose members were checked but not read: they stay text. */
export type SplitReading =
  | {
      readonly kind: 'value'
      /** The other members; the whole value where the text holds no object. */
      readonly value: JsonValue
      /** Texts of the members that were set aside, exactly as they stand. */
      readonly raw: ReadonlyMap<string, string>
    }
  | { readonly kind: 'fault'; readonly fault: JsonFault }

/**
 * Reads one JSON text, but sets the members of the outermost object that `setAside` names aside as text. What is set
 * aside is checked like the rest, so that `parseJson` under the same options reads it without a fault.
 */
export function splitJson(
  text: string,
  setAside: ReadonlySet<string>,
  options: JsonReadOptions = {},
): SplitReading {
  const reader = new ValueReader(text, rulesOf(options))
  const raw = new Map<string, string>()
  return withFaults(text, () => ({ kind: 'value', value: reader.split(setAside, raw), raw }))
}

function rulesOf({ maxDepth = 64, duplicateKeys = 'fault', prototypeKeys = 'data' }: JsonReadOptions) {
  return { maxDepth: Math.min(maxDepth, 1000), duplicateKeys, prototypeKeys } satisfies JsonRules
}

function withFaults<T>(
  text: string,
  read: () => T,
): T | { readonly kind: 'fault'; readonly fault: JsonFault } {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof ScanFault)) throw error
    const { code, at, message } = error
    return { kind: 'fault', fault: { code, at, reason: message, ...locate(text, at) } }
  }
}

class ValueReader extends JsonScanner {
  readonly #rules: JsonRules

  constructor(text: string, rules: JsonRules) {
    super(text)
    this.#rules = rules
  }

  document(): JsonValue {
    const value = this.#value(0)
    this.#finish()
    return value
  }

  split(setAside: ReadonlySet<string>, raw: Map<string, string>): JsonValue {
    if (this.peek() !== 0x7b) return this.document()
    const value = this.#object(1, { setAside, raw })
    this.#finish()
    return value
  }

  #finish(): void {
    this.peek()
    if (this.at < this.text.length)
      throw new ScanFault('trailing-text', this.at, 'Text follows the JSON value.')
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
    this.checkDepth(depth, this.#rules)
    this.at++
    const items: JsonValue[] = []
    if (this.closes(0x5d)) return items
    do items.push(this.#value(depth))
    while (this.continues(0x5d))
    return items
  }

  #object(depth: number, aside?: Aside): JsonObject {
    this.checkDepth(depth, this.#rules)
    this.at++
    const object = emptyObject()
    if (this.closes(0x7d)) return object
    do {
      const { key, at } = this.key()
      this.checkKey(key, at, key in object || aside?.raw.has(key) === true, this.#rules)
      if (aside?.setAside.has(key)) aside.raw.set(key, this.#rawValue(depth))
      else object[key] = this.#value(depth)
    } while (this.continues(0x7d))
    return object
  }

  #rawValue(depth: number): string {
    this.peek()
    const start = this.at
    this.skipValue(depth, this.#rules)
    return this.text.slice(start, this.at)
  }
}

interface Aside {
  readonly setAside: ReadonlySet<string>
  readonly raw: Map<string, string>
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
  return indent > 0 ? writeIndented(value, indent, 0) : writeLine(value)
}

/**
 * The canonical text of a value, for fingerprints: RFC 8785, except that a number which a double cannot hold keeps
 * its digits. A double holds every fraction of up to 17 significant digits as far as writers of doubles print it, and
 * the integers that it represents exactly. Lone surrogates are escaped.
 */
export function canonicalJson(value: JsonValue): string {
  if (typeof value !== 'object' || value === null) return writeScalar(value)
  if (value instanceof ExactNumber) return canonicalNumber(value.text)
  if (isJsonArray(value)) {
    let text = '['
    for (const item of value) text += (text.length > 1 ? ',' : '') + canonicalJson(item)
    return `${text}]`
  }
  let text = '{'
  for (const key of sortedKeys(value)) {
    text += `${text.length > 1 ? ',' : ''}${quoted(key)}:${canonicalJson(value[key] as JsonValue)}`
  }
  return `${text}}`
}

/** Up to so many keys are sorted in their place, which takes no memory. */
const FEW_KEYS = 16

/** Keys by UTF-16 code unit. Most objects written by programs are short or sorted already. */
function sortedKeys(object: JsonObject): readonly string[] {
  const keys = Object.keys(object)
  for (let at = 1; at < keys.length; at++) {
    const key = keys[at] as string
    if ((keys[at - 1] as string) <= key) continue
    if (keys.length > FEW_KEYS) return keys.sort()
    let place = at
    for (; place > 0 && (keys[place - 1] as string) > key; place--) keys[place] = keys[place - 1] as string
    keys[place] = key
  }
  return keys
}

function writeLine(value: JsonValue): string {
  if (typeof value !== 'object' || value === null) return writeScalar(value)
  if (value instanceof ExactNumber) return value.text
  if (isJsonArray(value)) {
    let text = '['
    for (const item of value) text += (text.length > 1 ? ',' : '') + writeLine(item)
    return `${text}]`
  }
  let text = '{'
  for (const key of Object.keys(value)) {
    text += `${text.length > 1 ? ',' : ''}${quoted(key)}:${writeLine(value[key] as JsonValue)}`
  }
  return `${text}}`
}

function writeIndented(value: JsonValue, indent: number, level: number): string {
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return writeLine(value)
  const inner = (item: JsonValue): string => writeIndented(item, indent, level + 1)
  const [open, close, parts] = isJsonArray(value)
    ? ['[', ']', value.map(inner)]
    : ['{', '}', Object.keys(value).map((key) => `${quoted(key)}: ${inner(value[key] as JsonValue)}`)]
  if (parts.length === 0) return open + close
  const pad = `\n${' '.repeat(indent * (level + 1))}`
  return `${open}${pad}${parts.join(`,${pad}`)}\n${' '.repeat(indent * level)}${close}`
}

function writeScalar(value: null | boolean | string | number): string {
  if (typeof value === 'string') return quoted(value)
  return typeof value === 'number' ? writeNumber(value) : String(value)
}

/** What a JSON string must escape, and surrogates, which must be looked at in pairs. */
const ESCAPABLE = /["\\\u0000-\u001f\ud800-\udfff]/

/** Twice as fast as `JSON.stringify` on the short plain strings that schemas are made of. */
function quoted(text: string): string {
  return ESCAPABLE.test(text) ? JSON.stringify(text) : `"${text}"`
}

function writeNumber(value: number): string {
  if (!Number.isFinite(value)) throw new RangeError(`JSON has no number ${value}.`)
  return Object.is(value, -0) ? '0' : String(value)
}

function canonicalNumber(text: string): string {
  const decimal = decimalOf(text)
  return isHeldByDouble(decimal, text) ? writeNumber(Number(text)) : formatDecimal(decimal)
}
