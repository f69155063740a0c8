import { isJsonArray, isJsonObject, type JsonValue, writeJson } from '../../text/json.js'

/**
 * JSON on one line with a space after each comma and colon, as chat templates and Python print it. Numbers keep their
 * digits, letters beyond ASCII stay.
 */
export function spacedJson(value: JsonValue): string {
  if (isJsonArray(value)) return `[${value.map(spacedJson).join(', ')}]`
  if (!isJsonObject(value)) return writeJson(value)
  const members = Object.entries(value).map(
    ([key, member]) => `${JSON.stringify(key)}: ${spacedJson(member)}`,
  )
  return `{${members.join(', ')}}`
}
