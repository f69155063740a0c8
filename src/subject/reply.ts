/** What was said, verbatim. Exactly one of `text` and `message`, or both where an API gives both. */
export interface SubjectOutput {
  /** Raw text, special tokens written out where the subject keeps them. */
  readonly text?: string
  readonly tokenIds?: readonly number[]
  /** The message object of an API as JSON, exactly as it stood in the answer. */
  readonly message?: string
  readonly stopReason: StopReason
  /** The reason in the subject's own word. */
  readonly stopDetail?: string
}

/** `length`: cut by the token limit. `refused`: the provider's filter ended it. */
export type StopReason = 'stop' | 'length' | 'refused' | 'unknown'

export interface TokenProbability {
  readonly id?: number
  readonly text?: string
  /** Natural logarithm. */
  readonly logprob: number
  /** `at-most`: the token was not listed, so its probability is no higher than that of the last one listed. */
  readonly bound?: 'at-most'
}

export interface Usage {
  readonly promptTokens?: number
  readonly completionTokens?: number
  /** Of the prompt tokens. */
  readonly cachedTokens?: number
  /** Of the completion tokens. */
  readonly reasoningTokens?: number
}

/** One answer. */
export interface SubjectReply {
  readonly output: SubjectOutput
  /** The body as it came, for audits. */
  readonly raw?: Uint8Array
  readonly promptIds?: readonly number[]
  /** Probabilities of the first token: those asked for first, then the likeliest. */
  readonly firstTokens?: readonly TokenProbability[]
  /** Entropy of the first token in nats, where its whole distribution is known. */
  readonly firstEntropy?: number
  /** Tokens of the continuation that was asked about, each given all before it. */
  readonly continuation?: readonly TokenProbability[]
  /** Natural log-probability of each label of `choices`, and how they came about. */
  readonly choices?: Readonly<Record<string, number>>
  readonly choiceMethod?: 'logprobs' | 'constrained'
  readonly usage?: Usage
  /** In the currency of the price, where the subject itself says what it cost. */
  readonly cost?: number
}
