import {
  emptyObject,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../../../text/json.js'
import { readPythonExpression } from './python-expression.js'
import type { PythonCallExpression, PythonExpression } from './python-syntax.js'
import { jsonFromPython, type PythonValue, pythonDict } from './python-value.js'

/** Files that describe the classes of BFCL's multi-turn items. */
export const CLASS_FILES: ReadonlyMap<string, string> = new Map([
  ['GorillaFileSystem', 'gorilla_file_system.json'],
  ['MathAPI', 'math_api.json'],
  ['MessageAPI', 'message_api.json'],
  ['TwitterAPI', 'posting_api.json'],
  ['TicketAPI', 'ticket_api.json'],
  ['TradingBot', 'trading_bot.json'],
  ['TravelAPI', 'travel_booking.json'],
  ['VehicleControlAPI', 'vehicle_control.json'],
  ['WebSearchAPI', 'web_search.json'],
  ['MemoryAPI_kv', 'memory_kv.json'],
  ['MemoryAPI_vector', 'memory_vector.json'],
  ['MemoryAPI_rec_sum', 'memory_rec_sum.json'],
])

/** Names of the parameters of each tool, in the order in which positional arguments fill them. */
export type ParameterOrder = ReadonlyMap<string, readonly string[]>

/** The parameter names of described functions. */
export function parameterOrder(functions: readonly JsonValue[]): ParameterOrder {
  const order = new Map<string, readonly string[]>()
  for (const described of functions) {
    if (!isJsonObject(described) || typeof described.name !== 'string') continue
    const { parameters } = described
    const properties = isJsonObject(parameters) ? parameters.properties : undefined
    order.set(described.name, isJsonObject(properties) ? Object.keys(properties) : [])
  }
  return order
}

/**
 * The turns of a dialogue: what the user says, and on the last line of each round the calls that are expected, as Python
 * source and, where all of it is literal, as calls. A round in which the user says nothing has an empty line.
 */
export function turnsFromBfcl(
  question: readonly JsonValue[],
  expected: readonly JsonValue[],
  order: ParameterOrder,
): readonly JsonObject[] {
  const turns: JsonObject[] = []
  for (const [index, messages] of question.entries()) {
    const said = (isJsonArray(messages) ? messages : []).filter(isJsonObject)
    const lines = said.map(({ role, content }) => ({ role: role ?? 'user', text: content ?? '' }))
    const sources = expected[index]
    if (!isJsonArray(sources)) {
      turns.push(...lines.map(turn))
      continue
    }
    const last = lines.findLastIndex(({ role }) => role === 'user')
    const gold = goldOf(
      sources.filter((source) => typeof source === 'string'),
      order,
    )
    turns.push(...lines.map((line, at) => turn(at === last ? { ...line, ...gold } : line)))
    if (last === -1) turns.push(turn({ role: 'user', text: '', ...gold }))
  }
  return turns
}

function goldOf(
  lines: readonly string[],
  order: ParameterOrder,
): { readonly plan: string; readonly calls?: readonly JsonObject[] } {
  const calls = lines.map((source) => callFromSource(source, order))
  const known = calls.filter((call) => call !== undefined)
  return { plan: lines.join('\n'), ...(known.length === calls.length ? { calls: known } : {}) }
}

function turn(members: { readonly [key: string]: JsonValue }): JsonObject {
  return Object.assign(emptyObject(), members)
}

/**
 * One expected call, `cd(folder='a')`, as a call of ours. Positional arguments take the names of the described
 * parameters.
 *
 * @returns undefined where the source is no call of literals, or a positional argument has no name.
 */
function callFromSource(source: string, order: ParameterOrder): JsonObject | undefined {
  const expression = readPythonExpression(source)
  if (expression?.kind !== 'call' || expression.callee.kind !== 'name') return undefined
  const args = argumentsOf(expression, order.get(expression.callee.name) ?? [])
  return args && turn({ name: expression.callee.name, arguments: args })
}

function argumentsOf(
  { positional, keywords }: PythonCallExpression,
  names: readonly string[],
): JsonObject | undefined {
  const args = emptyObject()
  const named = [...positional.map((value, index) => ({ name: names[index], value })), ...keywords]
  for (const { name, value } of named) {
    const literal = literalOf(value)
    const json = literal === undefined ? undefined : jsonFromPython(literal)
    if (name === undefined || json === undefined) return undefined
    args[name] = json
  }
  return args
}

/** The value of a literal, as `ast.literal_eval` takes it. */
function literalOf(expression: PythonExpression): PythonValue | undefined {
  switch (expression.kind) {
    case 'constant':
      return expression.value
    case 'list':
    case 'tuple': {
      const items = expression.items.map(literalOf)
      const known = items.filter((item) => item !== undefined)
      return known.length === items.length ? { kind: expression.kind, items: known } : undefined
    }
    case 'dict': {
      const entries: [PythonValue, PythonValue][] = []
      for (const [key, value] of expression.entries) {
        const literalKey = literalOf(key)
        const literal = literalOf(value)
        if (literalKey === undefined || literal === undefined) return undefined
        entries.push([literalKey, literal])
      }
      return pythonDict(entries)
    }
    case 'unary': {
      const operand = literalOf(expression.operand)
      if (typeof operand !== 'bigint' && typeof operand !== 'number') return undefined
      if (expression.operator === '-') return -operand
      return expression.operator === '+' ? operand : undefined
    }
    default:
      return undefined
  }
}
