import {
  ExactNumber,
  emptyObject,
  isJsonArray,
  type JsonObject,
  type JsonValue,
  numberOf,
} from '../text/json.js'
import type { GivenArgument } from './pack.js'

/**
 * An argument as JSON, for traces and for tools that take any JSON. Integers beyond what a double holds keep their digits;
 * what JSON has no word for becomes text (`nan`, `inf`, keys of dicts that are no text); results are `{"$result": id}`.
 */
export function givenJson(argument: GivenArgument): JsonValue {
  switch (argument.kind) {
    case 'none':
      return null
    case 'boolean':
    case 'text':
      return argument.value
    case 'integer':
      return numberOf(argument.value.toString())
    case 'float':
      return floatJson(argument.value)
    case 'list':
      return argument.items.map(givenJson)
    case 'dict':
      return dictJson(argument.entries)
    case 'result':
      return { $result: argument.result.id }
    default:
      return argument satisfies never
  }
}

/** 4.0 is not 4 to a tool that counts, so its spelling is kept. */
function floatJson(value: number): JsonValue {
  if (Number.isNaN(value)) return 'nan'
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf'
  if (!Number.isInteger(value)) return value
  const text = Object.is(value, -0) ? '-0' : String(value)
  return numberOf(/e/.test(text) ? text : `${text}.0`)
}

function dictJson(entries: readonly (readonly [GivenArgument, GivenArgument])[]): JsonObject {
  const object = emptyObject()
  for (const [key, value] of entries) {
    object[key.kind === 'text' ? key.value : JSON.stringify(givenJson(key))] = givenJson(value)
  }
  return object
}

/** JSON as an argument: numbers written with a point or an exponent are floats. */
export function givenOfJson(value: JsonValue): GivenArgument {
  if (value === null) return { kind: 'none' }
  if (typeof value === 'boolean') return { kind: 'boolean', value }
  if (typeof value === 'string') return { kind: 'text', value }
  if (typeof value === 'number') {
    // The digits as they were written; from 1e21 on there was an exponent.
    const isInteger = Number.isInteger(value) && Math.abs(value) < 1e21
    return isInteger ? { kind: 'integer', value: BigInt(String(value)) } : { kind: 'float', value }
  }
  if (value instanceof ExactNumber) return givenNumber(value.text)
  if (isJsonArray(value)) return { kind: 'list', items: value.map(givenOfJson) }
  return {
    kind: 'dict',
    entries: Object.entries(value).map(([key, item]) => [{ kind: 'text', value: key }, givenOfJson(item)]),
  }
}

/** Longer digits are read as a float: no tool counts that far, and reading them takes time. */
const MOST_DIGITS = 1000

function givenNumber(text: string): GivenArgument {
  const isInteger = /^-?\d+$/.test(text) && text.length <= MOST_DIGITS
  return isInteger ? { kind: 'integer', value: BigInt(text) } : { kind: 'float', value: Number(text) }
}
