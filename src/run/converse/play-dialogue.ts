import type { Agent, AgentConversation, ShownEntry, SpokenLine } from '../../agent/agents/agent.js'
import type { GoldTurn } from '../../agent/agents/gold-turns.js'
import type { WrittenSummary } from '../../agent/agents/model-summary.js'
import type { ResultOrigin } from '../../agent/agents/summary-faithfulness.js'
import { userConversation, userLine } from '../../agent/agents/user-simulator.js'
import { CacheState } from '../../agent/cache-state.js'
import { type InjectionPlan, injector } from '../../agent/inject/injector.js'
import type { PackWorld } from '../../agent/pack.js'
import type { TurnRecord } from '../../agent/turn-record.js'
import type { Dialogue } from '../../benchmark/dialogue-item.js'
import { AskingStopped } from '../../benchmark/generate/ask.js'
import type { Hash } from '../../ports.js'
import type { Dialect } from '../../toolcall/dialect.js'
import type { SampleError } from '../sample.js'
import { type DialogueWorlds, goldOf, goldPlace, playedPlace } from './dialogue-worlds.js'
import {
  type PlanExecutor,
  playTurn,
  type TurnOutcome,
  type TurnRequest,
  type TurnSettings,
} from './play-turn.js'
import type { Speak, Speaking } from './spoken.js'
import { contentOf } from './step-text.js'
import type { TurnLine } from './turn-line.js'

/** Where each turn starts: `teacher-forced` from gold's cache, as published; `free-running` from what the agent itself saved. */
export type Running = 'teacher-forced' | 'free-running'

export interface DialogueSettings extends TurnSettings {
  readonly running: Running
  readonly inject?: InjectionPlan
}

/** A user whom a subject plays, with a goal that the agent does not see. */
export interface PlayedUser {
  readonly goal: string
  /** Lines after which the dialogue ends whatever is left. */
  readonly maxTurns: number
  readonly speak: (conversation: AgentConversation, turn: number) => Promise<Speaking>
}

/** Summaries of what was saved, written by a model. */
export type Summarise = (request: {
  readonly cache: CacheState
  readonly turn: number
  readonly origins: ReadonlyMap<string, ResultOrigin>
  /** Written already, by id of the result. */
  readonly known: ReadonlyMap<string, WrittenSummary>
}) => Promise<ReadonlyMap<string, WrittenSummary>>

export interface DialogueRequest {
  readonly dialogue: Dialogue
  readonly trial: number
  readonly worldOf: DialogueWorlds
  readonly agent: Agent
  readonly settings: DialogueSettings
  readonly speak: Speak
  readonly execute: PlanExecutor
  /** In which calls are read; absent where nobody is asked. */
  readonly dialect: Dialect | undefined
  readonly now: () => number
  readonly hash: Hash
  /** Lines of the journal that a run before left of this dialogue, in order. */
  readonly before: readonly TurnLine[]
  /** Told of each turn that is finished. */
  readonly finished: (line: TurnLine, outcome: Extract<TurnOutcome, { kind: 'played' }>) => Promise<void>
  /** Whether no further turn is to begin. */
  readonly isOver: () => boolean
  readonly user?: PlayedUser
  readonly summarise?: Summarise
}

export type DialogueEnding =
  | { readonly kind: 'complete' }
  | { readonly kind: 'over' }
  | { readonly kind: 'failed'; readonly turn: number; readonly error: SampleError }

/** Plays a dialogue from its first turn that is not in the journal. */
export async function playDialogue(request: DialogueRequest): Promise<DialogueEnding> {
  const { gold } = await goldOf(request)
  return new Playing(request, gold).run()
}

class Playing {
  readonly #request: DialogueRequest
  readonly #gold: readonly GoldTurn[]
  readonly #origins = new Map<string, ResultOrigin>()
  readonly #summaries = new Map<string, WrittenSummary>()
  readonly #spoken: SpokenLine[] = []
  readonly #world: PackWorld
  #cache = CacheState.empty
  /** What calls belong to. */
  #place = ''

