import {
  emptyObject,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../../../text/json.js'
import { literalGold } from '../../gold-value.js'

/**
 * Acceptable values as BFCL lists them, as gold of ours: the empty text stands for "may be left out", and the members of
 * a dict each have a list of their own. Where nothing at all is acceptable, so that BFCL itself can be content with no
 * output, the argument may be left out or, where it is a list, be empty.
 *
 * @param parameter what BFCL's file says of the parameter.
 */
export function goldFromBfcl(acceptable: readonly JsonValue[], parameter: JsonValue | undefined): JsonValue {
  const choices: JsonValue[] = []
  let mayBeAbsent = acceptable.length === 0
  if (mayBeAbsent && isJsonObject(parameter) && parameter.type === 'array') choices.push([])
  for (const value of acceptable) {
    if (value === '') mayBeAbsent = true
    else choices.push(goldValue(value, parameter))
  }
  if (mayBeAbsent) choices.push(emptyWith('$absent', true))
  const [only] = choices
  return only !== undefined && choices.length === 1 ? only : emptyWith('$oneOf', choices)
}

function goldValue(value: JsonValue, parameter: JsonValue | undefined): JsonValue {
  if (isJsonObject(parameter)) {
    if (parameter.type === 'dict' && isJsonObject(value)) return goldMembers(value, parameter)
    const { items } = parameter
    if (isJsonArray(value) && isJsonObject(items) && items.type === 'dict') {
      return value.map((item) => (isJsonObject(item) ? goldMembers(item, items) : literalGold(item)))
    }
  }
  return literalGold(value)
}

function goldMembers(value: JsonObject, parameter: JsonObject): JsonObject {
  const members = emptyObject()
  const { properties } = parameter
  for (const [key, acceptable] of Object.entries(value)) {
    const inner = isJsonObject(properties) && Object.hasOwn(properties, key) ? properties[key] : undefined
    members[key] = isJsonArray(acceptable) ? goldFromBfcl(acceptable, inner) : literalGold(acceptable)
  }
  return members
}

function emptyWith(key: string, value: JsonValue): JsonObject {
  const object = emptyObject()
  object[key] = value
  return object
}
