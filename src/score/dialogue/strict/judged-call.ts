import type { ToolRole } from '../../../agent/pack.js'
import type { ComparableArgument } from './comparable-arguments.js'

/** One call of a turn as scorers look at it: which tool, what it asks for, and where its data come from. */
export interface JudgedCall {
  readonly tool: string
  readonly role: ToolRole
  /** Without results; none of the cache's keys, none of a question's words. */
  readonly arguments: readonly ComparableArgument[]
  /** The cache looked through: who made what went in, whatever the key or the variable is called. */
  readonly sources: readonly CallSource[]
  /** Id of the result that it gave. */
  readonly result?: string
  /** Rows of that result. */
  readonly rows?: number
  /** What it asks of the user, where only its source is known. */
  readonly question?: string
}

export interface CallSource {
  readonly parameter: string
  /** Place of the maker among the calls of the turn, or the id of a result of an earlier turn. */
  readonly from: number | string
}
