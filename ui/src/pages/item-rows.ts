import type { ItemRow, ItemsPage } from '../../../src/report/pages/items-page.js'
import { isAddressed } from '../text/is-addressed.js'

/** What is asked for in the address: `#/items?q=…&verdict=…&source=…&sort=…`. */
export interface ItemFilter {
  readonly text: string
  readonly verdict: string
  readonly source: string
  readonly benchmark: string
  readonly sort: string
}

/** Columns that rows can be sorted by; a minus in front turns the order around. */
export const SORTS = ['item', 'verdict', 'outcome', 'level', 'value'] as const

export function filterOf(query: URLSearchParams): ItemFilter {
  const given = (name: string): string => query.get(name) ?? ''
  return {
    text: given('q'),
    verdict: given('verdict'),
    source: given('source'),
    benchmark: given('benchmark'),
    sort: given('sort'),
  }
}

/** Places of the rows that pass, in the order asked for; ties stay in the order of the report. */
export function placesOf(
  { rows }: ItemsPage,
  texts: readonly string[],
  filter: ItemFilter,
): readonly number[] {
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean)
  const places: number[] = []
  for (const [place, row] of rows.entries()) {
    if (filter.verdict !== '' && row.verdict !== filter.verdict) continue
    if (filter.source !== '' && row.source !== filter.source) continue
    if (filter.benchmark !== '' && row.benchmark !== filter.benchmark) continue
    const text = texts[place] ?? ''
    if (words.every((word) => text.includes(word))) places.push(place)
  }
  const isFalling = filter.sort.startsWith('-')
  const column = SORTS.find((name) => name === filter.sort.replace(/^-/, ''))
  if (column === undefined) return places
  const keys = rows.map((row) => row[column])
  const sign = isFalling ? -1 : 1
  return places.sort((a, b) => sign * compare(keys[a], keys[b]) || a - b)
}

/** What a row is searched by, in lower case, by place. */
export function searchTexts({ rows }: ItemsPage): readonly string[] {
  return rows.map((row) =>
    [row.item, row.outcome, row.variant ?? '', row.cluster ?? '', ...row.tools, row.said]
      .join(' ')
      .toLowerCase(),
  )
}

/** The row that an address names. */
export function placeOf({ rows }: ItemsPage, query: URLSearchParams): number | undefined {
  const item = query.get('item')
  if (item === null) return undefined
  const fits = (row: ItemRow): boolean =>
    isAddressed(row.item, item) &&
    [
      ['from', row.source],
      ['in', row.benchmark],
      ['variant', row.variant ?? ''],
      ['trial', `${row.trial}`],
    ].every(([name = '', value = '']) => isAddressed(value, query.get(name) ?? value))
  const place = rows.findIndex(fits)
  return place === -1 ? undefined : place
}

/** The part of an address that names a row. */
export function rowQuery({
  source,
  benchmark,
  item,
  variant,
  trial,
}: ItemRow): Readonly<Record<string, string>> {
  return { item, from: source, in: benchmark, variant: variant ?? '', trial: `${trial}` }
}

function compare(a: string | number | undefined, b: string | number | undefined): number {
  if (a === b) return 0
  if (a === undefined) return 1
  if (b === undefined) return -1
  return a < b ? -1 : 1
}
