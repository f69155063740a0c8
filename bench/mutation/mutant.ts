/** What Stryker found out about a mutant. A timeout is a loop that does not end, which is noticed. */
export type MutantStatus = 'Killed' | 'Timeout' | 'Survived' | 'NoCoverage' | 'RuntimeError' | 'Ignored'

/** A change of one place in the sources. Lines and columns count from 0, the end is exclusive. */
export interface Mutant {
  /** File, place, kind and replacement: the same as long as the file is. */
  readonly key: string
  readonly fileName: string
  readonly location: { readonly start: Place; readonly end: Place }
  readonly mutatorName: string
  readonly replacement: string
}

interface Place {
  readonly line: number
  readonly column: number
}

/** A mutant of which a reader has said that no test can tell it from the source. */
export interface EquivalentMutant {
  readonly file: string
  /** The line it starts in, without the space around it, so that it may move. */
  readonly line: string
  readonly original: string
  readonly replacement: string
  readonly why: string
}

/** A mutant as a reader wants to see it. */
export interface ReadMutant {
  readonly at: string
  readonly line: string
  readonly original: string
  readonly replacement: string
  readonly mutator: string
  readonly status: MutantStatus
}
