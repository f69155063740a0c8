import type { Answer, Database } from '../../src/export/tables/database.js'
import type { JsonValue } from '../../src/text/json.js'

/** A database that answers nothing by itself: it records what it is told and gives what the test has laid out. */
export interface RecordingDatabase extends Database {
  readonly statements: string[]
  /** Rows that were put in, by the table they went to. */
  readonly given: Map<string, JsonValue[]>
  readonly asked: string[]
  readonly readable: () => readonly string[] | undefined
  readonly isClosed: () => boolean
}

export interface LaidOut {
  /** Rows for statements of our own that hold a text. */
  readonly reads?: readonly (readonly [part: string, rows: readonly (readonly JsonValue[])[]])[]
  readonly answer?: {
    readonly columns: Answer['columns']
    readonly pieces: readonly (readonly (readonly JsonValue[])[])[]
  }
}

export function recordingDatabase({
  reads = [],
  answer = { columns: [], pieces: [] },
}: LaidOut = {}): RecordingDatabase {
  const statements: string[] = []
  const asked: string[] = []
  const given = new Map<string, JsonValue[]>()
  let readable: readonly string[] | undefined
  let isClosed = false
  return {
    statements,
    given,
    asked,
    readable: () => readable,
    isClosed: () => isClosed,
    run: async (sql) => void statements.push(sql),
    read: async (sql) => reads.find(([part]) => sql.includes(part))?.[1] ?? [],
    give: async (sql, text) => {
      const table = /INSERT INTO stored\."(\w+)"/.exec(sql)?.[1] ?? '?'
      given.set(table, [...(given.get(table) ?? []), ...(JSON.parse(text) as JsonValue[])])
    },
    writeParquet: async (sql) => {
      statements.push(sql)
      return 3
    },
    lock: async (paths) => {
      readable = paths
    },
    ask: async (sql) => {
      if (readable === undefined) throw new Error('asked before it was locked')
      asked.push(sql)
      return {
        columns: answer.columns,
        rows: (async function* () {
          yield* answer.pieces
        })(),
      }
    },
    close: async () => {
      isClosed = true
    },
  }
}
