import type { Agent, AgentConversation } from '../../agent/agents/agent.js'
import type { Dialogue } from '../../benchmark/dialogue-item.js'
import { type Ask, AskingStopped } from '../../benchmark/generate/ask.js'
import { BugError } from '../../errors.js'
import type { RandomStream } from '../../numeric/random.js'
import type { Clock, Hash, Notify } from '../../ports.js'
import type { GenerationSettings } from '../../subject/request.js'
import type { Subject } from '../../subject/subject.js'
import type { Dialect } from '../../toolcall/dialect.js'
import type { AdaptiveLimit } from '../adaptive-limit.js'
import { type AskedAnswer, Asking } from '../asking.js'
import { type Budget, costOf } from '../budget.js'
import type { RunEnding } from '../execute.js'
import { requestHash } from '../plan-run.js'
import type { Sample } from '../sample.js'
import { conversationRequest } from '../tasks/conversation.js'
import type { ConverseStore } from './converse-store.js'
import { dialogueSample } from './dialogue-sample.js'
import type { DialogueWorlds } from './dialogue-worlds.js'
import { type DialogueSettings, type PlayedUser, playDialogue, type Summarise } from './play-dialogue.js'
import type { PlanExecutor } from './play-turn.js'
import type { Speak, Speaking } from './spoken.js'
import { contentOf } from './step-text.js'
import { type SummariserOptions, summariser } from './summariser.js'
import type { TurnLine } from './turn-line.js'

/** Whoever is asked, with the limit of its endpoint. */
export interface AskedSubject {
  readonly subject: Subject
  readonly limit: AdaptiveLimit
  /** How conversations are written for it where it only completes, and calls are read. */
  readonly dialect: Dialect
}

/** A dialogue that is to be played, with what a run before left of it. */
export interface PlannedDialogue {
  readonly dialogue: Dialogue
  readonly trial: number
  readonly before: readonly TurnLine[]
  /** Where another subject plays the user: what it wants. */
  readonly goal?: string
}

export interface ConverseRequest {
  /** Taken as they are played. */
  readonly dialogues: Iterable<PlannedDialogue>
  /** As samples name it. */
  readonly benchmark: string
  readonly worldOf: DialogueWorlds
  readonly agent: Agent
  /** Absent for an agent that asks nobody. */
  readonly asked?: AskedSubject
  /** Label of the subject, or of the agent. */
  readonly label: string
  readonly user?: AskedSubject & { readonly maxTurns: number }
  /** Who writes summaries of what is saved. */
  readonly summaries?: AskedSubject & Pick<SummariserOptions, 'policy' | 'tools'>
  readonly settings: DialogueSettings
  /** The seed of a trial is `seed` + trial. */
  readonly generation: GenerationSettings
  readonly seed: number
  readonly execute: PlanExecutor
  readonly store: ConverseStore
  /** Dialogues in hand at once. */
  readonly concurrency: number
  readonly timeoutMs: number
  readonly budget: Budget
  /** Aborted to begin no further turn. */
  readonly drain: AbortSignal
  readonly clock: Clock
  readonly hash: Hash
  readonly random: RandomStream
  readonly notify: Notify
  /** Called when a turn was played. */
  readonly turned: (line: TurnLine) => void
  /** Called when the sample of a dialogue is on the disk. */
  readonly finished: (sample: Sample) => void
  readonly waitScale?: number
}

/**
 * Plays dialogue after dialogue and keeps every turn as it is finished. Turns of one dialogue follow one another; dialogues
 * are played side by side. Nothing of a dialogue is held once it is done.
 *
 * @throws {StoreError} when the store takes no more; what it has acknowledged is kept.
 */
export async function converse(request: ConverseRequest): Promise<RunEnding> {
  return new Conversing(request).run()
}

class Conversing {
  readonly #request: ConverseRequest
  readonly #dialogues: Iterator<PlannedDialogue>
  readonly #askings: ReadonlyMap<AskedSubject, Asking>
  #isOver = false
  #ending: RunEnding | undefined
  #fault: { readonly error: unknown } | undefined
  /** Questions under way that the budget does not know yet. */
  #uncounted = 0

