import type { Catalog } from '../catalog/catalog.js'
import { toolNamed } from '../catalog/tool-named.js'
import { type Item, type RetrievalItem, type Tier, tierOf } from './item.js'

/** Names of tools, as the catalog spells them, any of which meets one need. */
export type ResolvedNeed = readonly string[]

/** A retrieval item whose gold was found in a catalog. All names are the catalog's own. */
export interface ResolvedItem {
  readonly item: RetrievalItem
  /** At least one; no tool is in two of them. */
  readonly needs: readonly ResolvedNeed[]
  /** Relevance of graded tools; absent when the item grades none. */
  readonly grades?: ReadonlyMap<string, 1 | 2>
  /** Tools offered for re-ranking that the catalog has, each once. */
  readonly pool?: readonly string[]
  /** As the item states it, else by its needs before any was lost. */
  readonly tier: Tier
}

/** What an item lost because the catalog lacks it. */
export interface ItemLoss {
  readonly itemId: string
  /** Gold names that the catalog lacks, as the benchmark spells them. */
  readonly names: readonly string[]
  /** Whether no need is left, so that the item is not scored. */
  readonly isExcluded: boolean
}

export interface Resolution {
  readonly items: readonly ResolvedItem[]
  /** Items of other kinds, passed over. */
  readonly otherKinds: number
  readonly losses: readonly ItemLoss[]
  readonly counts: {
    /** Retrieval items in the benchmark. */
    readonly items: number
    /** Items that are not scored because none of their gold is in the catalog. */
    readonly excludedItems: number
    /** Gold names over all items; a name counts once an item. */
    readonly goldNames: number
    /** Gold names that the catalog knows as an alias only. */
    readonly viaAlias: number
    /** Gold names that the catalog lacks (or knows as an alias of several tools). */
    readonly missingGold: number
    /** Needs none of whose equals the catalog has. */
    readonly lostNeeds: number
    /** Needs that name a tool of an earlier need of their item and are one with it. */
    readonly mergedNeeds: number
    /** Names in pools, and how many of them the catalog lacks. */
    readonly poolNames: number
    readonly missingPool: number
    /** Graded tools outside gold that the catalog lacks. */
    readonly missingGraded: number
  }
}

/**
 * Finds the gold, the pools and the graded tools of retrieval items in a catalog: by name, then by alias. What the
 * catalog lacks is dropped and counted. Equals are an equivalence: needs of one item that share a tool, under whatever
 * names, are one need. A need stays as long as one of its equals is found, an item as long as one of its needs is.
 */
export function resolveItems(items: readonly Item[], catalog: Catalog): Resolution {
  const resolved: ResolvedItem[] = []
  const losses: ItemLoss[] = []
  const counts = {
    items: 0,
    excludedItems: 0,
    goldNames: 0,
    viaAlias: 0,
    missingGold: 0,
    lostNeeds: 0,
    mergedNeeds: 0,
    poolNames: 0,
    missingPool: 0,
    missingGraded: 0,
  }
  for (const item of items) {
    if (item.kind !== 'retrieval') continue
    counts.items++
    const gold = resolveGold(item, catalog)
    counts.goldNames += gold.names
    counts.viaAlias += gold.viaAlias
    counts.missingGold += gold.missing.length
    counts.mergedNeeds += item.gold.length - gold.needs.length
    const needs = gold.needs.filter((need) => need.length > 0)
    counts.lostNeeds += gold.needs.length - needs.length
    const isExcluded = needs.length === 0
    if (gold.missing.length > 0) losses.push({ itemId: item.id, names: gold.missing, isExcluded })
    if (isExcluded) {
      counts.excludedItems++
      continue
    }
    const pool = item.pool === undefined ? undefined : findNames(item.pool, catalog)
    counts.poolNames += pool?.asked ?? 0
    counts.missingPool += pool?.missing ?? 0
    const grades = item.grades === undefined ? undefined : resolveGrades(item.grades, catalog)
    counts.missingGraded += grades?.missing ?? 0
    resolved.push({
      item,
      needs,
      ...(grades === undefined ? {} : { grades: grades.found }),
      ...(pool === undefined ? {} : { pool: pool.names }),
      tier: item.tier ?? tierOf(gold.needs.length),
    })
  }
  return { items: resolved, otherKinds: items.length - counts.items, losses, counts }
}

interface ResolvedGold {
  /** Needs after merging, with the names that were found; empty where none was. */
  readonly needs: readonly ResolvedNeed[]
  /** Distinct names. */
  readonly names: number
  readonly viaAlias: number
  readonly missing: readonly string[]
}

function resolveGold({ gold }: RetrievalItem, catalog: Catalog): ResolvedGold {
  const names = new Set(gold.flat())
  const positions = new Map<string, number>()
  let viaAlias = 0
  for (const name of names) {
    const position = catalog.position(name)
    if (position === undefined) continue
    positions.set(name, position)
    if (catalog.tools[position]?.name !== name) viaAlias++
  }
  // A tool is its place in the catalog; one that the catalog lacks is its name, and still shows two needs to be one.
  const merged = mergeOverlapping<number | string>(
    gold.map((need) => need.map((name) => positions.get(name) ?? name)),
  )
  return {
    needs: merged.map((need) =>
      need.flatMap((tool) => (typeof tool === 'number' ? (catalog.tools[tool]?.name ?? []) : [])),
    ),
    names: names.size,
    viaAlias,
    missing: [...names].filter((name) => !positions.has(name)),
  }
}

/** Joins lists that share a member into sets, in the order of the first of each. */
function mergeOverlapping<Member>(lists: readonly (readonly Member[])[]): readonly (readonly Member[])[] {
  const merged: Set<Member>[] = []
  const owners = new Map<Member, Set<Member>>()
  for (const members of lists) {
    const [home = new Set<Member>(), ...others] = new Set(
      members.flatMap((member) => owners.get(member) ?? []),
    )
    if (home.size === 0) merged.push(home)
    for (const member of [...members, ...others.flatMap((other) => [...other])]) {
      home.add(member)
      owners.set(member, home)
    }
    for (const other of others) other.clear()
  }
  return merged.filter((members) => members.size > 0).map((members) => [...members])
}

function findNames(names: readonly string[], catalog: Catalog) {
  const asked = new Set(names)
  const found = [...asked].map((name) => toolNamed(name, catalog))
  const known = found.filter((name) => name !== undefined)
  return { names: [...new Set(known)], asked: asked.size, missing: asked.size - known.length }
}

function resolveGrades(grades: Readonly<Record<string, 1 | 2>>, catalog: Catalog) {
  const found = new Map<string, 1 | 2>()
  let missing = 0
  for (const [name, grade] of Object.entries(grades)) {
    const tool = toolNamed(name, catalog)
    if (tool === undefined) missing++
    else found.set(tool, found.get(tool) === 2 ? 2 : grade)
  }
  return { found, missing }
}
