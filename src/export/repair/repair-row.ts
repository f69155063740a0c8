import type { Tool } from '../../catalog/tool.js'
import type { Message, WrittenCall } from '../../toolcall/dialect.js'

/**
 * Parts of the mixture. `call`: one call. `multi-call`: several in one turn. `pair`: one entity in two prompts, of which one
 * needs a call. `no-call`: prose although the prompt mentions what calls take. `chat`: prose about anything else.
 */
export type RepairPart = (typeof repairParts)[number]

export const repairParts = ['call', 'multi-call', 'pair', 'no-call', 'chat'] as const

/** A row to learn from: its last turn, which the assistant says. */
export interface RepairRow {
  readonly part: RepairPart
  /** `corpus`: a row of the corpus. `made`: ours. `pool`: chat of our own. `chat`: of the user's chat files. */
  readonly from: 'corpus' | 'made' | 'pool' | 'chat'
  /** What stands before the answer, the preamble included, as in the corpus. */
  readonly before: readonly Message[]
  /** The last message of the user. */
  readonly prompt: string
  /** Tools of the record, where the corpus's records have them. */
  readonly tools?: readonly Tool[]
  readonly answer: RepairAnswer
  /** Why no call is right. */
  readonly why?: string
  /** Id of the corpus example or template that it comes from. */
  readonly origin?: string
  /** The two halves of a pair have one number, from 1. */
  readonly pair?: number
}

export interface RepairAnswer {
  /** As the dialect writes it; for calls of an API what is said before them. */
  readonly text: string
  readonly calls: readonly WrittenCall[]
  /** The calls are data of an API beside the text, not part of it. */
  readonly isRecorded: boolean
}
