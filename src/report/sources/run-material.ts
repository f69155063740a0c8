import type { Benchmark } from '../../benchmark/item.js'
import type { Catalog } from '../../catalog/catalog.js'
import type { Dialect } from '../../toolcall/dialect.js'
import type { Vocabulary } from '../../toolcall/tokens/vocabulary.js'
import type { DialogueJudge } from '../pages/dialogue-judge.js'
import type { ScoreDocument } from './score-document.js'

/** What samples of a run are read with; whatever could not be opened is absent, and told. */
export interface RunMaterial {
  /** By the name in `run.json`. */
  readonly benchmarks: ReadonlyMap<string, Benchmark>
  readonly catalog?: Catalog
  readonly dialect?: Dialect
  readonly vocabulary?: Vocabulary
  /** Of a run of dialogues whose pack comes with Assay. */
  readonly judgeDialogue?: DialogueJudge
  /** Scores made just now, where the run keeps none. */
  readonly scores?: readonly ScoreDocument[]
  /** What could not be opened, a sentence each. */
  readonly faults: readonly string[]
}

export const noMaterial: RunMaterial = { benchmarks: new Map(), faults: [] }
