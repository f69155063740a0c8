import type { CallVerdict } from '../score/calls/call-verdict.js'
import type { StopReason, TokenProbability } from '../subject/reply.js'
import type { Parsing } from '../toolcall/parsed-call.js'
import type { LadderCase } from './ladder-case.js'

/** Which way a subject was asked: as a model, or through the server that users meet. */
export type AskedPath = 'direct' | 'served'

/** One stored answer to a case, read. */
export interface CaseReading {
  readonly case: LadderCase
  /** From 0. */
  readonly trial: number
  readonly path: AskedPath
  /** Special tokens written out where they are known. */
  readonly text: string
  /** What the subject's own text says, where it drops special tokens that its ids hold. */
  readonly spokenText?: string
  readonly tokenIds?: readonly number[]
  readonly stopReason: StopReason
  readonly parsing: Parsing
  /** Absent where nothing is right or wrong. */
  readonly verdict?: CallVerdict
}

/** The probability that the answer to a case opens a call, at temperature 1 over the whole vocabulary. */
export interface OpeningReading {
  readonly case: LadderCase
  /** Natural logarithm; for a trigger of several tokens their product. An upper bound where `isBound`. */
  readonly logprob: number
  /** The trigger was not listed: it is no likelier than the last token that was. */
  readonly isBound: boolean
  /** Of each token of the trigger, given those before it. */
  readonly chain: readonly TokenProbability[]
  /** Whether the trigger's first token is the likeliest of all. */
  readonly isArgmax: boolean
  /** From 1; absent where the list of the likeliest does not hold it. */
  readonly rank?: number
  /** The likeliest, most likely first. */
  readonly top: readonly TokenProbability[]
  /** Of the first token, in nats; absent where the subject lists the likeliest alone. */
  readonly entropy?: number
}

/** What a case lacks, and why. */
export interface MissingReading {
  readonly case: LadderCase
  readonly path: AskedPath
  readonly what: 'answer' | 'opening'
  readonly reason: string
}
