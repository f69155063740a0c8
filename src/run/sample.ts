import type { StepRecord, TracedCall } from '../agent/turn-record.js'
import type { FailureKind } from '../subject/failure.js'
import type { StopReason, TokenProbability, Usage } from '../subject/reply.js'
import type { GenerationSettings } from '../subject/request.js'
import type { SampleOrigin } from '../subject/subject.js'

/** What tells a sample from every other of its run. The benchmark is named as in `run.json`. */
export type SampleKey = SampleOrigin

export interface SampleError {
  readonly kind: FailureKind
  readonly code: string
  readonly message: string
  /** Whether the same request may succeed later. */
  readonly retryable: boolean
}

/** One line of `samples.jsonl`: what was asked and what was said, verbatim. Of two lines of one key the later counts. */
export interface Sample extends SampleKey {
  /** Label of the subject. */
  readonly subject: string
  /** SHA-256 of the canonical request. */
  readonly request: { readonly hash: string }
  readonly seed?: number
  /** The settings as asked for. */
  readonly decode: GenerationSettings
  readonly promptIds?: readonly number[]
  /** Absent when there is an `error`. */
  readonly output?: SampleOutput
  /** SHA-256 of the body as it came, secrets replaced, under which `raw/` holds it. */
  readonly raw?: { readonly hash: string }
  readonly firstTokens?: readonly TokenProbability[]
  readonly firstEntropy?: number
  readonly continuation?: readonly TokenProbability[]
  readonly choices?: Readonly<Record<string, number>>
  readonly choiceMethod?: 'logprobs' | 'constrained' | 'generation'
  readonly usage?: Usage
  readonly cost?: number
  readonly timing: { readonly startedMs: number; readonly durationMs: number; readonly waitedMs?: number }
  /** From 1. */
  readonly attempts: number
  /** The answer came out of the response cache. */
  readonly cached?: true
  readonly error?: SampleError
  /** Secrets were replaced in this line. */
  readonly redacted?: true
  /** Of a dialogue, whose one sample this is: every step of every turn. */
  readonly steps?: readonly SampleStep[]
}

/** A sample that another tool asked for; what its log does not tell is not there. */
export type ImportedSample = Omit<Sample, 'timing' | 'attempts'> & {
  readonly timing?: Partial<Sample['timing']>
}

export interface SampleStep {
  /** Place of the user's turn in the dialogue, from 0. */
  readonly turn: number
  /** Within the turn, from 0. */
  readonly step: number
  readonly output: StepRecord['output']
  readonly trace: readonly TracedCall[]
}

export interface SampleOutput {
  readonly text?: string
  readonly tokenIds?: readonly number[]
  /** JSON, exactly as it stood; written into the line as it is, doubled keys and number spelling kept. */
  readonly message?: string
  readonly stopReason: StopReason
  readonly stopDetail?: string
}
