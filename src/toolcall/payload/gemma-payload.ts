import { emptyObject, type JsonObject, type JsonValue, numberOf } from '../../text/json.js'
import { readLooseValue } from '../loose/loose-value.js'
import type { RepairCode } from '../parsed-call.js'
import type { RawFault } from '../scan/block.js'
import type { PayloadReader } from '../scan/frame.js'
import type { Scan } from '../scan/scan.js'

const ESCAPE = '<escape>'
const MAX_DEPTH = 64

/** `call:name{key:<escape>text<escape>,key:1}`: bare keys, and strings between two equal markers. */
export function gemmaPayload(): PayloadReader {
  return (scan, from) => {
    const start = scan.skipSpace(from)
    const reader = new GemmaReader(scan)
    const call = reader.call(start)
    if (call !== undefined) {
      const span = { start, end: reader.at }
      return { kind: 'read', start, end: reader.at, level: 4, calls: [{ ...call, span }], faults: [] }
    }
    if (!scan.text.startsWith('call:', start)) return { kind: 'none' }
    const fault = reader.fault ?? { code: 'not-a-call', what: 'This is not a call.', at: start }
    return { kind: 'broken', fault, resume: Math.max(reader.at, start) }
  }
}

/** The same with quotes for escape markers and other spellings, each named. */
export function gemmaLoosely(repairs: { add(code: RepairCode, at: number): void }): PayloadReader {
  return (scan, from) => {
    const reader = new GemmaReader(scan, (code, at) => repairs.add(code, at))
    const call = reader.call(from)
    if (call === undefined) return { kind: 'none' }
    const span = { start: from, end: reader.at }
    return { kind: 'read', start: from, end: reader.at, level: 4, calls: [{ ...call, span }], faults: [] }
  }
}

/** Reads the grammar of FunctionGemma; with `repair`, strings in quotes and words of Python too. */
export class GemmaReader {
  at = 0
  fault: RawFault | undefined
  readonly #scan: Scan
  readonly #repair: ((code: RepairCode, at: number) => void) | undefined

  constructor(scan: Scan, repair?: (code: RepairCode, at: number) => void) {
    this.#scan = scan
    this.#repair = repair
  }

  call(from: number): { readonly name: string; readonly arguments: JsonObject } | undefined {
    CALL.lastIndex = from
    const name = CALL.exec(this.#scan.text)?.[1]
    this.at = from
    if (name === undefined) return this.#fail('not-a-call', 'A call begins with "call:", a name and "{".')
    this.at = CALL.lastIndex - 1
    const value = this.#object(1)
    return value === undefined ? undefined : { name, arguments: value }
  }

  #fail(code: string, what: string): undefined {
    this.fault ??= { code, what, at: this.at }
    return undefined
  }

  #space(): string {
    this.at = this.#scan.skipSpace(this.at)
    return this.#scan.text.charAt(this.at)
  }

  #object(depth: number): JsonObject | undefined {
    if (depth > MAX_DEPTH) return this.#fail('too-deep', `Nesting is deeper than ${MAX_DEPTH}.`)
    const object = emptyObject()
    this.at++
    for (let isFirst = true; ; isFirst = false) {
      const next = this.#space()
      if (next === '}' && (isFirst || this.#repair !== undefined)) break
      KEY.lastIndex = this.at
      const key = KEY.exec(this.#scan.text)?.[1]
      if (key === undefined) return this.#fail('key-missing', 'A key and ":" are due.')
      if (key in object) return this.#fail('duplicate-key', `The key ${JSON.stringify(key)} stands twice.`)
      this.at = KEY.lastIndex
      const value = this.#value(depth)
      if (value === undefined) return undefined
      object[key] = value
      const after = this.#space()
      if (after === '}') break
      if (after !== ',') return this.#fail('unexpected-character', 'A comma or "}" is due.')
      this.at++
    }
    this.at++
    return object
  }

  #array(depth: number): JsonValue | undefined {
    if (depth > MAX_DEPTH) return this.#fail('too-deep', `Nesting is deeper than ${MAX_DEPTH}.`)
    const items: JsonValue[] = []
    this.at++
    for (let isFirst = true; ; isFirst = false) {
      if (this.#space() === ']' && (isFirst || this.#repair !== undefined)) break
      const value = this.#value(depth)
      if (value === undefined) return undefined
      items.push(value)
      const after = this.#space()
      if (after === ']') break
      if (after !== ',') return this.#fail('unexpected-character', 'A comma or "]" is due.')
      this.at++
    }
    this.at++
    return items
  }

  #value(depth: number): JsonValue | undefined {
    const { text } = this.#scan
    const next = this.#space()
    if (next === '{') return this.#object(depth + 1)
    if (next === '[') return this.#array(depth + 1)
    if (this.#scan.startsWith(ESCAPE, this.at)) {
      const from = this.at + ESCAPE.length
      const end = this.#scan.next(ESCAPE, from)
      if (end >= text.length) return this.#fail('open-string', 'The text ends inside a string.')
      this.at = end + ESCAPE.length
      return text.slice(from, end)
    }
    SCALAR.lastIndex = this.at
    const word = SCALAR.exec(text)?.[0]
    if (word !== undefined) {
      this.at += word.length
      if (word === 'null') return null
      if (word === 'true' || word === 'false') return word === 'true'
      return numberOf(word)
    }
    return this.#repair === undefined
      ? this.#fail('not-a-value', 'A value is due; strings stand between "<escape>" markers.')
      : this.#looseValue(this.#repair)
  }

  #looseValue(repair: (code: RepairCode, at: number) => void): JsonValue | undefined {
    const loose = readLooseValue(this.#scan, { from: this.at })
    if (loose === undefined) return this.#fail('not-a-value', 'A value is due.')
    if (typeof loose.value === 'string') repair('escape-marker-missing', this.at)
    for (const { code, at } of loose.repairs.list) repair(code, at)
    this.at = loose.end
    return loose.value
  }
}

const CALL = /call:([^\s{}:<>"'`]{1,1000})\{/y
const KEY = /([^\s:{}[\],<>]{1,1000})\s{0,8}:/y
const SCALAR = /(?:true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)(?![\w.+-])/y
