import type { ProbeFacts } from '../probe/probe-plan.js'
import type { GenerationSettings } from '../subject/request.js'
import type { SubjectFacts, TokenPrice } from '../subject/subject.js'
import type { ConverseFacts } from './converse/converse-facts.js'
import type { Rotations, Shortlist } from './plan.js'

/** How the subject of a run was opened; names of variables and headers, never their values. */
export interface StoredSubject {
  readonly spec: string
  readonly label: string
  readonly facts: SubjectFacts
  readonly dialect?: string
  /** Name of the variable that holds the key, where it was named. */
  readonly key?: string
  readonly price?: TokenPrice
  readonly maxConcurrency?: number
  /** Names of headers that were sent besides those of the API. */
  readonly headers?: readonly string[]
  readonly extra?: Readonly<Record<string, unknown>>
}

export interface RunBenchmark {
  /** As samples name it; distinct within the run. */
  readonly name: string
  readonly path: string
  readonly format?: string
  readonly fingerprint: string
  readonly items: number
}

/** One process that worked at the run. */
export interface RunSession {
  readonly startedAt: string
  readonly assay: string
  readonly node: string
}

/** What was found before the run counted. */
export interface RunPreflight {
  /**
   * `unmeasured`: a blocking finding stands, so the samples say nothing of the subject. `not-done`: somebody else asked, and
   * nothing is known of the instrument.
   */
  readonly verdict: 'passed' | 'unmeasured' | 'not-done'
  readonly findings: readonly {
    readonly code: string
    readonly severity: 'blocking' | 'notice'
    readonly what: string
    readonly fix: string
  }[]
}

/** Where a run came from that another tool carried out. */
export interface RunOrigin {
  /** Id of the reader. */
  readonly format: string
  /** Of the tool that wrote the log, where it says so. */
  readonly version?: string
  readonly files: readonly {
    /** Last part of the path. */
    readonly name: string
    readonly sizeBytes: number
    /** SHA-256 of the bytes. */
    readonly fingerprint: string
  }[]
}

/** `run.json` of an imported run: what a log does not tell is not there. */
export interface ImportedRunDocument
  extends Pick<
    RunDocument,
    'schema' | 'id' | 'createdAt' | 'subject' | 'benchmarks' | 'trials' | 'tasks' | 'rotations'
  > {
  readonly importedFrom: RunOrigin
  /** The settings that all exchanges share. */
  readonly settings: GenerationSettings
  readonly sessions: readonly []
  readonly preflight: RunPreflight
}

/** `run.json`: what was asked, of whom and by which versions. Never a secret. */
export interface RunDocument {
  readonly schema: 'assay.run/1'
  readonly id: string
  readonly createdAt: string
  readonly subject: StoredSubject
  readonly benchmarks: readonly RunBenchmark[]
  readonly catalog?: {
    readonly sources: readonly string[]
    readonly fingerprint: string
    readonly tools: number
  }
  /** By kind of item: version of the task, and the hash of the requests of its first item. */
  readonly tasks: Readonly<Record<string, { readonly version: number; readonly requests: string }>>
  /** Of the run; the seed of a trial is `seed` + trial. */
  readonly settings: GenerationSettings
  readonly seed: number
  readonly trials: number
  readonly rotations: Rotations
  readonly shortlist?: Shortlist
  /** Of a run of `assay probe`: how its items are shown. */
  readonly probe?: ProbeFacts
  /** Of a run of `assay converse`: the pack, and how the agent was led. */
  readonly converse?: ConverseFacts
  readonly sessions: readonly RunSession[]
  readonly preflight?: RunPreflight
}
