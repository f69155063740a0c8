import type { Benchmark } from '../benchmark/item.js'
import type { Catalog } from '../catalog/catalog.js'
import type { TokenBudget } from '../corpus/fit-record.js'
import type { ToolTokens } from '../corpus/tool-tokens.js'
import type { TrainingRecipe } from '../corpus/training-recipe.js'
import type { Retriever } from '../retrieval/retriever.js'

export interface TrainingSetRequest {
  readonly catalog: Catalog
  readonly tokens: ToolTokens
  readonly recipe: TrainingRecipe
  readonly stage: 1 | 2
  readonly update: 'fft' | 'lora'
  /** Stage 2 alone. */
  readonly queries: readonly Benchmark[]
  /** What subjects will be examined with. */
  readonly tests: readonly Benchmark[]
  /** Leaves out queries that repeat a test text, instead of only listing them. */
  readonly dropNearDuplicates: boolean
  /** Finds the hard negatives of F3. */
  readonly retriever: Retriever
  /** Wrong options of F3. */
  readonly negativeCount: number
  readonly budget: TokenBudget
  readonly seed: number
  /** Version of Assay. */
  readonly assay: string
  readonly folder: string
}
