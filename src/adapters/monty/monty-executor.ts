import { type Producer, ToolCaller, type ToolReply } from '../../agent/call-tool.js'
import type { PlanOutcome, PlanRequest } from '../../agent/execute-plan.js'
import { DEFAULT_LIMITS, type PlanLimits } from '../../agent/interpreter/meter.js'
import type { GivenArgument } from '../../agent/pack.js'
import type { PlanExecution, TurnError, TurnFault } from '../../agent/turn-record.js'
import { InputError } from '../../errors.js'
import { isJsonArray, isJsonObject, type JsonObject } from '../../text/json.js'
import { findPeer } from '../find-peer.js'
import { installLine } from '../peers.js'
import { faultOf } from './monty-faults.js'
import { MontyProcess } from './monty-process.js'
import { OUTPUT_LIMIT } from './monty-program.js'
import { givenFrom, ResultNumbers, wireOf } from './monty-values.js'

const MODULE = '@pydantic/monty'

/** How long after its limit of time a plan is ended, whatever it is doing. */
const GRACE_MS = 200

/** Processes side by side: one plan that runs to its limit does not keep all others waiting. */
const MOST_PROCESSES = 2

export interface MontyExecutor {
  /**
   * Carries out a plan in Monty, which knows more of Python than `executePlan`: functions, `while`, `try`, methods. What it
   * does not know is the fault `unsupported`. The tools, the cache and the trace are the same, but
   *
   * - 2.0 comes out of Monty as 2;
   * - who made a plain value is known only of texts that equal what a call gave;
   * - a plan may catch what a tool refuses, and go on;
   * - there are no steps to count: the limits are those of calls, memory, output and time.
   */
  execute(request: PlanRequest): Promise<PlanOutcome>
  /** Ends its processes. */
  close(): void
}

/** @throws {InputError} `executor-missing` when Monty is not installed. */
export function openMonty(): MontyExecutor {
  const module = addressOfMonty()
  const idle: MontyProcess[] = []
  const waiting: (() => void)[] = []
  let busy = 0
  return {
    async execute(request) {
      if (busy < MOST_PROCESSES) busy++
      // Whoever is done hands its place on.
      else await new Promise<void>((resolve) => waiting.push(resolve))
      const process = idle.pop() ?? new MontyProcess(module)
      try {
        return await new MontyRun(request, process).execute()
      } finally {
        if (process.isUsable) idle.push(process)
        else process.end()
        const next = waiting.shift()
        if (next === undefined) busy--
        else next()
      }
    },
    close() {
      for (const process of idle.splice(0)) process.end()
    },
  }
}

function addressOfMonty(): string {
  const found = findPeer(MODULE)
  if (found !== undefined) return found.address
  throw new InputError({
    code: 'executor-missing',
    what: `Plans run in ${MODULE}, which is not installed.`,
    fix: `Install it in this folder: ${installLine(MODULE)}. Without --executor monty nothing need be installed.`,
  })
}

class MontyRun {
  readonly #request: PlanRequest
  readonly #process: MontyProcess
  readonly #limits: PlanLimits
  readonly #caller: ToolCaller
  readonly #numbers = new ResultNumbers()
  readonly #hasRows: boolean
  /** Texts that calls of this turn gave, by the place of the last that did. */
  readonly #texts = new Map<string, number>()
  #toolError: TurnError | undefined

