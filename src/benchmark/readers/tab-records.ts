import { InputError } from '../../errors.js'
import { readLines } from '../../text/jsonl.js'

export interface TabRecord {
  /** Line on which the record begins, from 1. */
  readonly line: number
  readonly fields: readonly string[]
}

/** Longest field over several lines, in UTF-16 code units. A query of a retrieval set is a few hundred. */
const MAX_QUOTED_LENGTH = 1 << 20

/**
 * Reads tab-separated records as pandas writes them: a field that holds a tab, a quote or a line break stands in double
 * quotes with quotes doubled, and may run over several lines. A field that merely begins with a quote is taken as it
 * stands. Blank lines are passed over.
 *
 * @throws {InputError} `quote-open` when a quoted field does not end within 1 MiB, or text follows its end.
 */
export async function* readTabRecords(
  pieces: AsyncIterable<Uint8Array>,
  path: string,
): AsyncGenerator<TabRecord> {
  let open: OpenRecord | undefined
  for await (const { number, text } of readLines(pieces, path)) {
    if (open === undefined && text.trim() === '') continue
    const record: OpenRecord = open ?? { line: number, fields: [], quoted: undefined, length: 0 }
    const isComplete = takeLine(record, text)
    if (isComplete === undefined || record.length > MAX_QUOTED_LENGTH) throw openQuote(path, record.line)
    open = isComplete ? undefined : record
    if (isComplete) yield { line: record.line, fields: record.fields }
  }
  if (open !== undefined) throw openQuote(path, open.line)
}

interface OpenRecord {
  readonly line: number
  readonly fields: string[]
  /** Pieces of the quoted field that runs on from earlier lines. */
  quoted: string[] | undefined
  length: number
}

/** Whether the record is complete after this line; undefined when text follows a quoted field of several lines. */
function takeLine(record: OpenRecord, line: string): boolean | undefined {
  let at = 0
  for (;;) {
    const isRunning = record.quoted !== undefined
    if (isRunning || line[at] === '"') {
      const from = isRunning ? at : at + 1
      const quote = closingQuote(line, from)
      if (quote === -1) {
        record.quoted ??= []
        record.quoted.push(undouble(line.slice(from)))
        record.length += line.length + 1
        return false
      }
      const end = quote + 1
      if (end === line.length || line[end] === '\t') {
        record.fields.push([...(record.quoted ?? []), undouble(line.slice(from, quote))].join('\n'))
        record.quoted = undefined
        if (end === line.length) return true
        at = end + 1
        continue
      }
      if (isRunning) return undefined
    }
    const end = line.indexOf('\t', at)
    record.fields.push(end === -1 ? line.slice(at) : line.slice(at, end))
    if (end === -1) return true
    at = end + 1
  }
}

/** Place of the quote that is not one of a pair, or -1. */
function closingQuote(line: string, from: number): number {
  let quote = line.indexOf('"', from)
  while (quote !== -1 && line[quote + 1] === '"') quote = line.indexOf('"', quote + 2)
  return quote
}

function undouble(text: string): string {
  return text.replaceAll('""', '"')
}

function openQuote(path: string, line: number): InputError {
  return new InputError({
    code: 'quote-open',
    what: 'A field that begins with a double quote has no proper end.',
    where: `${path}, line ${line}`,
    fix: 'Close the quote, or double every quote inside the field.',
  })
}
