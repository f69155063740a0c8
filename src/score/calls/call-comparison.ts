import type { GoldCall } from '../../benchmark/call-item.js'
import type { GoldMember } from '../../benchmark/gold-value.js'
import { emptyObject, type JsonObject, type JsonValue } from '../../text/json.js'
import { acceptsMember } from './gold-acceptance.js'
import { isSameValue, memberOf, valueKey } from './value-equality.js'

/** A call as it was emitted. */
export interface EmittedCall {
  readonly name: string
  readonly arguments: JsonObject
}

/** Defaults of a tool's arguments by name. */
export type Defaults = ReadonlyMap<string, JsonValue>

/** How far an emitted call of the same name agrees with a gold call. */
export interface CallAgreement {
  /** All arguments are what gold accepts, none is missing and none is added. */
  readonly isEqual: boolean
  /** Arguments given and accepted, those that say what the default says left out. */
  readonly right: number
  /** Arguments that gold asks for: those it does not let be absent, and those it does that were rightly given. */
  readonly asked: number
  /** Arguments given, those that say what the default says left out. */
  readonly given: number
}

/**
 * Holds the arguments of an emitted call against those of a gold call, argument by argument. An argument that says what
 * its default says counts as absent on both sides.
 */
export function compareArguments(gold: GoldCall, actual: JsonObject, defaults: Defaults): CallAgreement {
  if (gold.anyArguments === true) return { isEqual: true, right: 0, asked: 0, given: 0 }
  let right = 0
  let asked = 0
  let given = 0
  let isEqual = true
  for (const [name, member] of gold.arguments) {
    const value = memberOf(actual, name)
    const isGiven = value !== undefined && !isDefault(name, value, defaults)
    const isAccepted = acceptsArgument({ name, member, value, defaults })
    if (isGiven) given++
    if (isGiven && isAccepted) right++
    if (mustBeGiven(name, member, defaults) || (isGiven && isAccepted)) asked++
    if (!isAccepted) isEqual = false
  }
  for (const name of Object.keys(actual)) {
    if (gold.arguments.has(name) || isDefault(name, actual[name] as JsonValue, defaults)) continue
    given++
    isEqual = false
  }
  return { isEqual, right, asked, given }
}

/** Arguments that a gold call asks for when no emitted call is its partner. */
export function askedArguments(gold: GoldCall, defaults: Defaults): number {
  let asked = 0
  for (const [name, member] of gold.arguments) if (mustBeGiven(name, member, defaults)) asked++
  return asked
}

/** Arguments that an emitted call gives, those that say what the default says left out. */
export function givenArguments(actual: JsonObject, defaults: Defaults): number {
  let given = 0
  for (const name of Object.keys(actual)) if (!isDefault(name, actual[name] as JsonValue, defaults)) given++
  return given
}

interface ArgumentCase {
  readonly name: string
  readonly member: GoldMember
  readonly value: JsonValue | undefined
  readonly defaults: Defaults
}

function acceptsArgument({ name, member, value, defaults }: ArgumentCase): boolean {
  if (acceptsMember(member, value)) return true
  const fallback = defaults.get(name)
  if (fallback === undefined) return false
  // Left out means the default; a default spelled out means left out.
  if (value === undefined) return acceptsMember(member, fallback)
  return member.mayBeAbsent && isSameValue(value, fallback)
}

function mustBeGiven(name: string, member: GoldMember, defaults: Defaults): boolean {
  if (member.mayBeAbsent) return false
  const fallback = defaults.get(name)
  return fallback === undefined || !acceptsMember(member, fallback)
}

function isDefault(name: string, value: JsonValue, defaults: Defaults): boolean {
  const fallback = defaults.get(name)
  return fallback !== undefined && isSameValue(value, fallback)
}

/** A text that two emitted calls share exactly when they ask for the same: same name, same arguments, defaults aside. */
export function callKey({ name, arguments: given }: EmittedCall, defaults: Defaults): string {
  const rest = emptyObject()
  for (const [key, value] of Object.entries(given)) {
    if (!isDefault(key, value, defaults)) rest[key] = value
  }
  return `${JSON.stringify(name)}${valueKey(rest)}`
}
