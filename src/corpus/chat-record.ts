import type { JsonObject } from '../text/json.js'

export type ChatRole = 'system' | 'user' | 'assistant'

export interface ChatMessage {
  readonly role: ChatRole
  readonly content: string
}

/** One conversation to learn from; the loss is on the assistant's message and its end of turn alone. */
export interface ChatRecord {
  /** Unique in its file. */
  readonly id: string
  /** What the record trains, e.g. `f1`; for counting and filtering. */
  readonly format: string
  /** Name of the tool that it is about. */
  readonly tool: string
  /** An optional system message, then user and assistant. */
  readonly messages: readonly ChatMessage[]
}

/** The record as a line of JSONL: `messages` is what TRL, Axolotl and LLaMA-Factory read, the rest they pass over. */
export function chatRecordToJson({ id, format, tool, messages }: ChatRecord): JsonObject {
  return {
    id,
    format,
    tool,
    messages: messages.map(({ role, content }) => ({ role, content })),
  }
}
