import { type CallTask, callTaskOf, OfferShelf } from '../benchmark/call-item.js'
import type { CallItem, Item, RetrievalItem } from '../benchmark/item.js'
import { type ResolvedItem, resolveItems } from '../benchmark/resolve.js'
import type { Catalog } from '../catalog/catalog.js'
import { toolNamed } from '../catalog/tool-named.js'
import { InputError } from '../errors.js'
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../text/json.js'
import { printable } from '../text/printable.js'
import { nearestTool, type ToolMapping } from './tool-mapping.js'

/** An item as it is asked under one catalog. */
export type SideItem =
  | { readonly kind: 'retrieval'; readonly item: RetrievalItem; readonly resolved: ResolvedItem }
  /** `tasks`: the ways to be right, more than one where a tool that gold calls was split. Offers and messages are the same. */
  | { readonly kind: 'call'; readonly item: CallItem; readonly tasks: readonly [CallTask, ...CallTask[]] }

/** One item under two catalogs. */
export interface CarriedItem {
  readonly id: string
  readonly cluster?: string
  /** What is asked, for people. */
  readonly query: string
  /** Tools that gold holds, by their names before: whose item it is. None where no call is right. */
  readonly tools: readonly string[]
  readonly before: SideItem
  readonly after: SideItem
}

export interface CarryRequest {
  readonly items: readonly Item[]
  readonly before: Catalog
  readonly after: Catalog
  readonly mapping: ToolMapping
  /** Leave out what the catalog after has no tool for, instead of refusing it. */
  readonly partial: boolean
}

export interface Carried {
  readonly items: readonly CarriedItem[]
  /** Names after of the tools that gold holds, by their names before. */
  readonly places: ReadonlyMap<string, readonly string[]>
  /** Items that cannot be compared, and why. */
  readonly excluded: readonly { readonly id: string; readonly why: ExclusionReason }[]
  /** Items that no catalog decides (MCQ, QA, dialogues). */
  readonly otherKinds: number
  /** Needs that only one side could meet, left out on both. */
  readonly lostNeeds: number
  /** Items whose needs became fewer because their tools were merged. */
  readonly mergedItems: number
}

export type ExclusionReason = 'gold missing before' | 'gold taken away' | 'gold unmapped'

/**
 * The items that can be asked under both catalogs, gold carried over by the mapping, and where it is silent by name and
 * alias. Parts of a split tool are equals: any of them meets the need. A need that one side cannot meet is left out on
 * both, so that the same is asked of both.
 *
 * @throws {InputError} `gold-unmapped` when gold holds tools that the catalog after lacks and the mapping does not list;
 * `nothing-paired` when no item is left; `mapping-wide` when a call item has more than 64 ways to be right.
 */
export function carryItems(request: CarryRequest): Carried {
  const carrier = new Carrier(request)
  for (const item of request.items) carrier.take(item)
  return carrier.result()
}

type Exclusion = { readonly why: ExclusionReason }

class Carrier {
  readonly #request: CarryRequest
  readonly #items: CarriedItem[] = []
  readonly #excluded: { readonly id: string; readonly why: ExclusionReason }[] = []
  /** How many items each tool without a place after holds up. */
  readonly #unmapped = new Map<string, number>()
  readonly #shelves = { before: new OfferShelf(), after: new OfferShelf() }
  #otherKinds = 0
  #lostNeeds = 0
  #mergedItems = 0

  constructor(request: CarryRequest) {
    this.#request = request
  }

  take(item: Item): void {
    if (item.kind !== 'retrieval' && item.kind !== 'call') {
      this.#otherKinds++
      return
    }
    const carried = item.kind === 'retrieval' ? this.#carryRetrieval(item) : this.#carryCall(item)
    if ('why' in carried) this.#excluded.push({ id: item.id, why: carried.why })
    else this.#items.push(carried)
  }

