import { isJsonObject, type JsonObject, type JsonValue, parseJson } from '../../src/text/json.js'

/** A JSON text as the library reads it. */
export function parsedJson(text: string): JsonValue {
  const reading = parseJson(text, { maxDepth: 1000 })
  if (reading.kind === 'fault') throw new Error(reading.fault.reason)
  return reading.value
}

/** The same of an object, such as a schema. */
export function parsedObject(text: string): JsonObject {
  const value = parsedJson(text)
  if (!isJsonObject(value)) throw new Error(`This is no object: ${text}`)
  return value
}
