import { canonicalJson, emptyObject, isJsonArray, type JsonObject, type JsonValue } from '../text/json.js'
import type { CheckedArguments, CheckedValue, PackTool, ToolParameter } from './pack.js'
import type { ToolResult } from './tool-result.js'

/**
 * Arguments in the one form that equal calls share: parameters in the order of the signature, those that state their default
 * dropped, sets sorted and without repetitions, results as `{"$result": id}`. Texts stay as they are written; what scorers
 * forgive beyond that is theirs. Values that belong to no parameter of the tool are left out.
 */
export function canonicalArguments(tool: PackTool, { values }: CheckedArguments): JsonObject {
  const canonical = emptyObject()
  for (const parameter of tool.parameters) {
    const value = values[parameter.name]
    if (value === undefined) continue
    const json = canonicalValue(parameter, value)
    if (parameter.default !== undefined && isSame(json, canonicalValue(parameter, parameter.default)))
      continue
    canonical[parameter.name] = json
  }
  return canonical
}

function canonicalValue({ shape }: ToolParameter, value: CheckedValue): JsonValue {
  const json = jsonOf(value)
  return shape === 'set' && isJsonArray(json) ? setOf(json) : json
}

function jsonOf(value: CheckedValue): JsonValue {
  if (isResults(value)) return value.map((result) => ({ $result: result.id }))
  return isResult(value) ? { $result: value.id } : value
}

/** Numbers by size, anything else by its canonical text. */
function setOf(items: readonly JsonValue[]): readonly JsonValue[] {
  const byText = new Map(items.map((item) => [canonicalJson(item), item]))
  return [...byText]
    .sort(([textA, a], [textB, b]) => {
      if (typeof a === 'number' && typeof b === 'number') return a - b
      return textA < textB ? -1 : 1
    })
    .map(([, item]) => item)
}

function isSame(a: JsonValue, b: JsonValue): boolean {
  return a === b || canonicalJson(a) === canonicalJson(b)
}

/** Whether the value is what a tool has found. JSON of a stranger may look like it, but holds no functions. */
export function isResult(value: unknown): value is ToolResult {
  if (typeof value !== 'object' || value === null || !('kind' in value) || value.kind !== 'result')
    return false
  const { rows } = value as { readonly rows?: unknown }
  return typeof rows === 'object' && rows !== null && 'rowId' in rows && typeof rows.rowId === 'function'
}

function isResults(value: CheckedValue): value is readonly ToolResult[] {
  return Array.isArray(value) && value.length > 0 && value.every(isResult)
}
