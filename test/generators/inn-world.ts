import type { PackTool, PackWorld, ToolParameter, ToolRole } from '../../src/agent/pack.js'
import type {
  CacheRecord,
  StepRecord,
  TracedCall,
  TurnError,
  TurnRecord,
} from '../../src/agent/turn-record.js'
import { type Dialogue, dialogueOf } from '../../src/benchmark/dialogue-item.js'
import { fingerprintOf } from '../../src/text/hash.js'
import { isJsonObject, type JsonObject } from '../../src/text/json.js'

const parameter = (
  name: string,
  type: ToolParameter['type'],
  shape: ToolParameter['shape'],
  more: Partial<ToolParameter> = {},
): ToolParameter => ({ name, type, shape, description: `${name}.`, ...more })

const tool = (name: string, role: ToolRole, parameters: readonly ToolParameter[]): PackTool => ({
  name,
  role,
  description: `${name}.`,
  parameters,
  examples: [],
  run: () => ({ kind: 'error', error: 'failed', message: 'Nothing runs here.' }),
})

const prior = parameter('prior_results', 'result', 'one', { isMandatory: true })
const tools: readonly PackTool[] = [
  tool('search_inns', 'search', [
    parameter('town', 'text', 'one', { isMandatory: true }),
    parameter('arrival', 'date', 'one', { isMandatory: true, slot: 'arrival' }),
    parameter('days', 'date', 'set'),
    parameter('stars', 'integer', 'pair'),
    parameter('budget', 'integer', 'one'),
    parameter('open_at', 'time', 'one'),
    parameter('pets', 'boolean', 'one', { default: false }),
    parameter('extras', 'text', 'set'),
  ]),
  tool('filter_inns', 'filter', [
    prior,
    parameter('stars', 'integer', 'pair'),
    parameter('extras', 'text', 'set'),
  ]),
  tool('search_cafes', 'search', [
    parameter('town', 'text', 'one', { isMandatory: true }),
    parameter('rating', 'number', 'pair'),
  ]),
  tool('near', 'nearest', [parameter('inns', 'result', 'one'), parameter('cafes', 'result', 'one')]),
  tool('sort', 'sort', [
    parameter('results', 'result', 'one', { isMandatory: true }),
    parameter('column', 'text', 'one', { isMandatory: true }),
  ]),
  tool('shift_date', 'date', [parameter('date', 'date', 'one'), parameter('days', 'integer', 'one')]),
  tool('ask', 'seek', [parameter('query', 'text', 'one', { isMandatory: true })]),
  tool('keep', 'save', [parameter('key', 'text', 'one'), parameter('value', 'result', 'one')]),
  tool('fetch', 'get', [parameter('key', 'text', 'one')]),
]

/** A pack world of inns and cafés, for scorers: its tools are described, and never run. */
export const innWorld: PackWorld = {
  pack: { id: 'inns', version: 1, persona: 'a landlord', languages: ['en', 'es'] },
  semantics: 'strict',
  knowledge: 'none',
  tools,
  seek: {
    slots: [
      { slot: 'town', phrases: { en: ['town', 'city'], es: ['ciudad'] } },
      { slot: 'arrival', phrases: { en: ['arrival date', 'arrive'] } },
      { slot: 'date', phrases: { en: ['date'] } },
      { slot: 'budget', phrases: { en: ['budget', 'how much'] } },
    ],
  },
  save: () => [],
  counts: {},
}

/** A call as tests write it; `$n` for the result of the n-th call of the turn, `@id` for one of an earlier turn. */
export interface WrittenCall {
  readonly tool: string
  readonly arguments?: JsonObject
  /** Who made what, by parameter. */
  readonly from?: Readonly<Record<string, number | string>>
  readonly error?: TurnError
  readonly injected?: string
}

const makers: ReadonlySet<string> = new Set(['search', 'filter', 'nearest', 'sort'])
const roles = new Map(tools.map(({ name, role }) => [name, role]))

/** Id of the result of a call, by what it asks for and what went in. */
function idOf({ tool: name, arguments: given = {} }: WrittenCall, sources: JsonObject): string {
  return fingerprintOf({ name, given, sources }).slice(0, 12)
}

/** A record of one turn that made these calls, in one step; `keep` and `fetch` work on the cache. */
export function playedTurn(
  turn: number,
  calls: readonly WrittenCall[],
  more: {
    readonly cacheBefore?: readonly CacheRecord[]
    readonly error?: TurnError
    readonly plan?: string
    readonly mode?: 'code' | 'json'
  } = {},
): TurnRecord {
  const { cacheBefore = [], error, plan, mode = 'code' } = more
  const cache = new Map(cacheBefore.map((record) => [record.key, record]))
  const trace: TracedCall[] = []
  const sought: string[] = []
  for (const call of calls) {
    const sources: Record<string, { readonly $result: string }> = {}
    for (const [name, from] of Object.entries(call.from ?? {})) {
      const outcome = typeof from === 'number' ? trace[from]?.outcome : undefined
      sources[name] = { $result: outcome?.kind === 'result' ? outcome.id : String(from) }
    }
    const role = roles.get(call.tool)
    const given: JsonObject = { ...call.arguments, ...sources }
    let outcome: TracedCall['outcome'] = { kind: 'none' }
    if (call.error !== undefined) outcome = { kind: 'error', error: call.error }
    else if (role !== undefined && makers.has(role)) {
      const id = idOf(call, sources)
      outcome = { kind: 'result', id, count: 10, rows: `rows ${id}` }
    } else if (role === 'get') {
      const known = cache.get(String(given.key))
      if (known !== undefined) outcome = { kind: 'result', id: known.id, count: 10, rows: known.rows }
    } else if (role === 'save') {
      const value = given.value
      const id = isJsonObject(value) ? String(value.$result) : ''
      cache.set(String(given.key), {
        key: String(given.key),
        id,
        tool: '',
        summary: '',
        count: 10,
        rows: `rows ${id}`,
      })
    } else if (role === 'seek') sought.push(String(given.query))
    else if (role === 'date') outcome = { kind: 'value', value: '2031-05-08' }
    const producers = Object.fromEntries(
      Object.entries(call.from ?? {}).map(([name, from]) => [name, [from]]),
    )
    trace.push({
      tool: call.tool,
      line: trace.length + 1,
      arguments: given,
      producers,
      outcome,
      ...(call.injected === undefined ? {} : { injected: call.injected }),
    })
  }
  const cacheAfter = [...cache.values()]
  const step: StepRecord = {
    output: {},
    ...(plan === undefined ? {} : { plan }),
    execution: {
      trace,
      printed: '',
      sought,
      ...(error === undefined ? {} : { error }),
      cacheAfter,
      steps: 1,
      durationMs: 1,
    },
    durationMs: 1,
  }
  return { turn, mode, cacheBefore, steps: [step], cacheAfter }
}

/** A dialogue of so many user turns, the assistant first. */
export function innDialogue(
  id: string,
  users: readonly JsonObject[],
  more: { readonly category?: string; readonly template?: string } = {},
): Dialogue {
  const turns = users.flatMap((user) => [
    { role: 'assistant', text: 'Yes?' },
    { role: 'user', text: 'Well.', ...user },
  ])
  return dialogueOf({ kind: 'dialogue', id, json: { turns, ...more } })
}
