import type { Tool } from '../../catalog/tool.js'
import type { JsonObject } from '../../text/json.js'
import type { Message } from '../../toolcall/dialect.js'
import type { PackWorld } from '../pack.js'
import type { StepRecord } from '../turn-record.js'
import type { GoldTurn } from './gold-turns.js'

/** One line of a dialogue as agents are shown it. */
export interface SpokenLine {
  readonly role: 'assistant' | 'user'
  readonly text: string
}

/** A cache entry as agents are shown it: never its rows. */
export interface ShownEntry {
  readonly key: string
  readonly summary: string
}

/** A step of this turn that is done. */
export interface DoneStep {
  readonly record: StepRecord
  /** Calls that it made and what each was answered, in JSON mode. */
  readonly answers?: readonly StepAnswer[]
}

export interface StepAnswer {
  readonly name: string
  /** As the agent wrote it. */
  readonly arguments: JsonObject
  readonly id?: string
  /** JSON, as the agent is shown it. */
  readonly content: string
}

/** What an agent knows when it is its turn. */
export interface AgentTurn {
  readonly world: PackWorld
  /** Up to and with the line of the user that is to be answered. */
  readonly history: readonly SpokenLine[]
  /** As it stood before the turn. */
  readonly cache: readonly ShownEntry[]
  /** Empty at first. */
  readonly steps: readonly DoneStep[]
  /** What agents without a model go by; a model is never shown any of it. */
  readonly gold: readonly GoldTurn[]
  /** Place of the user's turn in `gold`. */
  readonly at: number
}

/** What is asked of a model. */
export interface AgentConversation {
  readonly messages: readonly Message[]
  /** Offered natively; empty in code mode. */
  readonly tools: readonly Tool[]
  /** Parts of the messages that are data, whatever they spell. */
  readonly literal: readonly string[]
}

/** A call that an agent without a model makes in JSON mode. */
export interface SpokenCall {
  readonly name: string
  readonly arguments: JsonObject
}

export type AgentMove =
  | { readonly kind: 'ask'; readonly conversation: AgentConversation }
  /** Said without asking anybody; `calls` in JSON mode. */
  | { readonly kind: 'say'; readonly text: string; readonly calls?: readonly SpokenCall[] }

export type AgentMode = 'code' | 'json'

/** Whoever plans: turns what is known into a question for a model, or says something itself. */
export interface Agent {
  readonly id: string
  readonly mode: AgentMode
  /** Rises whenever the same turn gives another question. */
  readonly version: number
  next(turn: AgentTurn): AgentMove
}
