import type { Table } from '../../../src/agent/tables/table.js'
import { greatCircleMiles } from '../great-circle.js'
import {
  emptyPairs,
  type NearSide,
  nameColumn,
  type Pairs,
  placesByName,
  placesOf,
  roundMiles,
} from '../tools/near-side.js'

/**
 * Pairs as the released tool finds them, in a table of the distances within each city: those whose two names are among the
 * names of the inputs, so that namesakes in other cities count and pairs across cities do not exist. An empty input means no
 * condition at all.
 */
export function pairsByName(grouped: NearSide, other: NearSide): Pairs {
  const isOpen = grouped.rows.length === 0 && other.rows.length === 0
  const from = isOpen ? grouped : namesakes(grouped)
  const to = isOpen ? other : namesakes(other)
  if (from.rows.length === 0) return within(companions(from, to), to)
  return within(from, to.rows.length === 0 ? companions(to, from) : to)
}

/** Every row whose name is one of those of the side. */
function namesakes(side: NearSide): NearSide {
  const column = nameColumn(side.table, side.domain)
  const wanted = new Set(Array.from(side.rows, (row) => column.words[(column.cells[row] ?? 0) - 1]))
  const codes = [...wanted].flatMap((word) => (word === undefined ? [] : side.table.codesOf(column, word)))
  const isWanted = new Set(codes)
  const rows: number[] = []
  for (const [row, cell] of column.cells.entries()) if (isWanted.has(cell)) rows.push(row)
  return { ...side, rows: Uint32Array.from(rows) }
}

/** Every row of an empty side's table in the cities of the other side. */
function companions(empty: NearSide, { table, rows }: NearSide): NearSide {
  const cities = new Set(Array.from(rows, (row) => cityOf(table, row)))
  const found: number[] = []
  for (let row = 0; row < empty.table.rowCount; row++)
    if (cities.has(cityOf(empty.table, row))) found.push(row)
  return { ...empty, rows: Uint32Array.from(found) }
}

/** All pairs that share a city, by name of the first, then by distance. */
function within(grouped: NearSide, other: NearSide): Pairs {
  const byCity = new Map<string, number[]>()
  other.rows.forEach((row, place) => {
    const city = cityOf(other.table, row)
    const places = byCity.get(city)
    if (places === undefined) byCity.set(city, [place])
    else places.push(place)
  })
  const from = placesOf(grouped)
  const to = placesOf(other)
  const found: (readonly [grouped: number, other: number, miles: number])[] = []
  for (const place of placesByName(grouped)) {
    const row = grouped.rows[place] ?? 0
    const start = from[place]
    const own = (byCity.get(cityOf(grouped.table, row)) ?? []).flatMap((index): (typeof found)[number][] => {
      const end = to[index]
      const miles = start === undefined || end === undefined ? 0 : roundMiles(greatCircleMiles(start, end))
      return [[row, other.rows[index] ?? 0, miles]]
    })
    for (const pair of own.sort((left, right) => left[2] - right[2])) found.push(pair)
  }
  const pairs = emptyPairs(found.length)
  found.forEach(([row, near, miles], at) => {
    pairs.grouped[at] = row
    pairs.other[at] = near
    pairs.miles[at] = miles
  })
  return pairs
}

function cityOf(table: Table, row: number): string {
  return `${table.value(row, 'city')}, ${table.value(row, 'state')}`
}
