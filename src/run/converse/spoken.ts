import type { AgentConversation, SpokenCall } from '../../agent/agents/agent.js'
import type { StepRecord } from '../../agent/turn-record.js'
import type { Usage } from '../../subject/reply.js'
import type { AskedAnswer } from '../asking.js'
import type { SampleError } from '../sample.js'

/** What was said at one step, by a subject or by an agent without a model. */
export interface Spoken {
  readonly output: StepRecord['output']
  /** Of an agent without a model in JSON mode: its calls, which need no reading. */
  readonly calls?: readonly SpokenCall[]
  readonly usage?: Usage
  readonly cost?: number
  readonly durationMs: number
  readonly asked?: AskedNote
}

/** What the journal keeps of a question beside the answer. */
export interface AskedNote {
  /** SHA-256 of the canonical request. */
  readonly hash: string
  readonly attempts: number
  readonly startedMs: number
  /** SHA-256 of the body as it came, secrets replaced. */
  readonly raw?: string
  readonly cost?: number
}

export type Speaking =
  | { readonly kind: 'said'; readonly spoken: Spoken }
  /** The question was given up; the dialogue cannot go on. */
  | { readonly kind: 'failed'; readonly error: SampleError; readonly answer: AskedAnswer }
  /** The run is over before it was answered. */
  | { readonly kind: 'over' }

/** Asks whoever is examined; `step` counts from 0 within the turn. */
export type Speak = (
  conversation: AgentConversation,
  place: { readonly turn: number; readonly step: number },
) => Promise<Speaking>
