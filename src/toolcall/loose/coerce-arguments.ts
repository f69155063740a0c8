import { decimalOf, formatDecimal } from '../../text/decimal.js'
import {
  ExactNumber,
  emptyObject,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  numberOf,
  parseJson,
} from '../../text/json.js'
import { escapedKey } from '../../text/json-pointer.js'
import { JsonTreeReader } from '../../text/json-tree.js'
import {
  ARRAY,
  BOOLEAN,
  NULL,
  NUMBER,
  OBJECT,
  resolve,
  STRING,
  typeOfValue,
  typesOf,
} from '../payload/schema-types.js'
import { Scan } from '../scan/scan.js'
import { toolTable } from '../tool-table.js'
import { readLooseValue } from './loose-value.js'
import type { Repairs } from './repairs.js'

/** Nesting of values that is looked into. */
const MAX_DEPTH = 32

/**
 * Arguments with every value changed to the type that its schema wants where that loses nothing: digits in a string, a
 * list or object in a string, 25.0 for an integer, an enum member but for case. Numbers do not become text and nothing
 * is rounded, cut, wrapped or invented.
 */
export function coerceArguments(
  args: JsonObject,
  { schema, repairs, at }: { readonly schema: JsonObject; readonly repairs: Repairs; readonly at: number },
): JsonObject {
  const coercion = new Coercion(schema, repairs, at)
  const coerced = coercion.value(args, schema, '')
  return isJsonObject(coerced) ? coerced : args
}

class Coercion {
  readonly #root: JsonObject
  readonly #repairs: Repairs
  readonly #at: number
  #depth = 0

  constructor(root: JsonObject, repairs: Repairs, at: number) {
    this.#root = root
    this.#repairs = repairs
    this.#at = at
  }

