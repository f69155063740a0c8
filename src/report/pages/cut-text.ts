/** A text of a subject or a catalog, cut where a report has no room for all of it. */
export interface CutText {
  readonly text: string
  /** UTF-16 units of the whole; more than `text` has where it was cut. */
  readonly length: number
}