  result(): Carried {
    const { partial, items } = this.#request
    if (this.#unmapped.size > 0 && !partial) throw this.#unmappedError()
    if (this.#items.length === 0) {
      throw new InputError({
        code: 'nothing-paired',
        what: `None of the ${items.length} items can be asked under both catalogs.`,
        fix: 'Name retrieval or call items whose gold both catalogs hold, or a mapping with --mapping.',
      })
    }
    return {
      items: this.#items,
      places: new Map(
        [...new Set(this.#items.flatMap(({ tools }) => tools))].map((name) => [
          name,
          this.#targets(name) ?? [name],
        ]),
      ),
      excluded: this.#excluded,
      otherKinds: this.#otherKinds,
      lostNeeds: this.#lostNeeds,
      mergedItems: this.#mergedItems,
    }
  }

  /** Names after of a tool that the catalog before knows by this name; undefined, and noted, where nothing says. */
  #targets(name: string): readonly string[] | undefined {
    const { mapping, after } = this.#request
    const listed = mapping.tools.get(name)
    if (listed !== undefined) return listed
    const kept = toolNamed(name, after)
    return kept === undefined ? undefined : [kept]
  }

  #note(name: string): void {
    this.#unmapped.set(name, (this.#unmapped.get(name) ?? 0) + 1)
  }

  #carryRetrieval(item: RetrievalItem): CarriedItem | Exclusion {
    const { before, after } = this.#request
    const [resolved] = resolveItems([item], before).items
    if (resolved === undefined) return { why: 'gold missing before' }
    let isUnmapped = false
    const kept = resolved.needs.flatMap((names) => {
      const places = names.map((name) => ({ name, targets: this.#targets(name) }))
      const targets = [...new Set(places.flatMap((place) => place.targets ?? []))]
      if (targets.length > 0) return [{ names, targets }]
      for (const { name, targets: none } of places) {
        if (none !== undefined) continue
        isUnmapped = true
        this.#note(name)
      }
      return []
    })
    if (kept.length === 0) return { why: isUnmapped ? 'gold unmapped' : 'gold taken away' }
    this.#lostNeeds += item.gold.length - kept.length
    const sides = {
      before: retrievalSide(
        item,
        kept.map(({ names }) => names),
        { catalog: before, targets: (name) => [toolNamed(name, before) ?? name] },
      ),
      after: retrievalSide(
        item,
        kept.map(({ targets }) => targets),
        { catalog: after, targets: (name) => this.#targets(toolNamed(name, before) ?? name) ?? [] },
      ),
    }
    if (sides.after.resolved.needs.length < kept.length) this.#mergedItems++
    return {
      id: item.id,
      ...(item.cluster === undefined ? {} : { cluster: item.cluster }),
      query: item.query,
      tools: [...new Set(kept.flatMap(({ names }) => names))],
      ...sides,
    }
  }

  #carryCall(item: CallItem): CarriedItem | Exclusion {
    const { before, after } = this.#request
    const first = callTaskOf(item, { catalog: before, shelf: this.#shelves.before })
    /** Tools that the item itself writes out belong to no catalog. */
    const own = new Set(
      listIn(item.json, 'tools').flatMap((entry) => (isJsonObject(entry) ? (entry.name ?? []) : [])),
    )
    const targetsOf = (name: string): readonly string[] | undefined => {
      if (own.has(name)) return [name]
      const known = toolNamed(name, before)
      return known === undefined ? [name] : this.#targets(known)
    }
    const goldNames = [...new Set(first.gold.calls.map(({ name }) => name))]
    if (goldNames.some((name) => !own.has(name) && toolNamed(name, before) === undefined)) {
      return { why: 'gold missing before' }
    }
    const unmapped = goldNames.filter((name) => targetsOf(name) === undefined)
    for (const name of unmapped) this.#note(name)
    if (unmapped.length > 0) return { why: 'gold unmapped' }
    if (goldNames.some((name) => targetsOf(name)?.length === 0)) return { why: 'gold taken away' }
    const choices = first.gold.calls.map(({ name }) => targetsOf(name) ?? [])
    const carried = combinations(choices, item.id).map((names) => carriedCall(item, names, targetsOf))
    const [asked, ...others] = carried.map((one) => ({
      one,
      task: callTaskOf(one, { catalog: after, shelf: this.#shelves.after }),
    }))
    if (asked === undefined) return { why: 'gold taken away' }
    return {
      id: item.id,
      ...(item.cluster === undefined ? {} : { cluster: item.cluster }),
      query: first.messages.findLast(({ role }) => role === 'user')?.text ?? '',
      tools: goldNames,
      before: { kind: 'call', item, tasks: [first] },
      after: { kind: 'call', item: asked.one, tasks: [asked.task, ...others.map(({ task }) => task)] },
    }
  }

  #unmappedError(): InputError {
    const { after } = this.#request
    const names = [...this.#unmapped].sort((left, right) => right[1] - left[1])
    const shown = names.slice(0, 5).map(([name, count]) => {
      const nearest = nearestTool(name, after)
      const hint = nearest === undefined ? '' : `, perhaps "${printable(nearest)}"`
      return `"${printable(name, { maxLength: 80 })}" (${count} ${count === 1 ? 'item' : 'items'}${hint})`
    })
    return new InputError({
      code: 'gold-unmapped',
      what: `Gold holds ${names.length} tools that the catalog after lacks: ${shown.join(', ')}${names.length > 5 ? ', …' : ''}.`,
      fix: 'Say where they went with --mapping, as {"name before": ["name after"]}, or leave their items out with --partial.',
    })
  }
}

function retrievalSide(
  item: RetrievalItem,
  needs: readonly (readonly string[])[],
  {
    catalog,
    targets,
  }: { readonly catalog: Catalog; readonly targets: (name: string) => readonly string[] | undefined },
): Extract<SideItem, { kind: 'retrieval' }> {
  const { tier: _, anchor: __, grades: ___, pool, forbidden, ...rest } = item
  const carriedNames = (names: readonly string[]): readonly string[] => [
    ...new Set(names.flatMap((name) => targets(name) ?? [])),
  ]
  const isGold = new Set(needs.flat())
  const pooled = carriedNames(pool ?? [])
  const barred = carriedNames(forbidden ?? []).filter((name) => !isGold.has(name))
  const carried: RetrievalItem = {
    ...rest,
    gold: needs.map((names) => names as [string, ...string[]]), // only needs with a name are kept
    ...(pooled.length === 0 ? {} : { pool: pooled }),
    ...(barred.length === 0 ? {} : { forbidden: barred }),
  }
  const [resolved] = resolveItems([carried], catalog).items
  return { kind: 'retrieval', item: carried, resolved: resolved as ResolvedItem } // its gold stands in the catalog
}

function carriedCall(
  item: CallItem,
  goldNames: readonly string[],
  targetsOf: (name: string) => readonly string[] | undefined,
): CallItem {
  const { json } = item
  const tools = new Map<string, JsonValue>()
  for (const entry of listIn(json, 'tools')) {
    if (typeof entry !== 'string') {
      tools.set(`object ${tools.size}`, entry)
      continue
    }
    for (const name of targetsOf(entry) ?? []) tools.set(`name ${name}`, name)
  }
  const carried: Record<string, JsonValue> = { ...json, tools: [...tools.values()] }
  const { gold, forbidden } = json
  if (isJsonObject(gold) && isJsonArray(gold.calls)) {
    const calls = gold.calls.map((call, at) => {
      const name = goldNames[at]
      return isJsonObject(call) && name !== undefined ? { ...call, name } : call
    })
    carried.gold = { ...gold, calls }
  }
  if (isJsonArray(forbidden)) {
    carried.forbidden = [
      ...new Set(forbidden.flatMap((name) => (typeof name === 'string' ? (targetsOf(name) ?? []) : []))),
    ]
  }
  return { ...item, json: carried }
}

/** Ways to be right that are looked at. */
const MAX_WAYS = 64

function combinations(choices: readonly (readonly string[])[], id: string): readonly (readonly string[])[] {
  let ways: readonly (readonly string[])[] = [[]]
  for (const names of choices) {
    ways = ways.flatMap((way) => names.map((name) => [...way, name]))
    if (ways.length <= MAX_WAYS) continue
    throw new InputError({
      code: 'mapping-wide',
      what: `After the split there are more than ${MAX_WAYS} ways to be right.`,
      where: `item ${JSON.stringify(id)}`,
      fix: 'Leave the item out, or map its tools to fewer parts.',
    })
  }
  return ways
}

function listIn(json: JsonObject, member: string): readonly JsonValue[] {
  const value = json[member]
  return isJsonArray(value) ? value : []
}
