import { BugError } from '../errors.js'
import type { Hash } from '../ports.js'
import {
  emptyObject,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  writeJson,
} from '../text/json.js'
import type { CacheState } from './cache-state.js'
import {
  type CallInterceptor,
  type EarlierCalls,
  type Producer,
  ToolCaller,
  type ToolReply,
} from './call-tool.js'
import { isResult } from './canonical-arguments.js'
import type { PlanOutcome } from './execute-plan.js'
import { givenOfJson } from './given-json.js'
import { ArgumentRoom } from './interpreter/given-value.js'
import { DEFAULT_LIMITS, type PlanLimits } from './interpreter/meter.js'
import { PlanFault } from './interpreter/plan-fault.js'
import type { GivenArgument, PackWorld } from './pack.js'
import type { PlanValue } from './plan-value.js'
import { jsonOfPlanValue } from './plan-value-of-json.js'
import type { PlanExecution, TurnError } from './turn-record.js'

/** A tool call as a model wrote it, in whatever dialect. */
export interface WrittenToolCall {
  readonly name: string
  /** Results of earlier calls are `{"$ref": "r3"}`, at any depth. */
  readonly arguments: JsonObject
  /** As the model named the call; comes back with the message. */
  readonly id?: string
}

/** What earlier steps of the turn made. `r3` is what the third call of the turn gave, refused and failed calls counted. */
export interface CallHandles {
  /** Undefined where the call failed. */
  readonly values: readonly (HandledValue | undefined)[]
  readonly earlier: EarlierCalls
}

interface HandledValue {
  readonly value: PlanValue
  readonly producers: readonly Producer[]
}

export interface CallsRequest {
  readonly calls: readonly WrittenToolCall[]
  /** Of the step before in the same turn. */
  readonly handles?: CallHandles
  readonly world: Pick<PackWorld, 'tools' | 'semantics'>
  readonly cache: CacheState
  /** Of calls and time. */
  readonly limits?: Partial<PlanLimits>
  readonly now: () => number
  readonly hash: Hash
  readonly intercept?: CallInterceptor
  /** Rows of a result that its message shows; default 0: only how many there are, and the summary, as a plan sees. */
  readonly rowsShown?: number
}

export interface ToolMessage {
  readonly id?: string
  readonly name: string
  /** JSON: `{"$ref": "r3", "count": 12, "summary": "…"}`, `{"$ref": "r3", "value": …}` or `{"error": {"fault", "message"}}`. */
  readonly content: string
}

export interface CallsOutcome extends PlanOutcome {
  readonly handles: CallHandles
  /** One for each call, in their order. */
  readonly messages: readonly ToolMessage[]
}

/**
 * Carries out the calls of one message, in their order, over tools that answer at once. A call that fails says so and the
 * others still run, except those that need what it did not give; `execution.error` is the first failure. Never throws for
 * anything that the calls say.
 *
 * @throws {BugError} `tool-answers-later` when a tool answers with a promise.
 */
export function executeCallsSync(request: CallsRequest): CallsOutcome {
  const run = new CallsRun(request)
  for (const call of request.calls) {
    const reply = run.call(call)
    if (reply instanceof Promise) {
      const what = `The tool ${call.name} answers later, but is called where tools answer at once.`
      throw new BugError({ code: 'tool-answers-later', what })
    }
    run.take(call, reply)
  }
  return run.finish()
}

/** The same over tools that may answer later; one call at a time. */
export async function executeCalls(request: CallsRequest): Promise<CallsOutcome> {
  const run = new CallsRun(request)
  for (const call of request.calls) {
    const reply = run.call(call)
    run.take(call, reply instanceof Promise ? await run.waitFor(reply) : reply)
  }
  return run.finish()
}

class CallsRun {
  readonly #request: CallsRequest
  readonly #caller: ToolCaller
  readonly #limits: PlanLimits
  readonly #begin: number
  readonly #values: (HandledValue | undefined)[]
  readonly #messages: ToolMessage[] = []
  #waitedMs = 0
  #count = 0
  #error: TurnError | undefined

