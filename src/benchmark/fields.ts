import { InputError } from '../errors.js'
import { ExactNumber, isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../text/json.js'

/** A file and a line in it, from 1. */
export interface Place {
  readonly path: string
  readonly line: number
}

export function showPlace({ path, line }: Place): string {
  return `${path}, line ${line}`
}

/** An item that is not what its format says. Code `item-invalid`. */
export function itemFault(place: Place, what: string, fix: string): InputError {
  return new InputError({ code: 'item-invalid', what, where: showPlace(place), fix })
}

/** The members of one JSON object, each checked when it is asked for. Faults name the place and the field. */
export class Fields {
  readonly json: JsonObject
  readonly place: Place

  constructor(value: JsonValue, place: Place) {
    if (!isJsonObject(value)) {
      throw itemFault(
        place,
        `The line holds ${kindOf(value)}, not an object.`,
        'Write one JSON object a line.',
      )
    }
    this.json = value
    this.place = place
  }

  has(name: string): boolean {
    return this.json[name] !== undefined && this.json[name] !== null
  }

  /** A text with at least one character that is not white space; kept as it stands. */
  text(name: string): string {
    const value = this.json[name]
    if (typeof value === 'string' && value.trim() !== '') return value
    throw this.fault(name, 'a text that is not empty', value)
  }

  optionalText(name: string): string | undefined {
    return this.has(name) ? this.text(name) : undefined
  }

  /** An identifier: a text, or a number taken by its digits. */
  id(name: string): string {
    const value = this.json[name]
    if (typeof value === 'number') return String(value)
    return value instanceof ExactNumber ? value.text : this.text(name)
  }

  oneOf<Word extends string>(name: string, words: readonly Word[]): Word {
    const value = this.json[name]
    const word = words.find((candidate) => candidate === value)
    if (word !== undefined) return word
    throw this.fault(name, words.map((candidate) => JSON.stringify(candidate)).join(' or '), value)
  }

  /** A list with at least one entry. */
  list(name: string): readonly JsonValue[] {
    const value = this.json[name]
    if (isJsonArray(value) && value.length > 0) return value
    throw this.fault(name, 'a list with at least one entry', value)
  }

  texts(name: string): readonly string[] {
    return this.list(name).map((entry) => {
      if (typeof entry === 'string' && entry.trim() !== '') return entry
      throw this.fault(name, 'a list of texts that are not empty', entry)
    })
  }

  fault(name: string, expected: string, found: JsonValue | undefined): InputError {
    const what =
      found === undefined
        ? `The item has no "${name}"; it must be ${expected}.`
        : `"${name}" must be ${expected}, but holds ${kindOf(found)}.`
    return itemFault(this.place, what, `Correct "${name}" on that line.`)
  }
}

function kindOf(value: JsonValue): string {
  if (value === null) return 'null'
  if (typeof value === 'string') return value.trim() === '' ? 'an empty text' : `the text ${shorten(value)}`
  if (isJsonArray(value)) return value.length === 0 ? 'an empty list' : 'a list'
  return isJsonObject(value) ? 'an object' : String(value instanceof ExactNumber ? value.text : value)
}

/** Quoted, on one line, at most 60 characters. */
function shorten(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 59)}…` : text)
}
