import type { Tool } from '../catalog/tool.js'
import type { JsonObject } from '../text/json.js'
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
  /** Ways to say each of `choices`, for subjects that weigh tokens by id; others ignore them. */
  readonly spellings?: ChoiceSpellings
  /**
   * Parts of the messages that are text, whatever they spell: a subject in this process reads no special token in them.
   * What a server's tokenizer does with them is its own.
   */
  readonly literal?: readonly string[]
  /** How many of the likeliest first tokens to give with their log-probabilities; default 0. */
  readonly topLogprobs?: number
  /**
   * JSON Schema of the whole answer. A subject that answers `json-schema` holds generation to it, as far as its server or
   * engine knows the keywords; others ignore it. In its objects every property must be required and no other allowed.
   */
  readonly answerSchema?: JsonObject
}

/** Ways to say a label, such as "A" and " A"; the probability of a label is the sum over its spellings. */
export interface ChoiceSpellings {
  /** By label. A spelling with the ids of another of its label counts once. */
  readonly texts: Readonly<Record<string, readonly string[]>>
  /**
   * `one`: spellings of several tokens are left out, and a label without any other cannot be weighed. `any`: their tokens
   * are weighed one after the other, where the subject can.
   */
  readonly tokens: 'one' | 'any'
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

/** How likely a prompt goes on with a text; nothing is generated. */
export interface ContinuationRequest {
  readonly kind: 'continuation'
  readonly prompt: string | readonly number[]
  /** Special tokens that are written out are themselves. */
  readonly continuation: string
  /** How many of its tokens are weighed, at most; default all. */
  readonly most?: number
}

export type SubjectRequest = ChatRequest | CompletionRequest | NextTokenRequest | ContinuationRequest

/**
 * `choices`: a chat request's `choices` are honoured. `json-schema`: so is its `answerSchema`. `token-ids`: outputs carry
 * their ids.
 */
export type SubjectRequestKind = SubjectRequest['kind'] | 'choices' | 'json-schema' | 'logprobs' | 'token-ids'
