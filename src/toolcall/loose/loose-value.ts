import { canonicalJson, emptyObject, type JsonValue, numberOf } from '../../text/json.js'
import { escapedCharacter, escapeLength } from '../../text/json-tree.js'
import { type PythonEscape, pythonEscape } from '../payload/python-string.js'
import { isJsonSpace, type Scan } from '../scan/scan.js'
import { Repairs } from './repairs.js'

/** Deepest nesting, as in the strict reading. */
const MAX_DEPTH = 64

export interface LooseValue {
  readonly value: JsonValue
  /** Just past the value, missing brackets not counted. */
  readonly end: number
  readonly repairs: Repairs
}

/** Where reading begins and what may end it. */
export interface LooseRange {
  readonly from: number
  /** Nothing is read at or beyond; default the end of the text. */
  readonly to?: number
  /** Markers in front of which open brackets count as forgotten, not as cut. */
  readonly closers?: readonly string[]
}

/**
 * A value that is meant as JSON, read with every change named: quotes of other kinds, words of Python, trailing commas,
 * comments, raw control characters, bare keys, equal members twice, forgotten brackets. Undefined when that is not
 * enough or would be a guess: conflicting members, unknown escapes, strings without end, a number at the very end.
 */
export function readLooseValue(scan: Scan, range: LooseRange): LooseValue | undefined {
  const found = tryLooseValue(scan, range)
  return found.kind === 'value' ? found : undefined
}

/** The same, saying where reading stopped when there is no value. */
export function tryLooseValue(
  scan: Scan,
  range: LooseRange,
): (LooseValue & { readonly kind: 'value' }) | { readonly kind: 'none'; readonly at: number } {
  const reader = new LooseReader(scan, range)
  const value = reader.value(0)
  if (value === undefined) return { kind: 'none', at: reader.at }
  return { kind: 'value', value, end: reader.at, repairs: reader.repairs }
}

/** Where such a value ends; undefined when there is none. */
export function looseValueEnd(scan: Scan, from: number, closers: readonly string[]): number | undefined {
  return readLooseValue(scan, { from, closers })?.end
}

class LooseReader {
  at: number
  readonly repairs = new Repairs()
  readonly #scan: Scan
  readonly #text: string
  readonly #to: number
  readonly #closers: readonly string[]
  /** The value read last ends with a quote or a bracket, so that more text would not change it. */
  #isFinal = false

  constructor(scan: Scan, { from, to = scan.text.length, closers = [] }: LooseRange) {
    this.#scan = scan
    this.#text = scan.text
    this.#to = to
    this.#closers = closers
    this.at = from
  }

  /** Undefined for a failure; `null` is a value. */
  value(depth: number): JsonValue | undefined {
    if (!this.#space()) return undefined
    const code = this.#code()
    if (code === 0x7b) return this.#object(depth + 1)
    if (code === 0x5b) return this.#array(depth + 1)
    const closing = closingQuote(code)
    if (closing !== 0) return this.#string(code, closing)
    return this.#word()
  }

  #code(): number {
    return this.at < this.#to ? this.#text.charCodeAt(this.at) : Number.NaN
  }

