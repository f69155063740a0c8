import { printable } from '../../text/printable.js'
import type { RungTable } from '../rung.js'

/** A table whose cells a terminal shows as they are, whoever wrote them. */
export function printableTable(table: RungTable): RungTable {
  return {
    ...table,
    rows: table.rows.map((row) =>
      row.map((cell) => (typeof cell === 'string' ? printable(cell, { maxLength: 200 }) : cell)),
    ),
  }
}
