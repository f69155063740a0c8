import type { ReactNode } from 'react'
import { hrefOf } from '../route.js'
import { ForeignText } from './foreign-text.js'

/** Ids of items, each leading to its sample. */
export function ItemLinks({
  items,
  from,
  benchmark,
}: {
  readonly items: readonly string[]
  readonly from: string
  readonly benchmark: string
}): ReactNode {
  return items.map((item, at) => (
    <span key={item}>
      {at > 0 && ', '}
      <a href={hrefOf('items', { item, from, in: benchmark })}>
        <ForeignText text={item} />
      </a>
    </span>
  ))
}
