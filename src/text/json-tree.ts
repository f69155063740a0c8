import { type ExactNumber, emptyObject, type JsonObject, type JsonValue, numberOf } from './json.js'
import { type JsonFault, locate } from './json-scanner.js'

/** A JSON value with its place: `text.slice(start, end)` is its raw text. Offsets count UTF-16 code units. */
export type JsonNode = JsonScalarNode | JsonArrayNode | JsonObjectNode

export interface JsonScalarNode {
  readonly kind: 'scalar'
  readonly value: null | boolean | string | number | ExactNumber
  readonly start: number
  readonly end: number
}

export interface JsonArrayNode {
  readonly kind: 'array'
  readonly items: readonly JsonNode[]
  readonly start: number
  readonly end: number
}

export interface JsonObjectNode {
  readonly kind: 'object'
  /** As written: in order, repeated keys included. */
  readonly members: readonly JsonMember[]
  readonly start: number
  readonly end: number
}

export interface JsonMember {
  readonly key: string
  readonly keyStart: number
  readonly keyEnd: number
  readonly value: JsonNode
}

export interface JsonTreeOptions {
  /** Where the value is looked for; default 0. White space before it is passed over. */
  readonly from?: number
  /** Whether anything but white space may follow the value; default `fault`. */
  readonly rest?: 'fault' | 'allowed'
  /** Deepest nesting of arrays and objects; default 64, at most 1,000. */
  readonly maxDepth?: number
  /** Default `fault`; `kept` leaves both members in the tree. */
  readonly duplicateKeys?: 'fault' | 'kept'
}

export type JsonTreeReading =
  | {
      readonly kind: 'tree'
      readonly root: JsonNode
      /** Just past the value. */
      readonly end: number
    }
  | { readonly kind: 'fault'; readonly fault: JsonFault }

/** Reads a JSON text (RFC 8259, strictly) as a tree with positions. Never throws on a text, whatever it holds. */
export function parseJsonTree(text: string, options: JsonTreeOptions = {}): JsonTreeReading {
  const reader = new JsonTreeReader(text, options)
  const root = reader.readAt(options.from ?? 0)
  if (root !== undefined && options.rest !== 'allowed') reader.finish(root.end)
  const { fault } = reader
  if (root !== undefined && fault === undefined) return { kind: 'tree', root, end: root.end }
  const { code, at, reason } = fault ?? NO_FAULT
  return { kind: 'fault', fault: { code, at, reason, ...locate(text, at) } }
}

/** Why reading stopped, without line and column, which cost a pass over the text. */
export interface JsonTreeFault {
  readonly code: JsonFault['code']
  readonly at: number
  readonly reason: string
}

const NO_FAULT: JsonTreeFault = { code: 'unexpected-end', at: 0, reason: 'The text holds no value.' }

/** The plain value of a node. Of a repeated key the last one counts. */
export function valueOfNode(node: JsonNode): JsonValue {
  if (node.kind === 'scalar') return node.value
  if (node.kind === 'array') return node.items.map(valueOfNode)
  return objectOfNode(node)
}

export function objectOfNode(node: JsonObjectNode): JsonObject {
  const object = emptyObject()
  for (const { key, value } of node.members) object[key] = valueOfNode(value)
  return object
}

/** The node at a path of keys and indexes; the deepest one on the way where the path leaves the tree. */
export function nodeAtPath(root: JsonNode, path: readonly string[]): JsonNode {
  let node = root
  for (const step of path) {
    const next: JsonNode | undefined =
      node.kind === 'array'
        ? node.items[Number(step)]
        : node.kind === 'object'
          ? node.members.findLast(({ key }) => key === step)?.value
          : undefined
    if (next === undefined) return node
    node = next
  }
  return node
}

/**
 * Reads values at any offsets of one text. It answers `undefined` and leaves the reason in `fault` instead of throwing:
 * a text of a million broken calls must not build a million stack traces.
 */
export class JsonTreeReader {
  readonly text: string
  fault: JsonTreeFault | undefined
  readonly #maxDepth: number
  readonly #refusesDuplicates: boolean
  #at = 0

  constructor(text: string, options: Pick<JsonTreeOptions, 'maxDepth' | 'duplicateKeys'> = {}) {
    this.text = text
    this.#maxDepth = Math.min(options.maxDepth ?? 64, 1000)
    this.#refusesDuplicates = options.duplicateKeys !== 'kept'
  }

