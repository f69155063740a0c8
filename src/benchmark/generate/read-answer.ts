import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, parseJson } from '../../text/json.js'
import type { ModelAnswer } from './ask.js'

/** Why an answer says nothing. `failed`: there is none. `cut`: it ended early. `not-json`, `shape`: it is something else. */
export type AnswerFault = 'failed' | 'cut' | 'not-json' | 'shape'

export type AnswerReading<T> =
  | { readonly kind: 'value'; readonly value: T }
  | { readonly kind: 'fault'; readonly fault: AnswerFault }

/** Longest answer that is read; 50 verdicts with reasons have 10,000 characters. */
const MAX_LENGTH = 200_000

/**
 * Reads an answer that must be one JSON object and nothing else; a single code fence around all of it and a block of
 * thoughts before it are passed over. Doubled keys, text beside the object and anything cut short make it say nothing:
 * what a description may have talked a model into writing around its answer is not looked at.
 *
 * @param read takes the object apart; throws `ShapeFault` through `Shape` when it is not what was asked for.
 */
export function readAnswer<T>(answer: ModelAnswer, read: (shape: Shape) => T): AnswerReading<T> {
  if (answer.kind === 'failed') return { kind: 'fault', fault: 'failed' }
  if (answer.isCut || answer.text.length > MAX_LENGTH) return { kind: 'fault', fault: 'cut' }
  const parsed = parseJson(bareText(answer.text))
  if (parsed.kind === 'fault' || !isJsonObject(parsed.value)) return { kind: 'fault', fault: 'not-json' }
  try {
    return { kind: 'value', value: read(new Shape(parsed.value)) }
  } catch (error) {
    if (error instanceof ShapeFault) return { kind: 'fault', fault: 'shape' }
    throw error
  }
}

function bareText(text: string): string {
  let rest = text.trim()
  if (rest.startsWith('<think>')) {
    const end = rest.indexOf('</think>')
    if (end !== -1) rest = rest.slice(end + '</think>'.length).trim()
  }
  if (!rest.startsWith('```') || !rest.endsWith('```') || rest.length < 6) return rest
  const lineEnd = rest.indexOf('\n')
  const label = lineEnd === -1 ? '' : rest.slice(3, lineEnd).trim()
  return lineEnd === -1 || !/^(?:json)?$/i.test(label) ? rest : rest.slice(lineEnd + 1, -3).trim()
}

/** Leaves `Shape`; never leaves this file. */
class ShapeFault extends Error {}

/** The members of an object that a model wrote, each checked when it is asked for. */
export class Shape {
  readonly #json: JsonObject

  constructor(json: JsonObject) {
    this.#json = json
  }

  /** Nothing but these members may be there. */
  only(...names: readonly string[]): this {
    if (Object.keys(this.#json).some((name) => !names.includes(name))) throw new ShapeFault()
    return this
  }

  has(name: string): boolean {
    return this.#json[name] !== undefined && this.#json[name] !== null
  }

  /** A text that is not blank, white space at its ends cut off. */
  text(name: string): string {
    const value = this.#json[name]
    if (typeof value !== 'string' || value.trim() === '') throw new ShapeFault()
    return value.trim()
  }

  flag(name: string): boolean {
    const value = this.#json[name]
    if (typeof value !== 'boolean') throw new ShapeFault()
    return value
  }

  word<const W extends string>(name: string, words: readonly W[]): W {
    const value = this.#json[name]
    const found = words.find((word) => word === value)
    if (found === undefined) throw new ShapeFault()
    return found
  }

  /** A whole number from 0. */
  count(name: string): number {
    const value = this.#json[name]
    if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) throw new ShapeFault()
    return value
  }

  texts(name: string): readonly string[] {
    return this.#list(name).map((entry) => {
      if (typeof entry !== 'string' || entry.trim() === '') throw new ShapeFault()
      return entry.trim()
    })
  }

  objects(name: string): readonly Shape[] {
    return this.#list(name).map((entry) => {
      if (!isJsonObject(entry)) throw new ShapeFault()
      return new Shape(entry)
    })
  }

  /** What `read` makes of the entries of a list, those left out that are not what was asked for. */
  readable<T>(
    name: string,
    read: (entry: Shape) => T,
  ): { readonly values: readonly T[]; readonly broken: number } {
    const entries = this.#list(name)
    const values: T[] = []
    for (const entry of entries) {
      if (!isJsonObject(entry)) continue
      try {
        values.push(read(new Shape(entry)))
      } catch (error) {
        if (!(error instanceof ShapeFault)) throw error
      }
    }
    return { values, broken: entries.length - values.length }
  }

  #list(name: string): readonly JsonValue[] {
    const value = this.#json[name]
    if (!isJsonArray(value) || value.length > MAX_ENTRIES) throw new ShapeFault()
    return value
  }
}

/** Entries of a list; no question asks for more. */
const MAX_ENTRIES = 200
