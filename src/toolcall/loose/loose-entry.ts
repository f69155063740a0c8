import {
  canonicalJson,
  emptyObject,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../../text/json.js'
import { JsonTreeReader } from '../../text/json-tree.js'
import { ARGUMENT_KEYS, type CallKeys, NAME_KEYS } from '../payload/canonical-entry.js'
import { Scan } from '../scan/scan.js'
import type { ToolTable } from '../tool-table.js'
import { readLooseValue } from './loose-value.js'
import type { Repairs } from './repairs.js'

/** A call that was read loosely, and what that took. */
export interface LooseCall {
  readonly name: string
  readonly arguments: JsonObject
  readonly id?: string
}

export interface EntryContext {
  readonly keys: CallKeys | undefined
  readonly tools: ToolTable
  readonly at: number
  readonly repairs: Repairs
  /** An object is a call only when it says so: a declared name, or a name beside arguments that are no schema. */
  readonly isGuarded: boolean
  /** Brackets that are missing were cut, not forgotten. */
  readonly isCut: boolean
}

type ArgumentContext = Pick<EntryContext, 'repairs' | 'at' | 'tools' | 'isCut'>

/** Keys that wrap a whole call in the habits of some API. */
const WRAPPERS: readonly string[] = ['function', 'function_call', 'tool_call']
const NO_MEANING: ReadonlySet<string> = new Set(['type', 'id', 'tool_call_id', 'call_id', 'index'])

/**
 * The call that an object means, through keys of other dialects and wrappers. Undefined where it means none, or where
 * two parts of it contradict each other.
 */
export function looseEntry(value: JsonValue, context: EntryContext): LooseCall | undefined {
  if (!isJsonObject(value)) return undefined
  const { repairs, at, tools } = context
  const wrapper = WRAPPERS.find((key) => isJsonObject(value[key]))
  if (wrapper !== undefined) {
    const inner = looseEntry(value[wrapper] as JsonValue, context)
    if (inner !== undefined) repairs.add('nested-function', at, wrapper)
    return inner
  }
  const name = pick(value, context.keys?.name, NAME_KEYS)
  if (name === undefined || name.value === undefined || typeof name.value !== 'string' || name.value === '') {
    return undefined
  }
  const args = pick(value, context.keys?.arguments, ARGUMENT_KEYS)
  if (args?.isContradicted || name.isContradicted) return undefined
  const known = new Set([name.key, args?.key, ...name.others, ...(args?.others ?? [])])
  const extra = Object.keys(value).filter((key) => !known.has(key) && !context.keys?.ids?.includes(key))
  const isDeclared = tools.schemaOf(name.value) !== undefined
  if (args === undefined) {
    // What stands beside a name may be the arguments themselves, or data that has a name.
    if (!isDeclared || extra.some((key) => !NO_MEANING.has(key))) return undefined
  } else if (context.isGuarded && !isDeclared) {
    // A name that nobody declared, beside more than a call has, is data that has a name.
    if (!mayHoldArguments(args.value) || extra.some((key) => !NO_MEANING.has(key))) return undefined
  }
  if (isSchemaEcho(args?.value, tools.schemaOf(name.value))) return undefined
  const object = looseArguments(args?.value, context, args?.key)
  if (object === undefined) return undefined
  for (const { key, isAlias } of [name, ...(args === undefined ? [] : [args])]) {
    if (isAlias && context.keys !== undefined) repairs.add('alias-key', at, key)
  }
  for (const key of [...extra, ...name.others, ...(args?.others ?? [])]) repairs.add('extra-key', at, key)
  const ids = (context.keys?.ids ?? []).filter((key) => key in value)
  for (const key of ids) if (typeof value[key] !== 'string') repairs.add('extra-key', at, key)
  const id = ids.map((key) => value[key]).find((found) => typeof found === 'string')
  return { name: name.value, arguments: object, ...(typeof id === 'string' && { id }) }
}

interface Picked {
  readonly key: string
  readonly value: JsonValue | undefined
  readonly isAlias: boolean
  /** Further keys with the same meaning. */
  readonly others: readonly string[]
  readonly isContradicted: boolean
}

function pick(object: JsonObject, own: string | undefined, aliases: ReadonlySet<string>): Picked | undefined {
  const keys = Object.keys(object).filter((key) => key === own || aliases.has(key))
  const key = own !== undefined && keys.includes(own) ? own : keys[0]
  if (key === undefined) return undefined
  const value = object[key]
  const others = keys.filter((other) => other !== key)
  const isContradicted = others.some((other) => !isSame(object[other], value))
  return { key, value, isAlias: key !== own, others, isContradicted }
}

function isSame(left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  if (left === undefined || right === undefined) return left === right
  return canonicalJson(left) === canonicalJson(right)
}

function mayHoldArguments(value: JsonValue | undefined): boolean {
  if (typeof value === 'string') return value.trim() === '' || value.trim().startsWith('{')
  return value === null || isJsonObject(value)
}

/** A declaration of a tool that was repeated: its `parameters` are a schema, unless the tool takes a `type`. */
function isSchemaEcho(value: JsonValue | undefined, schema: JsonObject | undefined): boolean {
  if (!isJsonObject(value) || value.type !== 'object') return false
  if (isJsonObject(schema?.properties) && 'type' in schema.properties) return false
  return isJsonObject(value.properties) || Object.keys(value).every((key) => SCHEMA_KEYS.has(key))
}

const SCHEMA_KEYS: ReadonlySet<string> = new Set(['type', 'required', 'additionalProperties'])

/** The argument object that a value means. */
export function looseArguments(
  value: JsonValue | undefined,
  context: ArgumentContext,
  key = 'arguments',
): JsonObject | undefined {
  const { repairs, at } = context
  if (value === undefined) {
    repairs.add('arguments-missing', at)
    return emptyObject()
  }
  if (value === null) {
    repairs.add('arguments-null', at)
    return emptyObject()
  }
  if (isJsonObject(value)) return value
  if (typeof value !== 'string') return undefined
  const object = argumentsInString(value, context)
  if (object !== undefined) repairs.add('arguments-string', at, key)
  return object
}

/** The one argument object that a string holds. */
function argumentsInString(text: string, context: ArgumentContext): JsonObject | undefined {
  const { repairs, at, tools, isCut } = context
  if (text.trim() === '') {
    repairs.add('arguments-missing', at)
    return emptyObject()
  }
  const scan = new Scan({ json: new JsonTreeReader(text), tools, isCut })
  let from = scan.skipSpace(0)
  let object: JsonObject | undefined
  while (from < text.length) {
    const surplus = /(?:""|''|[}\]]|\s)/y
    surplus.lastIndex = from
    if (object !== undefined && surplus.test(text)) {
      const found = text.slice(from, surplus.lastIndex)
      if (found.startsWith('"') || found.startsWith("'")) repairs.add('stray-quotes', at)
      else if (found.trim() !== '') repairs.add('bracket-surplus', at)
      from = surplus.lastIndex
      continue
    }
    const loose = readLooseValue(scan, { from })
    if (loose === undefined) return undefined
    const { value } = loose
    // Arguments that were encoded twice are a string that holds the object.
    const isDoubled = typeof value === 'string' && object === undefined
    const held = isDoubled ? argumentsInString(value, context) : value
    if (isDoubled) repairs.add('stray-quotes', at)
    if (held === undefined || !isJsonObject(held)) return undefined
    if (object !== undefined) {
      if (canonicalJson(object) !== canonicalJson(held)) return undefined
      repairs.add('several-values', at)
    }
    object = held
    repairs.addAll(loose.repairs.list)
    from = scan.skipSpace(loose.end)
  }
  return object
}

/** Every call object in a value: the object itself, or the items of a list. */
export function entriesOf(value: JsonValue): readonly JsonValue[] {
  if (isJsonArray(value)) return value
  if (isJsonObject(value) && isJsonArray(value.tool_calls)) return value.tool_calls
  return [value]
}
