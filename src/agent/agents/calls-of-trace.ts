import { emptyObject, isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../text/json.js'
import { pythonLiteral } from '../../toolcall/render/python-literal.js'
import type { PackTool, ToolParameter } from '../pack.js'
import { readDate } from '../tables/written-date.js'
import type { TracedCall } from '../turn-record.js'
import type { SpokenCall } from './agent.js'
import { clockText } from './tool-config.js'

/**
 * What a plan did, as the calls that do the same in JSON mode: results and values of earlier calls by their handles (`r1` is
 * what the first call gave), times as HH:MM. Only what depends on no more than results and dates of earlier calls keeps its
 * producers; other values stand as they were.
 */
export function callsOfTrace(
  trace: readonly TracedCall[],
  tools: readonly PackTool[],
): readonly SpokenCall[] {
  const byName = new Map(tools.map((tool) => [tool.name, tool]))
  return trace.map((call) => {
    const given = emptyObject()
    for (const [name, value] of Object.entries(call.arguments)) {
      const parameter = byName.get(call.tool)?.parameters.find((one) => one.name === name)
      given[name] = spoken(value, { parameter, call, name, trace })
    }
    return { name: call.tool, arguments: given }
  })
}

interface Speaking {
  readonly parameter: ToolParameter | undefined
  readonly call: TracedCall
  readonly name: string
  readonly trace: readonly TracedCall[]
}

function spoken(value: JsonValue, speaking: Speaking): JsonValue {
  if (isJsonArray(value)) return value.map((one) => spoken(one, speaking))
  const handle = handleOf(value, speaking)
  if (handle !== undefined) return Object.assign(emptyObject(), { $ref: handle })
  return speaking.parameter?.type === 'time' ? clockText(value) : value
}

/** The handle of the call of this turn that gave the value; of a result that came from the cache, the call that took it out. */
function handleOf(value: JsonValue, { parameter, call, name, trace }: Speaking): string | undefined {
  const id = idOf(value)
  if (id !== undefined) {
    const before = trace.slice(0, trace.indexOf(call))
    const place = before.findLastIndex(({ outcome }) => outcome.kind === 'result' && outcome.id === id)
    return place === -1 ? undefined : `r${place + 1}`
  }
  const places = (call.producers[name] ?? []).filter((place) => typeof place === 'number')
  const found = places.find((place) => {
    const outcome = trace[place]?.outcome
    if (outcome?.kind !== 'value') return false
    return outcome.value === value || (parameter?.type === 'date' && isoOf(outcome.value) === value)
  })
  return found === undefined ? undefined : `r${found + 1}`
}

function idOf(value: JsonValue): string | undefined {
  const id = isJsonObject(value) ? value.$result : undefined
  return typeof id === 'string' ? id : undefined
}

function isoOf(value: JsonValue): string | undefined {
  return typeof value === 'string' ? readDate(value)?.iso : undefined
}

/** Calls as a plan in Python that does the same: `r1 = tool(…)`, a handle being the name. */
export function planOfCalls(
  calls: readonly { readonly name: string; readonly arguments: JsonObject }[],
): string {
  return calls
    .map((call, index) => {
      const given = Object.entries(call.arguments).map(([key, value]) => `${key}=${pythonOf(value)}`)
      return `r${index + 1} = ${call.name}(${given.join(', ')})`
    })
    .join('\n')
}

function pythonOf(value: JsonValue): string {
  if (isJsonArray(value)) return `[${value.map(pythonOf).join(', ')}]`
  const handle = isJsonObject(value) ? value.$ref : undefined
  if (typeof handle === 'string' && /^r\d+$/.test(handle)) return handle
  return pythonLiteral(value)
}
