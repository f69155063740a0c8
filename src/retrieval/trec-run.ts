import { InputError } from '../errors.js'
import { readLines } from '../text/jsonl.js'

/** One line of a TREC run: `query Q0 tool rank score tag`. */
export interface RunLine {
  readonly query: string
  readonly tool: string
  readonly score: number
  /** Counts from 1. */
  readonly line: number
}

/**
 * Reads a TREC run. Columns are cut at tabs where a line has five; else at white space from both ends, so that the name
 * of a tool may hold spaces. The rank column is not read: as in trec_eval, the score alone orders.
 *
 * @throws {InputError} `run-broken`, naming the line.
 */
export async function* readTrecRun(pieces: AsyncIterable<Uint8Array>, path: string): AsyncGenerator<RunLine> {
  for await (const { number, text } of readLines(pieces, path)) {
    if (text.trim() === '') continue
    const columns = columnsOf(text)
    const score = columns === undefined ? Number.NaN : decimal(columns.score)
    if (columns === undefined || Number.isNaN(score)) {
      throw new InputError({
        code: 'run-broken',
        what:
          columns === undefined
            ? 'The line does not have the six columns of a TREC run.'
            : `The score "${columns.score}" is not a number.`,
        where: `${path}, line ${number}`,
        fix: 'Write "query Q0 tool rank score tag", one tool a line; or JSONL of {"id", "ranked"}.',
      })
    }
    yield { query: columns.query, tool: columns.tool, score, line: number }
  }
}

interface Columns {
  readonly query: string
  readonly tool: string
  readonly score: string
}

function columnsOf(text: string): Columns | undefined {
  const cells = text.split('\t')
  if (cells.length === 6) {
    const [query = '', , tool = '', , score = ''] = cells
    return query === '' || tool === '' ? undefined : { query, tool, score: score.trim() }
  }
  // Words from both ends; what lies between the second and the third-last is the tool's name, spaces and all.
  const words = [...text.matchAll(/\S+/g)]
  const [query, , first] = words
  const [last, , score] = words.slice(-4)
  if (words.length < 6 || query === undefined || first === undefined) return undefined
  if (last === undefined || score === undefined) return undefined
  return {
    query: query[0],
    tool: text.slice(first.index, last.index + last[0].length),
    score: score[0],
  }
}

/** NaN unless the text is a finite decimal. */
function decimal(text: string): number {
  const value = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text) ? Number(text) : Number.NaN
  return Number.isFinite(value) ? value : Number.NaN
}
