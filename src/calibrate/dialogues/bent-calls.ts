import type { AgentTurn, SpokenCall } from '../../agent/agents/agent.js'
import type { CacheEntry } from '../../agent/cache-state.js'
import type { PackTool, PackWorld, ToolParameter } from '../../agent/pack.js'
import type { ToolResult } from '../../agent/tool-result.js'
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../text/json.js'

/** Other keys for all that is saved. What stands in the cache already keeps its key: under teacher forcing it is gold's. */
export function renamedKeys(
  calls: readonly SpokenCall[],
  { world, cache }: AgentTurn,
): readonly SpokenCall[] {
  const there = new Set(cache.map(({ key }) => key))
  return calls.map((call) => {
    const name = keyName(toolOf(call, world))
    const key = name === undefined ? undefined : call.arguments[name]
    if (name === undefined || typeof key !== 'string' || there.has(key)) return call
    return { ...call, arguments: { ...call.arguments, [name]: `renamed_${key}` } }
  })
}

/** Lists whose order and repetitions mean nothing, turned round and with one item said again. */
export function permutedSets(
  calls: readonly SpokenCall[],
  world: Pick<PackWorld, 'tools'>,
): readonly SpokenCall[] {
  return calls.map((call) =>
    mapArguments(call, (value, name) => {
      const isSet = parameterOf(toolOf(call, world), name)?.shape === 'set'
      return isSet && isJsonArray(value) ? [...value.toReversed(), ...value.slice(-1)] : value
    }),
  )
}

/** Every call a second time, the second ones feeding each other. */
export function twice(calls: readonly SpokenCall[]): readonly SpokenCall[] {
  const again = calls.map((call) => mapArguments(call, (value) => movedHandles(value, calls.length)))
  return [...calls, ...again]
}

function movedHandles(value: JsonValue, by: number): JsonValue {
  if (isJsonArray(value)) return value.map((one) => movedHandles(one, by))
  const place = handleOf(value)
  return place === undefined ? value : { $ref: `r${place + by}` }
}

function handleOf(value: JsonValue): number | undefined {
  const handle = isJsonObject(value) ? value.$ref : undefined
  return typeof handle === 'string' ? Number(handle.slice(1)) : undefined
}

/** The first value of the turn that can be another one and still be read: a flag, a number, a choice, a name. */
export function changedCalls(
  calls: readonly SpokenCall[],
  world: Pick<PackWorld, 'tools'>,
): readonly SpokenCall[] {
  for (const [place, call] of calls.entries()) {
    const tool = toolOf(call, world)
    if (tool === undefined || CARRIED.has(tool.role)) continue
    for (const [name, value] of Object.entries(call.arguments)) {
      const other = otherThan(value, parameterOf(tool, name))
      if (other === undefined) continue
      return calls.with(place, { ...call, arguments: { ...call.arguments, [name]: other } })
    }
  }
  return calls
}

/** What is saved, fetched and asked has no arguments that are compared. */
const CARRIED: ReadonlySet<string> = new Set(['save', 'get', 'seek'])

function otherThan(value: JsonValue, parameter: ToolParameter | undefined): JsonValue | undefined {
  if (parameter === undefined || isJsonObject(value)) return undefined
  const { type, shape, choices, maximum } = parameter
  if (isJsonArray(value)) {
    const [first, ...others] = value
    if (shape === 'pair' || first === undefined || others.length > 0) return undefined
    const other = otherThan(first, { ...parameter, shape: 'one' })
    return other === undefined ? undefined : [other]
  }
  if (typeof value === 'boolean') return !value
  if (type === 'integer' && typeof value === 'number')
    return maximum === undefined || value < maximum ? value + 1 : value - 1
  if (type !== 'text' || typeof value !== 'string') return undefined
  return choices === undefined ? `Other ${value}` : choices.find((choice) => choice !== value)
}

/** Keys by which gold fetches from the cache, each with one of another result of the same columns, where there is one. */
export function otherKeys({ world, gold, at }: AgentTurn): ReadonlyMap<string, string> {
  const { before, execution } = gold[at] ?? {}
  const entries = before?.entries ?? []
  const keys = new Map<string, string>()
  for (const call of execution?.trace ?? []) {
    const tool = toolOf({ name: call.tool }, world)
    const name = tool?.role === 'get' ? keyName(tool) : undefined
    const taken = name === undefined ? undefined : entries.find(({ key }) => key === call.arguments[name])
    const other = taken === undefined ? undefined : entries.find((entry) => isAlike(entry, taken))
    if (taken !== undefined && other !== undefined) keys.set(taken.key, other.key)
  }
  return keys
}

function isAlike(entry: CacheEntry, taken: CacheEntry): boolean {
  const [own, others] = [resultOf(entry), resultOf(taken)]
  if (own === undefined || others === undefined || own.id === others.id) return false
  return own.rows.columns.join() === others.rows.columns.join()
}

function resultOf({ value }: CacheEntry): ToolResult | undefined {
  return typeof value === 'object' && value !== null && value.kind === 'result' ? value : undefined
}

/** One fetch of a key that nothing was ever saved under. */
export function missedCalls({ tools }: Pick<PackWorld, 'tools'>): readonly SpokenCall[] {
  const get = tools.find(({ role }) => role === 'get')
  const name = keyName(get)
  return get === undefined || name === undefined
    ? []
    : [{ name: get.name, arguments: { [name]: 'nobody_saved_this' } }]
}

function toolOf(
  { name }: Pick<SpokenCall, 'name'>,
  { tools }: Pick<PackWorld, 'tools'>,
): PackTool | undefined {
  return tools.find((tool) => tool.name === name)
}

function parameterOf(tool: PackTool | undefined, name: string): ToolParameter | undefined {
  return tool?.parameters.find((one) => one.name === name)
}

/** Of a tool that saves or fetches: the parameter that takes the key. */
function keyName(tool: PackTool | undefined): string | undefined {
  if (tool === undefined || (tool.role !== 'save' && tool.role !== 'get')) return undefined
  return tool.parameters.find(({ type }) => type === 'text')?.name
}

function mapArguments(call: SpokenCall, change: (value: JsonValue, name: string) => JsonValue): SpokenCall {
  const given: JsonObject = Object.fromEntries(
    Object.entries(call.arguments).map(([name, value]) => [name, change(value, name)]),
  )
  return { ...call, arguments: given }
}
