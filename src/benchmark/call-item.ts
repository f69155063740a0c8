import { buildTool } from '../catalog/build-tool.js'
import type { Catalog } from '../catalog/catalog.js'
import type { Tool } from '../catalog/tool.js'
import { InputError } from '../errors.js'
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, writeJson } from '../text/json.js'
import { type GoldMember, goldArguments } from './gold-value.js'
import type { CallItem } from './item.js'

/** One call that the right answer holds. */
export interface GoldCall {
  readonly name: string
  /** As written, matchers and all. */
  readonly json: JsonObject
  readonly arguments: ReadonlyMap<string, GoldMember>
  /** Written `{"$any": true}`: the tool alone is known to be right, and arguments count neither way. */
  readonly anyArguments?: true
}

/** The right answer to a call item. No call at all is `calls: []`. */
export interface CallGold {
  readonly calls: readonly GoldCall[]
  /** `any`: in whatever order. `sequential`: the first actual call is held against the first of gold, and so on. */
  readonly order: 'any' | 'sequential'
  /** Nobody says what is right: `calls` is empty and means nothing. */
  readonly isUnknown?: true
}

export interface ChatMessage {
  readonly role: string
  /** The text; for content in parts, the texts of the parts joined by newlines. */
  readonly text: string
  readonly json: JsonObject
}

/** A call item, examined: what is asked, what is offered and what is right. */
export interface CallTask {
  readonly id: string
  readonly messages: readonly ChatMessage[]
  readonly tools: readonly Tool[]
  /** Tools that are offered by name alone; of their arguments nothing is known. */
  readonly undescribed: ReadonlySet<string>
  readonly gold: CallGold
  /** Tools that must not be called. */
  readonly forbidden: readonly string[]
  readonly cluster?: string
  /** A division of the items that scores are also given for. */
  readonly category?: string
}

/** Far above real gold (the most calls of one BFCL item is 8); keeps the matching of calls short. */
const MAX_GOLD_CALLS = 1000

/** Tools that one item offers. */
interface Offer {
  readonly tools: readonly Tool[]
  readonly undescribed: ReadonlySet<string>
}

/** Offers by their JSON, so that items that offer the same share one list, and whatever is prepared from it. */
export class OfferShelf {
  readonly #offers = new Map<string, Offer>()
  /** Items that are held lean share their lists themselves, and writing a list costs more than reading one. */
  readonly #lists = new WeakMap<readonly JsonValue[], Offer>()

  /** The offer for this JSON, made by `make` when it is new. */
  offer(json: readonly JsonValue[], make: () => Offer): Offer {
    const offer = this.#lists.get(json) ?? this.#written(json, make)
    this.#lists.set(json, offer)
    return offer
  }

  #written(json: readonly JsonValue[], make: () => Offer): Offer {
    const key = writeJson(json)
    const known = this.#offers.get(key)
    if (known !== undefined) return known
    const offer = make()
    if (this.#offers.size < MAX_OFFERS) this.#offers.set(key, offer)
    return offer
  }
}

/** Lists kept; a benchmark in which every item offers other tools gains nothing from more. */
const MAX_OFFERS = 1000

export interface CallTaskOptions {
  /** Where tools that are offered by name are looked up; without one, or where it lacks them, only their name is known. */
  readonly catalog?: Catalog | undefined
  /** Shared by the items of one benchmark and catalog. */
  readonly shelf?: OfferShelf
  /** Whether items of which nobody says what is right are taken, too; default not. */
  readonly mayLackGold?: boolean
}

/**
 * Examines a call item.
 *
 * @throws {InputError} `item-invalid`, `gold-invalid`, `gold-unknown`.
 */
export function callTaskOf(
  item: CallItem,
  { catalog, shelf, mayLackGold = false }: CallTaskOptions = {},
): CallTask {
  const { id, json } = item
  const where = `item ${JSON.stringify(id)}`
  const offered = listOf(json, 'tools', where)
  const make = (): Offer => offerOf(offered, { where, catalog })
  const { tools, undescribed } = shelf === undefined ? make() : shelf.offer(offered, make)
  const category = json.category
  const gold = goldOf(json.gold, where)
  if (gold.isUnknown === true && !mayLackGold) throw goldUnknown(where)
  return {
    id,
    messages: listOf(json, 'messages', where).map((entry) => messageOf(entry, where)),
    tools,
    undescribed,
    gold,
    forbidden: forbiddenOf(json.forbidden, where),
    ...(item.cluster === undefined ? {} : { cluster: item.cluster }),
    ...(typeof category === 'string' && category !== '' ? { category } : {}),
  }
}

interface OfferPlace {
  readonly where: string
  readonly catalog: Catalog | undefined
}

function offerOf(entries: readonly JsonValue[], { where, catalog }: OfferPlace): Offer {
  const undescribed = new Set<string>()
  const tools = entries.map((entry) => toolOf(entry, { where, catalog, undescribed }))
  const names = new Set<string>()
  for (const { name } of tools) {
    if (names.has(name)) throw invalid(where, `Two tools are named ${JSON.stringify(name)}.`, 'Rename one.')
    names.add(name)
  }
  return { tools, undescribed }
}

interface ToolPlace extends OfferPlace {
  readonly undescribed: Set<string>
}

