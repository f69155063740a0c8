import type { JsonValue } from '../../text/json.js'

/** A column of an answer. */
export interface AnswerColumn {
  readonly name: string
  /** As the database names it. */
  readonly type: string
}

/** What a statement gave: columns, then rows in pieces. */
export interface Answer {
  readonly columns: readonly AnswerColumn[]
  /** One value a column; numbers that a double cannot hold keep their digits. */
  readonly rows: AsyncIterable<readonly (readonly JsonValue[])[]>
}

/** A database in memory that can read files until it is locked. */
export interface Database {
  /** A statement of our own. */
  run(sql: string): Promise<void>
  /** Rows of a statement of our own, whose answer is small. */
  read(sql: string): Promise<readonly (readonly JsonValue[])[]>
  /** A statement of our own with one text in place of `$1`. */
  give(sql: string, text: string): Promise<void>
  /**
   * Writes the rows of a statement of our own as a Parquet file, under a temporary name first.
   *
   * @param about is kept in the file beside its schema.
   * @returns the number of rows.
   */
  writeParquet(sql: string, path: string, about: Readonly<Record<string, string>>): Promise<number>
  /** From here on no file but `readable` can be opened, nothing loaded and no setting changed. */
  lock(readable: readonly string[]): Promise<void>
  /**
   * One statement of a user, which must only read.
   *
   * @throws {InputError} `query-invalid`, `query-not-one`, `query-writes`, `query-too-slow`, `query-failed`; those of rows
   * too, while they are read.
   */
  ask(sql: string, limits: AskLimits): Promise<Answer>
  close(): Promise<void>
}

export interface DatabaseLimits {
  /** Of what the database holds in memory. */
  readonly memoryMegabytes: number
  /** Whether what does not fit may lie on the disk meanwhile, in a folder of its own. */
  readonly mayUseDisk: boolean
  readonly threads: number
}

/** @throws {InputError} `peer-missing`. */
export type OpenDatabase = (limits: DatabaseLimits) => Promise<Database>

export interface AskLimits {
  /** Of the whole statement, its rows included. */
  readonly timeoutMs: number
  readonly signal: AbortSignal
}
