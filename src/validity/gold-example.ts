import { emptyObject, isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../text/json.js'

/**
 * Arguments that a gold call accepts: its values as written, matchers replaced by something that fits them.
 *
 * @param choice which entry of each `$oneOf` is taken, from 0; the last one where there are fewer
 */
export function goldExample(json: JsonObject, choice: number): JsonObject {
  const filled = emptyObject()
  for (const [key, value] of Object.entries(json)) {
    const example = exampleOf(value, choice)
    if (example !== undefined) filled[key] = example
  }
  return filled
}

/** Undefined: left out. Gold was read before, so that matchers hold what they must. */
function exampleOf(json: JsonValue, choice: number): JsonValue | undefined {
  if (isJsonArray(json)) return listExample(json, choice)
  if (!isJsonObject(json)) return json
  const { $oneOf: choices, $set: set, $date: date, $literal: literal, $absent: absent } = json
  if (isJsonArray(choices)) {
    const entry = choices[Math.min(choice, choices.length - 1)]
    return entry === undefined ? undefined : exampleOf(entry, choice)
  }
  if (isJsonArray(set)) return listExample(set, choice)
  if (date !== undefined) return date
  if (literal !== undefined) return literal
  return absent === true ? undefined : goldExample(json, choice)
}

function listExample(list: readonly JsonValue[], choice: number): readonly JsonValue[] {
  return list.flatMap((entry) => {
    const example = exampleOf(entry, choice)
    return example === undefined ? [] : [example]
  })
}
