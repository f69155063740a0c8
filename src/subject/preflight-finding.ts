export type PreflightCode =
  /** The template refuses or breaks, or leaves the tools out. */
  | 'prompt-refused'
  /** Nobody can see the prompt that the subject gets. */
  | 'prompt-unseen'
  /** The prompt differs from the reference. */
  | 'template-parity'
  | 'bos-missing'
  | 'bos-doubled'
  /** Token ids of the prompt do not read back as its text. */
  | 'prompt-decoding'
  /** A tool that is offered is not named in the prompt. */
  | 'preamble-missing'
  /** A description or an argument of a tool that is offered does not stand in the prompt. */
  | 'preamble-partial'
  | 'stop-inside-call'
  /** The text that opens a call does not survive tokenizing and decoding. */
  | 'trigger-lost'
  /** Special tokens of an answer are missing in its text. */
  | 'special-tokens-stripped'
  | 'seed-missing'
  | 'sampling-unset'
  /** The same request with the same seed, or greedy, was answered in two ways. */
  | 'answers-vary'
  /** Calls come parsed where the text was to be read. */
  | 'server-parses-calls'
  /** Calls stand in the text where they were to come parsed. */
  | 'server-leaves-calls'
  /** Calls are written in another dialect than the one that is to be read. */
  | 'calls-in-other-dialect'
  /** The server does not list the model that is asked for. */
  | 'model-unlisted'
  /** The subject did not answer the trial request. */
  | 'trial-failed'

/** Something about the instrument that spoils what it measures, or might. */
export interface PreflightFinding {
  readonly code: PreflightCode
  /** `blocking`: a run is `unmeasured` as long as it stands. `notice`: it is reported beside the scores. */
  readonly severity: 'blocking' | 'notice'
  readonly what: string
  readonly fix: string
  /** How many of the requests that were looked at have it; `what` tells of the first. */
  readonly requests?: number
}
