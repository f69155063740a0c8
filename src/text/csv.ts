/** One record of a CSV text. */
export interface CsvRow {
  readonly cells: readonly string[]
  /** On which it begins, from 1. */
  readonly line: number
}

export type CsvReading =
  | { readonly kind: 'rows'; readonly rows: readonly CsvRow[] }
  | { readonly kind: 'fault'; readonly what: string; readonly line: number }

/**
 * Reads CSV (RFC 4180): records end with LF or CRLF, cells in quotation marks may hold separators, line breaks and doubled
 * quotation marks. The separator is the most frequent of comma, semicolon and tab in the first line. Blank lines are left
 * out, a byte order mark too. Linear in the length of the text; never throws.
 */
export function readCsv(text: string): CsvReading {
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text
  const separator = separatorOf(source)
  const rows: CsvRow[] = []
  let [cells, line, start, at] = [[] as string[], 1, 1, 0]
  while (at < source.length) {
    const cell = cellAt(source, at, separator)
    if (cell === undefined) return { kind: 'fault', what: 'A quoted text is not closed.', line }
    cells.push(cell.text)
    line += cell.breaks
    at = cell.end
    if (source[at] === separator) {
      at++
      // A separator at the very end has an empty cell behind it.
      if (at < source.length) continue
      cells.push('')
    }
    if (source[at] === '\r') at++
    if (source[at] === '\n') at++
    if (cells.some((one) => one.trim() !== '')) rows.push({ cells, line: start })
    cells = []
    start = ++line
  }
  return { kind: 'rows', rows }
}

interface Cell {
  readonly text: string
  /** Place of the separator or line break behind it, or the end of the text. */
  readonly end: number
  /** Line breaks inside. */
  readonly breaks: number
}

function cellAt(source: string, from: number, separator: string): Cell | undefined {
  if (source[from] !== '"') {
    const end = plainEnd(source, from, separator)
    return { text: source.slice(from, end), end, breaks: 0 }
  }
  let at = from + 1
  for (;;) {
    const mark = source.indexOf('"', at)
    if (mark === -1) return undefined
    if (source[mark + 1] !== '"') {
      const inner = source.slice(from + 1, mark)
      const end = plainEnd(source, mark + 1, separator)
      const text = inner.replaceAll('""', '"') + source.slice(mark + 1, end)
      return { text, end, breaks: inner.split('\n').length - 1 }
    }
    at = mark + 2
  }
}

/** Where a cell without quotation marks ends; a carriage return counts as a line end before a line feed alone. */
function plainEnd(source: string, from: number, separator: string): number {
  let at = from
  for (; at < source.length; at++) {
    const mark = source[at]
    if (mark === separator || mark === '\n') return at
    if (mark === '\r' && (at + 1 === source.length || source[at + 1] === '\n')) return at
  }
  return at
}

function separatorOf(text: string): string {
  const end = text.indexOf('\n')
  const first = end === -1 ? text : text.slice(0, end)
  const count = (mark: string): number => first.split(mark).length
  return [',', ';', '\t'].reduce((best, mark) => (count(mark) > count(best) ? mark : best))
}

/** A record as RFC 4180 ends it. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

/** What begins like a formula and is only a number. */
const NEGATIVE_NUMBER = /^-\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** A cell as RFC 4180 wants it; one that a spreadsheet would take for a formula begins with an apostrophe. */
export function csvCell(text: string): string {
  const isFormula = /^[=+@\t\r-]/.test(text) && !NEGATIVE_NUMBER.test(text)
  const safe = isFormula ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
