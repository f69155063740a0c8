import type { Benchmark } from '../../benchmark/item.js'
import type { Resolution } from '../../benchmark/resolve.js'
import type { Catalog } from '../../catalog/catalog.js'
import type { ScoreRule } from '../../parametric/beam-search.js'
import type { FailedQuery, QueryAnswer } from '../../parametric/query-answer.js'
import type { TokenMap } from '../../parametric/token-map.js'
import type { TokenizedMap } from '../../parametric/tokenize-map.js'
import type { CatalogFlags } from '../catalog/catalog-flags.js'
import type { CliContext } from '../command.js'

export interface ParametricFlags extends CatalogFlags {
  readonly catalog: readonly string[]
  readonly benchmark: string
  readonly subject?: readonly string[]
  /** Of the one subject. */
  readonly label?: string
  readonly checkpoints?: readonly string[]
  readonly predictions?: readonly string[]
  /** Scores of probes, one a subject. */
  readonly probes?: readonly string[]
  readonly probeItems?: readonly string[]
  readonly tokens?: string
  readonly k: readonly number[]
  readonly beams: number
  readonly widths?: readonly number[]
  readonly maxNewTokens: number
  readonly lengthPenalty: number
  readonly earlyStopping: 'false' | 'true' | 'never'
  readonly rule: ScoreRule
  readonly decode: 'both' | 'constrained' | 'free'
  readonly system?: string
  readonly prompt?: string
  readonly end?: readonly string[]
  readonly save?: string
  readonly dialect?: string
  readonly key?: string
  readonly partial?: true
  readonly split?: string
  readonly benchmarkFormat?: string
  readonly seed: number
  readonly resamples: number
  readonly output?: string
  readonly json?: true
}

/** What every subject of one call is measured on. */
export interface ParametricTask {
  readonly flags: ParametricFlags
  readonly context: CliContext
  readonly catalog: Catalog
  readonly benchmark: Benchmark
  readonly resolution: Resolution
  readonly map: TokenMap | undefined
}

/** What one subject, or one file, gave for the queries. */
export interface ParametricOutcome {
  readonly subject: string
  /** Here, with the beam width of the flags; else elsewhere, with who knows which. */
  readonly isDecoded: boolean
  readonly answers: ReadonlyMap<string, QueryAnswer>
  readonly failed: readonly FailedQuery[]
  /** Answers at further beam widths. */
  readonly byWidth: ReadonlyMap<number, ReadonlyMap<string, QueryAnswer>>
  /** Undefined where lists name tools and no map was given. */
  readonly tokens: TokenizedMap | undefined
  /** Queries that a file leaves out. */
  readonly uncovered: readonly string[]
  /** How it came about, for the result. */
  readonly details: Readonly<Record<string, unknown>>
  /** For people. */
  readonly notices: readonly string[]
}
