import type { JsonObject } from '../../text/json.js'
import type { GenerationSettings } from '../request.js'
import type { WireReply, WireRequest } from './wire.js'
import type { WireBody } from './wire-body.js'

/** A prompt to be continued, in the terms that servers share. */
export interface PromptRequest {
  /** Text with special tokens written out, or token ids. */
  readonly prompt: string | readonly number[]
  readonly settings: GenerationSettings
  /** How many of the likeliest tokens to list at each place. */
  readonly topLogprobs: number
  /** Ids that are to be listed whatever their rank, where the server can. */
  readonly listed?: readonly number[]
  /** The answer is to be one of these. */
  readonly labels?: readonly string[]
  /** The answer is to be JSON of this schema. */
  readonly schema?: JsonObject
}

export interface PromptOptions {
  readonly model: string
  readonly version: string | undefined
  readonly extra: JsonObject
}

/** How one server takes a prompt that is continued as it stands. Pure. */
export interface CompletionProtocol {
  readonly id: string
  readonly ignores: readonly (keyof GenerationSettings)[]
  /** Whether a prompt may be token ids. */
  readonly takesIds: boolean
  /** Whether a text gets tokens put before it that nobody wrote, so that it must be sent as ids. */
  readonly changesTexts: boolean
  /** Whether replies carry token ids. */
  readonly givesIds: boolean
  /** Whether an answer can be held to labels. */
  readonly constrains: boolean
  /** Whether an answer can be held to a JSON Schema. */
  readonly holdsSchema: boolean
  /** Whether special tokens are missing from the text and must be put back from the ids. */
  readonly hidesSpecials: boolean
  /** Most tokens that it lists. */
  readonly mostTopLogprobs: number
  /** How deep the list is for a next-token request unless the user says. */
  readonly defaultDepth: number
  write(request: PromptRequest, options: PromptOptions): WireRequest
  /** @throws {SubjectFailure} */
  read(body: WireBody): WireReply
}
