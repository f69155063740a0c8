import { isJsonObject, type JsonObject, type JsonValue, parseJson } from '../../text/json.js'
import type { RecordedCall } from './conversation.js'

/** Members that hold the arguments of a call, by how common they are. */
const ARGUMENT_KEYS = ['arguments', 'parameters', 'args', 'input'] as const

/**
 * A call from `{name, arguments}`, in the wrapper of the OpenAI API or not, the arguments an object or text of one.
 * Undefined for a value that names nothing.
 */
export function recordedCall(value: JsonValue | undefined): RecordedCall | undefined {
  if (!isJsonObject(value)) return undefined
  const inner = isJsonObject(value.function) ? value.function : value
  if (typeof inner.name !== 'string' || inner.name === '') return undefined
  const key = ARGUMENT_KEYS.find((name) => name in inner)
  const id = typeof value.id === 'string' ? value.id : undefined
  return {
    name: inner.name,
    arguments: key === undefined ? undefined : argumentsOf(inner[key]),
    ...(id === undefined ? {} : { id }),
  }
}

function argumentsOf(value: JsonValue | undefined): JsonObject | undefined {
  if (isJsonObject(value)) return value
  if (typeof value !== 'string') return undefined
  // An API writes "" for a call without arguments.
  if (value.trim() === '') return EMPTY
  const reading = parseJson(value)
  return reading.kind === 'value' && isJsonObject(reading.value) ? reading.value : undefined
}

const EMPTY: JsonObject = Object.freeze(Object.create(null) as JsonObject) // no members, so no prototype to miss

/** The JSON of a text, where it is JSON of an object or a list; else undefined. */
export function jsonIn(text: string): JsonValue | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined
  const reading = parseJson(text, { duplicateKeys: 'last' })
  return reading.kind === 'value' ? reading.value : undefined
}
