import type { Benchmark } from '../../benchmark/item.js'
import type { Catalog } from '../../catalog/catalog.js'
import type { BeamSettings } from '../../parametric/beam-search.js'
import type { TokenSource } from '../../parametric/next-tokens.js'
import type { TokenMap } from '../../parametric/token-map.js'
import type { TokenizedMap } from '../../parametric/tokenize-map.js'
import type { ProbePlan } from '../../probe/probe-plan.js'
import type { GenerationSettings } from '../../subject/request.js'
import type { PromptRenderer, Subject } from '../../subject/subject.js'
import type { Dialect } from '../../toolcall/dialect.js'

/** The whole way from a question to a score, in parts that a fault can put others in the place of. */
export interface Instrument {
  /** For what chats and chooses; absent where only recall is measured. */
  readonly subject?: Subject
  /** For what is recalled. */
  readonly source: TokenSource
  /** How the prompt should be rendered: what the model was trained on. */
  readonly trained: PromptRenderer
  /** Depths at which recall is scored. */
  readonly ks: readonly number[]
  /** In which outputs are read; absent where no calls are. */
  readonly dialect?: Dialect
  readonly catalog: Catalog
  readonly map: TokenMap
  /** How tools are shown in questions. */
  readonly probe?: ProbePlan
  /** What is asked. */
  readonly asked: Questions
  /** What answers are held against; the same, in a sound instrument. */
  readonly gold: Questions
  readonly settings: GenerationSettings
  readonly beams: Required<Pick<BeamSettings, 'width' | 'maxNewTokens' | 'rule' | 'lengthPenalty'>>
  /** Tokens that the model knows. */
  readonly vocabularySize: number
  /** The tokens that end an output. */
  readonly end: readonly number[]
  /** The tokenized map that decoding is held to. */
  readonly mask: (tokens: TokenizedMap) => TokenizedMap
  /** Lines of the journal between writing and reading. */
  readonly journal: (lines: readonly string[]) => readonly string[]
  /** What is known beforehand. */
  readonly expected: ExpectedFigures
}

export interface Questions {
  readonly queries: Benchmark
  readonly questions?: Benchmark
  readonly calls?: Benchmark
}

export interface ExpectedFigures {
  /** SHA-256 of the catalog that the questions were made for. */
  readonly catalog: string
  /** Outputs that a constrained list holds. */
  readonly listed: number
  /** Recall of all tiers by `rc@k` and `rf@k`. */
  readonly recall: Readonly<Record<string, number>>
  /** Metrics of multiple-choice questions. */
  readonly choices?: Readonly<Record<string, number>>
  /** Metrics of calls. */
  readonly calls?: Readonly<Record<string, number>>
  /** Most by which a figure may differ. */
  readonly tolerance: number
}
