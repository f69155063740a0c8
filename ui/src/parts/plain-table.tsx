import type { ReactNode } from 'react'
import type { RungTable } from '../../../src/ladder/rung.js'
import { countText } from '../text/number-text.js'
import { ForeignText } from './foreign-text.js'
import { ScrollTable } from './scroll-table.js'

/** A table as data: numbers to the right with up to four significant digits, whole ones in full. */
export function PlainTable({
  table: { title, columns, rows, note },
}: {
  readonly table: RungTable
}): ReactNode {
  const isNumber = columns.map((_, place) => rows.some((row) => typeof row[place] === 'number'))
  return (
    <>
      <ScrollTable caption={title}>
        <thead>
          <tr>
            {columns.map((column, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns never move, and two may share a name
              <th key={place} scope="col" className={isNumber[place] ? 'number' : ''}>
                <ForeignText text={column} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a table never move
            <tr key={at}>
              {columns.map((_, place) => {
                const cell = row[place] ?? ''
                return (
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
                  <td key={place} className={isNumber[place] ? 'number' : ''}>
                    {typeof cell === 'number' ? numberText(cell) : <ForeignText text={cell} />}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </ScrollTable>
      {note !== undefined && (
        <p className="note">
          <ForeignText text={note} />
        </p>
      )}
    </>
  )
}

function numberText(value: number): string {
  if (Number.isInteger(value)) return countText(value).replace(/^-/, '\u2212')
  const isSmall = Math.abs(value) < 1e-4
  return (isSmall ? value.toExponential(1) : `${Number(value.toPrecision(4))}`).replace(/^-/, '\u2212')
}
