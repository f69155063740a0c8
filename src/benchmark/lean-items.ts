import {
  emptyObject,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
  writeJson,
} from '../text/json.js'
import { PackedTexts } from '../text/packed-texts.js'
import type { CallItem, DialogueItem, Item } from './item.js'

/** Lists kept; a benchmark in which every item offers other tools gains nothing from more. */
const MAX_LISTS = 1000
/** Longer lists are not looked up: writing them would cost more than they would save. */
const MAX_LENGTH = 256 * 1024

/**
 * Holds items that are carried whole as bytes, read again whenever somebody looks into one, and one list of tools for all that
 * offer the same: 200,000 call items take some 100 MB instead of 2 GB. Items stay equal to what was read.
 */
export class LeanItems {
  readonly #lists = new Map<string, JsonValue>()
  readonly #texts = new PackedTexts()

  lean(item: Item): Item {
    if (item.kind !== 'call' && item.kind !== 'dialogue') return item
    const { tools, ...rest } = item.json
    const place = this.#texts.add(writeJson(Object.assign(emptyObject(), rest)))
    const shared = tools === undefined ? undefined : this.#shared(tools)
    return new LeanItem(item, { texts: this.#texts, place, tools: shared })
  }

  #shared(tools: JsonValue): JsonValue {
    if (!isJsonArray(tools)) return tools
    const key = writeJson(tools)
    const known = this.#lists.get(key)
    if (known !== undefined) return known
    if (key.length <= MAX_LENGTH && this.#lists.size < MAX_LISTS) this.#lists.set(key, tools)
    return tools
  }
}

interface Packed {
  readonly texts: PackedTexts
  readonly place: number
  readonly tools: JsonValue | undefined
}

class LeanItem<Kind extends CallItem['kind'] | DialogueItem['kind']> {
  readonly kind: Kind
  readonly id: string
  declare readonly cluster?: string
  readonly #packed: Packed

  constructor(
    {
      kind,
      id,
      cluster,
    }: { readonly kind: Kind; readonly id: string; readonly cluster?: string | undefined },
    packed: Packed,
  ) {
    this.kind = kind
    this.id = ownText(id)
    if (cluster !== undefined) this.cluster = ownText(cluster)
    this.#packed = packed
  }

  get json(): JsonObject {
    const { texts, place, tools } = this.#packed
    const reading = parseJson(texts.at(place), { maxDepth: Number.MAX_SAFE_INTEGER })
    // It was written from an object just before.
    const json = reading.kind === 'value' && isJsonObject(reading.value) ? reading.value : emptyObject()
    return tools === undefined ? json : Object.assign(emptyObject(), json, { tools })
  }
}

/** A copy: the host lets a part of a long line hold all of it. */
function ownText(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string // what was a text comes back as one, lone surrogates too
}
