import { emptyObject, type JsonArray, type JsonObject, type JsonValue, numberOf } from './json.js'
import { JsonScanner, ScanFault } from './json-scanner.js'

/** What the beginning of a text shows of the JSON in it. */
export interface JsonPeek {
  /** The first value as far as it is there; what was cut off or broken is left out. */
  readonly value: JsonValue
  /** Whether the first value is whole. */
  readonly isWhole: boolean
  /** Whether another object or array begins after the first value, as in JSONL. */
  readonly hasMore: boolean
}

const MAX_DEPTH = 64

/**
 * Reads as much of a text's first JSON value as its beginning shows, to find out what a file is. Undefined when the
 * text does not begin like an object or array. Never throws.
 */
export function peekJson(head: string): JsonPeek | undefined {
  const reader = new PeekReader(head.startsWith('\uFEFF') ? head.slice(1) : head)
  const first = reader.peek()
  if (first !== 0x7b && first !== 0x5b) return undefined
  const value = reader.value(0)
  if (reader.hasEnded) return { value, isWhole: false, hasMore: false }
  const next = reader.peek()
  return { value, isWhole: true, hasMore: next === 0x7b || next === 0x5b }
}

class PeekReader extends JsonScanner {
  hasEnded = false

  value(depth: number): JsonValue {
    const code = this.peek()
    if (code === 0x7b) return this.#object(depth + 1)
    if (code === 0x5b) return this.#array(depth + 1)
    if (code === 0x22) return this.#orEnd('', () => this.string())
    return this.#orEnd(null, () => {
      if (code === 0x74) return this.#literal('true', true)
      if (code === 0x66) return this.#literal('false', false)
      if (code === 0x6e) return this.#literal('null', null)
      return numberOf(this.number())
    })
  }

  #literal<T>(word: 'true' | 'false' | 'null', value: T): T {
    this.literal(word)
    return value
  }

  #array(depth: number): JsonArray {
    const items: JsonValue[] = []
    this.at++
    if (depth > MAX_DEPTH) this.hasEnded = true
    if (this.hasEnded || this.closes(0x5d) || this.#isAtEnd()) return items
    do items.push(this.value(depth))
    while (this.#goesOn(0x5d))
    return items
  }

  #object(depth: number): JsonObject {
    const object = emptyObject()
    this.at++
    if (depth > MAX_DEPTH) this.hasEnded = true
    if (this.hasEnded || this.closes(0x7d)) return object
    do {
      const key = this.#orEnd(undefined, () => this.key().key)
      if (key === undefined || this.#isAtEnd()) return object
      object[key] = this.value(depth)
    } while (this.#goesOn(0x7d))
    return object
  }

  #isAtEnd(): boolean {
    if (Number.isNaN(this.peek())) this.hasEnded = true
    return this.hasEnded
  }

  #goesOn(close: number): boolean {
    return !this.hasEnded && this.#orEnd(false, () => this.continues(close)) && !this.hasEnded
  }

  #orEnd<T>(otherwise: T, read: () => T): T {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof ScanFault)) throw error
      this.hasEnded = true
      return otherwise
    }
  }
}