function toolOf(entry: JsonValue, { where, catalog, undescribed }: ToolPlace): Tool {
  if (typeof entry === 'string' && entry !== '') {
    const position = catalog?.position(entry)
    const known = position === undefined ? undefined : catalog?.tools[position]
    if (known?.name === entry) return known
    undescribed.add(entry)
    return buildTool({ name: entry, inputSchema: { type: 'object' }, source: { format: 'item', at: where } })
  }
  if (!isJsonObject(entry) || typeof entry.name !== 'string' || entry.name === '') {
    throw invalid(
      where,
      'An entry of "tools" has no name.',
      'Write a tool name, or an object with "name" and "inputSchema".',
    )
  }
  const { name, description, inputSchema } = entry
  if (inputSchema === undefined) {
    const other = ['parameters', 'input_schema', 'function'].find((key) => entry[key] !== undefined)
    if (other !== undefined) {
      throw invalid(
        where,
        `The tool ${JSON.stringify(name)} has "${other}", which is not read.`,
        'Write its JSON Schema as "inputSchema".',
      )
    }
  } else if (!isJsonObject(inputSchema)) {
    throw invalid(where, `"inputSchema" of ${JSON.stringify(name)} is no object.`, 'Write a JSON Schema.')
  }
  return buildTool({
    name,
    inputSchema,
    description: typeof description === 'string' ? description : undefined,
    source: { format: 'item', at: where },
  })
}

function goldOf(gold: JsonValue | undefined, where: string): CallGold {
  if (!isJsonObject(gold)) {
    throw invalid(where, 'The item has no "gold".', 'Write {"calls": […], "order": "any"} or {"none": true}.')
  }
  if (gold.unknown !== undefined) {
    if (gold.unknown === true && gold.calls === undefined && gold.none === undefined) return UNKNOWN_GOLD
    throw invalid(
      where,
      '"unknown" of the gold must be true and stand alone.',
      'Write {"unknown": true}, or say what is right.',
    )
  }
  if (gold.none !== undefined) {
    if (gold.none === true && gold.calls === undefined) return { calls: [], order: 'any' }
    throw invalid(
      where,
      '"none" of the gold must be true and stand alone.',
      'Write {"none": true}, or list the calls.',
    )
  }
  const order = gold.order ?? 'any'
  if (order !== 'any' && order !== 'sequential') {
    throw invalid(where, '"order" of the gold must be "any" or "sequential".', 'Correct it.')
  }
  const calls = listOf(gold, 'calls', where)
  if (calls.length > MAX_GOLD_CALLS) {
    throw invalid(where, `The gold holds more than ${MAX_GOLD_CALLS} calls.`, 'Divide the item.')
  }
  return { calls: calls.map((call, index) => goldCallOf(call, `${where}, gold call ${index + 1}`)), order }
}

const UNKNOWN_GOLD: CallGold = { calls: [], order: 'any', isUnknown: true }

function goldUnknown(where: string): InputError {
  return new InputError({
    code: 'gold-unknown',
    what: 'Nobody says what the right answer to this item is, and what was asked for needs to know.',
    where,
    fix: 'Write its gold into the item: {"calls": […], "order": "any"} or {"none": true}.',
  })
}

function goldCallOf(call: JsonValue, where: string): GoldCall {
  if (!isJsonObject(call) || typeof call.name !== 'string' || call.name === '') {
    throw invalid(where, 'The call has no name.', 'Write {"name": …, "arguments": {…}}.')
  }
  const json = call.arguments
  if (!isJsonObject(json)) {
    throw invalid(where, 'The call has no object "arguments".', 'Write {} where there are none.')
  }
  if (json.$any === true && Object.keys(json).length === 1) {
    return { name: call.name, json, arguments: new Map(), anyArguments: true }
  }
  return { name: call.name, json, arguments: goldArguments(json, `${where} (${call.name})`) }
}

function messageOf(entry: JsonValue, where: string): ChatMessage {
  if (!isJsonObject(entry) || typeof entry.role !== 'string') {
    throw invalid(where, 'A message has no role.', 'Write {"role": "user", "content": "…"}.')
  }
  return { role: entry.role, text: contentText(entry.content), json: entry }
}

function contentText(content: JsonValue | undefined): string {
  if (typeof content === 'string') return content
  if (!isJsonArray(content)) return ''
  return content
    .flatMap((part) => (isJsonObject(part) && typeof part.text === 'string' ? [part.text] : []))
    .join('\n')
}

function forbiddenOf(value: JsonValue | undefined, where: string): readonly string[] {
  if (value === undefined || value === null) return []
  const names = isJsonArray(value) ? value.flatMap((name) => (typeof name === 'string' ? [name] : [])) : []
  if (isJsonArray(value) && names.length === value.length) return names
  throw invalid(where, '"forbidden" must be a list of tool names.', 'Correct it.')
}

function listOf(json: JsonObject, name: string, where: string): readonly JsonValue[] {
  const value = json[name]
  if (isJsonArray(value)) return value
  throw invalid(where, `"${name}" must be a list.`, `Correct "${name}" of that item.`)
}

function invalid(where: string, what: string, fix: string): InputError {
  return new InputError({ code: 'item-invalid', what, where, fix })
}
