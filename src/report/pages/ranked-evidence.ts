/** What a subject ranked first for one query. */
export interface RankedEvidence {
  readonly source: string
  readonly subject: string
  readonly benchmark: string
  readonly item: string
  readonly query: string
  /** Needs, each met by any of its equals. */
  readonly needs: readonly (readonly string[])[]
  /** Best first. */
  readonly top: readonly string[]
}
