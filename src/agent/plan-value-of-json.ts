import { ExactNumber, emptyObject, isJsonArray, type JsonValue } from '../text/json.js'
import { givenJson } from './given-json.js'
import type { PlanValue } from './plan-value.js'

/** JSON that a tool gave back, as a plan handles it: whole numbers are `int`, those written with a point `float`. */
export function planValueOfJson(value: JsonValue): PlanValue {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value
  if (value instanceof ExactNumber) {
    return /^-?\d{1,1000}$/.test(value.text) ? BigInt(value.text) : Number(value.text)
  }
  if (isJsonArray(value)) return { kind: 'list', items: value.map(planValueOfJson) }
  return { kind: 'dict', entries: Object.entries(value).map(([key, item]) => [key, planValueOfJson(item)]) }
}

/** The value as JSON; a result is `{"$result": id}`, and `1.0` keeps its point. */
export function jsonOfPlanValue(value: PlanValue): JsonValue {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value
  if (typeof value === 'bigint') return givenJson({ kind: 'integer', value })
  if (typeof value === 'number') return givenJson({ kind: 'float', value })
  switch (value.kind) {
    case 'result':
      return { $result: value.id }
    case 'list':
    case 'tuple':
      return value.items.map(jsonOfPlanValue)
    case 'dict': {
      const object = emptyObject()
      for (const [key, item] of value.entries) {
        object[typeof key === 'string' ? key : JSON.stringify(jsonOfPlanValue(key))] = jsonOfPlanValue(item)
      }
      return object
    }
    default:
      return value satisfies never
  }
}
