import { InputError } from '../../errors.js'
import { ExactNumber, isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../text/json.js'

/** Members of an object of the card, each with the kind that is asked for. */
export class CardMembers {
  readonly #json: JsonObject
  readonly #where: string

  constructor(value: JsonValue | undefined, where: string) {
    if (!isJsonObject(value)) throw invalidCard(where, 'This is no object.')
    this.#json = value
    this.#where = where
  }

  fault(what: string): InputError {
    return invalidCard(this.#where, what)
  }

  /** Undefined for null, too. */
  optional(key: string): JsonValue | undefined {
    return this.#json[key] ?? undefined
  }

  inner(key: string): CardMembers {
    return new CardMembers(this.#json[key], `${this.#where}, "${key}"`)
  }

  list(key: string): readonly JsonValue[] {
    const value = this.#json[key]
    if (isJsonArray(value)) return value
    throw this.fault(`"${key}" is no list.`)
  }

  text(key: string): string {
    const value = this.#json[key]
    if (typeof value === 'string' && value !== '') return value
    throw this.fault(`"${key}" is no text.`)
  }

  name(key: string): string {
    const name = this.text(key)
    if (isReferenceName(name)) return name
    throw this.fault(`"${key}" is no name of a reference subject: small letters, digits and hyphens.`)
  }

  word<const W extends string>(key: string, words: readonly W[]): W {
    const text = this.text(key)
    const found = words.find((word) => word === text)
    if (found !== undefined) return found
    throw this.fault(`"${key}" is none of ${words.join(', ')}.`)
  }

  optionalWord<const W extends string>(key: string, words: readonly W[]): W | undefined {
    return this.optional(key) === undefined ? undefined : this.word(key, words)
  }

  number(key: string): number {
    const given = this.#json[key]
    // `1.0` keeps its digits.
    const value = given instanceof ExactNumber ? Number(given.text) : given
    if (typeof value === 'number' && Number.isFinite(value)) return value
    throw this.fault(`"${key}" is no number.`)
  }

  /** With `orText` undefined for a text, too. */
  optionalNumber(key: string, { orText = false }: { readonly orText?: boolean } = {}): number | undefined {
    const value = this.optional(key)
    if (value === undefined || (orText && typeof value === 'string')) return undefined
    return this.number(key)
  }

  optionalFlag(key: string): boolean | undefined {
    const value = this.optional(key)
    if (value === undefined || typeof value === 'boolean') return value
    throw this.fault(`"${key}" is neither true, nor false, nor null.`)
  }
}

/** Whether a word can be the name of a reference subject: its folder is called so. */
export function isReferenceName(name: string): boolean {
  return /^[a-z0-9][a-z0-9-]{0,63}$/.test(name)
}

export function invalidCard(where: string, what: string): InputError {
  return new InputError({
    code: 'card-invalid',
    what: `The card cannot be read: ${what}`,
    where,
    fix: 'Restore the card; reference/README.md says what it holds.',
  })
}
