import type { Hash } from '../ports.js'
import { canonicalJson, emptyObject, type JsonObject, type JsonValue, writeJson } from '../text/json.js'
import { type CacheEntry, type CacheState, rowsHash, type ValueOrigin } from './cache-state.js'
import { canonicalArguments, isResult } from './canonical-arguments.js'
import { checkArguments } from './check-arguments.js'
import { givenJson } from './given-json.js'
import type {
  CheckedArguments,
  CheckedValue,
  GivenArgument,
  PackTool,
  PackWorld,
  ToolOutcome,
} from './pack.js'
import type { PlanValue } from './plan-value.js'
import { planValueOfJson } from './plan-value-of-json.js'
import type { ToolResult } from './tool-result.js'
import type { TracedCall, TracedOutcome, TurnError, TurnFault } from './turn-record.js'

/** Who made a value: the place in the trace of this turn, or the id of what came from the cache as it stood before. */
export type Producer = number | string

/** A call as an executor asks for it. */
export interface ToolRequest {
  readonly name: string
  /** Of the plan, or place in the list of calls, from 1. */
  readonly line: number
  readonly positional: readonly GivenArgument[]
  readonly named: ReadonlyMap<string, GivenArgument>
  /** Of values inside arguments that an earlier call made, by name; results among the arguments may be left out. */
  readonly producers: ReadonlyMap<string, readonly Producer[]>
}

export type ToolReply =
  | { readonly kind: 'value'; readonly value: PlanValue; readonly producers: readonly Producer[] }
  | { readonly kind: 'error'; readonly error: TurnError }

/** A call that is about to run, or has run. */
export interface InterceptedCall {
  readonly tool: PackTool
  readonly arguments: CheckedArguments
  readonly canonical: JsonObject
  /** Among the calls of the turn, from 0. */
  readonly place: number
  /** What `get` has found. */
  readonly cached?: CacheEntry
}

export interface Injection {
  /** Goes into the trace. */
  readonly kind: string
  readonly outcome: ToolOutcome
  /** How an error counts; default: by the outcome. */
  readonly fault?: TurnFault
}

/** Lets failures happen on purpose. */
export interface CallInterceptor {
  /** @returns what the call gives instead of running. */
  before?(call: InterceptedCall): Injection | undefined
  /**
   * @returns what takes the place of what the call gave. `get` shows a result of the cache as rows; other rows keep its id,
   * as those of a cache that has grown stale do.
   */
  after?(call: InterceptedCall, outcome: ToolOutcome): Injection | undefined
}

export interface ToolCallerSetting {
  readonly world: Pick<PackWorld, 'tools' | 'semantics'>
  readonly cache: CacheState
  readonly hash: Hash
  /** Calls in a turn. */
  readonly most: number
  /** What earlier steps of the turn made, where values live longer than a step. */
  readonly earlier?: EarlierCalls
  readonly intercept?: CallInterceptor
}

/** Calls of the turn that ran before this step. */
export interface EarlierCalls {
  readonly count: number
  /** By place. */
  readonly results: ReadonlyMap<number, ToolResult>
  readonly plain: ReadonlyMap<number, MadePlain>
}

/** A plain value that a call gave. */
interface MadePlain extends ValueOrigin {
  /** The value itself, canonical. */
  readonly text: string
}

/** A call whose arguments are in order. */
interface Prepared extends InterceptedCall {
  readonly line: number
  readonly id: string
  readonly producers: ReadonlyMap<string, readonly Producer[]>
}

/** Carries out the calls of one turn, one after the other: binds and checks arguments, keeps the cache and the trace. */
export class ToolCaller {
  readonly trace: TracedCall[] = []
  /** Texts that were asked of the user. */
  readonly sought: string[] = []
  cache: CacheState
  readonly #setting: ToolCallerSetting
  readonly #tools: ReadonlyMap<string, PackTool>
  /** Who made the results of this turn; any other came from the cache. */
  readonly #makers = new Map<ToolResult, number>()
  readonly #plain: Map<number, MadePlain>
  readonly #count: number
  /** Characters of arguments in the trace. */
  #written = 0

  constructor(setting: ToolCallerSetting) {
    this.#setting = setting
    this.cache = setting.cache
    this.#tools = toolsByName(setting.world.tools)
    this.#count = setting.earlier?.count ?? 0
    this.#plain = new Map(setting.earlier?.plain)
    for (const [place, result] of setting.earlier?.results ?? []) this.#makers.set(result, place)
  }

