import type { Answer } from '../../export/tables/database.js'
import { runTables } from '../../export/tables/run-tables.js'
import { csvLine } from '../../text/csv.js'
import { ExactNumber, type JsonValue, writeJson } from '../../text/json.js'
import { countText } from '../../text/number-text.js'
import { renderTable } from '../../text/table.js'

/** Widest cell of a table on the terminal; CSV and JSON cut nothing. */
const MAX_WIDTH = 60

/** The first rows as a table, and how many there are. */
export async function answerTable({ columns, rows }: Answer, most: number): Promise<string> {
  const shown: (readonly JsonValue[])[] = []
  let isCut = false
  for await (const piece of rows) {
    shown.push(...piece.slice(0, most - shown.length + 1))
    isCut = shown.length > most
    if (isCut) break
  }
  const table = renderTable({
    columns: columns.map(({ name, type }) => ({
      title: name,
      align: NUMERIC.test(type) ? 'right' : 'left',
      maxWidth: MAX_WIDTH,
    })),
    rows: shown.slice(0, most).map((row) => row.map(textOf)),
  })
  const count = isCut
    ? `The first ${countText(most)} rows; --rows shows more, --csv and --json give all.`
    : `${countText(shown.length)} ${shown.length === 1 ? 'row' : 'rows'}`
  return `${table}\n${count}\n`
}

const NUMERIC = /^(?:DOUBLE|FLOAT|DECIMAL\(.*\)|U?(?:TINY|SMALL|BIG|HUGE)?INT|U?INTEGER)$/

/** A cell as text; NULL is empty. */
function textOf(value: JsonValue): string {
  if (value === null) return ''
  if (typeof value === 'string') return value
  return value instanceof ExactNumber ? value.text : writeJson(value)
}

/** RFC 4180; cells that a spreadsheet would take for formulas begin with an apostrophe. */
export async function* answerCsv({ columns, rows }: Answer): AsyncGenerator<string> {
  yield csvLine(columns.map(({ name }) => name))
  for await (const piece of rows) yield piece.map((row) => csvLine(row.map(textOf))).join('')
}

/** `assay.query/1`: columns with their types, and a row a line as an object by column. */
export async function* answerJson({ columns, rows }: Answer): AsyncGenerator<string> {
  const head = { schema: 'assay.query/1', columns: columns.map(({ name, type }) => ({ name, type })) }
  yield `${JSON.stringify(head, undefined, 2).slice(0, -2)},\n  "rows": [`
  let isFirst = true
  for await (const piece of rows) {
    let lines = ''
    for (const row of piece) {
      const cells = columns.map(
        ({ name }, place) => `${JSON.stringify(name)}:${writeJson(row[place] ?? null)}`,
      )
      lines += `${isFirst ? '' : ','}\n    {${cells.join(',')}}`
      isFirst = false
    }
    yield lines
  }
  yield isFirst ? ']\n}\n' : '\n  ]\n}\n'
}

export function tablesText(): string {
  return runTables
    .map(({ name, describes, columns }) => {
      const rows = columns.map((column) => [`  ${column.name}`, column.type, column.describes])
      return `${name}: ${describes}\n${renderTable({ columns: [{ title: '' }, { title: '' }, { title: '' }], rows })}`
    })
    .join('\n')
}

export function tablesJson(): string {
  const tables = runTables.map(({ name, describes, columns }) => ({ name, describes, columns }))
  return `${JSON.stringify({ schema: 'assay.tables/1', tables }, undefined, 2)}\n`
}
