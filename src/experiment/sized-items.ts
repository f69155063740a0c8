import { callTaskOf } from '../benchmark/call-item.js'
import type { CallItem, RetrievalItem } from '../benchmark/item.js'
import { type ResolvedItem, resolveItems } from '../benchmark/resolve.js'
import type { Catalog } from '../catalog/catalog.js'
import { InputError } from '../errors.js'
import type { CarriedItem, SideItem } from './carry-items.js'
import { type DistractorKind, Distractors } from './distractors.js'

/** How many tools are shown: gold alone, so many in all, or the whole catalog. */
export type ShownSize = 'gold' | 'all' | number

export interface SizedItemsRequest {
  /** Items carried from a catalog to itself. */
  readonly items: readonly CarriedItem[]
  readonly catalog: Catalog
  readonly twins: ReadonlyMap<number, readonly number[]>
  readonly distractors: DistractorKind
  readonly seed: number
  readonly sizes: readonly ShownSize[]
}

/** Gold alone, then 1-2-5 steps, then all. */
export function defaultSizes(tools: number): readonly ShownSize[] {
  const steps: ShownSize[] = ['gold']
  for (let decade = 1; decade < tools; decade *= 10) {
    for (const step of [2, 5, 10]) if (step * decade < tools) steps.push(step * decade)
  }
  return [...steps, 'all']
}

/**
 * Reads `gold,10,100,all`.
 *
 * @throws {InputError} `sizes-invalid` unless they are `gold`, whole numbers from 1 below the size of the catalog, and
 * `all`, each once and rising.
 */
export function readSizes(text: string, tools: number): readonly ShownSize[] {
  const sizes = text.split(',').map((part): ShownSize => {
    const word = part.trim()
    if (word === 'gold' || word === 'all') return word
    return /^[1-9][0-9]{0,8}$/.test(word) ? Number(word) : Number.NaN
  })
  const order = sizes.map((size) => (size === 'gold' ? 0 : size === 'all' ? tools : size))
  const isRising = order.every((size, at) => at === 0 || size > (order[at - 1] as number)) // a place before it
  const fits = sizes.every((size) => typeof size === 'string' || size < tools)
  if (isRising && fits && !order.some(Number.isNaN)) return sizes
  throw new InputError({
    code: 'sizes-invalid',
    what: `${JSON.stringify(text.slice(0, 80))} is no list of sizes for a catalog of ${tools} tools.`,
    where: '--sizes',
    fix: `Write rising sizes with commas between them: gold, whole numbers below ${tools}, all.`,
  })
}

/** Items as they are asked at each size. Gold is one tool a need; what else would meet it is never shown. */
export class SizedItems {
  readonly #request: SizedItemsRequest
  readonly #distractors: Distractors
  /** Of each item, as many as the largest size short of all takes. */
  readonly #orders = new Map<string, Int32Array>()
  readonly #most: number

  constructor(request: SizedItemsRequest) {
    this.#request = request
    const { catalog, distractors: kind, seed, sizes } = request
    this.#distractors = new Distractors(catalog, { kind, seed })
    this.#most = Math.max(0, ...sizes.filter((size) => typeof size === 'number'))
  }

  /** By item id. An item without gold is not asked with gold alone: nothing would be shown. */
  at(size: ShownSize): ReadonlyMap<string, SideItem> {
    const sides = new Map<string, SideItem>()
    for (const item of this.#request.items) {
      const side = this.#side(item, size)
      if (side !== undefined) sides.set(item.id, side)
    }
    return sides
  }

  #side(item: CarriedItem, size: ShownSize): SideItem | undefined {
    const { catalog } = this.#request
    const gold = goldOf(item)
    // What the item writes out itself belongs to no catalog that could grow.
    if (positionsOf(gold, catalog).length < gold.length) return undefined
    const shown = this.#shown(item, gold, size)
    if (shown.length === 0) return undefined
    if (item.before.kind === 'retrieval') {
      return retrievalSide(item.before.item, { needs: gold, shown, catalog })
    }
    const sized: CallItem = {
      ...item.before.item,
      json: { ...item.before.item.json, tools: shown },
    }
    return { kind: 'call', item: sized, tasks: [callTaskOf(sized, { catalog })] }
  }

  /** Names, in catalog order, so that its place tells nothing of gold. */
  #shown(item: CarriedItem, gold: readonly string[], size: ShownSize): readonly string[] {
    const { catalog } = this.#request
    const own = positionsOf(gold, catalog)
    const barred = this.#barred(item, own)
    const isOwn = new Set(own)
    const positions =
      size === 'gold'
        ? own
        : size === 'all'
          ? [...catalog.tools.keys()].filter((position) => isOwn.has(position) || !barred.has(position))
          : [...own, ...this.#order(item, own, barred).subarray(0, Math.max(0, size - own.length))]
    return positions
      .toSorted((left, right) => left - right)
      .flatMap((position) => catalog.tools[position]?.name ?? [])
  }

  #order(item: CarriedItem, gold: readonly number[], barred: ReadonlySet<number>): Int32Array {
    const known = this.#orders.get(item.id)
    if (known !== undefined) return known
    const { id, query } = item
    const order = this.#distractors.order({ id, query, gold, barred, most: this.#most })
    this.#orders.set(id, order)
    return order
  }

  #barred({ before }: CarriedItem, gold: readonly number[]): ReadonlySet<number> {
    const { catalog, twins } = this.#request
    const equals = before.kind === 'retrieval' ? positionsOf(before.resolved.needs.flat(), catalog) : []
    return new Set([...equals, ...gold].flatMap((position) => [position, ...(twins.get(position) ?? [])]))
  }
}

/** One tool a need, each once. */
function goldOf({ before }: CarriedItem): readonly string[] {
  if (before.kind === 'retrieval') return before.resolved.needs.flatMap(([first]) => first ?? [])
  return [...new Set(before.tasks[0].gold.calls.map(({ name }) => name))]
}

function positionsOf(names: readonly string[], catalog: Catalog): readonly number[] {
  return [...new Set(names.flatMap((name) => catalog.position(name) ?? []))]
}

function retrievalSide(
  item: RetrievalItem,
  {
    needs,
    shown,
    catalog,
  }: { readonly needs: readonly string[]; readonly shown: readonly string[]; readonly catalog: Catalog },
): SideItem {
  const { grades: _, tier: __, forbidden: ___, ...rest } = item
  const sized: RetrievalItem = { ...rest, gold: needs.map((name) => [name] as const), pool: shown }
  const [resolved] = resolveItems([sized], catalog).items
  return { kind: 'retrieval', item: sized, resolved: resolved as ResolvedItem } // its gold stands in the catalog
}
