/*
 * What is used of @duckdb/node-api 1.5, by its own names. The package is an optional peer of 70 MB and no dependency, so
 * its types are written down here.
 */

export interface DuckModule {
  readonly DuckDBInstance: {
    create(path: ':memory:', options: Readonly<Record<string, string>>): Promise<DuckInstance>
  }
  /** Names of kinds of statements by number. */
  readonly StatementType: Readonly<Record<number, string>>
}

export interface DuckInstance {
  connect(): Promise<DuckConnection>
  closeSync(): void
}

export interface DuckConnection {
  run(sql: string): Promise<unknown>
  runAndReadAll(sql: string): Promise<{ getRows(): readonly (readonly unknown[])[] }>
  prepare(sql: string): Promise<DuckPrepared>
  extractStatements(
    sql: string,
  ): Promise<{ readonly count: number; prepare(place: number): Promise<DuckPrepared> }>
  /** Ends what the connection does; its promise rejects. */
  interrupt(): void
  closeSync(): void
}

export interface DuckPrepared {
  readonly statementType: number
  readonly parameterCount: number
  bindVarchar(place: number, text: string): void
  run(): Promise<unknown>
  stream(): Promise<DuckResult>
}

export interface DuckResult {
  deduplicatedColumnNames(): readonly string[]
  columnTypes(): readonly { toString(): string }[]
  /** Null, or a piece without rows, at the end. */
  fetchChunk(): Promise<{ readonly rowCount: number; getRows(): readonly (readonly unknown[])[] } | null>
}
