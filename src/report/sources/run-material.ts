import type { Benchmark } from '../../benchmark/item.js'
import type { Catalog } from '../../catalog/catalog.js'
import type { Dialect } from '../../toolcall/dialect.js'
import type { Vocabulary } from '../../toolcall/tokens/vocabulary.js'

/** What samples of a run are read with; whatever could not be opened is absent, and told. */
export interface RunMaterial {
  /** By the name in `run.json`. */
  readonly benchmarks: ReadonlyMap<string, Benchmark>
  readonly catalog?: Catalog
  readonly dialect?: Dialect
  readonly vocabulary?: Vocabulary
  /** What could not be opened, a sentence each. */
  readonly faults: readonly string[]
}

export const noMaterial: RunMaterial = { benchmarks: new Map(), faults: [] }