  /** Past white space and comments; false inside a comment without end. */
  #space(): boolean {
    for (;;) {
      const code = this.#code()
      if (isJsonSpace(code)) {
        this.at++
      } else if (code === 0x2f && this.#text.charCodeAt(this.at + 1) === 0x2a) {
        const end = this.#scan.next('*/', this.at + 2)
        if (end + 2 > this.#to) return false
        this.repairs.add('comment', this.at)
        this.at = end + 2
      } else if (code === 0x2f && this.#text.charCodeAt(this.at + 1) === 0x2f) {
        this.repairs.add('comment', this.at)
        this.at = Math.min(this.#scan.next('\n', this.at), this.#to)
      } else {
        return true
      }
    }
  }

  /** A forgotten bracket: the text or the block ends where a member could have ended. */
  #endsHere(): boolean {
    const isOver = this.at >= this.#to
    if (!isOver && this.#scan.markerAt(this.at, this.#closers) === undefined) return false
    // A number or a word in front of the very end may be the beginning of a longer one.
    if (isOver && !this.#isFinal && this.#to >= this.#text.length) return false
    if (isOver && this.#scan.isCut && this.#to >= this.#text.length) return false
    this.repairs.add('bracket-missing', this.at)
    return true
  }

  #array(depth: number): JsonValue | undefined {
    if (depth > MAX_DEPTH) return undefined
    this.at++
    const items: JsonValue[] = []
    for (;;) {
      if (!this.#space()) return undefined
      const code = this.#code()
      if (code === 0x5d) {
        this.at++
        this.#isFinal = true
        return items
      }
      if (items.length > 0 && this.#endsHere()) return items
      if (items.length > 0) {
        if (code !== 0x2c) return undefined
        const comma = this.at++
        if (!this.#space()) return undefined
        if (this.#code() === 0x5d) {
          this.repairs.add('trailing-comma', comma)
          continue
        }
      }
      const item = this.value(depth)
      if (item === undefined) return undefined
      items.push(item)
    }
  }

  #object(depth: number): JsonValue | undefined {
    if (depth > MAX_DEPTH) return undefined
    this.at++
    const object = emptyObject()
    let isEmpty = true
    for (;;) {
      if (!this.#space()) return undefined
      const code = this.#code()
      if (code === 0x7d) {
        this.at++
        this.#isFinal = true
        return object
      }
      if (!isEmpty && this.#endsHere()) return object
      if (!isEmpty) {
        if (code !== 0x2c) return undefined
        const comma = this.at++
        if (!this.#space()) return undefined
        if (this.#code() === 0x7d) {
          this.repairs.add('trailing-comma', comma)
          continue
        }
      }
      isEmpty = false
      const keyAt = this.at
      const key = this.#key()
      if (key === undefined || !this.#space() || this.#code() !== 0x3a) return undefined
      this.at++
      const value = this.value(depth)
      if (value === undefined) return undefined
      const earlier = object[key]
      if (earlier !== undefined) {
        if (canonicalJson(earlier) !== canonicalJson(value)) return undefined
        this.repairs.add('duplicate-key', keyAt, key)
      }
      object[key] = value
    }
  }

  #key(): string | undefined {
    const code = this.#code()
    const closing = closingQuote(code)
    if (closing !== 0) return this.#string(code, closing)
    BARE_KEY.lastIndex = this.at
    const key = BARE_KEY.exec(this.#text)?.[0]
    if (key === undefined || this.at + key.length > this.#to) return undefined
    this.repairs.add('unquoted-key', this.at)
    this.at += key.length
    return key
  }

  #string(quote: number, closing: number): string | undefined {
    if (quote === 0x27) this.repairs.add('single-quotes', this.at)
    else if (quote !== 0x22) this.repairs.add('smart-quotes', this.at)
    const text = this.#text
    let at = this.at + 1
    let plainFrom = at
    let decoded = ''
    while (at < this.#to) {
      const code = text.charCodeAt(at)
      if (code === closing) {
        this.at = at + 1
        this.#isFinal = true
        return decoded + text.slice(plainFrom, at)
      }
      if (code === 0x5c) {
        const escaped = quote === 0x27 ? knownPythonEscape(text, at) : jsonEscape(text, at)
        if (escaped === undefined || at + escaped.length > this.#to) return undefined
        decoded += text.slice(plainFrom, at) + escaped.characters
        at += escaped.length
        plainFrom = at
      } else {
        if (code < 0x20) this.repairs.add('control-character', at)
        at++
      }
    }
    return undefined
  }

  #word(): JsonValue | undefined {
    WORD.lastIndex = this.at
    const word = WORD.exec(this.#text)?.[0]
    if (word === undefined || this.at + word.length > this.#to) return undefined
    const value = this.#valueOfWord(word)
    if (value === undefined) return undefined
    this.at += word.length
    this.#isFinal = false
    return value
  }

  #valueOfWord(word: string): JsonValue | undefined {
    switch (word) {
      case 'true':
        return true
      case 'false':
        return false
      case 'null':
        return null
      case 'True':
      case 'False':
      case 'None':
        this.repairs.add('python-literal', this.at)
        return word === 'None' ? null : word === 'True'
      default:
        return NUMBER.test(word) ? numberOf(word) : undefined
    }
  }
}

/** The quote that closes a string opened by `code`; 0 when it opens none. */
function closingQuote(code: number): number {
  switch (code) {
    case 0x22:
    case 0x27:
      return code
    case 0x201c:
    case 0x201d:
      return 0x201d
    default:
      return 0
  }
}

function knownPythonEscape(text: string, at: number): PythonEscape | undefined {
  const escaped = pythonEscape(text, at)
  return escaped?.isUnknown ? undefined : escaped
}

function jsonEscape(
  text: string,
  at: number,
): { readonly characters: string; readonly length: number } | undefined {
  const length = escapeLength(text, at)
  return length === 0 ? undefined : { characters: escapedCharacter(text, at), length }
}

const BARE_KEY = /[A-Za-z_][\w-]{0,200}/y
const WORD = /[\w.+-]+/y
const NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/
