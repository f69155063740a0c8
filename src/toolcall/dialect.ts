import type { Tool } from '../catalog/tool.js'
import type { JsonObject } from '../text/json.js'
import type { LooseHints } from './loose/loose-payload.js'
import type { CallKeys } from './payload/canonical-entry.js'
import type { LooseReading } from './scan/block.js'
import type { Masks } from './scan/masks.js'
import type { Scan } from './scan/scan.js'
import type { Walk, Wrapper } from './scan/walk.js'

/** A call that is to be written. */
export interface WrittenCall {
  readonly name: string
  readonly arguments: JsonObject
  readonly id?: string
}

/** One message of a conversation, whatever the API it came from. */
export type Message =
  | { readonly role: 'system'; readonly content: string }
  | { readonly role: 'user'; readonly content: string }
  | {
      readonly role: 'assistant'
      readonly content?: string
      readonly reasoning?: string
      readonly calls?: readonly WrittenCall[]
    }
  | {
      readonly role: 'tool'
      /** Text of the result, as the model is to see it. */
      readonly content: string
      /** The call that it answers. */
      readonly id?: string
      readonly name?: string
    }

export interface RenderOptions {
  /** Ends with the opening of an assistant's turn; default true. */
  readonly addsGenerationPrompt?: boolean
}

export interface RenderCallsOptions {
  /** What is said before the calls. */
  readonly content?: string
  /** Whose schemas say how bare text is read back; needed by dialects without types on the wire. */
  readonly tools?: readonly Tool[]
}

/** How several calls of one turn are written. */
export type CallPlurality =
  /** The whole block once more. */
  | 'blocks'
  /** Further items of one list or section. */
  | 'items'
  /** Joined by a separator. */
  | 'joined'
  /** One call a turn. */
  | 'single'

/** How one family of models writes a tool call. One file in `dialects/`, one line in its list. */
export interface Dialect {
  readonly id: string
  /** One line for `assay dialect list`. */
  readonly describes: string
  /** Texts of which one opens a call; none where the whole message is the call. */
  readonly trigger: readonly string[]
  /** Texts of which one closes it; none where no such text is trained. */
  readonly closer: readonly string[]
  /** Keys of the call object; absent where name and arguments have other places. */
  readonly keys?: CallKeys
  readonly plurality: CallPlurality
  /** Texts that end the turn and are no part of what was said. */
  readonly endOfTurn: readonly string[]
  readonly reasoning: readonly Wrapper[]
  /** All texts with a meaning of their own, for look-alikes and for spotting them as data. */
  readonly markers: readonly string[]
  /** Texts that stand in the chat templates of this family and of few others; all must occur. */
  readonly signature: readonly string[]
  /** An object of an API rather than text of a model. */
  readonly isApi?: boolean
  readonly loose: LooseHints
  /** The strict reading of one output: blocks with their levels, nothing repaired. */
  parse(scan: Scan): Walk
  /** Calls that only this dialect's engine can find where `parse` finds no block. */
  recover?(scan: Scan, masks: Masks): LooseReading | undefined
  /**
   * What an assistant writes for these calls, end-of-turn text left out.
   *
   * @throws {InputError} `call-not-writable` where the dialect has no way to write a name or a value, so that it could
   * not be read back: a value that holds a tag of its own, an argument that is no name in Python.
   */
  renderCalls(calls: readonly WrittenCall[], options?: RenderCallsOptions): string
  /** A whole conversation with its tools, as a chat template would print it. */
  render(messages: readonly Message[], tools: readonly Tool[], options?: RenderOptions): string
}

export function defineDialect(dialect: Dialect): Dialect {
  return dialect
}
