import type { Tool } from '../catalog/tool.js'
import type { Message } from '../toolcall/dialect.js'

/** How an answer is generated. Whatever is absent is left to the subject, and not sent. */
export interface GenerationSettings {
  /** Default of a run: 512. */
  readonly maxTokens?: number
  /** Default of a run: 0, which is greedy wherever the subject can be. */
  readonly temperature?: number
  readonly topP?: number
  readonly topK?: number
  readonly seed?: number
  /** Texts that end the answer; left out of it. */
  readonly stop?: readonly string[]
}

/** A conversation with tools, in the subject's own way of offering them. */
export interface ChatRequest {
  readonly kind: 'chat'
  readonly messages: readonly Message[]
  /** Empty: none are offered. */
  readonly tools: readonly Tool[]
  /** Default `auto`. */
  readonly toolChoice?: 'auto' | 'none' | 'required'
  readonly settings: GenerationSettings
  /**
   * Labels, of which the answer is to be one. A subject that answers `choices` constrains generation to them or gives
   * their probabilities, and says which; others ignore them.
   */
  readonly choices?: readonly string[]
  /** How many of the likeliest first tokens to give with their log-probabilities; default 0. */
  readonly topLogprobs?: number
}

/** A prompt that is continued as it stands. */
export interface CompletionRequest {
  readonly kind: 'completion'
  /** Text with special tokens written out, or token ids. */
  readonly prompt: string | readonly number[]
  readonly settings: GenerationSettings
  readonly topLogprobs?: number
}

/** What comes next after a prompt; nothing is generated. */
export interface NextTokenRequest {
  readonly kind: 'next-token'
  readonly prompt: string | readonly number[]
  /** Token ids, or texts that are one token each, whose probability is wanted. */
  readonly candidates: readonly (number | string)[]
  /** How many of the likeliest to give as well; default 5. */
  readonly top?: number
}

export type SubjectRequest = ChatRequest | CompletionRequest | NextTokenRequest

/** `choices`: a chat request's `choices` are honoured. `token-ids`: outputs carry their ids. */
export type SubjectRequestKind = SubjectRequest['kind'] | 'choices' | 'logprobs' | 'token-ids'
