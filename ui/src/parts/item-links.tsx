import { createContext, type ReactNode, useContext } from 'react'
import type { ItemRow } from '../../../src/report/pages/items-page.js'
import { hrefOf } from '../route.js'
import { ForeignText } from './foreign-text.js'

/** Tells whether a sample can be opened. Everything can, where nobody says otherwise. */
export const OpenItems = createContext<(item: string, from: string) => boolean>(() => true)

/** By the rows that a file lists: an audit has items and no samples, and a cap may have left some out. */
export function openItemsOf(rows: readonly ItemRow[]): (item: string, from: string) => boolean {
  const known = new Set(rows.map(({ item, source }) => `${source} ${item}`))
  return (item, from) => known.has(`${from} ${item}`)
}

/** Ids of items, each leading to its sample where there is one. */
export function ItemLinks({
  items,
  from,
  benchmark,
}: {
  readonly items: readonly string[]
  readonly from: string
  readonly benchmark: string
}): ReactNode {
  const canOpen = useContext(OpenItems)
  return items.map((item, at) => (
    <span key={item}>
      {at > 0 && ', '}
      {canOpen(item, from) ? (
        <a href={hrefOf('items', { item, from, in: benchmark })}>
          <ForeignText text={item} />
        </a>
      ) : (
        <ForeignText text={item} />
      )}
    </span>
  ))
}
