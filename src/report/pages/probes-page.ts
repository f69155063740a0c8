import type { Score } from '../../score/score.js'

export interface ProbesPage {
  readonly results: readonly ProbeResult[]
}

/** One kind of questions of one benchmark, asked of one subject. */
export interface ProbeResult {
  readonly source: string
  readonly subject: string
  readonly benchmark: string
  readonly kind: 'mcq' | 'qa'
  /** How tools were shown in what is examined, where `assay probe` asked. */
  readonly examined?: string
  /** `accuracy` (MCQ) or `balanced-accuracy` (QA) of what is examined, first; every other measure behind it. */
  readonly scores: readonly Score[]
  /** The same questions without the tool, or with another. */
  readonly controls: readonly ProbeControl[]
  readonly nulls: readonly ProbeNull[]
  /** MCQ: how often each letter was chosen, and how often it was right. */
  readonly letters: readonly LetterShare[]
  /** Whether letters are chosen alike. */
  readonly letterTest?: {
    readonly chiSquared: number
    readonly degrees: number
    readonly p?: number
    readonly note?: string
  }
  /** Items that null models get right without seeing a tool, at most 200, those that most of them get first. */
  readonly beatable: readonly { readonly item: string; readonly by: readonly string[] }[]
  /** Of this kind; `items` are those with a measurement where the benchmark could not be read. */
  readonly counts: { readonly items: number; readonly measured: number; readonly beatable: number }
  /** By what answers were found: probabilities, constraint, writing. */
  readonly methods: Readonly<Record<string, number>>
}

export interface ProbeControl {
  /** `no-token`, `other-token`, `name`, … */
  readonly showing: string
  readonly score: Score
  /** Examined less control on the same items. */
  readonly difference?: {
    readonly value: number
    readonly interval: readonly [number, number]
    readonly p: number
    readonly verdict: string
  }
}

export interface ProbeNull {
  readonly id: string
  readonly metric: string
  readonly value: number
  readonly interval?: readonly [number, number]
  readonly n: number
  /** The word that the best single-word rule looks for, and the like. */
  readonly note?: string
}

export interface LetterShare {
  readonly letter: string
  readonly chosen: number
  readonly answers: number
  /** Accuracy where this letter is right. */
  readonly accuracy?: number
}
