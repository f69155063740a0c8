import type { Tool } from '../catalog/tool.js'
import type { Dialect, Message, WrittenCall } from '../toolcall/dialect.js'
import type { Outcome } from '../toolcall/parsed-call.js'

/**
 * How the records of a file are laid out. `messages`: roles and contents, calls as text; `openai` and `anthropic`: calls as
 * those APIs write them; `sharegpt`: `conversations` of `from` and `value`; `role-text`: one text with role tokens.
 */
export type CorpusShape = 'messages' | 'openai' | 'anthropic' | 'sharegpt' | 'role-text'

/** What the assistant says in one example. */
export interface CorpusAnswer {
  /** As trained, markers written out, the end of the turn left out. For calls of an API: as the dialect writes them. */
  readonly text: string
  /** By the strict reading of the corpus's dialect. */
  readonly calls: readonly WrittenCall[]
  /** What the lenient reading makes of a text that tries to call and of which strict accepts nothing; else absent. */
  readonly tried?: readonly WrittenCall[]
  readonly outcome: Outcome
}

/** One answer to learn from, with what stands before it. A conversation gives one for each turn of the assistant. */
export interface CorpusExample {
  /** `<line>` or, in conversations of several answers, `<line>.<turn>`; from 1. */
  readonly id: string
  /** From 1. */
  readonly line: number
  /** What the record says of its origin. */
  readonly source?: string
  /** Everything before the answer, the system message included, as it stands. */
  readonly messages: readonly Message[]
  /** The last message of the user, which most statistics are about; empty where there is none. */
  readonly prompt: string
  /** Tools that are declared here. Examples with the same declaration share one list. */
  readonly tools: readonly Tool[]
  /** The text before the answer exactly as trained, where the record holds it (`role-text`). */
  readonly promptText?: string
  readonly answer: CorpusAnswer
}

/** Where the declarations of tools stand. `calls`: nowhere; the tools are those that are called. */
export type ToolsPlace = 'record' | 'preamble' | 'given' | 'calls'

/** Something that the reader left out or changed. */
export interface CorpusNotice {
  /** Kebab-case, stable. */
  readonly code: string
  readonly what: string
  /** Lines that are concerned, listed up to 20. */
  readonly lines: readonly number[]
  readonly count: number
}

/** A training corpus with tool calls. */
export interface ToolCorpus {
  readonly path: string
  /** SHA-256 of the file, 64 hex digits. */
  readonly fingerprint: string
  readonly shape: CorpusShape
  readonly dialect: Dialect
  /** Records of the file, unreadable ones included. */
  readonly rows: number
  readonly examples: readonly CorpusExample[]
  readonly toolsIn: ToolsPlace
  /** Texts around the messages, of a `role-text` corpus. */
  readonly roles?: RoleTokens
  readonly notices: readonly CorpusNotice[]
}

/**
 * How a `role-text` record opens and closes its segments: `<|user|>` and `<|end|>`, line breaks that always stand there
 * included. A role that the corpus lacks is an empty text.
 */
export interface RoleTokens {
  /** What every text begins with before its first segment: `<|begin_of_text|>`. */
  readonly start?: string
  readonly system: string
  readonly user: string
  readonly assistant: string
  readonly tool?: string
  readonly end: string
}
