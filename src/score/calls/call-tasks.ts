import { type CallTask, callTaskOf, OfferShelf } from '../../benchmark/call-item.js'
import type { CallItem, Item } from '../../benchmark/item.js'
import type { Catalog } from '../../catalog/catalog.js'
import { InputError } from '../../errors.js'

export interface ExaminedCall {
  readonly item: CallItem
  readonly task: CallTask
}

/**
 * The call items among items, examined.
 *
 * @param where what holds the items, for the message.
 * @throws {InputError} `no-call-items`, `item-invalid`, `gold-invalid`.
 */
export function callTasks(
  items: readonly Item[],
  { catalog, where }: { readonly catalog: Catalog | undefined; readonly where: string },
): readonly ExaminedCall[] {
  const shelf = new OfferShelf()
  const examined = items
    .filter((item): item is CallItem => item.kind === 'call')
    .map((item) => ({ item, task: callTaskOf(item, { catalog, shelf, mayLackGold: true }) }))
  if (examined.length > 0) return examined
  throw new InputError({
    code: 'no-call-items',
    what: `None of the ${items.length} items is a call item, with messages, tools and gold calls.`,
    where,
    fix: 'Name call items; `assay benchmark show` says what a benchmark holds.',
  })
}
