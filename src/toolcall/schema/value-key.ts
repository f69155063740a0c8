import { isJsonArray, type JsonObject, type JsonValue } from '../../text/json.js'
import { costOfNumber, isJsonNumber, numberKey } from './exact.js'
import { LimitReached, type Run } from './run.js'

/**
 * A text that two values share exactly when JSON Schema calls them equal: numbers by exact value, objects whatever the
 * order of their keys, strings by code unit. Unlike canonical JSON it keeps 0.1 and 0.10000000000000001 apart.
 *
 * @throws {LimitReached} when the run cannot afford it, or the value nests deeper than the run's limit.
 */
export function valueKey(value: JsonValue, run: Run): string {
  return keyOf(value, run, run.limits.maxDepth)
}

function keyOf(value: JsonValue, run: Run, levels: number): string {
  if (typeof value === 'string') {
    run.spend(1 + (value.length >> 5))
    return JSON.stringify(value)
  }
  run.spend(1)
  if (typeof value !== 'object' || value === null) {
    return typeof value === 'number' ? numberKey(value) : String(value)
  }
  if (isJsonNumber(value)) {
    run.spend(costOfNumber(value))
    return numberKey(value)
  }
  if (levels === 0) throw new LimitReached('depth-limit')
  if (isJsonArray(value)) {
    let text = '['
    for (const item of value) text += `${keyOf(item, run, levels - 1)},`
    return `${text}]`
  }
  return objectKey(value, run, levels)
}

function objectKey(value: JsonObject, run: Run, levels: number): string {
  const keys = Object.keys(value)
  // Sorting compares each key about log2(n) times.
  run.spend((keys.length * Math.ceil(Math.log2(keys.length + 1))) >> 3)
  let text = '{'
  for (const key of keys.sort()) {
    run.spend(key.length >> 5)
    text += `${JSON.stringify(key)}:${keyOf(value[key] as JsonValue, run, levels - 1)},`
  }
  return `${text}}`
}
