import type { CallItem, RetrievalItem } from '../benchmark/item.js'
import type { Catalog } from '../catalog/catalog.js'
import type { ConfusablePair, Equivalence } from '../catalog/lint/equivalence.js'
import type { Tool } from '../catalog/tool.js'
import { UnionFind } from '../numeric/union-find.js'
import { isJsonArray, type JsonObject } from '../text/json.js'
import { wordsOf, wordsOfName } from '../text/shingles.js'
import type { CarriedItem } from './carry-items.js'
import { twinsOf } from './tool-twins.js'

/** Confusable pairs as items, and what no item could be made of. */
export interface ConfusionItems {
  readonly items: readonly (RetrievalItem | CallItem)[]
  readonly pairs: number
  /** Tools of pairs whose own text says too little for a query, or says what that of a rival says. */
  readonly untold: readonly string[]
}

export interface ConfusionRequest {
  readonly catalog: Catalog
  readonly equivalence: Pick<Equivalence, 'pairs' | 'classes'>
  readonly kind: 'retrieval' | 'call'
}

/** By position, the tools that it is confused with. */
function rivalsOf({
  pairs,
  classes,
}: Pick<Equivalence, 'pairs' | 'classes'>): ReadonlyMap<number, readonly number[]> {
  const twins = twinsOf({ classes })
  const rivals = new Map<number, Set<number>>()
  const put = (of: number, rival: number): void => {
    const known = rivals.get(of) ?? new Set()
    rivals.set(of, known.add(rival))
  }
  for (const { left, right } of pairs) {
    if (twins.get(left)?.includes(right)) continue
    put(left, right)
    put(right, left)
  }
  return new Map(Array.from(rivals, ([of, all]) => [of, [...all].sort((a, b) => a - b)]))
}

/**
 * Items from the tools' own texts: for each tool of a pair, a query out of what it says of itself, the tool as gold, its
 * rivals forbidden. A query in the catalog's own words is an easy one: who fails it fails real ones, and not the other way
 * round. Tools that reach each other by pairs are one cluster.
 */
export function confusionItems({ catalog, equivalence, kind }: ConfusionRequest): ConfusionItems {
  const rivals = rivalsOf(equivalence)
  const clusters = clustersOf(catalog, equivalence.pairs)
  const items: (RetrievalItem | CallItem)[] = []
  const untold: string[] = []
  for (const [position, others] of [...rivals].sort(([left], [right]) => left - right)) {
    const tool = catalog.tools[position]
    if (tool === undefined) continue
    const rivalTools = others.flatMap((other) => catalog.tools[other] ?? [])
    const query = purposeOf(tool)
    const key = wordsOf(query).join(' ')
    const isTold =
      wordsOf(query).length >= LEAST_WORDS &&
      rivalTools.every((rival) => wordsOf(purposeOf(rival)).join(' ') !== key)
    if (!isTold) {
      untold.push(tool.name)
      continue
    }
    const made = { id: `pair-${tool.name}`, query, tool: tool.name, cluster: clusters(position) }
    const names = rivalTools.map(({ name }) => name)
    items.push(kind === 'retrieval' ? retrievalItem(made, names) : callItem(made, names))
  }
  return { items, pairs: equivalence.pairs.length, untold }
}

/** Real items whose gold is one tool of a pair, with its rivals forbidden and, where the item offers tools, offered. */
export function confusionsAmong(
  carried: readonly CarriedItem[],
  { catalog, equivalence }: Pick<ConfusionRequest, 'catalog' | 'equivalence'>,
): readonly (RetrievalItem | CallItem)[] {
  const rivals = rivalsOf(equivalence)
  return carried.flatMap(({ tools, before }): readonly (RetrievalItem | CallItem)[] => {
    const gold = new Set(before.kind === 'retrieval' ? before.resolved.needs.flat() : tools)
    const forbidden = [...gold].flatMap((name) =>
      (rivals.get(catalog.position(name) ?? -1) ?? []).flatMap((rival) => catalog.tools[rival]?.name ?? []),
    )
    const others = [...new Set(forbidden)].filter((name) => !gold.has(name))
    if (others.length === 0) return []
    if (before.kind === 'retrieval') return [{ ...before.item, forbidden: others }]
    return [{ ...before.item, json: withRivals(before.item.json, others) }]
  })
}

function withRivals(json: JsonObject, rivals: readonly string[]): JsonObject {
  const { tools, forbidden } = json
  const offered = isJsonArray(tools) ? tools : []
  const barred = isJsonArray(forbidden) ? forbidden : []
  return {
    ...json,
    tools: [...offered, ...rivals.filter((name) => !offered.includes(name))],
    forbidden: [...new Set([...barred, ...rivals])],
  }
}

/** Fewer words ask for nothing. */
const LEAST_WORDS = 3
/** Longest query, in characters. */
const MAX_QUERY = 300

/** The first sentence of what a tool says of itself, its name left out. */
function purposeOf({ name, title, description }: Tool): string {
  const text = (description ?? title ?? '')
    .slice(0, 4 * MAX_QUERY)
    .replace(/\s+/g, ' ')
    .trim()
  const end = text.search(/[.!?](?:\s|$)/)
  const sentence = (end === -1 ? text : text.slice(0, end)).slice(0, MAX_QUERY)
  const spoken = wordsOfName(name).join(' ')
  const without = sentence.split(name).join(' ').replace(/\s+/g, ' ').trim()
  return wordsOf(without).join(' ') === spoken ? '' : without
}

interface Made {
  readonly id: string
  readonly query: string
  readonly tool: string
  readonly cluster: string
}

function retrievalItem({ id, query, tool, cluster }: Made, forbidden: readonly string[]): RetrievalItem {
  return { kind: 'retrieval', id, query, gold: [[tool]], forbidden, cluster }
}

/** What arguments are right is not known: such items are judged by names. */
function callItem({ id, query, tool, cluster }: Made, forbidden: readonly string[]): CallItem {
  return {
    kind: 'call',
    id,
    cluster,
    json: {
      id,
      kind: 'call',
      messages: [{ role: 'user', content: query }],
      tools: [tool, ...forbidden].sort(),
      gold: { calls: [{ name: tool, arguments: {} }], order: 'any' },
      forbidden: [...forbidden],
      category: 'confusable pairs',
      cluster,
    },
  }
}

/** The first in the catalog of the tools that reach each other by pairs. */
function clustersOf(catalog: Catalog, pairs: readonly ConfusablePair[]): (position: number) => string {
  const sets = new UnionFind(catalog.tools.length)
  for (const { left, right } of pairs) sets.union(left, right)
  return (position) => catalog.tools[sets.find(position)]?.name ?? ''
}