  value(value: JsonValue, given: JsonValue | undefined, path: string): JsonValue {
    const schema = this.#onlyBranch(given)
    if (schema === undefined || this.#depth > MAX_DEPTH) return value
    const types = typesOf(schema, this.#root)
    const typed = this.#typed(value, types, { schema, path })
    this.#depth++
    const deep = this.#inside(this.#enumMember(typed, schema, path), schema, path)
    this.#depth--
    return deep
  }

  /** Through references and past `null`, where exactly one other branch is left. */
  #onlyBranch(given: JsonValue | undefined): JsonObject | undefined {
    let schema = given
    for (let hops = 0; hops < 16 && isJsonObject(schema); hops++) {
      const reference = schema.$ref
      const branches = schema.anyOf ?? schema.oneOf
      if (typeof reference === 'string') schema = resolve(reference, this.#root)
      else if (isJsonArray(branches)) {
        const others = branches.filter((branch) => typesOf(branch, this.#root) !== NULL)
        if (others.length !== 1) return schema
        const [only] = others
        // What stands beside the branches still counts for types; inside them the branch alone is known.
        if (!isJsonObject(only) || branches.length !== others.length)
          return isJsonObject(only) ? widened(only) : schema
        schema = only
      } else return schema
    }
    return isJsonObject(schema) ? schema : undefined
  }

  #typed(
    value: JsonValue,
    types: number,
    { schema, path }: { readonly schema: JsonObject; readonly path: string },
  ): JsonValue {
    if (typeof value === 'string' && (types & STRING) === 0)
      return this.#fromText(value, types, { schema, path })
    if (value instanceof ExactNumber && wantsInteger(schema)) {
      const whole = wholeNumber(value.text)
      if (whole === undefined) return value
      this.#repairs.add('integer-spelling', this.#at, path)
      return whole
    }
    return value
  }

  #fromText(
    text: string,
    types: number,
    { schema, path }: { readonly schema: JsonObject; readonly path: string },
  ): JsonValue {
    const trimmed = text.trim()
    if ((types & NUMBER) !== 0 && NUMERAL.test(trimmed) && trimmed.length < 5_000) {
      const isInteger = /^-?[0-9]+$/.test(trimmed)
      if (isInteger || !wantsInteger(schema)) {
        this.#repairs.add(wantsInteger(schema) ? 'string-to-integer' : 'string-to-number', this.#at, path)
        return numberOf(trimmed)
      }
    }
    if ((types & BOOLEAN) !== 0 && /^(?:true|false)$/i.test(trimmed)) {
      this.#repairs.add('string-to-boolean', this.#at, path)
      return trimmed.toLowerCase() === 'true'
    }
    if ((types & NULL) !== 0 && (trimmed === 'null' || trimmed === 'None')) {
      this.#repairs.add('string-to-null', this.#at, path)
      return null
    }
    if ((types & (ARRAY | OBJECT)) === 0 || !/^[[{]/.test(trimmed)) return text
    const held = heldValue(trimmed)
    if (held === undefined || (typeOfValue(held) & types) === 0) return text
    this.#repairs.add(isJsonArray(held) ? 'string-to-array' : 'string-to-object', this.#at, path)
    return held
  }

  #enumMember(value: JsonValue, schema: JsonObject, path: string): JsonValue {
    const members = schema.enum
    if (typeof value !== 'string' || !isJsonArray(members) || members.includes(value)) return value
    const folded = value.toLowerCase()
    const alike = members.filter((member) => typeof member === 'string' && member.toLowerCase() === folded)
    const [only] = alike
    if (alike.length !== 1 || only === undefined) return value
    this.#repairs.add('enum-case', this.#at, path)
    return only
  }

  #inside(value: JsonValue, schema: JsonObject, path: string): JsonValue {
    const { properties, items } = schema
    if (isJsonArray(value) && isJsonObject(items)) {
      return this.#changed(
        value,
        value.map((item, index) => this.value(item, items, `${path}/${index}`)),
      )
    }
    if (!isJsonObject(value) || !isJsonObject(properties)) return value
    const object = emptyObject()
    let isChanged = false
    for (const key of Object.keys(value)) {
      const before = value[key] as JsonValue // one of its keys
      const after =
        key in properties ? this.value(before, properties[key], `${path}/${escapedKey(key)}`) : before
      isChanged ||= after !== before
      object[key] = after
    }
    return isChanged ? object : value
  }

  #changed(before: readonly JsonValue[], after: readonly JsonValue[]): JsonValue {
    return after.some((item, index) => item !== before[index]) ? after : before
  }
}

/** The schema with null allowed beside it. */
function widened(schema: JsonObject): JsonObject {
  const copy = emptyObject()
  Object.assign(copy, schema)
  copy.nullable = true
  return copy
}

function wantsInteger({ type }: JsonObject): boolean {
  if (typeof type === 'string') return type === 'integer'
  return isJsonArray(type) && type.includes('integer') && !type.includes('number')
}

/** The integer that a spelling like 25.0 or 2.5e1 stands for, within 40 digits. */
function wholeNumber(text: string): JsonValue | undefined {
  const decimal = decimalOf(text)
  if (!/[.eE]/.test(text) || decimal.point < BigInt(decimal.digits.length) || decimal.point > 21n)
    return undefined
  return numberOf(formatDecimal(decimal))
}

function heldValue(text: string): JsonValue | undefined {
  const strict = parseJson(text)
  if (strict.kind === 'value') return strict.value
  const scan = new Scan({ json: new JsonTreeReader(text), tools: toolTable([]), isCut: false })
  const loose = readLooseValue(scan, { from: 0 })
  // Only other spellings of a whole value: what is missing or left over is not guessed.
  const isWhole = loose !== undefined && scan.skipSpace(loose.end) >= text.length
  const isCareful = loose?.repairs.list.every(({ code }) => code !== 'bracket-missing') ?? false
  return isWhole && isCareful ? loose.value : undefined
}

const NUMERAL = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/
