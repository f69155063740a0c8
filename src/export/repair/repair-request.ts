import type { ToolCorpus } from '../../corpus/tool-corpus.js'
import type { LadderCase } from '../../ladder/ladder-case.js'
import type { TokenCounter } from '../../text/count-tokens.js'
import type { EvaluationSet } from './evaluation-texts.js'

export interface RepairRequest {
  readonly corpus: ToolCorpus
  /** Corpora of chat, for prose without a need for tools. */
  readonly chats: readonly ToolCorpus[]
  /** What subjects will be examined with. */
  readonly tests: readonly EvaluationSet[]
  /** Cases of a ladder that will be climbed again. */
  readonly cases: readonly LadderCase[]
  /** Rows to aim at; by default `defaultRows`. */
  readonly rows?: number
  readonly update: 'fft' | 'lora'
  readonly learningRate: number
  readonly counter: TokenCounter
  /** Longest row in tokens; by default rows of the corpus and made ones may have any length, those of chats 1,024. */
  readonly maxTokens?: number
  /** Tokens kept for the marks of the chat template. */
  readonly reserve: number
  readonly seed: number
  /** Version of Assay. */
  readonly assay: string
  readonly folder: string
}
