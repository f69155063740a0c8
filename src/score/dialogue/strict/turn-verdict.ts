import type { TurnFault } from '../../../agent/turn-record.js'
import type { SlotCounts } from './asked-slots.js'
import type { CacheComparison } from './cache-comparison.js'
import type { OrderCounts } from './call-order.js'
import type { FlowCounts } from './data-flow.js'
import type { InjectedFailure } from './recovery.js'
import type { ReuseCounts } from './result-reuse.js'
import type { TurnAct } from './turn-act.js'

/** Things right, asked for by gold, and given by the subject: precision right/given, recall right/asked. */
export interface AgreementCounts {
  readonly right: number
  readonly asked: number
  readonly given: number
}

/** Rows of the table of tools: searches and the like apart from the cache and from questions. */
export const callGroups = ['search', 'filter', 'nearest', 'sort', 'date', 'call', 'cache', 'seek'] as const
export type CallGroup = (typeof callGroups)[number]

/** What one turn of the subject came to. */
export interface TurnVerdict {
  /** Place of the user's turn in the dialogue. */
  readonly turn: number
  readonly label?: string
  readonly act: { readonly gold: TurnAct; readonly subject: TurnAct }
  readonly tools: AgreementCounts
  readonly byGroup: Readonly<Record<CallGroup, AgreementCounts>>
  /** Arguments of all calls but results, keys and questions; right as written, and right but for upper and lower case. */
  readonly arguments: AgreementCounts & { readonly rightFolded: number }
  readonly flow: FlowCounts
  readonly order: OrderCounts
  readonly cache: CacheComparison
  readonly slots: SlotCounts
  readonly reuse: ReuseCounts
  readonly execution: {
    /** Whether gold calls anything. */
    readonly isExpected: boolean
    /** Whether the subject tried to. */
    readonly isAttempted: boolean
    /** What ended the turn. */
    readonly fault: TurnFault | undefined
  }
  readonly effort: {
    /** Calls tried, and those of gold. */
    readonly calls: number
    readonly goldCalls: number
    readonly rows: number
    readonly goldRows: number
    readonly steps: number
    readonly durationMs: number
    /** Undefined where the subject does not tell. */
    readonly promptTokens: number | undefined
    readonly completionTokens: number | undefined
  }
  readonly failures: readonly InjectedFailure[]
  /** The right act, calls, arguments, data flow, slots and entries, without an error. */
  readonly isCorrect: boolean
  /** The right act, slots and rows in the cache, without an error, whatever the way. */
  readonly hasRightOutcome: boolean
}

/** What one dialogue came to; only turns that the subject answered. */
export interface DialogueVerdict {
  readonly id: string
  readonly category: string | undefined
  readonly cluster: string | undefined
  readonly turns: readonly TurnVerdict[]
  /** Turns of gold without an answer: unmeasured. */
  readonly unmeasured: number
  /** Whether the cache ends as gold's does; undefined where the last turn is unmeasured. */
  readonly endsRight: boolean | undefined
}