  constructor(request: PlanRequest, process: MontyProcess) {
    const { world, cache, hash, intercept } = request
    this.#request = request
    this.#process = process
    this.#limits = { ...DEFAULT_LIMITS, ...request.limits }
    this.#hasRows = request.code.includes('search_results') || request.code.includes('getattr')
    this.#caller = new ToolCaller({
      world,
      cache,
      hash,
      most: this.#limits.calls,
      ...(intercept === undefined ? {} : { intercept }),
    })
  }

  async execute(): Promise<PlanOutcome> {
    const { now, code, world } = this.#request
    const { timeMs, memoryBytes, outputLength, codeLength } = this.#limits
    const begin = now()
    if (code.length > codeLength) {
      const message = `The code is longer than ${codeLength} characters.`
      return this.#outcome(begin, '', { fault: 'limit', message })
    }
    const tools = world.tools.map(({ name }) => name)
    const limits = { timeMs, memoryBytes, outputLength, graceMs: GRACE_MS }
    let answer = await this.#process.begin({ code, tools, ...limits })
    for (let call = answer.call; typeof call === 'string'; call = answer.call) {
      const reply = await this.#reply(call, answer)
      if (reply.kind === 'end') return this.#outcome(begin, '', reply.error)
      answer = await this.#process.tell(reply.message, timeMs + GRACE_MS)
    }
    const printed = typeof answer.printed === 'string' ? answer.printed : ''
    return this.#outcome(begin, printed, 'done' in answer ? undefined : this.#errorOf(answer))
  }

  /** What Monty is told of a call, or why the plan ends here. */
  async #reply(name: string, { args, kwargs }: JsonObject): Promise<CallReply> {
    const positional: GivenArgument[] = []
    const named = new Map<string, GivenArgument>()
    const producers = new Map<string, readonly Producer[]>()
    const given = [
      ...(isJsonArray(args) ? args : []).map((wire) => ['', wire] as const),
      ...(isJsonArray(kwargs) ? kwargs : []).map((entry) =>
        isJsonArray(entry) ? ([String(entry[0]), entry[1] ?? null] as const) : (['', null] as const),
      ),
    ]
    for (const [parameter, wire] of given) {
      const argument = givenFrom(wire, this.#numbers)
      if (argument.kind === 'foreign') {
        const message = `A value of type ${argument.type.slice(0, 60)} as an argument of a tool is not carried out.`
        return { kind: 'end', error: { fault: 'unsupported', message, tool: name } }
      }
      if (parameter === '') positional.push(argument)
      else named.set(parameter, argument)
      const makers = new Set(producers.get(parameter))
      this.#addMakers(argument, makers)
      if (makers.size > 0) producers.set(parameter, [...makers])
    }
    if (!this.#caller.has(name)) {
      this.#toolError = {
        fault: 'unknown-tool',
        message: `NameError: name '${name.slice(0, 60)}' is not defined`,
      }
      return {
        kind: 'go',
        message: { raise: { type: 'NameError', message: `name '${name.slice(0, 60)}' is not defined` } },
      }
    }
    const place = this.#caller.trace.length
    const reply = await this.#caller.call({ name, line: 0, positional, named, producers })
    return this.#answerTo(reply, place)
  }

  #answerTo(reply: ToolReply, place: number): CallReply {
    if (reply.kind === 'error') {
      const { fault, message } = reply.error
      if (fault === 'limit') return { kind: 'end', error: reply.error }
      this.#toolError = reply.error
      return { kind: 'go', message: { raise: { type: EXCEPTIONS[fault] ?? 'RuntimeError', message } } }
    }
    const { value } = reply
    if (typeof value === 'string') this.#texts.set(value, place)
    const wire = wireOf(value, this.#numbers, this.#hasRows)
    if (wire !== undefined) return { kind: 'go', message: { value: wire } }
    return {
      kind: 'end',
      error: { fault: 'limit', message: 'A result of more rows than a plan may look at.' },
    }
  }

  #addMakers(argument: GivenArgument, makers: Set<Producer>): void {
    if (argument.kind === 'text') {
      const place = this.#texts.get(argument.value)
      if (place !== undefined) makers.add(place)
    } else if (argument.kind === 'list') for (const item of argument.items) this.#addMakers(item, makers)
  }

  /** What a tool refused is told as the tool told it. */
  #errorOf(answer: JsonObject): TurnError {
    const { error, ended } = answer
    if (!isJsonObject(error)) return endedError(typeof ended === 'string' ? ended : 'crash', this.#limits)
    const { type, message, line } = error
    const told = {
      type: String(type),
      message: String(message),
      ...(typeof line === 'number' ? { line } : {}),
    }
    const own = this.#toolError
    const isOwn =
      own !== undefined && (told.message === own.message || own.message.endsWith(`: ${told.message}`))
    if (told.message.includes(OUTPUT_LIMIT)) {
      const what = `More than ${this.#limits.outputLength} characters of output.`
      return { fault: 'limit', message: what, ...(typeof line === 'number' ? { line } : {}) }
    }
    if (!isOwn) return faultOf(told)
    return typeof line === 'number' ? { ...own, line } : own
  }

  #outcome(begin: number, printed: string, error?: TurnError): PlanOutcome {
    const { now, hash } = this.#request
    const { trace, sought, cache } = this.#caller
    const execution: PlanExecution = {
      trace,
      printed,
      sought,
      ...(error === undefined ? {} : { error }),
      cacheAfter: cache.records(hash),
      steps: 0,
      durationMs: now() - begin,
    }
    return { execution, cache }
  }
}

type CallReply =
  | { readonly kind: 'go'; readonly message: JsonObject }
  | { readonly kind: 'end'; readonly error: TurnError }

/** What a plan can catch; whatever else a tool refuses is a `RuntimeError`. */
const EXCEPTIONS: Readonly<Partial<Record<TurnFault, string>>> = {
  'cache-miss': 'KeyError',
  'none-input': 'TypeError',
  'positional-arguments': 'TypeError',
  validation: 'ValueError',
  key: 'KeyError',
}

function endedError(reason: string, { timeMs, memoryBytes }: PlanLimits): TurnError {
  if (reason === 'time') return { fault: 'limit', message: `More than ${timeMs} ms.` }
  if (reason === 'memory') return { fault: 'limit', message: `More than ${memoryBytes} bytes of memory.` }
  if (reason === 'depth') return { fault: 'limit', message: 'Values nested too deeply.' }
  return { fault: 'limit', message: 'The process of the plan came to its end.' }
}
