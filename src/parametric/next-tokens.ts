import type { PromptRenderer } from '../subject/subject.js'

/** What may come next after one prefix. */
export interface NextTokenDistribution {
  /**
   * Natural log-probability of every token of the vocabulary, by id; −∞ where impossible, and where the list ends before
   * the vocabulary does. Float32 as engines give it, sums are made in double precision.
   */
  readonly logprobs: Float32Array | Float64Array
  /**
   * Set where the subject told only some: tokens that are absent from `logprobs` (−∞ there) have at most this much.
   * A search that would need one of them says so instead of guessing.
   */
  readonly unlistedAtMost?: number
}

/** A port: log-probabilities of the next token for a batch of prefixes. Prefixes of one batch share a prompt. */
export interface NextTokens {
  /**
   * @param prefixes token ids after the prompt, all of one length, in the order of the answer.
   * @param allowed per prefix the only ids that matter, ascending, where the caller knows; servers that can restrict
   * sampling use it, others ignore it.
   */
  next(
    prefixes: readonly (readonly number[])[],
    allowed?: readonly Int32Array[],
  ): Promise<readonly NextTokenDistribution[]>
}

/** A model whose next tokens can be asked for, one prompt after the other. */
export interface TokenSource {
  readonly spec: string
  /** Short name for tables. */
  readonly label: string
  /** Its own tokenizer and template. */
  readonly prompts: PromptRenderer
  /** Engine, fingerprint and whatever else decides what it answers; for the result. */
  readonly facts: Readonly<Record<string, string>>
  /** How many prompts may be open side by side; default 1. What is answered does not depend on what else is open. */
  readonly lanes?: number
  /**
   * Opens a prompt; that of the prompt before in the same lane is not to be asked any more.
   *
   * @param lane 0 to `lanes` − 1; default 0.
   */
  open(promptIds: readonly number[], lane?: number): Promise<NextTokens>
  close(): Promise<void>
}
