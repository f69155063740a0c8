import type { Agent, AgentTurn, DoneStep, StepAnswer } from '../../agent/agents/agent.js'
import { toolDeclarations } from '../../agent/agents/tool-declarations.js'
import type { CacheState } from '../../agent/cache-state.js'
import type { CallInterceptor } from '../../agent/call-tool.js'
import { type CallHandles, executeCalls } from '../../agent/execute-calls.js'
import type { PlanOutcome, PlanRequest } from '../../agent/execute-plan.js'
import { planCodeOf } from '../../agent/python/plan-code.js'
import type { PlanExecution, StepRecord, TurnError, TurnRecord } from '../../agent/turn-record.js'
import type { Hash } from '../../ports.js'
import { writeJson } from '../../text/json.js'
import type { Dialect } from '../../toolcall/dialect.js'
import { type ToolTable, toolTable } from '../../toolcall/tool-table.js'
import { readCalls } from './read-calls.js'
import type { AskedNote, Speak, Speaking, Spoken } from './spoken.js'
import { contentOf } from './step-text.js'

/** Carries out plans: the tree interpreter, or another program. */
export type PlanExecutor = (request: PlanRequest) => Promise<PlanOutcome>

export interface TurnSettings {
  /** Further tries after a step of code that failed; 0 as published. */
  readonly repairs: number
  /** Most answers of one turn in JSON mode. */
  readonly maxSteps: number
}

export interface TurnRequest {
  readonly agent: Agent
  /** Without steps. */
  readonly view: Omit<AgentTurn, 'steps'>
  readonly turn: number
  readonly cache: CacheState
  readonly speak: Speak
  readonly execute: PlanExecutor
  /** In which calls are read; absent where nobody is asked. */
  readonly dialect: Dialect | undefined
  readonly settings: TurnSettings
  readonly now: () => number
  readonly hash: Hash
  readonly intercept?: CallInterceptor
}

export type TurnOutcome =
  | {
      readonly kind: 'played'
      readonly record: TurnRecord
      readonly cache: CacheState
      readonly asked: readonly AskedNote[]
      readonly spent: readonly Pick<Spoken, 'usage' | 'cost'>[]
    }
  | Exclude<Speaking, { kind: 'said' }>

/** Plays one turn: the agent says something, it is carried out, and so on until nothing more is called or repaired. */
export async function playTurn(request: TurnRequest): Promise<TurnOutcome> {
  return new Turn(request).play()
}

class Turn {
  readonly #request: TurnRequest
  readonly #steps: DoneStep[] = []
  readonly #asked: AskedNote[] = []
  readonly #spent: Pick<Spoken, 'usage' | 'cost'>[] = []
  #cache: CacheState
  #handles: CallHandles | undefined
  #answers: readonly StepAnswer[] = []

  constructor(request: TurnRequest) {
    this.#request = request
    this.#cache = request.cache
  }

