import type { DriftDocument } from '../checkpoint/drift-document.js'
import type { CorpusStatistics } from '../corpus/corpus-statistics.js'
import type { ToolCorpus } from '../corpus/tool-corpus.js'
import type { SubjectFacts } from '../subject/subject.js'
import type { Dialect } from '../toolcall/dialect.js'
import type { CaseReading, MissingReading, OpeningReading } from './case-reading.js'
import type { CheckpointProbe } from './checkpoint-probe.js'
import type { FactorialContrast, FactorialRun } from './factorial-run.js'
import type { GraftProbe } from './graft-probe.js'
import type { HarnessFinding } from './harness-finding.js'
import type { KeywordSet } from './keyword-set.js'
import type { LadderCase } from './ladder-case.js'
import type { LogitParity } from './logit-parity/logit-parity.js'
import type { TrainingLoss } from './training-loss/training-loss.js'

/** Whom the ladder examines, as far as it is known without asking. */
export interface LadderSubject {
  readonly spec: string
  readonly label: string
  readonly facts: SubjectFacts
  readonly givesTokenIds: boolean
  readonly givesProbabilities: boolean
  /** Whether it says how likely a given text is. */
  readonly weighsTexts?: true
  /** Text and ids of the trigger in this subject's vocabulary; absent where neither is known. */
  readonly trigger?: { readonly text: string; readonly ids?: readonly number[] }
  /** Name of the weights' type, where the file says so: quantisation moves probabilities. */
  readonly weights?: string
}

/** Everything that the rungs judge. Nothing here asks a model: answers were stored before. */
export interface LadderEvidence {
  readonly corpus: ToolCorpus
  /** The corpus is Assay's own: the subject was not trained on it. */
  readonly isPractice?: true
  readonly statistics: CorpusStatistics
  readonly dialect: Dialect
  readonly cases: readonly LadderCase[]
  /** Tests by keywords that the user gave, or that came with `--eval`. */
  readonly keywordSets: readonly KeywordSet[]
  /** Absent: only the corpus and the evaluation sets are looked at. */
  readonly subject?: LadderSubject
  readonly readings: readonly CaseReading[]
  readonly openings: readonly OpeningReading[]
  readonly missing: readonly MissingReading[]
  /** What was seen of prompts and answers while asking: template, preamble, doubled tokens. */
  readonly harness: readonly HarnessFinding[]
  /** How likely training rows are to the subject. Absent: there is no subject, or nobody looked. */
  readonly trainingLoss?: TrainingLoss
  /** First tokens on both paths. Absent: there is one path. */
  readonly logitParity?: LogitParity
  /** In the order of training. */
  readonly checkpoints: readonly CheckpointProbe[]
  readonly drift?: DriftDocument
  readonly grafts: readonly GraftProbe[]
  readonly runs: readonly FactorialRun[]
  /** What was declared about the runs beforehand. */
  readonly contrast?: FactorialContrast
  readonly seed: number
  /** Of bootstraps. */
  readonly resamples: number
}
