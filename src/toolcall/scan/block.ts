import type { JsonObject } from '../../text/json.js'
import type { JsonNode } from '../../text/json-tree.js'
import type { Repair, Span } from '../parsed-call.js'

/** A call in canonical form, not yet judged by the declared tools. */
export interface RawCall {
  readonly name: string
  readonly arguments: JsonObject
  readonly id?: string
  readonly span: Span
  /** The arguments with positions in the text, where they were written in it unescaped. */
  readonly tree?: JsonNode
  /** Where each argument stands, where they are no JSON. */
  readonly places?: ReadonlyMap<string, number>
}

/** A fault before line and column are known. */
export interface RawFault {
  readonly code: string
  readonly what: string
  readonly at: number
}

/** One opener with what it opened. */
export interface Block {
  /** Offset of the opener. */
  readonly start: number
  /** Just past the closer, or where the block was given up; scanning goes on here. */
  readonly end: number
  /** What stands between opener and closer. */
  readonly payload: Span
  /** Structural level: 1 opened, 2 closed, 3 payload in the grammar, 4 every entry in canonical form. */
  readonly level: 1 | 2 | 3 | 4
  /** The text ended before the block did. */
  readonly isOpen: boolean
  /** Entries of level 4. */
  readonly calls: readonly RawCall[]
  readonly faults: readonly RawFault[]
  /** Says in the dialect's own way that nothing is called. */
  readonly isNoCall: boolean
  /** A channel or place that is not meant for calls. */
  readonly isMisplaced: boolean
  /** Strict refused it for good and a loose reading would only guess. */
  readonly isAmbiguous: boolean
  /** A loose reading that the engine alone can give: other engines cannot tell where values end. */
  readonly loose: LooseReading | undefined
}

export type BlockParts = Pick<Block, 'start' | 'end' | 'payload' | 'level'> & Partial<Block>

const NOTHING: readonly never[] = []

/** A block of which only the parts that matter are named. All blocks have one shape, which engines run faster on. */
export function newBlock(parts: BlockParts): Block {
  const { start, end, payload, level, isOpen = false, calls = NOTHING, faults = NOTHING, loose } = parts
  const { isNoCall = false, isMisplaced = false, isAmbiguous = false } = parts
  return { start, end, payload, level, isOpen, calls, faults, isNoCall, isMisplaced, isAmbiguous, loose }
}

/** Calls that had to be repaired to be read. */
export interface LooseReading {
  readonly calls: readonly RawCall[]
  readonly repairs: readonly Repair[]
}
