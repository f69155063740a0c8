import { mkdtemp, open, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { InputError } from '../../errors.js'
import type { Answer, AskLimits, Database, DatabaseLimits } from '../../export/tables/database.js'
import { sqlName, sqlText } from '../../export/tables/sql-text.js'
import type { JsonValue } from '../../text/json.js'
import { printableLines } from '../../text/printable.js'
import { importPeer } from '../find-peer.js'
import { makeFolder, outputPlace, unwritable } from '../output-place.js'
import type { DuckConnection, DuckInstance, DuckModule, DuckPrepared, DuckResult } from './duckdb-module.js'
import { duckValue } from './duckdb-value.js'

/**
 * A DuckDB in memory. It downloads and loads no extension; nothing that it is asked may take more than the limits.
 *
 * @throws {InputError} `peer-missing`.
 */
export async function openDuckdb(limits: DatabaseLimits): Promise<Database> {
  // The interfaces are what its documentation promises; the slow tests run all of it.
  const duck = (await importPeer('@duckdb/node-api')) as DuckModule
  const disk = limits.mayUseDisk ? await mkdtemp(join(tmpdir(), 'assay-duckdb-')) : undefined
  const instance = await duck.DuckDBInstance.create(':memory:', {
    threads: String(limits.threads),
    memory_limit: `${limits.memoryMegabytes}MB`,
    temp_directory: disk ?? '',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
  })
  return new Duckdb(duck, { instance, connection: await instance.connect(), disk })
}

interface Opened {
  readonly instance: DuckInstance
  readonly connection: DuckConnection
  /** Folder for what does not fit into memory. */
  readonly disk: string | undefined
}

class Duckdb implements Database {
  readonly #duck: DuckModule
  readonly #opened: Opened

  constructor(duck: DuckModule, opened: Opened) {
    this.#duck = duck
    this.#opened = opened
  }

  get #connection(): DuckConnection {
    return this.#opened.connection
  }

  async run(sql: string): Promise<void> {
    await failing(this.#connection.run(sql))
  }

  async read(sql: string): Promise<readonly (readonly JsonValue[])[]> {
    const reader = await failing(this.#connection.runAndReadAll(sql))
    return rowsOf(reader.getRows())
  }

  async give(sql: string, text: string): Promise<void> {
    const prepared = await failing(this.#connection.prepare(sql))
    prepared.bindVarchar(1, text)
    await failing(prepared.run())
  }

  async writeParquet(sql: string, path: string, about: Readonly<Record<string, string>>): Promise<number> {
    const place = await outputPlace(path)
    const temporary = `${place}.${process.pid}.tmp`
    const facts = Object.entries(about).map(([name, value]) => `${sqlName(name)}: ${sqlText(value)}`)
    try {
      await makeFolder(dirname(place))
      const [[count] = []] = await this.read(
        `COPY (${sql}) TO ${sqlText(temporary)} (FORMAT parquet, COMPRESSION zstd, USE_TMP_FILE false, KV_METADATA {${facts.join(', ')}})`,
      )
      const file = await open(temporary, 'r+')
      await file.datasync()
      await file.close()
      await rename(temporary, place)
      return Number(count)
    } catch (cause) {
      await rm(temporary, { force: true }).catch(() => undefined)
      throw cause instanceof InputError ? cause : unwritable(path, cause)
    }
  }

  async lock(readable: readonly string[]): Promise<void> {
    await this.run(`SET allowed_paths = [${readable.map(sqlText).join(', ')}]`)
    await this.run('SET enable_external_access = false')
    await this.run('SET lock_configuration = true')
  }

  async ask(sql: string, limits: AskLimits): Promise<Answer> {
    const prepared = await this.#prepareOne(sql)
    const watch = new Watch(this.#connection, limits)
    try {
      const result = await watch.over(prepared.stream())
      return { columns: columnsOf(result), rows: streamed(result, watch) }
    } catch (error) {
      watch.end()
      throw error
    }
  }

  /** One statement that only reads. */
  async #prepareOne(sql: string): Promise<DuckPrepared> {
    const statements = await this.#connection.extractStatements(sql).catch((cause: unknown) => {
      throw invalid(cause)
    })
    if (statements.count !== 1) {
      throw new InputError({
        code: 'query-not-one',
        what: 'There is more than one statement.',
        fix: 'Give one SELECT; a statement that DuckDB makes several of, such as PIVOT, is written as SELECT with FILTER.',
      })
    }
    const prepared = await statements.prepare(0).catch((cause: unknown) => {
      throw invalid(cause)
    })
    // EXPLAIN ANALYZE would carry out whatever stands behind it.
    const kind = this.#duck.StatementType[prepared.statementType]
    if (kind !== 'SELECT') {
      throw new InputError({
        code: 'query-writes',
        what: `Only SELECT is carried out, and this is ${kind ?? 'another statement'}.`,
        fix: 'Ask with SELECT, WITH … SELECT, FROM, DESCRIBE, SHOW or SUMMARIZE.',
      })
    }
    if (prepared.parameterCount > 0) throw invalid(new Error('The statement has parameters.'))
    return prepared
  }

  async close(): Promise<void> {
    const { connection, instance, disk } = this.#opened
    connection.closeSync()
    instance.closeSync()
    if (disk !== undefined) await rm(disk, { recursive: true, force: true })
  }
}

/** Interrupts a connection when the time is up or the user has had enough. */
class Watch {
  readonly #limits: AskLimits
  readonly #timer: NodeJS.Timeout
  readonly #stop: () => void
  #isLate = false

  constructor(connection: DuckConnection, limits: AskLimits) {
    this.#limits = limits
    this.#stop = () => connection.interrupt()
    this.#timer = setTimeout(() => {
      this.#isLate = true
      connection.interrupt()
    }, limits.timeoutMs)
    limits.signal.addEventListener('abort', this.#stop)
  }

  async over<T>(work: Promise<T>): Promise<T> {
    try {
      return await work
    } catch (cause) {
      this.#limits.signal.throwIfAborted()
      if (!this.#isLate) throw failed(cause)
      throw new InputError({
        code: 'query-too-slow',
        what: `The statement took longer than ${this.#limits.timeoutMs / 1000} s.`,
        fix: 'Ask for less, or give it more time with --timeout.',
      })
    }
  }

  end(): void {
    clearTimeout(this.#timer)
    this.#limits.signal.removeEventListener('abort', this.#stop)
  }
}

function columnsOf(result: DuckResult): Answer['columns'] {
  const types = result.columnTypes()
  return result.deduplicatedColumnNames().map((name, place) => ({ name, type: String(types[place]) }))
}

async function* streamed(
  result: DuckResult,
  watch: Watch,
): AsyncGenerator<readonly (readonly JsonValue[])[]> {
  try {
    for (;;) {
      const piece = await watch.over(result.fetchChunk())
      if (piece === null || piece.rowCount === 0) return
      yield rowsOf(piece.getRows())
    }
  } finally {
    watch.end()
  }
}

function rowsOf(rows: readonly (readonly unknown[])[]): readonly (readonly JsonValue[])[] {
  return rows.map((row) => row.map((value) => duckValue(value)))
}

async function failing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (cause) {
    throw failed(cause)
  }
}

function failed(cause: unknown): InputError {
  return new InputError({
    code: 'query-failed',
    what: `DuckDB gave up. ${saidBy(cause)}`,
    fix: 'Ask for less; a limit of memory is raised with --memory, a file that cannot be read is left out of the folders.',
    cause,
  })
}

function invalid(cause: unknown): InputError {
  return new InputError({
    code: 'query-invalid',
    what: `DuckDB does not take the statement. ${saidBy(cause)}`,
    fix: 'Correct it; `assay query --tables` lists tables and columns.',
    cause,
  })
}

/** A message may quote what files hold, and help that does not fit here. */
function saidBy(cause: unknown): string {
  const [message = ''] = (cause instanceof Error ? cause.message : String(cause)).split(
    '\n\nPossible solutions',
  )
  return printableLines(message.trim()).slice(0, 2000)
}
