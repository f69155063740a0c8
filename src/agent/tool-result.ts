/** What a search, a filter, a sort or any other tool that gives rows has found. Never changed once made. */
export interface ToolResult {
  readonly kind: 'result'
  /**
   * Provenance: SHA-256 over the tool, its canonical arguments and the ids of the results that went into it. Two results
   * with one id were asked for in the same way, whatever their keys and variables are called.
   */
  readonly id: string
  /** Name of the tool that made it. */
  readonly tool: string
  /** Text that stands for the result in the cache: the only thing that the next prompt shows of it. */
  readonly summary: string
  readonly rows: ResultRows
}

/** Rows of a result, read in place: a search over half a million rows copies none. */
export interface ResultRows {
  readonly count: number
  /** Names of the columns, in the order of the table. */
  readonly columns: readonly string[]
  /** @param row from 0 to `count` − 1, in the order of the result. */
  value(row: number, column: string): ResultCell
  /** Identity of a row: equal for the same row of a table whichever result it stands in. */
  rowId(row: number): string
}

/** `undefined`: the column is not there. */
export type ResultCell = null | boolean | number | string | undefined
