/** What `assay ladder --json` prints, as far as it is read here. */
export interface LadderOutput {
  readonly verdict: string
  readonly decidedBy: string | number | null
  readonly subject: { readonly dialect: string } | null
  readonly batteries: readonly { readonly id: string; readonly cases: number; readonly answered: number }[]
  readonly rungs: readonly {
    readonly id: number
    readonly name: string
    readonly verdict: string
    readonly findings: readonly LadderFinding[]
    readonly tables: readonly LadderTable[]
  }[]
}

export interface LadderFinding {
  readonly code: string
  readonly severity: string
  readonly count: number
}

export interface LadderTable {
  readonly id: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly (string | number | null)[])[]
}

export function tableOf(ladder: LadderOutput, id: string): LadderTable | undefined {
  return ladder.rungs.flatMap(({ tables }) => tables).find((table) => table.id === id)
}

/** Rows as records by column. */
export function rowsOf(table: LadderTable | undefined): readonly Readonly<Record<string, string | number | null>>[] {
  if (table === undefined) return []
  return table.rows.map((row) => Object.fromEntries(table.columns.map((column, at) => [column, row[at] ?? null])))
}
