/** Something that a rung saw. */
export interface RungFinding {
  /** Kebab-case, stable; the page of the rung in the docs explains it. */
  readonly code: string
  /** `blocking`: whatever the subject scores, the instrument measured something else. */
  readonly severity: 'blocking' | 'warn' | 'info'
  /** One sentence, texts of strangers made printable. */
  readonly what: string
  /** Ids of cases, items or corpus examples, at most 20. */
  readonly cases: readonly string[]
  /** Concerned in all. */
  readonly count: number
}
