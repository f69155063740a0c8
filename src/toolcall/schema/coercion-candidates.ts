import { decimalOf, formatDecimal } from '../../text/decimal.js'
import {
  ExactNumber,
  isJsonArray,
  type JsonObject,
  type JsonValue,
  numberOf,
  parseJson,
} from '../../text/json.js'
import { isJsonNumber, isSpelledAsInteger, isWhole, type JsonNumber } from './exact.js'

export type CoercionKind =
  | 'string-to-integer'
  | 'string-to-number'
  | 'string-to-boolean'
  | 'string-to-null'
  | 'string-to-array'
  | 'string-to-object'
  | 'integer-spelling'
  | 'number-to-string'
  | 'number-to-boolean'
  | 'boolean-to-string'
  | 'boolean-to-integer'
  | 'null-to-string'
  | 'null-to-absent'
  | 'single-to-array'
  | 'array-to-single'
  | 'letter-case'
  | 'white-space'
  | 'letter-case-and-white-space'

/** What a value might have been meant to be. */
export interface Candidate {
  readonly kind: CoercionKind
  /** Undefined for a member that might have been left out. */
  readonly value: JsonValue | undefined
}

/** Longest text that is read as a number, a literal or JSON. */
const MAX_TEXT = 100_000

/** Conversions that lose nothing, the likeliest first. `members` are the values that the schema enumerates there. */
export function candidatesFor(value: JsonValue, members: readonly JsonValue[]): readonly Candidate[] {
  return [...ownCandidates(value, members), ...shapeCandidates(value)]
}

function ownCandidates(value: JsonValue, members: readonly JsonValue[]): readonly Candidate[] {
  if (typeof value === 'string') return [...spellings(value, members), ...readings(value)]
  if (isJsonNumber(value)) return ofNumber(value)
  if (typeof value === 'boolean') {
    return [
      { kind: 'boolean-to-string', value: String(value) },
      { kind: 'boolean-to-integer', value: Number(value) },
    ]
  }
  if (value !== null) return []
  return [
    { kind: 'null-to-absent', value: undefined },
    { kind: 'null-to-string', value: 'null' },
  ]
}

function shapeCandidates(value: JsonValue): readonly Candidate[] {
  if (!isJsonArray(value)) return [{ kind: 'single-to-array', value: [value] }]
  const [only] = value
  return value.length === 1 && only !== undefined ? [{ kind: 'array-to-single', value: only }] : []
}

function ofNumber(value: JsonNumber): readonly Candidate[] {
  const candidates: Candidate[] = []
  const text = typeof value === 'number' ? String(value) : value.text
  // Writing out 1e999999999 would take as many digits.
  if (isWhole(value) && !isSpelledAsInteger(value) && decimalOf(text).point <= 400n) {
    candidates.push({ kind: 'integer-spelling', value: numberOf(wholeText(text)) })
  }
  candidates.push({ kind: 'number-to-string', value: text })
  if (text === '0' || text === '1') candidates.push({ kind: 'number-to-boolean', value: text === '1' })
  return candidates
}

function wholeText(text: string): string {
  const decimal = decimalOf(text)
  const { negative, digits, point } = decimal
  if (digits === '') return '0'
  const plain = formatDecimal(decimal)
  return /e/.test(plain) ? `${negative ? '-' : ''}${digits.padEnd(Number(point), '0')}` : plain
}

const NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/

/** What a text says when it is read as JSON, or as the literals of Python. */
function readings(text: string): readonly Candidate[] {
  if (text.length > MAX_TEXT) return []
  const bare = text.trim()
  if (NUMBER.test(bare)) {
    const value = numberOf(bare)
    return [{ kind: isSpelledAsInteger(value) ? 'string-to-integer' : 'string-to-number', value }]
  }
  const word = bare.toLowerCase()
  if (word === 'true' || word === 'false') return [{ kind: 'string-to-boolean', value: word === 'true' }]
  if (word === 'null' || word === 'none') return [{ kind: 'string-to-null', value: null }]
  if (!bare.startsWith('{') && !bare.startsWith('[')) return []
  const reading = parseJson(bare)
  if (reading.kind === 'fault') return []
  return [{ kind: isJsonArray(reading.value) ? 'string-to-array' : 'string-to-object', value: reading.value }]
}

/** The one enumerated text that differs only in case and white space. */
function spellings(text: string, members: readonly JsonValue[]): readonly Candidate[] {
  if (text.length > MAX_TEXT) return []
  const wanted = plain(text)
  const fitting = members.filter((member) => typeof member === 'string' && plain(member) === wanted)
  const [member] = fitting
  if (fitting.length !== 1 || typeof member !== 'string' || member === text) return []
  const isCaseOnly = member.toLowerCase() === text.toLowerCase()
  const isSpaceOnly = withoutSpace(member) === withoutSpace(text)
  const kind = isCaseOnly ? 'letter-case' : isSpaceOnly ? 'white-space' : 'letter-case-and-white-space'
  return [{ kind, value: member }]
}

function plain(text: string): string {
  return withoutSpace(text).toLowerCase()
}

function withoutSpace(text: string): string {
  return text.trim().replace(/\s+/g, ' ')
}

/** A copy of a value in which another stands at `keys`, or nothing where `replacement` is undefined. */
export function replacedAt(
  value: JsonValue,
  keys: readonly string[],
  replacement: JsonValue | undefined,
): JsonValue | undefined {
  const [key, ...deeper] = keys
  if (key === undefined) return replacement
  if (value === null || typeof value !== 'object' || value instanceof ExactNumber) return value
  if (isJsonArray(value)) {
    const items = [...value]
    const item = replacedAt(items[Number(key)] as JsonValue, deeper, replacement)
    // Leaving an item out would move those behind it.
    items[Number(key)] = item === undefined ? null : item
    return items
  }
  return replacedMember(value, { key, deeper, replacement })
}

interface Replacement {
  readonly key: string
  readonly deeper: readonly string[]
  readonly replacement: JsonValue | undefined
}

function replacedMember(value: JsonObject, { key, deeper, replacement }: Replacement): JsonObject {
  const copy: { [name: string]: JsonValue } = Object.create(null) // as JSON is read here: no prototype
  for (const name of Object.keys(value)) {
    const member = value[name] as JsonValue // an own key
    const kept = name === key ? replacedAt(member, deeper, replacement) : member
    if (kept !== undefined) copy[name] = kept
  }
  return copy
}

/** The value at `keys`; undefined where there is none. */
export function valueAt(value: JsonValue, keys: readonly string[]): JsonValue | undefined {
  let at: JsonValue | undefined = value
  for (const key of keys) {
    if (isJsonArray(at)) at = at[Number(key)]
    else if (typeof at === 'object' && at !== null && !(at instanceof ExactNumber)) {
      at = Object.hasOwn(at, key) ? (at as JsonObject)[key] : undefined
    } else return undefined
  }
  return at
}
