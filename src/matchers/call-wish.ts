import { type GoldMember, goldArguments } from '../benchmark/gold-value.js'
import { InputError } from '../errors.js'
import { bestAssignment } from '../numeric/assignment.js'
import { compareArguments, type Defaults } from '../score/calls/call-comparison.js'
import { isJsonObject, type JsonObject, parseJson } from '../text/json.js'
import { isObject, jsonOfArgument } from '../toolcall/argument-error.js'
import type { ParsedCall } from '../toolcall/parsed-call.js'

/** A call that a test expects. */
export interface ExpectedCall {
  readonly name: string
  /**
   * Exactly these, where given. A value may be a matcher of call items: `{ $oneOf: […] }`, `{ $set: […] }`, `{ $date: '…' }`;
   * an argument that may be missing is `{ $oneOf: [{ $absent: true }, …] }`. Left out: any arguments.
   */
  readonly arguments?: Readonly<Record<string, unknown>>
}

/** The same, read once. */
export interface CallWish {
  readonly name: string
  readonly json: JsonObject | undefined
  readonly arguments: ReadonlyMap<string, GoldMember> | undefined
}

/** @throws {InputError} `expected-call` for arguments that JSON cannot hold, `gold-invalid` for a matcher that is none. */
export function callWish(expected: ExpectedCall): CallWish {
  // A list of calls from JavaScript may hold a name alone, or nothing.
  const { name, arguments: given } = isObject(expected) ? expected : ({} as Partial<ExpectedCall>)
  if (typeof name !== 'string' || name === '') {
    throw new InputError({
      code: 'expected-call',
      what: 'The tool that is expected has no name.',
      where: 'the matcher',
      fix: 'Name it by the text under which it was offered, in a list as { name: … }.',
    })
  }
  if (given === undefined) return { name, json: undefined, arguments: undefined }
  const reading = parseJson(jsonOfArgument(given, { call: 'the matcher', argument: 'the arguments' }))
  if (reading.kind === 'fault' || !isJsonObject(reading.value)) {
    throw new InputError({
      code: 'expected-call',
      what: `The arguments that are expected of ${JSON.stringify(name)} are no plain object.`,
      where: 'the matcher',
      fix: 'Write them as an object of JSON values.',
    })
  }
  return { name, json: reading.value, arguments: goldArguments(reading.value, `expected call ${name}`) }
}

/** Whether a call is the one wished for. An argument that says what its default says counts as left out. */
export function grants(
  { name, json, arguments: members }: CallWish,
  call: Pick<ParsedCall, 'name' | 'arguments'>,
  defaults: Defaults,
): boolean {
  if (call.name !== name) return false
  if (json === undefined || members === undefined) return true
  return compareArguments({ name, json, arguments: members }, call.arguments, defaults).isEqual
}

export interface WishList {
  readonly wishes: readonly CallWish[]
  readonly order: 'any' | 'sequential'
  readonly defaultsOf: (tool: string) => Defaults
}

/** Whether the calls are those wished for, one to one, none missing and none left over. */
export function grantsAll(
  { wishes, order, defaultsOf }: WishList,
  calls: readonly Pick<ParsedCall, 'name' | 'arguments'>[],
): boolean {
  if (calls.length !== wishes.length) return false
  const isGranted = (row: number, column: number): boolean => {
    const [wish, call] = [wishes[row], calls[column]]
    return wish !== undefined && call !== undefined && grants(wish, call, defaultsOf(call.name))
  }
  if (order === 'sequential') return wishes.every((_wish, place) => isGranted(place, place))
  const columns = bestAssignment({
    rows: wishes.length,
    columns: calls.length,
    weightOf: (row, column) => (isGranted(row, column) ? 1 : 0),
  })
  return wishes.every((_wish, row) => isGranted(row, columns[row] ?? -1))
}