  constructor(request: CallsRequest) {
    const { world, cache, hash, intercept, handles, now } = request
    this.#request = request
    this.#limits = { ...DEFAULT_LIMITS, ...request.limits }
    this.#begin = now()
    this.#values = [...(handles?.values ?? [])]
    this.#caller = new ToolCaller({
      world,
      cache,
      hash,
      most: this.#limits.calls,
      ...(handles === undefined ? {} : { earlier: handles.earlier }),
      ...(intercept === undefined ? {} : { intercept }),
    })
  }

  call(call: WrittenToolCall): ToolReply | Promise<ToolReply> {
    const line = ++this.#count
    try {
      return this.#call(call, line)
    } catch (error) {
      if (!(error instanceof PlanFault)) throw error
      const { fault, message } = error
      return { kind: 'error', error: { fault, message, line, tool: call.name } }
    }
  }

  #call({ name, arguments: args }: WrittenToolCall, line: number): ToolReply | Promise<ToolReply> {
    if (this.#request.now() - this.#begin - this.#waitedMs > this.#limits.timeMs) {
      const message = `More than ${this.#limits.timeMs} ms.`
      return { kind: 'error', error: { fault: 'limit', message, line, tool: name } }
    }
    const named = new Map<string, GivenArgument>()
    const producers = new Map<string, readonly Producer[]>()
    const room = new ArgumentRoom()
    for (const [parameter, json] of Object.entries(args)) {
      const makers = new Set<Producer>()
      const argument = this.#givenOf(json, { makers, room })
      if (argument.kind === 'missing') {
        const message = `There is no result ${JSON.stringify(argument.handle.slice(0, 60))} in this turn.`
        return this.#caller.refuse(
          { name, line, positional: [], named: new Map([[parameter, givenOfJson(json)]]), producers },
          { fault: 'undefined-name', message, line, tool: name, parameter },
        )
      }
      named.set(parameter, argument)
      if (makers.size > 0) producers.set(parameter, [...makers])
    }
    return this.#caller.call({ name, line, positional: [], named, producers })
  }

  #givenOf(json: JsonValue, setting: GivenSetting): GivenArgument | MissingHandle {
    const { makers, room } = setting
    const handle = handleIn(json)
    if (handle !== undefined) {
      const handled = /^r[1-9]\d{0,5}$/.test(handle) ? this.#values[Number(handle.slice(1)) - 1] : undefined
      if (handled === undefined) return { kind: 'missing', handle }
      for (const producer of handled.producers) makers.add(producer)
      const given = givenOfPlanValue(handled.value)
      takeRoom(room, given)
      return given
    }
    if (isJsonArray(json)) {
      room.take(0, json.length)
      const items: GivenArgument[] = []
      for (const item of json) {
        const given = this.#givenOf(item, setting)
        if (given.kind === 'missing') return given
        items.push(given)
      }
      return { kind: 'list', items }
    }
    if (!isJsonObject(json)) {
      const given = givenOfJson(json)
      takeRoom(room, given)
      return given
    }
    const entries: [GivenArgument, GivenArgument][] = []
    for (const [key, item] of Object.entries(json)) {
      room.take(key.length, 1)
      const given = this.#givenOf(item, setting)
      if (given.kind === 'missing') return given
      entries.push([{ kind: 'text', value: key }, given])
    }
    return { kind: 'dict', entries }
  }

  async waitFor(reply: Promise<ToolReply>): Promise<ToolReply> {
    const { now } = this.#request
    const before = now()
    try {
      return await reply
    } finally {
      this.#waitedMs += now() - before
    }
  }

  take({ id, name }: WrittenToolCall, reply: ToolReply): void {
    if (reply.kind === 'error') this.#error ??= reply.error
    this.#values.push(reply.kind === 'error' ? undefined : { value: reply.value, producers: reply.producers })
    const content = writeJson(this.#contentOf(reply, `r${this.#values.length}`))
    this.#messages.push({ ...(id === undefined ? {} : { id }), name, content })
  }

  #contentOf(reply: ToolReply, handle: string): JsonObject {
    const content = emptyObject()
    if (reply.kind === 'error') {
      const { fault, message, parameter } = reply.error
      content.error = { fault, message, ...(parameter === undefined ? {} : { parameter }) }
      return content
    }
    const { value } = reply
    content.$ref = handle
    if (!isResult(value)) {
      content.value = jsonOfPlanValue(value)
      return content
    }
    const { rows, summary } = value
    content.count = rows.count
    content.summary = summary
    const shown = Math.min(rows.count, this.#request.rowsShown ?? 0)
    if (shown > 0) {
      content.rows = Array.from({ length: shown }, (_, row) => {
        const json = emptyObject()
        for (const column of rows.columns) json[column] = rows.value(row, column) ?? null
        return json
      })
    }
    return content
  }

  finish(): CallsOutcome {
    const { now, hash } = this.#request
    const caller = this.#caller
    const execution: PlanExecution = {
      trace: caller.trace,
      printed: '',
      sought: caller.sought,
      ...(this.#error === undefined ? {} : { error: this.#error }),
      cacheAfter: caller.cache.records(hash),
      steps: this.#count,
      durationMs: now() - this.#begin,
    }
    const handles = { values: this.#values, earlier: caller.made }
    return { execution, cache: caller.cache, handles, messages: this.#messages }
  }
}

interface GivenSetting {
  /** Takes in who made the values that handles stand for. */
  readonly makers: Set<Producer>
  /** As in a plan: handles that stand for lists of handles would grow without end. */
  readonly room: ArgumentRoom
}

interface MissingHandle {
  readonly kind: 'missing'
  readonly handle: string
}

/** Only an object that says nothing else is a handle. */
function handleIn(json: JsonValue): string | undefined {
  if (!isJsonObject(json) || typeof json.$ref !== 'string') return undefined
  return Object.keys(json).length === 1 ? json.$ref : undefined
}

function givenOfPlanValue(value: PlanValue): GivenArgument {
  if (isResult(value)) return { kind: 'result', result: value }
  return givenOfJson(jsonOfPlanValue(value))
}

function takeRoom(room: ArgumentRoom, given: GivenArgument): void {
  if (given.kind === 'text') room.take(given.value.length, 0)
  else if (given.kind === 'list') {
    room.take(0, given.items.length)
    for (const item of given.items) takeRoom(room, item)
  } else if (given.kind === 'dict') {
    room.take(0, given.entries.length)
    for (const entry of given.entries) for (const one of entry) takeRoom(room, one)
  }
}
