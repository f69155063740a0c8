import type { CheckedValue, ToolParameter } from '../../../agent/pack.js'
import { readDate } from '../../../agent/tables/written-date.js'
import { readTime } from '../../../agent/tables/written-time.js'
import {
  canonicalJson,
  ExactNumber,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../../../text/json.js'
import type { ScoredTool } from './dialogue-tools.js'

/**
 * One argument in a form in which equal means the same. `exact` keeps the letters as written, for the agent is told to
 * copy values; `folded` does not tell upper from lower case.
 */
export interface ComparableArgument {
  readonly parameter: string
  readonly exact: string
  readonly folded: string
}

/** Null agents make gold's own calls again and again. */
const compared = new WeakMap<
  JsonObject,
  { readonly of: object; readonly made: readonly ComparableArgument[] }
>()

/**
 * Arguments of a call as they are compared: dates as ISO, times as minutes, numbers by value, strings of digits as
 * numbers where numbers belong, texts after NFKC and trimming, sets sorted and without repetitions, pairs in their
 * order. Left out: results (data flow compares them), what equals the default or is absent in effect (None, and an
 * empty list).
 *
 * @param given canonical arguments, or arguments as given where the call was refused.
 */
export function comparableArguments(
  { parameters }: Pick<ScoredTool, 'parameters'>,
  given: JsonObject,
): readonly ComparableArgument[] {
  const known = compared.get(given)
  if (known?.of === parameters) return known.made
  const made: ComparableArgument[] = []
  for (const [name, value] of Object.entries(given)) {
    const parameter = parameters.get(name)
    if (parameter?.type === 'result' || isResult(value) || isAbsent(value)) continue
    const exact = canonicalJson(formOf(value, parameter))
    const isDefault =
      parameter?.default !== undefined && exact === canonicalJson(defaultForm(parameter, parameter.default))
    if (isDefault) continue
    made.push({ parameter: name, exact, folded: exact.toLowerCase() })
  }
  compared.set(given, { of: parameters, made })
  return made
}

function isAbsent(value: JsonValue): boolean {
  return value === null || (isJsonArray(value) && value.length === 0)
}

function isResult(value: JsonValue): boolean {
  return isJsonObject(value) && (value.$result !== undefined || value.$ref !== undefined)
}

function defaultForm(parameter: ToolParameter, value: CheckedValue): JsonValue {
  // Only parameters that take results can have one for a default, and those are not compared.
  return formOf(value as JsonValue, parameter)
}

function formOf(value: JsonValue, parameter: ToolParameter | undefined): JsonValue {
  if (parameter === undefined) return value
  const { type, shape } = parameter
  if (shape === 'one') return isJsonArray(value) ? value.map((one) => scalar(one, type)) : scalar(value, type)
  const items = (isJsonArray(value) ? value : [value]).map((one) => scalar(one, type))
  return shape === 'set' ? sortedOnce(items) : items
}

/** By canonical text, each once. */
function sortedOnce(items: readonly JsonValue[]): readonly JsonValue[] {
  if (items.length < 2) return items
  const byText = new Map(items.map((item) => [canonicalJson(item), item]))
  return [...byText].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, item]) => item)
}

const NUMBER = /^[+-]?\d+(?:\.\d+)?$/

function scalar(value: JsonValue, type: ToolParameter['type']): JsonValue {
  if (typeof value !== 'string') return value
  const text = value.normalize('NFKC').trim()
  switch (type) {
    case 'integer':
    case 'number':
      return NUMBER.test(text) ? new ExactNumber(text.replace(/^\+/, '')) : text
    case 'date':
      return readDate(text)?.iso ?? text
    case 'time':
      return readTime(text) ?? text
    case 'text':
    case 'boolean':
    case 'result':
      return text
    case 'any':
      return value
    default:
      return type satisfies never
  }
}
