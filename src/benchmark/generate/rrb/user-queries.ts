import { InputError } from '../../../errors.js'

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
  const [header, ...rows] = csvRows(text.startsWith('\uFEFF') ? text.slice(1) : text, path)
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

interface CsvRow {
  readonly cells: readonly string[]
  /** On which it begins, from 1. */
  readonly line: number
}

function csvRows(text: string, path: string): readonly CsvRow[] {
  const separator = separatorOf(text)
  const rows: CsvRow[] = []
  let cells: string[] = []
  let cell = ''
  let line = 1
  let start = 1
  const endRow = (): void => {
    cells.push(cell)
    if (cells.length > 1 || cell.trim() !== '') rows.push({ cells, line: start })
    cells = []
    cell = ''
    start = line
  }
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at)
    if (character === '"' && cell === '') {
      const end = quotedEnd(text, at)
      if (end === -1)
        throw broken(
          `${path}, line ${line}`,
          'A quoted text is not closed.',
          'Close it with a quotation mark.',
        )
      const quoted = text.slice(at + 1, end)
      for (const one of quoted) if (one === '\n') line++
      cell = quoted.replaceAll('""', '"')
      at = end
    } else if (character === separator) {
      cells.push(cell)
      cell = ''
    } else if (character === '\n') {
      line++
      endRow()
    } else if (character !== '\r') cell += character
  }
  endRow()
  return rows
}

/** Of those that stand in the first line the most frequent. */
function separatorOf(text: string): string {
  const end = text.indexOf('\n')
  const first = end === -1 ? text : text.slice(0, end)
  const count = (mark: string): number => first.split(mark).length
  return [',', ';', '\t'].reduce((best, mark) => (count(mark) > count(best) ? mark : best))
}

/** Place of the quotation mark that closes the one at `from`; −1 when none does. */
function quotedEnd(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    if (text.charAt(at + 1) !== '"') return at
    at++
  }
  return -1
}

function broken(where: string, what: string, fix: string): InputError {
  return new InputError({ code: 'queries-broken', what, where, fix })
}