  constructor(request: ConverseRequest) {
    this.#request = request
    this.#dialogues = request.dialogues[Symbol.iterator]()
    const { asked, user, summaries } = request
    const subjects = [asked, user, summaries].filter((one) => one !== undefined)
    this.#askings = new Map(
      subjects.map((one) => [
        one,
        new Asking({
          ...request,
          subject: one.subject,
          limit: one.limit,
          down: (failure) => this.#end({ kind: 'subject', failure }),
        }),
      ]),
    )
  }

  async run(): Promise<RunEnding> {
    const { drain, store, concurrency, budget } = this.#request
    const interrupt = (): void => this.#end({ kind: 'interrupted' })
    if (drain.aborted) interrupt()
    drain.addEventListener('abort', interrupt, { once: true })
    for (const asking of this.#askings.values()) asking.start()
    try {
      // With a limit to keep, the first dialogue tells what answers cost: until then no other is begun.
      if (budget.isUninformed) await this.#next()
      await Promise.all(Array.from({ length: Math.max(1, concurrency) }, () => this.#work()))
    } finally {
      drain.removeEventListener('abort', interrupt)
      for (const asking of this.#askings.values()) asking.stop()
    }
    if (this.#fault !== undefined) {
      await store.settle().catch(() => undefined)
      throw this.#fault.error
    }
    await store.settle()
    return this.#ending ?? { kind: 'complete' }
  }

  #end(ending: RunEnding): void {
    this.#ending ??= ending
    this.#stop()
  }

  #stop(): void {
    this.#isOver = true
    for (const asking of this.#askings.values()) asking.end()
  }

  async #work(): Promise<void> {
    while (await this.#next());
  }

  /** Plays the next dialogue; false when there is none to play. */
  async #next(): Promise<boolean> {
    if (this.#isOver) return false
    try {
      const next = this.#dialogues.next()
      if (next.done === true) return false
      await this.#dialogue(next.value)
      return true
    } catch (error) {
      this.#fault ??= { error }
      this.#stop()
      return false
    }
  }

  async #dialogue({ dialogue, trial, before, goal }: PlannedDialogue): Promise<void> {
    const { agent, asked, settings, execute, clock, hash, store, turned, worldOf } = this.#request
    const lines: TurnLine[] = [...before]
    const stored: Promise<void>[] = []
    const startedMs = clock.now()
    const place = { item: dialogue.id, trial }
    const user = this.#user(goal, place)
    const summarise = this.#summarise(place)
    const ending = await playDialogue({
      dialogue,
      trial,
      worldOf,
      agent,
      settings,
      speak: this.#speaker(asked, place),
      execute,
      dialect: asked?.dialect,
      now: () => clock.now(),
      hash,
      before,
      finished: async (line) => {
        lines.push(line)
        turned(line)
        stored.push((await store.turn(line)).stored)
      },
      isOver: () => this.#isOver,
      ...(user === undefined ? {} : { user }),
      ...(summarise === undefined ? {} : { summarise }),
    })
    if (ending.kind === 'over') return
    const { benchmark, label, generation, seed, finished } = this.#request
    const sample = dialogueSample({
      key: { benchmark, ...place },
      label,
      seed: seed + trial,
      generation,
      lines,
      hash,
      timing: { startedMs, durationMs: clock.now() - startedMs },
      ...(ending.kind === 'failed' ? { error: ending.error } : {}),
    })
    await store.dialogue(sample, { turns: stored, stored: () => finished(sample) })
  }

  #user(goal: string | undefined, place: Pick<Sample, 'item' | 'trial'>): PlayedUser | undefined {
    const { user } = this.#request
    if (user === undefined || goal === undefined) return undefined
    const speak = this.#speaker(user, place, 'user')
    return {
      goal,
      maxTurns: user.maxTurns,
      speak: (conversation, turn) => speak(conversation, { turn, step: 0 }),
    }
  }

  #summarise(place: Pick<Sample, 'item' | 'trial'>): Summarise | undefined {
    const { summaries } = this.#request
    if (summaries === undefined) return undefined
    const speak = this.#speaker(summaries, place, 'summary')
    const ask: Ask = async ({ prompt }) => {
      const messages = [{ role: 'user', content: prompt }] as const
      const speaking = await speak({ messages, tools: [], literal: [] }, { turn: 0, step: 0 })
      if (speaking.kind === 'over') throw new AskingStopped('The run is over.')
      if (speaking.kind === 'failed') {
        return { kind: 'failed', reason: speaking.error.kind, what: speaking.error.message }
      }
      const { output } = speaking.spoken
      return { kind: 'said', text: contentOf(output), isCut: output.stopReason === 'length' }
    }
    const { policy, tools } = summaries
    return summariser({ ask, policy, tools, id: `${place.item} ${place.trial}` })
  }

  /** @param variant tells questions to a played user from those to the agent. */
  #speaker(
    asked: AskedSubject | undefined,
    { item, trial }: Pick<Sample, 'item' | 'trial'>,
    variant?: string,
  ): Speak {
    return async (conversation, { turn, step }) => {
      if (asked === undefined)
        throw new BugError({ code: 'nobody-asked', what: 'The agent asks, and there is no subject.' })
      const { budget } = this.#request
      const limit = budget.exceeded(this.#uncounted)
      if (limit !== undefined) {
        this.#end({ kind: 'budget', limit })
        return { kind: 'over' }
      }
      this.#uncounted++
      try {
        const place = step === 0 ? `turn-${turn}` : `turn-${turn}-step-${step}`
        const sample = { item, trial, variant: variant === undefined ? place : `${variant}-${place}` }
        return await this.#asked(asked, conversation, sample)
      } finally {
        this.#uncounted--
      }
    }
  }

  async #asked(
    asked: AskedSubject,
    conversation: AgentConversation,
    place: { readonly item: string; readonly trial: number; readonly variant: string },
  ): Promise<Speaking> {
    const { benchmark, generation, seed, hash } = this.#request
    const { subject, dialect } = asked
    const settings = { ...generation, seed: seed + place.trial }
    const request = conversationRequest(conversation, { subject, seed, settings, dialect })
    const whole =
      request.kind === 'chat' && conversation.literal.length > 0
        ? { ...request, literal: conversation.literal }
        : request
    const answer = await this.#askings.get(asked)?.ask({ request: whole, sample: { benchmark, ...place } })
    if (answer === undefined) return { kind: 'over' }
    return this.#heard(answer, { asked, hash: requestHash(whole, hash) })
  }

  #heard(
    answer: AskedAnswer,
    { asked, hash }: { readonly asked: AskedSubject; readonly hash: string },
  ): Speaking {
    const { store, budget } = this.#request
    const { reply, error, timing, attempts } = answer
    const body = reply?.raw ?? answer.failedBody
    const raw = body === undefined ? undefined : store.body(body)
    if (reply === undefined) {
      if (error === undefined) return { kind: 'over' }
      return { kind: 'failed', error, answer }
    }
    const cost = reply.cost ?? costOf(reply.usage, asked.subject.price)
    const spent = {
      ...(reply.usage === undefined ? {} : { usage: reply.usage }),
      ...(cost === undefined ? {} : { cost }),
    }
    const blind = budget.blindTo(spent)
    budget.count(spent)
    if (blind !== undefined) this.#end({ kind: 'budget-blind', limit: blind })
    const { text, message, stopReason, tokenIds } = reply.output
    const isSilent = text === undefined && message === undefined
    return {
      kind: 'said',
      spoken: {
        output: {
          ...(text === undefined ? {} : { text }),
          ...(message === undefined ? {} : { message }),
          ...(isSilent && tokenIds !== undefined ? { text: '' } : {}),
          stopReason,
        },
        ...spent,
        durationMs: timing.durationMs,
        asked: {
          hash,
          attempts,
          startedMs: timing.startedMs,
          ...(raw === undefined ? {} : { raw }),
          ...(cost === undefined ? {} : { cost }),
        },
      },
    }
  }
}
