import type { PreflightFinding } from './preflight-finding.js'
import type { SubjectReply } from './reply.js'
import type { GenerationSettings, SubjectRequest, SubjectRequestKind } from './request.js'

/** What is known of a subject before it is asked; stored in `run.json`, so never a secret. */
export interface SubjectFacts {
  /** Name of the model as the endpoint knows it, or of the program. */
  readonly model: string
  /** Address without query, user and key, or path of the file. */
  readonly endpoint?: string
  /** Id of the dialect in which its outputs are to be read; absent where only the user knows. */
  readonly dialect?: string
  /** SHA-256 of weights, program or recording, where it can be had cheaply. */
  readonly fingerprint?: string
  /** Settings of a run that are not sent, as the API has no member for them. */
  readonly ignores?: readonly (keyof GenerationSettings)[]
  /** Name and version of the engine or server, where it says so. */
  readonly engine?: string
}

/** A price in any one currency per million tokens. */
export interface TokenPrice {
  readonly input: number
  readonly output: number
  /** Of prompt tokens that the provider had cached; default `input`. */
  readonly cachedInput?: number
}

/** Which sample of a run a request is for. */
export interface SampleOrigin {
  readonly benchmark: string
  readonly item: string
  readonly variant?: string
  /** From 0. */
  readonly trial: number
}

export interface AskContext {
  /** Aborted when the sample's time is up or the run is to stop at once. */
  readonly signal: AbortSignal
  /** Whole exchange, milliseconds. */
  readonly timeoutMs: number
  /** For subjects that answer by item, such as recordings. No endpoint is told. */
  readonly sample?: SampleOrigin
}

/**
 * Whoever is examined by asking. One call of `ask` is one attempt: waiting, trying again and adapting the concurrency
 * are the business of the run.
 */
export interface Subject {
  /** The spec string that opens the same subject again, keys left out. */
  readonly spec: string
  /** Short name for tables. */
  readonly label: string
  readonly facts: SubjectFacts
  /** Kinds of request that it can answer. */
  readonly answers: ReadonlySet<SubjectRequestKind>
  /** Subjects of one word share the limiter of their endpoint. */
  readonly endpoint: string
  /** Requests under way at once, at most; 1 for a model in this process. */
  readonly maxConcurrency: number
  readonly price?: TokenPrice
  /** Its answers are at hand already, faults and waits included: the response cache has no part in them. */
  readonly isRecorded?: true
  /** How a conversation becomes a prompt, where that can be known; what preflight compares. */
  readonly prompts?: PromptRenderer
  /** What was noticed when it was opened; preflight reports it. */
  readonly findings?: readonly PreflightFinding[]
  /**
   * @throws {SubjectFailure} whatever goes wrong outside, classified.
   * @throws {InputError} when the request itself is none that this subject can take.
   */
  ask(request: SubjectRequest, context: AskContext): Promise<SubjectReply>
  close?(): Promise<void>
}

/** The prompt that a subject really gets for a conversation. */
export interface RenderedPrompt {
  readonly text: string
  readonly tokenIds?: readonly number[]
}

export interface PromptRenderer {
  /** @throws {InputError} `template-*` when the model's template refuses or breaks. */
  render(request: Extract<SubjectRequest, { kind: 'chat' }>): Promise<RenderedPrompt>
  /** Ids of a text; special tokens that are written out become themselves. */
  tokenize?(text: string): Promise<readonly number[]>
  /** The text of ids, special tokens written out. */
  detokenize?(tokenIds: readonly number[]): Promise<string>
  /** Ids of the tokens that begin and end a text or a turn, where the model has them. */
  readonly specials?: { readonly bos?: number; readonly eos?: readonly number[]; readonly addsBos?: boolean }
}

export function defineSubject(subject: Subject): Subject {
  return subject
}
