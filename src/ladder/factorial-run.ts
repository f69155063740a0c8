/** One training run in a factorial table. Figures that a run lacks are absent, never 0. */
export interface FactorialRun {
  readonly name: string
  /** Level of each factor, e.g. corpus: diverse, lr: 1e-5, embeddings: frozen. */
  readonly factors: Readonly<Record<string, string>>
  readonly seed?: number
  readonly steps?: number
  /** Whether the training ran to its end. */
  readonly isComplete: boolean
  /** Right and asked, by measure: `well-formed`, `suppression-rows`, `unseen`, `suppression`, `useful-abstention`, `novel`. */
  readonly counts: Readonly<Record<string, { readonly right: number; readonly n: number }>>
  /** Figures that are no counts: `p-first`, `changed-share`. */
  readonly figures: Readonly<Record<string, number>>
}

/** What was said before the runs to be looked at first: a measure at one level of a factor against another. */
export interface FactorialContrast {
  readonly measure: string
  readonly factor: string
  readonly from: string
  readonly to: string
  /** Levels of other factors at which it is looked at; those that are not named are averaged over. */
  readonly within: Readonly<Record<string, string>>
}