  /** For the next step of the turn. */
  get made(): EarlierCalls {
    const results = new Map(Array.from(this.#makers, ([result, place]) => [place, result]))
    return { count: this.#count + this.trace.length, results, plain: this.#plain }
  }

  has(name: string): boolean {
    return this.#tools.has(name)
  }

  producersOf(result: ToolResult): readonly Producer[] {
    return [this.#makers.get(result) ?? result.id]
  }

  /** A promise only where the tool itself answers with one. */
  call(request: ToolRequest): ToolReply | Promise<ToolReply> {
    const prepared = this.#prepare(request)
    if (prepared.kind === 'error') return prepared
    const { call } = prepared
    const injection = this.#setting.intercept?.before?.(call)
    if (injection !== undefined) return this.#record(call, injection.outcome, injection)
    const { tool } = call
    if (tool.role === 'seek') return this.#seek(call)
    if (tool.role === 'save') return this.#save(call)
    if (tool.role === 'get') return this.#get(call)
    const outcome = tool.run(call.arguments)
    return outcome instanceof Promise
      ? outcome.then((settled) => this.#conclude(call, settled))
      : this.#conclude(call, outcome)
  }

  #prepare(request: ToolRequest): { readonly kind: 'call'; readonly call: Prepared } | Refused {
    const { name, line } = request
    const excess = this.#excess(request)
    if (excess !== undefined) return excess
    const tool = this.#tools.get(name)
    if (tool === undefined) {
      return this.refuse(request, {
        fault: 'unknown-tool',
        message: `There is no tool ${quoted(name)}.`,
        line,
        tool: name,
      })
    }
    const named = namedArguments(tool, request)
    if (named === undefined) {
      const message = `${name} takes its arguments by name, e.g. ${firstName(tool)}=….`
      return this.refuse(request, { fault: 'positional-arguments', message, line, tool: name })
    }
    for (const { name: parameter, type } of tool.parameters) {
      if (type !== 'result' || !holdsNone(named.get(parameter))) continue
      const message = `"${parameter}" is None, where the result of a call belongs.`
      return this.refuse(request, { fault: 'none-input', message, line, tool: name, parameter })
    }
    const checked = checkArguments(tool, named)
    if (checked.kind === 'fault') {
      const { message, parameter } = checked
      const blame = parameter === undefined ? {} : { parameter }
      return this.refuse(request, { fault: 'validation', message, line, tool: name, ...blame })
    }
    const canonical = canonicalArguments(tool, checked)
    const text = canonicalJson({ arguments: canonical, tool: name })
    const tooLong = this.#tooLong(request, text.length)
    if (tooLong !== undefined) return tooLong
    const id = this.#setting.hash(text)
    const producers = this.#producersOf(request, tool, checked)
    const cached = tool.role === 'get' ? this.cache.entry(keyOf(tool, checked)) : undefined
    const call = {
      tool,
      arguments: checked,
      canonical,
      place: this.#count + this.trace.length,
      line,
      id,
      producers,
    }
    return { kind: 'call', call: cached === undefined ? call : { ...call, cached } }
  }

  #producersOf(
    { producers, positional }: ToolRequest,
    tool: PackTool,
    { values }: CheckedArguments,
  ): ReadonlyMap<string, readonly Producer[]> {
    const all = new Map(producers)
    const unnamed = producers.get('')
    all.delete('')
    const [first] = tool.parameters
    if (positional.length > 0 && unnamed !== undefined && first !== undefined) all.set(first.name, unnamed)
    for (const { name, type } of tool.parameters) {
      const value = values[name]
      if (value === undefined || (type !== 'result' && !isResult(value))) continue
      const results = isResult(value) ? [value] : (value as readonly ToolResult[])
      all.set(name, [...new Set(results.flatMap((result) => this.producersOf(result)))])
    }
    return all
  }

  /** Calls that were refused count as well: a message may hold any number of them. */
  #excess({ name, line }: ToolRequest): Refused | undefined {
    if (this.#count + this.trace.length < this.#setting.most) return undefined
    const message = `More than ${this.#setting.most} calls in one turn.`
    return { kind: 'error', error: { fault: 'limit', message, line, tool: name } }
  }

  /** Every turn keeps its trace, and a dialogue has many turns. */
  #tooLong({ name, line }: ToolRequest, characters: number): Refused | undefined {
    this.#written += characters
    if (this.#written <= MOST_WRITTEN) return undefined
    const message = `More than ${MOST_WRITTEN} characters in the arguments of one turn's calls.`
    return { kind: 'error', error: { fault: 'limit', message, line, tool: name } }
  }

  /** Puts a call into the trace that cannot even begin. */
  refuse(request: ToolRequest, error: TurnError): Refused {
    const excess = this.#excess(request)
    if (excess !== undefined) return excess
    const given = emptyObject()
    for (const [name, argument] of request.named) given[name] = givenJson(argument)
    request.positional.forEach((argument, index) => {
      given[String(index)] = givenJson(argument)
    })
    const tooLong = this.#tooLong(request, canonicalJson(given).length)
    if (tooLong !== undefined) return tooLong
    this.trace.push({
      tool: request.name,
      line: request.line,
      arguments: given,
      producers: producersJson(request.producers),
      outcome: { kind: 'error', error },
    })
    return { kind: 'error', error }
  }

  #conclude(call: Prepared, outcome: ToolOutcome): ToolReply {
    const injection = this.#setting.intercept?.after?.(call, outcome)
    return this.#record(call, injection?.outcome ?? outcome, injection)
  }

  #seek(call: Prepared): ToolReply {
    const [first] = call.tool.parameters
    const text = first === undefined ? undefined : call.arguments.values[first.name]
    this.sought.push(typeof text === 'string' ? text : '')
    this.#trace(call, { kind: 'none' }, undefined)
    return NONE
  }

  #save(call: Prepared): ToolReply {
    const { tool, arguments: checked } = call
    const key = keyOf(tool, checked)
    const held = tool.parameters.find(
      ({ type, name }) => type !== 'text' && checked.values[name] !== undefined,
    )
    const value = held === undefined ? undefined : checked.values[held.name]
    if (held === undefined || value === undefined) {
      return this.#fail(
        call,
        { fault: 'none-input', message: `${tool.name} was given nothing to save.` },
        undefined,
      )
    }
    const next = isResult(value)
      ? this.cache.with(key, value)
      : this.cache.with(key, planValueOfJson(plainJson(value)), this.#originOf(call, held.name, value))
    if (isOverfull(next)) {
      const message = `The cache would hold more than ${MOST_ENTRIES} entries, or more than ${MOST_CHARACTERS} characters of keys and summaries.`
      return this.#fail(call, { fault: 'limit', message }, undefined)
    }
    this.cache = next
    this.#trace(call, { kind: 'none' }, undefined)
    return NONE
  }

