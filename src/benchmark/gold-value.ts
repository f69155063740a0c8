import { InputError } from '../errors.js'
import { emptyObject, isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../text/json.js'
import { momentKey } from '../text/moment.js'

/**
 * What an argument of a gold call may be. Written as the value itself, or as an object with one key:
 *
 * - `{"$oneOf": […]}` any of the listed values;
 * - `{"$absent": true}` as a choice of `$oneOf`: the argument, or the member of an object, may be left out;
 * - `{"$set": […]}` a list with these elements in any order, each as often as written;
 * - `{"$date": "2031-05-01"}` any spelling of that day, or that instant, with the year first;
 * - `{"$literal": …}` the value as it stands, `$` keys and all.
 *
 * Matchers may stand at any depth.
 */
export type GoldValue =
  | { readonly kind: 'value'; readonly value: JsonValue }
  | { readonly kind: 'list'; readonly items: readonly GoldValue[] }
  | { readonly kind: 'object'; readonly members: ReadonlyMap<string, GoldMember> }
  | { readonly kind: 'oneOf'; readonly choices: readonly GoldValue[] }
  | { readonly kind: 'set'; readonly items: readonly GoldValue[] }
  /** A key of `momentKey`. */
  | { readonly kind: 'date'; readonly moment: string }

/** An argument, or a member of an object: what it may be, and whether it may be missing. */
export interface GoldMember {
  /** Undefined: it must be missing. */
  readonly value: GoldValue | undefined
  readonly mayBeAbsent: boolean
}

const MATCHERS = ['$oneOf', '$absent', '$set', '$date', '$literal'] as const
type Matcher = (typeof MATCHERS)[number]

/** Where a gold value stands, for messages. */
export interface GoldPlace {
  /** E.g. `item "a-7", gold call 2 (get_weather)`. */
  readonly where: string
  /** E.g. `arguments.city`. */
  readonly path: string
}

/**
 * Reads the arguments of a gold call.
 *
 * @throws {InputError} `gold-invalid` when a matcher is misspelt or holds what it cannot.
 */
export function goldArguments(json: JsonObject, where: string): ReadonlyMap<string, GoldMember> {
  return members(json, { where, path: 'arguments' })
}

function members(json: JsonObject, place: GoldPlace): ReadonlyMap<string, GoldMember> {
  return new Map(
    Object.entries(json).map(([key, value]) => [key, memberOf(value, within(place, key))] as const),
  )
}

function memberOf(json: JsonValue, place: GoldPlace): GoldMember {
  const found = matcherIn(json, place)
  if (found?.matcher === '$absent') {
    checkAbsent(found.operand, place)
    return { value: undefined, mayBeAbsent: true }
  }
  if (found?.matcher !== '$oneOf') return { value: goldValue(json, place), mayBeAbsent: false }
  const choices: GoldValue[] = []
  let mayBeAbsent = false
  for (const [index, choice] of listIn(found, place).entries()) {
    const member = memberOf(choice, within(place, `$oneOf[${index}]`))
    mayBeAbsent ||= member.mayBeAbsent
    if (member.value !== undefined) choices.push(member.value)
  }
  if (choices.length === 0) return { value: undefined, mayBeAbsent }
  return { value: { kind: 'oneOf', choices }, mayBeAbsent }
}

function goldValue(json: JsonValue, place: GoldPlace): GoldValue {
  const found = matcherIn(json, place)
  if (found !== undefined) return matcherOf(found, place)
  if (isJsonArray(json)) {
    const items = json.map((item, index) => goldValue(item, within(place, `[${index}]`)))
    const values = items.flatMap((item) => (item.kind === 'value' ? [item.value] : []))
    return values.length === items.length ? { kind: 'value', value: values } : { kind: 'list', items }
  }
  if (!isJsonObject(json)) return { kind: 'value', value: json }
  const inner = members(json, place)
  const plain = emptyObject()
  for (const [key, { value, mayBeAbsent }] of inner) {
    if (mayBeAbsent || value?.kind !== 'value') return { kind: 'object', members: inner }
    plain[key] = value.value
  }
  return { kind: 'value', value: plain }
}

interface FoundMatcher {
  readonly matcher: Matcher
  readonly operand: JsonValue
}

function matcherIn(json: JsonValue, place: GoldPlace): FoundMatcher | undefined {
  if (!isJsonObject(json)) return undefined
  const keys = Object.keys(json)
  for (const key of keys) {
    if (!key.startsWith('$')) continue
    const matcher = MATCHERS.find((candidate) => candidate.toLowerCase() === key.toLowerCase())
    if (matcher === undefined) continue
    if (matcher !== key) throw invalid(place, `"${key}" is no matcher.`, `Write "${matcher}"`)
    if (keys.length > 1) {
      throw invalid(place, `"${key}" stands beside other keys.`, `Let "${key}" be the only key`)
    }
    return { matcher, operand: json[key] as JsonValue }
  }
  return undefined
}

function matcherOf({ matcher, operand }: FoundMatcher, place: GoldPlace): GoldValue {
  switch (matcher) {
    case '$literal':
      return { kind: 'value', value: operand }
    case '$oneOf': {
      const list = listIn({ matcher, operand }, place)
      return {
        kind: 'oneOf',
        choices: list.map((choice, index) => goldValue(choice, within(place, `$oneOf[${index}]`))),
      }
    }
    case '$set': {
      if (!isJsonArray(operand))
        throw invalid(place, '"$set" must hold a list.', 'Write its elements in a list')
      return {
        kind: 'set',
        items: operand.map((item, index) => goldValue(item, within(place, `$set[${index}]`))),
      }
    }
    case '$date': {
      const moment = typeof operand === 'string' ? momentKey(operand) : undefined
      if (moment === undefined) {
        throw invalid(
          place,
          '"$date" must hold an ISO 8601 date or date and time.',
          'Write e.g. "2031-05-01" or "2031-05-01T09:30:00Z"',
        )
      }
      return { kind: 'date', moment }
    }
    case '$absent':
      throw invalid(
        place,
        '"$absent" stands where nothing can be left out.',
        'Use it for an argument or a member of an object, alone or in "$oneOf"',
      )
    default:
      return matcher satisfies never
  }
}

function checkAbsent(operand: JsonValue, place: GoldPlace): void {
  if (operand !== true) throw invalid(place, '"$absent" must hold true.', 'Write {"$absent": true}')
}

function listIn({ matcher, operand }: FoundMatcher, place: GoldPlace): readonly JsonValue[] {
  if (isJsonArray(operand) && operand.length > 0) return operand
  throw invalid(place, `"${matcher}" must hold a list with at least one entry.`, 'List what is acceptable')
}

function within({ where, path }: GoldPlace, part: string): GoldPlace {
  return { where, path: part.startsWith('[') ? path + part : `${path}.${part}` }
}

function invalid({ where, path }: GoldPlace, what: string, fix: string): InputError {
  return new InputError({
    code: 'gold-invalid',
    what,
    where: `${where}, ${path}`,
    fix: `${fix}; a value that looks like a matcher but is data is written {"$literal": …}.`,
  })
}

/** Gold that is this value as it stands: what looks like a matcher is data. */
export function literalGold(value: JsonValue): JsonValue {
  if (!holdsDollar(value)) return value
  const object = emptyObject()
  object.$literal = value
  return object
}

function holdsDollar(value: JsonValue): boolean {
  if (isJsonArray(value)) return value.some(holdsDollar)
  if (!isJsonObject(value)) return false
  return Object.entries(value).some(([key, member]) => key.startsWith('$') || holdsDollar(member))
}
