import type { JsonObject } from '../../text/json.js'
import type { SubjectReply } from '../reply.js'
import type { ChatRequest, GenerationSettings } from '../request.js'
import type { WireBody } from './wire-body.js'

/** What is sent to an endpoint. */
export interface WireRequest {
  /** After the base address, e.g. `/chat/completions`. */
  readonly path: string
  /** Whether the path begins at the server's root, not at the base address that may end in `/v1`. */
  readonly atRoot?: true
  /** JSON. */
  readonly body: string
}

/** What an answer says; the body itself is kept by whoever sent the request. */
export type WireReply = Omit<SubjectReply, 'raw'>

/** What of a request the subject decides, not the run. */
export interface WireOptions {
  readonly model: string
  /** Further members of the body; `null` leaves a member out that would be sent. */
  readonly extra: JsonObject
  /** Name of the member that limits the tokens, where servers differ. */
  readonly tokenLimit?: 'max_tokens' | 'max_completion_tokens'
}

/** One wire format of chat with tools. Pure: requests to JSON, JSON to replies. */
export interface ChatProtocol {
  readonly id: string
  /** Id of the dialect that reads the `message` of its replies. */
  readonly dialect: string
  /** Settings for which the API has no member; they are not sent. */
  readonly ignores: readonly (keyof GenerationSettings)[]
  /** Whether replies can carry log-probabilities. */
  readonly hasLogprobs: boolean
  /** Names of tools that the API takes, and the rule in words. */
  readonly toolNames: ToolNameRule
  /** @throws {InputError} `subject-extra`, `tool-name-refused`. */
  write(request: ChatRequest, options: WireOptions): WireRequest
  /** @throws {SubjectFailure} `schema`, `refusal`, and what an error inside the answer says. */
  read(body: WireBody): WireReply
}

export interface ToolNameRule {
  readonly pattern: RegExp
  readonly says: string
}
