import { InputError } from '../../../errors.js'
import { type CsvRow, readCsv } from '../../../text/csv.js'

/** A query of a user's own, with where it stands. */
export interface UserQuery {
  readonly id: string
  readonly query: string
  readonly cluster?: string
  /** File and line. */
  readonly where: string
}

/** The largest file of queries. */
const MAX_LENGTH = 64 * 1024 * 1024
const MAX_QUERY = 2000

/**
 * Queries from CSV (RFC 4180, separated by commas, semicolons or tabs): the first line names the columns, of which
 * `query` is needed, `id` and `cluster` are taken, and others are passed over. Blank queries are left out.
 *
 * @throws {InputError} `queries-broken`, `queries-empty`.
 */
export function readUserQueries(text: string, path: string): readonly UserQuery[] {
  if (text.length > MAX_LENGTH) throw broken(path, 'The file is larger than 64 MiB.', 'Take a part of it.')
  const [header, ...rows] = csvRows(text, path)
  const columns = (header?.cells ?? []).map((cell) => cell.trim().toLowerCase())
  const queryAt = columns.indexOf('query')
  if (queryAt === -1) {
    throw broken(
      path,
      'The first line names no column "query".',
      'Write the names of the columns in the first line, one of them query; id and cluster are optional.',
    )
  }
  const [idAt, clusterAt] = [columns.indexOf('id'), columns.indexOf('cluster')]
  const ids = new Set<string>()
  const queries: UserQuery[] = []
  for (const { cells, line } of rows) {
    const where = `${path}, line ${line}`
    const query = (cells[queryAt] ?? '').trim().replace(/\s+/g, ' ')
    if (query === '') continue
    if (query.length > MAX_QUERY) {
      throw broken(
        where,
        `The query has ${query.length} characters.`,
        `Shorten it to ${MAX_QUERY}, or leave it out.`,
      )
    }
    const id = (cells[idAt] ?? '').trim() || `query-${String(queries.length + 1).padStart(5, '0')}`
    if (ids.has(id))
      throw broken(where, `The id ${JSON.stringify(id)} stands twice.`, 'Give each query its own id.')
    ids.add(id)
    const cluster = (cells[clusterAt] ?? '').trim()
    queries.push({ id, query, ...(cluster === '' ? {} : { cluster }), where })
  }
  if (queries.length > 0) return queries
  throw new InputError({
    code: 'queries-empty',
    what: 'The file holds no query.',
    where: path,
    fix: 'Write one query a line below the names of the columns.',
  })
}

function csvRows(text: string, path: string): readonly CsvRow[] {
  const reading = readCsv(text)
  if (reading.kind === 'rows') return reading.rows
  throw broken(`${path}, line ${reading.line}`, reading.what, 'Close it with a quotation mark.')
}

function broken(where: string, what: string, fix: string): InputError {
  return new InputError({ code: 'queries-broken', what, where, fix })
}
