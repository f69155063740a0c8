import type { KindAgreement } from './agreement.js'
import type { AnnotationUnit } from './annotation-unit.js'

/** What one annotator sees: never what the benchmark holds to be right, nor what others said. */
export interface DeskView {
  readonly annotator: string
  readonly done: number
  readonly total: number
  /** Absent when all is answered. */
  readonly unit?: ShownUnit
}

export interface ShownUnit extends Pick<AnnotationUnit, 'id' | 'shown' | 'question' | 'isMultiple'> {
  /** Keyed 1, 2, … in this order. */
  readonly choices: readonly string[]
}

/** Who annotates a benchmark. */
export interface HallView {
  readonly benchmark: string
  readonly annotators: readonly { readonly annotator: string; readonly answered: number }[]
}

/** What people agree on, with the units on which they do not. */
export interface AgreementView {
  readonly benchmark: string
  readonly annotators: HallView['annotators']
  readonly kinds: readonly KindAgreement[]
  /** Units of disagreements, by id. */
  readonly units: Readonly<Record<string, Pick<AnnotationUnit, 'shown' | 'question' | 'choices'>>>
}
