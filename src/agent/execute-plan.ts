import { BugError } from '../errors.js'
import type { Hash } from '../ports.js'
import type { CacheState } from './cache-state.js'
import { type CallInterceptor, ToolCaller, type ToolReply } from './call-tool.js'
import { lowerPlan } from './interpreter/lower-plan.js'
import { Machine, type MachineStop } from './interpreter/machine.js'
import { DEFAULT_LIMITS, Meter, type PlanLimits } from './interpreter/meter.js'
import { PlanFault } from './interpreter/plan-fault.js'
import type { PackWorld } from './pack.js'
import { parsePlan } from './python/parse-plan.js'
import type { PlanExecution, TurnError } from './turn-record.js'

export interface PlanRequest {
  readonly code: string
  readonly world: Pick<PackWorld, 'tools' | 'semantics'>
  /** As it stands when the turn begins. */
  readonly cache: CacheState
  readonly limits?: Partial<PlanLimits>
  /** Milliseconds, of any clock that only goes forward. */
  readonly now: () => number
  readonly hash: Hash
  readonly intercept?: CallInterceptor
}

export interface PlanOutcome {
  readonly execution: PlanExecution
  /** After it; what was saved before an error stays. */
  readonly cache: CacheState
}

/**
 * Carries out a plan in a fresh namespace, over tools that answer at once. Never throws for anything that the code says.
 *
 * @throws {BugError} `tool-answers-later` when a tool answers with a promise.
 */
export function executePlanSync(request: PlanRequest): PlanOutcome {
  const run = new PlanRun(request)
  let stop = run.start()
  while (stop.kind === 'call') {
    const reply = run.caller.call(stop.request)
    if (reply instanceof Promise) {
      const what = `The tool ${stop.request.name} answers later, but is called where tools answer at once.`
      throw new BugError({ code: 'tool-answers-later', what })
    }
    stop = run.goOn(reply)
  }
  return run.finish(stop)
}

/** The same over tools that may answer later, such as those of a server. */
export async function executePlan(request: PlanRequest): Promise<PlanOutcome> {
  const run = new PlanRun(request)
  let stop = run.start()
  while (stop.kind === 'call') {
    const reply = run.caller.call(stop.request)
    stop = run.goOn(reply instanceof Promise ? await run.waitFor(reply) : reply)
  }
  return run.finish(stop)
}

type Ended = Exclude<MachineStop, { readonly kind: 'call' }>

class PlanRun {
  readonly caller: ToolCaller
  readonly #request: PlanRequest
  readonly #meter: Meter
  readonly #begin: number
  readonly #codeLength: number
  #machine: Machine | undefined

  constructor(request: PlanRequest) {
    this.#request = request
    const { world, cache, hash, intercept, now } = request
    const limits = { ...DEFAULT_LIMITS, ...request.limits }
    this.#codeLength = limits.codeLength
    this.#begin = now()
    this.#meter = new Meter(limits, now)
    this.caller = new ToolCaller({
      world,
      cache,
      hash,
      most: limits.calls,
      ...(intercept === undefined ? {} : { intercept }),
    })
  }

  start(): MachineStop {
    const parsed = parsePlan(this.#request.code, { maxLength: this.#codeLength })
    if (parsed.kind === 'fault') return { kind: 'error', error: parsed.fault }
    const { caller } = this
    try {
      this.#machine = new Machine({
        plan: lowerPlan(parsed.tree),
        meter: this.#meter,
        hasTool: (name) => caller.has(name),
        producersOf: (result) => caller.producersOf(result),
      })
    } catch (error) {
      if (error instanceof PlanFault) return { kind: 'error', error: errorOf(error) }
      throw error
    }
    return this.#machine.run()
  }

  goOn(reply: ToolReply): MachineStop {
    if (reply.kind === 'error') return reply
    return this.#machine?.resume(reply.value, reply.producers) ?? { kind: 'done' }
  }

  async waitFor(reply: Promise<ToolReply>): Promise<ToolReply> {
    const paused = this.#meter.pause()
    try {
      return await reply
    } finally {
      this.#meter.resume(paused)
    }
  }

  finish(stop: Ended): PlanOutcome {
    const { caller } = this
    const { now, hash } = this.#request
    const execution: PlanExecution = {
      trace: caller.trace,
      printed: this.#meter.printed,
      sought: caller.sought,
      ...(stop.kind === 'error' ? { error: stop.error } : {}),
      cacheAfter: caller.cache.records(hash),
      steps: Math.ceil(this.#meter.steps),
      durationMs: now() - this.#begin,
    }
    return { execution, cache: caller.cache }
  }
}

function errorOf({ fault, message, line }: PlanFault): TurnError {
  return { fault, message, ...(line === undefined ? {} : { line }) }
}
