import { InputError } from '../errors.js'
import { ExactNumber, isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../text/json.js'
import { nearestWord } from '../text/nearest.js'
import { quoted } from '../text/printable.js'

/** Longest text that a policy may name. */
const MAX_TEXT = 1000

/** Members of an object of a policy, each of the kind that is asked for; a member that nobody knows is a fault. */
export class PolicyFields {
  readonly #json: JsonObject
  /** File and path, for messages. */
  readonly where: string

  constructor(value: JsonValue | undefined, where: string, known: readonly string[]) {
    if (!isJsonObject(value))
      throw policyFault(where, 'This is no mapping of keys to values.', 'Write `key: value`.')
    this.#json = value
    this.where = where
    for (const key of Object.keys(value)) {
      if (known.includes(key)) continue
      const near = nearestWord(key, known)
      throw policyFault(
        where,
        `There is no key ${quoted(key, 80)} here.`,
        near === undefined ? `Keys are ${known.join(', ')}.` : `Did you mean "${near}"?`,
      )
    }
  }

  value(key: string): JsonValue | undefined {
    return this.#json[key]
  }

  has(key: string): boolean {
    return this.#json[key] !== undefined
  }

  text(key: string): string {
    const value = this.#json[key]
    if (typeof value === 'string' && value.trim() !== '' && value.length <= MAX_TEXT) return value
    throw this.fault(key, `a text of 1 to ${MAX_TEXT} characters`)
  }

  optionalText<Key extends string>(key: Key): { readonly [K in Key]?: string } {
    return this.given(key, () => this.text(key))
  }

  given<Key extends string, Value>(key: Key, read: () => Value): { readonly [K in Key]?: Value } {
    if (!this.has(key)) return {}
    return { [key]: read() } as { readonly [K in Key]?: Value } // a computed key loses its type
  }

  /** @param asked in words, for the message. */
  number(key: string, isFit: (value: number) => boolean, asked: string): number {
    const value = this.#json[key]
    const number = value instanceof ExactNumber ? Number(value.text) : value
    if (typeof number === 'number' && Number.isFinite(number) && isFit(number)) return number
    throw this.fault(key, asked)
  }

  flag(key: string): boolean {
    const value = this.#json[key]
    if (value === undefined) return false
    if (typeof value === 'boolean') return value
    throw this.fault(key, 'true or false')
  }

  oneOf<Word extends string>(key: string, words: readonly Word[]): Word {
    const value = this.#json[key]
    const word = words.find((known) => known === value)
    if (word !== undefined) return word
    const near = typeof value === 'string' ? nearestWord(value, words) : undefined
    throw policyFault(
      this.where,
      value === undefined ? `The key "${key}" is missing.` : `"${key}" must be one of ${words.join(', ')}.`,
      near === undefined ? `Write one of ${words.join(', ')}.` : `Did you mean "${near}"?`,
    )
  }

  /** A list of these words, at least one, none of them twice. */
  wordsOf<Word extends string>(key: string, words: readonly Word[]): readonly Word[] {
    const value = this.#json[key]
    if (!isJsonArray(value) || value.length === 0 || new Set(value).size < value.length) {
      throw this.fault(key, `a list of one or more of ${words.join(', ')}`)
    }
    return value.map((_entry, place) =>
      new PolicyFields({ [key]: value[place] as JsonValue }, `${this.where}, ${key}[${place}]`, [key]).oneOf(
        key,
        words,
      ),
    )
  }

  list(key: string): readonly JsonValue[] {
    const value = this.#json[key]
    if (isJsonArray(value)) return value
    throw this.fault(key, 'a list')
  }

  fault(key: string, asked: string): InputError {
    const isThere = this.has(key)
    return policyFault(
      this.where,
      isThere ? `"${key}" must be ${asked}.` : `The key "${key}" is missing.`,
      `Give ${asked}.`,
    )
  }
}

export function policyFault(where: string, what: string, fix: string): InputError {
  return new InputError({ code: 'policy-invalid', what, where, fix })
}