  /** A plain value that is just what one call gave has the provenance of that call; any other is what it says. */
  #originOf({ producers }: Prepared, parameter: string, value: CheckedValue): ValueOrigin {
    const json = plainJson(value)
    const text = canonicalJson(json)
    const [producer, ...others] = producers.get(parameter) ?? []
    if (others.length === 0 && producer !== undefined) {
      const made = typeof producer === 'number' ? this.#plain.get(producer) : undefined
      if (made?.text === text) return { id: made.id, tool: made.tool, summary: made.summary }
      const kept = this.cache.entries.find(({ id }) => id === producer)
      if (kept !== undefined && !isResult(kept.value) && kept.summary === plainText(json)) {
        return { id: kept.id, tool: kept.tool, summary: kept.summary }
      }
    }
    return { id: this.#setting.hash(canonicalJson({ value: json })), tool: '', summary: plainText(json) }
  }

  #get(call: Prepared): ToolReply {
    const { cached, tool, arguments: checked } = call
    if (cached === undefined) {
      if (this.#setting.world.semantics === 'compat') {
        this.#trace(call, { kind: 'none' }, undefined)
        return NONE
      }
      const message = `Nothing is saved under the key ${quoted(keyOf(tool, checked))}.`
      return this.#fail(call, { fault: 'cache-miss', message }, undefined)
    }
    const { value } = cached
    if (!isResult(value)) {
      this.#trace(call, { kind: 'value', value: this.#plainOf(cached) }, undefined)
      return { kind: 'value', value, producers: [cached.id] }
    }
    const found: ToolOutcome = { kind: 'rows', rows: value.rows, summary: value.summary }
    const injection = this.#setting.intercept?.after?.(call, found)
    if (injection === undefined) return this.#give(call, value, undefined)
    const { outcome } = injection
    if (outcome.kind !== 'rows') return this.#record(call, outcome, injection)
    const { rows, summary } = outcome
    return this.#give(call, { ...value, rows, summary }, injection)
  }

  /** The text of a plain value: what the cache shows of it. */
  #plainOf({ value, summary }: CacheEntry): string | boolean | null {
    return typeof value === 'boolean' || value === null ? value : summary
  }

  #record(call: Prepared, outcome: ToolOutcome, injection: Injection | undefined): ToolReply {
    switch (outcome.kind) {
      case 'rows': {
        const { rows, summary } = outcome
        const result: ToolResult = { kind: 'result', id: call.id, tool: call.tool.name, summary, rows }
        this.#makers.set(result, call.place)
        return this.#give(call, result, injection)
      }
      case 'value':
        this.#plain.set(call.place, {
          id: call.id,
          tool: call.tool.name,
          summary: outcome.summary ?? plainText(outcome.value),
          text: canonicalJson(outcome.value),
        })
        this.#trace(call, { kind: 'value', value: outcome.value }, injection)
        return { kind: 'value', value: planValueOfJson(outcome.value), producers: [call.place] }
      case 'error': {
        const { message, parameter } = outcome
        const fault = injection?.fault ?? FAULTS[outcome.error]
        return this.#fail(
          call,
          { fault, message, ...(parameter === undefined ? {} : { parameter }) },
          injection,
        )
      }
      default:
        return outcome satisfies never
    }
  }

  #give(call: Prepared, result: ToolResult, injection: Injection | undefined): ToolReply {
    const { id, rows } = result
    this.#trace(
      call,
      { kind: 'result', id, count: rows.count, rows: rowsHash(rows, this.#setting.hash) },
      injection,
    )
    return { kind: 'value', value: result, producers: this.producersOf(result) }
  }

  #fail(
    call: Prepared,
    told: Pick<TurnError, 'fault' | 'message' | 'parameter'>,
    injection: Injection | undefined,
  ): ToolReply {
    const error: TurnError = { ...told, line: call.line, tool: call.tool.name }
    this.#trace(call, { kind: 'error', error }, injection)
    return { kind: 'error', error }
  }

  #trace(call: Prepared, outcome: TracedOutcome, injection: Injection | undefined): void {
    const { tool, line, canonical, producers } = call
    this.trace.push({
      tool: tool.name,
      line,
      arguments: canonical,
      producers: producersJson(producers),
      outcome,
      ...(injection === undefined ? {} : { injected: injection.kind }),
    })
  }
}