  /** The value that starts at `from` or after white space there. */
  readAt(from: number): JsonNode | undefined {
    this.#at = from
    this.fault = undefined
    return this.#value(0)
  }

  /** Notes a fault when anything but white space follows `end`. */
  finish(end: number): void {
    this.#at = end
    const code = this.#peek()
    if (!Number.isNaN(code)) this.#fail('trailing-text', 'Text follows the JSON value.')
  }

  #peek(): number {
    const { text } = this
    let code = text.charCodeAt(this.#at)
    while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) {
      code = text.charCodeAt(++this.#at)
    }
    return code
  }

  #fail(code: JsonFault['code'], reason: string, at = this.#at): undefined {
    this.fault = { code, at, reason }
    return undefined
  }

  #unexpected(expected: string): undefined {
    const { text } = this
    if (this.#at >= text.length) return this.#fail('unexpected-end', `The text ends early; ${expected}.`)
    const found = JSON.stringify(String.fromCodePoint(text.codePointAt(this.#at) as number)) // before the end
    return this.#fail('unexpected-character', `Found ${found}; ${expected}.`)
  }

  #value(depth: number): JsonNode | undefined {
    const code = this.#peek()
    const start = this.#at
    switch (code) {
      case 0x22: {
        const value = this.#string()
        return value === undefined ? undefined : { kind: 'scalar', value, start, end: this.#at }
      }
      case 0x7b:
        return this.#object(depth + 1, start)
      case 0x5b:
        return this.#array(depth + 1, start)
      case 0x74:
        return this.#literal('true', true)
      case 0x66:
        return this.#literal('false', false)
      case 0x6e:
        return this.#literal('null', null)
      default:
        if (code === 0x2d || (code >= 0x30 && code <= 0x39)) return this.#number()
        return this.#unexpected('expected a value')
    }
  }

  #literal(word: string, value: null | boolean): JsonNode | undefined {
    const start = this.#at
    const end = start + word.length
    if (!this.text.startsWith(word, start) || isWordCharacter(this.text.charCodeAt(end))) {
      return this.#fail('bad-literal', `This is not "${word}".`)
    }
    this.#at = end
    return { kind: 'scalar', value, start, end }
  }

  #number(): JsonNode | undefined {
    const { text } = this
    const start = this.#at
    let at = text.charCodeAt(start) === 0x2d ? start + 1 : start
    const first = text.charCodeAt(at)
    let digits = digitsEnd(text, at)
    if (digits === at || (first === 0x30 && digits > at + 1)) return this.#badNumber()
    at = digits
    if (text.charCodeAt(at) === 0x2e) {
      digits = digitsEnd(text, at + 1)
      if (digits === at + 1) return this.#badNumber()
      at = digits
    }
    if ((text.charCodeAt(at) | 0x20) === 0x65) {
      const sign = text.charCodeAt(at + 1)
      const from = sign === 0x2b || sign === 0x2d ? at + 2 : at + 1
      digits = digitsEnd(text, from)
      if (digits === from) return this.#badNumber()
      at = digits
    }
    const next = text.charCodeAt(at)
    if (isWordCharacter(next) || next === 0x2e || next === 0x2b || next === 0x2d) return this.#badNumber()
    this.#at = at
    return { kind: 'scalar', value: numberOf(text.slice(start, at)), start, end: at }
  }

  #badNumber(): undefined {
    return this.#fail('bad-number', 'This is not a number of JSON.')
  }

  #array(depth: number, start: number): JsonNode | undefined {
    if (depth > this.#maxDepth) return this.#tooDeep()
    this.#at++
    const items: JsonNode[] = []
    if (this.#peek() === 0x5d) {
      this.#at++
      return { kind: 'array', items, start, end: this.#at }
    }
    for (;;) {
      const item = this.#value(depth)
      if (item === undefined) return undefined
      items.push(item)
      const code = this.#peek()
      if (code === 0x5d) {
        this.#at++
        return { kind: 'array', items, start, end: this.#at }
      }
      if (code !== 0x2c) return this.#unexpected('expected "," or "]"')
      this.#at++
    }
  }

  #object(depth: number, start: number): JsonNode | undefined {
    if (depth > this.#maxDepth) return this.#tooDeep()
    this.#at++
    const members: JsonMember[] = []
    if (this.#peek() === 0x7d) {
      this.#at++
      return { kind: 'object', members, start, end: this.#at }
    }
    let seen: Set<string> | undefined
    for (;;) {
      if (this.#peek() !== 0x22) return this.#unexpected('expected a key in double quotes')
      const keyStart = this.#at
      const key = this.#string()
      if (key === undefined) return undefined
      const keyEnd = this.#at
      if (this.#peek() !== 0x3a) return this.#unexpected('expected ":"')
      this.#at++
      if (this.#refusesDuplicates) {
        // Most calls have few keys; a set pays from a dozen on.
        if (seen === undefined && members.length >= 12) seen = new Set(members.map((member) => member.key))
        const isRepeated = seen?.has(key) ?? members.some((member) => member.key === key)
        if (isRepeated) {
          const reason = `The key ${JSON.stringify(key)} stands twice in one object.`
          return this.#fail('duplicate-key', reason, keyStart)
        }
        seen?.add(key)
      }
      const value = this.#value(depth)
      if (value === undefined) return undefined
      members.push({ key, keyStart, keyEnd, value })
      const code = this.#peek()
      if (code === 0x7d) {
        this.#at++
        return { kind: 'object', members, start, end: this.#at }
      }
      if (code !== 0x2c) return this.#unexpected('expected "," or "}"')
      this.#at++
    }
  }

  #tooDeep(): undefined {
    return this.#fail('too-deep', `Nesting is deeper than ${this.#maxDepth}.`)
  }

  /** The string at its opening quote, decoded. */
  #string(): string | undefined {
    const { text } = this
    let at = this.#at + 1
    let plainFrom = at
    let decoded = ''
    for (;;) {
      const code = text.charCodeAt(at)
      if (code === 0x22) {
        this.#at = at + 1
        return decoded === '' ? text.slice(plainFrom, at) : decoded + text.slice(plainFrom, at)
      }
      if (code === 0x5c) {
        const length = escapeLength(text, at)
        if (length === 0) return this.#badEscape(at)
        decoded += text.slice(plainFrom, at) + escapedCharacter(text, at)
        at += length
        plainFrom = at
      } else if (code >= 0x20) {
        at++
      } else {
        return this.#badStringCharacter(at)
      }
    }
  }

  #badEscape(at: number): undefined {
    const { text } = this
    if (at + 1 >= text.length) return this.#fail('unexpected-end', 'The text ends inside an escape.', at)
    const letter = String.fromCodePoint(text.codePointAt(at + 1) as number) // before the end
    return this.#fail('bad-escape', `${JSON.stringify(`\\${letter}`)} begins no escape of JSON.`, at)
  }

  #badStringCharacter(at: number): undefined {
    if (at >= this.text.length) return this.#fail('unexpected-end', 'The text ends inside a string.', at)
    const code = this.text.charCodeAt(at).toString(16).padStart(4, '0').toUpperCase()
    return this.#fail('raw-control-character', `A string holds the raw control character U+${code}.`, at)
  }
}

/** Length of the escape at a backslash; 0 when it is none of JSON. */
export function escapeLength(text: string, at: number): 0 | 2 | 6 {
  const code = text.charCodeAt(at + 1)
  if (code === 0x75) return HEX.test(text.slice(at + 2, at + 6)) ? 6 : 0
  return SIMPLE.has(code) ? 2 : 0
}

/** The character of an escape whose length is not 0. */
export function escapedCharacter(text: string, at: number): string {
  const code = text.charCodeAt(at + 1)
  if (code === 0x75) return String.fromCharCode(Number.parseInt(text.slice(at + 2, at + 6), 16))
  return SIMPLE.get(code) ?? ''
}

const HEX = /^[0-9a-fA-F]{4}$/

const SIMPLE: ReadonlyMap<number, string> = new Map(
  [...'"\\/bfnrt'].map((letter, index) => [letter.charCodeAt(0), '"\\/\b\f\n\r\t'.charAt(index)]),
)

function digitsEnd(text: string, from: number): number {
  let at = from
  for (let code = text.charCodeAt(at); code >= 0x30 && code <= 0x39; code = text.charCodeAt(at)) at++
  return at
}

function isWordCharacter(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x30 && code <= 0x39) ||
    code === 0x5f
  )
}
