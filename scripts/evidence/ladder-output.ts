/** What `assay ladder --json` prints, as far as it is read here. */
export interface LadderOutput {
  readonly verdict: string
  /** What the verdict rests on. */
  readonly figures: readonly {
    readonly rung: number
    readonly metric: string
    readonly value: number
    readonly n: number
    readonly interval?: readonly [number, number]
    readonly isItemsOnly?: boolean
    readonly standing?: string
  }[]
  readonly rungs: readonly {
    readonly id: number
    readonly name: string
    readonly verdict: string
    readonly findings: readonly LadderFinding[]
    readonly tables: readonly LadderTable[]
  }[]
}

interface LadderFinding {
  readonly code: string
  readonly severity: string
  readonly count: number
}

interface LadderTable {
  readonly id: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly (string | number | null)[])[]
}

export function tableOf(ladder: LadderOutput, id: string): LadderTable | undefined {
  return ladder.rungs.flatMap(({ tables }) => tables).find((table) => table.id === id)
}

/** Rows as records by column. */
export function rowsOf(
  table: LadderTable | undefined,
): readonly Readonly<Record<string, string | number | null>>[] {
  if (table === undefined) return []
  return table.rows.map((row) =>
    Object.fromEntries(table.columns.map((column, at) => [column, row[at] ?? null])),
  )
}