  constructor(request: DialogueRequest, gold: readonly GoldTurn[]) {
    this.#request = request
    this.#world = request.worldOf(request.dialogue, () => this.#place)
    this.#gold = gold
    for (const { execution } of gold) this.#learn(execution)
  }

  async run(): Promise<DialogueEnding> {
    const { user } = this.#request
    try {
      return await (user === undefined ? this.#scripted() : this.#played(user))
    } catch (error) {
      // The turn is not kept, as what it saved has no summary.
      if (error instanceof AskingStopped) return { kind: 'over' }
      throw error
    }
  }

  async #scripted(): Promise<DialogueEnding> {
    const { dialogue, before } = this.#request
    const known = new Map(before.map((line) => [line.record.turn, line]))
    let at = 0
    for (const [turn, { role, text }] of dialogue.turns.entries()) {
      this.#spoken.push({ role: role === 'user' ? 'user' : 'assistant', text })
      if (role !== 'user') continue
      const ending = await this.#turn({ turn, at: at++, line: known.get(turn) })
      if (ending !== undefined) return ending
    }
    return { kind: 'complete' }
  }

  /** The script gives no lines: the first one of the assistant alone, where it begins. */
  async #played(user: PlayedUser): Promise<DialogueEnding> {
    const { dialogue, before } = this.#request
    const [first] = dialogue.turns
    if (first !== undefined && first.role !== 'user')
      this.#spoken.push({ role: 'assistant', text: first.text })
    for (let turn = 0; turn < user.maxTurns; turn++) {
      const line = before[turn]
      let said = line?.user
      if (said === undefined) {
        if (this.#request.isOver()) return { kind: 'over' }
        const speaking = await user.speak(userConversation(user.goal, this.#spoken), turn)
        if (speaking.kind === 'over') return speaking
        if (speaking.kind === 'failed') return { kind: 'failed', turn, error: speaking.error }
        said = userLine(contentOf(speaking.spoken.output))
        if (said === undefined) return { kind: 'complete' }
      }
      this.#spoken.push({ role: 'user', text: said })
      const ending = await this.#turn({ turn, at: turn, line, user: said })
      if (ending !== undefined) return ending
    }
    return { kind: 'complete' }
  }

  /** Undefined when the dialogue goes on. */
  async #turn(place: Place): Promise<DialogueEnding | undefined> {
    const { line, at, turn, user } = place
    const { settings, isOver, finished } = this.#request
    const isForced = settings.running === 'teacher-forced' && user === undefined
    const start = isForced ? (this.#gold[at]?.before ?? CacheState.empty) : this.#cache
    if (line !== undefined) {
      for (const summary of line.summaries ?? []) this.#know(summary, line.record)
      // A forced turn leaves nothing behind; the cache of a free one comes about by doing again what was said.
      if (!isForced) await this.#again(place, line.record, start)
      if (user !== undefined) this.#answer(line.record)
      return undefined
    }
    if (isOver()) return { kind: 'over' }
    const outcome = await playTurn(this.#turnRequest(place, start, this.#request))
    if (outcome.kind === 'over') return outcome
    if (outcome.kind === 'failed') return { kind: 'failed', turn, error: outcome.error }
    this.#cache = outcome.cache
    for (const { execution } of outcome.record.steps) this.#learn(execution)
    const summaries = await this.#summarise(
      isForced ? (this.#gold[at]?.after ?? outcome.cache) : outcome.cache,
      turn,
    )
    const { dialogue, trial } = this.#request
    await finished(
      {
        item: dialogue.id,
        trial,
        ...(user === undefined ? {} : { user }),
        record: outcome.record,
        ...(outcome.asked.length === 0 ? {} : { asked: outcome.asked }),
        ...(summaries.length === 0 ? {} : { summaries }),
      },
      outcome,
    )
    if (user !== undefined) this.#answer(outcome.record)
    return undefined
  }

  #turnRequest(
    { turn, at, user }: Place,
    cache: CacheState,
    { speak, settings }: { readonly speak: Speak; readonly settings: DialogueSettings },
  ): TurnRequest {
    const { agent, execute, dialect, now, hash, dialogue, trial } = this.#request
    const { inject } = settings
    // What gold has done on a live server is not done once more by the agent that repeats it.
    const isGold = agent.id === 'gold' && user === undefined
    this.#place = isGold ? goldPlace(dialogue, turn) : playedPlace(dialogue, trial, turn)
    return {
      agent,
      view: {
        world: this.#world,
        history: [...this.#spoken],
        cache: this.#shown(cache),
        gold: this.#gold,
        // Whom a subject talks to goes by no script, so agents that know gold do not know it here.
        at: user === undefined ? at : Number.MAX_SAFE_INTEGER,
      },
      turn,
      cache,
      speak,
      execute,
      dialect,
      settings,
      now,
      hash,
      ...(inject === undefined ? {} : { intercept: injector(inject, `${dialogue.id} ${trial} ${turn}`) }),
    }
  }

  /** Carries out once more what a journalled turn said, without asking anybody. */
  async #again(place: Place, record: TurnRecord, start: CacheState): Promise<void> {
    let step = 0
    const speak: Speak = async () => {
      const output = record.steps[step++]?.output
      if (output === undefined) return { kind: 'over' }
      return { kind: 'said', spoken: { output, durationMs: 0 } }
    }
    const { length } = record.steps
    const settings = { ...this.#request.settings, repairs: Math.max(0, length - 1), maxSteps: length }
    const outcome = await playTurn(this.#turnRequest(place, start, { speak, settings }))
    if (outcome.kind !== 'played') return
    this.#cache = outcome.cache
    for (const { execution } of outcome.record.steps) this.#learn(execution)
  }

  #learn({ trace }: Pick<GoldTurn['execution'], 'trace'>): void {
    for (const { outcome, tool, arguments: given } of trace) {
      if (outcome.kind === 'result' && !this.#origins.has(outcome.id)) {
        this.#origins.set(outcome.id, { tool, arguments: given })
      }
    }
  }

  async #summarise(cache: CacheState, turn: number): Promise<readonly WrittenSummary[]> {
    const { summarise } = this.#request
    if (summarise === undefined) return []
    const written = await summarise({ cache, turn, origins: this.#origins, known: this.#summaries })
    for (const [id, summary] of written) this.#summaries.set(id, summary)
    return [...written.values()]
  }

  #know(summary: WrittenSummary, { cacheAfter }: TurnRecord): void {
    const entry = cacheAfter.find(({ key }) => key === summary.key)
    if (entry !== undefined) this.#summaries.set(entry.id, summary)
  }

  #shown(cache: CacheState): readonly ShownEntry[] {
    return cache.entries.map(({ key, id, summary }) => {
      const written = this.#summaries.get(id)
      return { key, summary: written?.isShown === true ? written.text : summary }
    })
  }

  /** What the agent answers a played user: its questions, else its words, else what it saved. */
  #answer({ steps, cacheBefore, cacheAfter }: TurnRecord): void {
    const sought = steps.flatMap(({ execution }) => execution.sought)
    const last = steps.at(-1)
    const words = last?.plan === undefined && last !== undefined ? contentOf(last.output) : ''
    const before = new Set(cacheBefore.map(({ id }) => id))
    const found = cacheAfter.filter(({ id }) => !before.has(id)).map(({ summary }) => summary)
    const text =
      sought.join(' ') || words || (found.length > 0 ? `Done: ${found.join(' ')}` : 'Nothing to report.')
    this.#spoken.push({ role: 'assistant', text })
  }
}

interface Place {
  readonly turn: number
  /** Among the turns of the user. */
  readonly at: number
  /** What the journal holds of this turn. */
  readonly line: TurnLine | undefined
  /** What a played user said. */
  readonly user?: string
}