/** A dialogue of gold has some ten entries of some hundred characters. Every turn keeps all of them several times. */
const MOST_ENTRIES = 1_000
const MOST_CHARACTERS = 262_144

/** Of the arguments of a turn's calls, as canonical JSON; those of gold have some thousand. */
const MOST_WRITTEN = 262_144

function isOverfull({ entries }: CacheState): boolean {
  if (entries.length > MOST_ENTRIES) return true
  return entries.reduce((sum, { key, summary }) => sum + key.length + summary.length, 0) > MOST_CHARACTERS
}

type Refused = { readonly kind: 'error'; readonly error: TurnError }

const NONE: ToolReply = { kind: 'value', value: null, producers: [] }

const FAULTS: Readonly<Record<'column' | 'validation' | 'empty' | 'failed', TurnFault>> = {
  column: 'key',
  validation: 'validation',
  empty: 'validation',
  failed: 'tool-failed',
}

/** A world serves turn after turn with one list of tools. */
const tables = new WeakMap<readonly PackTool[], ReadonlyMap<string, PackTool>>()

function toolsByName(tools: readonly PackTool[]): ReadonlyMap<string, PackTool> {
  const known = tables.get(tools)
  if (known !== undefined) return known
  const made = new Map(tools.map((tool) => [tool.name, tool]))
  tables.set(tools, made)
  return made
}

/** Undefined where arguments have no names. A question alone may be asked without one, as the published examples do. */
function namedArguments(
  tool: PackTool,
  { positional, named }: ToolRequest,
): ReadonlyMap<string, GivenArgument> | undefined {
  const [argument, ...others] = positional
  if (argument === undefined) return named
  const [first] = tool.parameters
  if (tool.role !== 'seek' || others.length > 0 || first === undefined || named.has(first.name))
    return undefined
  return new Map([[first.name, argument], ...named])
}

function firstName({ parameters }: PackTool): string {
  return parameters[0]?.name ?? 'name'
}

function holdsNone(argument: GivenArgument | undefined): boolean {
  if (argument?.kind === 'list') return argument.items.some((item) => item.kind === 'none')
  return argument?.kind === 'none'
}

/** The key of `save` and `get`: their first text. */
function keyOf({ parameters }: PackTool, { values }: CheckedArguments): string {
  for (const { name, type } of parameters) {
    const value = values[name]
    if (type === 'text' && typeof value === 'string') return value
  }
  return ''
}

/** Of a parameter that takes any value, which reads results as themselves and everything else as JSON. */
function plainJson(value: CheckedValue): JsonValue {
  return isResult(value) ? { $result: value.id } : (value as JsonValue)
}

/** What the cache shows of a plain value. */
function plainText(json: JsonValue): string {
  return typeof json === 'string' ? json : writeJson(json)
}

function producersJson(
  producers: ReadonlyMap<string, readonly Producer[]>,
): Readonly<Record<string, readonly Producer[]>> {
  const record: Record<string, readonly Producer[]> = Object.create(null)
  for (const [name, made] of producers) if (made.length > 0) record[name] = made
  return record
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text)
}
