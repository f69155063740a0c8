import type { TurnFault } from '../../agent/turn-record.js'
import type { KnownAgentId } from './known-agents.js'
import type { Way } from './play-agent.js'

/** What a figure must be. `between` leaves out both ends. */
export type ExpectedFigure =
  | { readonly kind: 'is'; readonly value: number }
  | { readonly kind: 'between'; readonly low: number; readonly high: number }
  /** There is no value, because nothing was counted. */
  | { readonly kind: 'none' }

/** Something that is known of a run beforehand. */
export type Expected =
  /** `compat`: by the released evaluator's rules. */
  | {
      readonly kind: 'figure'
      readonly view: 'strict' | 'compat'
      readonly metric: string
      readonly figure: ExpectedFigure
    }
  /** Every strict proportion is at its best, but for contrasts where `contrasts` is false: they look at keys. */
  | { readonly kind: 'best'; readonly contrasts: boolean }
  /** The floor that stands beside every score is what the agent comes to when it is really played. */
  | { readonly kind: 'floor' }
  /** So many turns end with a fault: all, or all but the first of each dialogue. */
  | { readonly kind: 'fault'; readonly fault: TurnFault; readonly turns: 'all' | 'later' }

export interface Expectation {
  /** Within the run: the metric, as a rule. */
  readonly id: string
  readonly expected: Expected
  /** One sentence: why this must be so. */
  readonly because: string
}

/** An agent, how it is led, and what must come of it. */
export interface KnownRun extends Way {
  /** Of how many dialogues: `many` for what must hold of every one, `some` for what a few show as well. */
  readonly dialogues: 'many' | 'some'
  readonly expectations: readonly Expectation[]
}

/** `silent/code-forced` */
export function wayId({ agent, mode, running }: Way): `${KnownAgentId}/${string}` {
  return `${agent}/${mode}-${running === 'teacher-forced' ? 'forced' : 'free'}`
}