  async play(): Promise<TurnOutcome> {
    const { agent, view, turn, speak, settings } = this.#request
    const most = agent.mode === 'code' ? settings.repairs + 1 : settings.maxSteps
    while (this.#steps.length < most) {
      const move = agent.next({ ...view, steps: this.#steps })
      const speaking =
        move.kind === 'say'
          ? saidBy(move)
          : await speak(move.conversation, { turn, step: this.#steps.length })
      if (speaking.kind !== 'said') return speaking
      const { spoken } = speaking
      if (spoken.asked !== undefined) this.#asked.push(spoken.asked)
      this.#spent.push(spoken)
      const goesOn = agent.mode === 'code' ? await this.#code(spoken) : await this.#calls(spoken)
      if (!goesOn || move.kind === 'say') break
    }
    return this.#played()
  }

  #played(): TurnOutcome {
    const { agent, turn, cache, hash } = this.#request
    return {
      kind: 'played',
      record: {
        turn,
        mode: agent.mode,
        cacheBefore: cache.records(hash),
        steps: this.#steps.map(({ record }) => record),
        cacheAfter: this.#cache.records(hash),
      },
      cache: this.#cache,
      asked: this.#asked,
      spent: this.#spent,
    }
  }

  /** One step of code; true when it failed, so that it may be repaired. */
  async #code(spoken: Spoken): Promise<boolean> {
    const { execute, view, now, hash, intercept } = this.#request
    const found = planCodeOf(contentOf(spoken.output), { blocks: 'first' })
    if (found.kind === 'none') {
      this.#keep(spoken, this.#nothing(faultOf(found.fault)))
      return true
    }
    const { execution, cache } = await execute({
      code: found.code,
      world: view.world,
      cache: this.#cache,
      now,
      hash,
      ...(intercept === undefined ? {} : { intercept }),
    })
    this.#cache = cache
    this.#keep(spoken, execution, found.code)
    return execution.error !== undefined
  }

  /** One step of calls; true when there were some, so that their answers are to be seen. */
  async #calls(spoken: Spoken): Promise<boolean> {
    const { view, dialect, now, hash, intercept } = this.#request
    const read =
      spoken.calls === undefined && dialect !== undefined
        ? readCalls(spoken.output, { dialect, tools: tableOf(view.world) })
        : heldOut(spoken)
    if (read.calls.length === 0) {
      this.#keep(spoken, this.#nothing('error' in read ? read.error : undefined))
      return false
    }
    const { execution, cache, handles, messages } = await executeCalls({
      calls: read.calls,
      world: view.world,
      cache: this.#cache,
      now,
      hash,
      ...rowsShownOf(view.world),
      ...(this.#handles === undefined ? {} : { handles: this.#handles }),
      ...(intercept === undefined ? {} : { intercept }),
    })
    this.#cache = cache
    this.#handles = handles
    this.#answers = read.calls.map((call, index) => ({ ...call, content: messages[index]?.content ?? '' }))
    const plan = writeJson(read.calls.map(({ name, arguments: given }) => ({ name, arguments: given })))
    this.#keep(spoken, execution, plan, this.#answers)
    return true
  }

  #nothing(error: TurnError | undefined): PlanExecution {
    return {
      trace: [],
      printed: '',
      sought: [],
      ...(error === undefined ? {} : { error }),
      cacheAfter: this.#cache.records(this.#request.hash),
      steps: 0,
      durationMs: 0,
    }
  }

  #keep(spoken: Spoken, execution: PlanExecution, plan?: string, answers?: readonly StepAnswer[]): void {
    const { output, usage, durationMs } = spoken
    const record: StepRecord = {
      output,
      ...(plan === undefined ? {} : { plan }),
      execution,
      ...(usage === undefined ? {} : { usage: usageOf(usage) }),
      durationMs,
    }
    this.#steps.push({ record, ...(answers === undefined ? {} : { answers }) })
  }
}

/** What an agent without a model says counts as said at once. */
function saidBy({ text, calls }: Extract<ReturnType<Agent['next']>, { kind: 'say' }>): Speaking {
  const said = calls === undefined ? {} : { calls }
  return { kind: 'said', spoken: { output: { text, stopReason: 'stop' }, ...said, durationMs: 0 } }
}

function usageOf({
  promptTokens,
  completionTokens,
}: NonNullable<Spoken['usage']>): NonNullable<StepRecord['usage']> {
  return {
    ...(promptTokens === undefined ? {} : { promptTokens }),
    ...(completionTokens === undefined ? {} : { completionTokens }),
  }
}

const FAULTS = {
  empty: 'Nothing was said.',
  'no-code': 'The answer holds no code in CODE tags.',
  'unclosed-tag': 'The CODE tag is not closed.',
} as const

/** What an agent says that asks nobody: no calls are its answer, but not where it says nothing at all. */
function heldOut(spoken: Spoken): {
  readonly calls: NonNullable<Spoken['calls']>
  readonly error?: TurnError
} {
  const calls = spoken.calls ?? []
  const isSilent = calls.length === 0 && contentOf(spoken.output).trim() === ''
  return { calls, ...(isSilent ? { error: faultOf('empty') } : {}) }
}

function faultOf(fault: keyof typeof FAULTS): TurnError {
  return { fault, message: FAULTS[fault] }
}

/** Rows of the results of tools that are somebody else's: there is no summary that stands for them. */
const ROWS_SHOWN = 20

function rowsShownOf({ tools }: AgentTurn['world']): { readonly rowsShown?: number } {
  return tools.some(({ role }) => role === 'call') ? { rowsShown: ROWS_SHOWN } : {}
}

/** Worlds serve every dialogue of a run. */
const tables = new WeakMap<object, ToolTable>()

function tableOf(world: AgentTurn['world']): ToolTable {
  const known = tables.get(world)
  if (known !== undefined) return known
  const made = toolTable(toolDeclarations(world))
  tables.set(world, made)
  return made
}
