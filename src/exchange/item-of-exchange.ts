import { fingerprintOf } from '../text/hash.js'
import { emptyObject, type JsonObject, type JsonValue } from '../text/json.js'
import type { Exchange, LogNotice } from './exchange.js'

/** A call item as JSON, and whether it is met for the first time. */
export interface ExchangeItem {
  readonly id: string
  readonly isNew: boolean
  /** SHA-256 of what was asked and offered, and of what the log says to be right. */
  readonly print: string
}

/**
 * Gives exchanges the ids of their items: the log's own where it has one, else one that is made of what was asked. Two
 * that ask the same are trials of one item; two that ask differently under one id are told apart by a hash.
 */
export class ItemIds {
  /** First half of the print, by id. */
  readonly #prints = new Map<string, string>()
  readonly #notice: (notice: LogNotice) => void

  constructor(notice: (notice: LogNotice) => void) {
    this.#notice = notice
  }

  get count(): number {
    return this.#prints.size
  }

  itemOf({ id, turn, messages, tools, gold, where }: Exchange): ExchangeItem {
    const print = fingerprintOf({ messages, tools, ...(gold === undefined ? {} : { gold }) })
    const half = print.slice(0, 32)
    const named = id === undefined ? `ask-${print.slice(0, 16)}` : id
    const wanted = turn === undefined ? named : `${named}/${turn}-${print.slice(0, 8)}`
    const known = this.#prints.get(wanted)
    if (known === half) return { id: wanted, isNew: false, print }
    if (known === undefined) {
      this.#prints.set(wanted, half)
      return { id: wanted, isNew: true, print }
    }
    const apart = `${wanted}~${print.slice(0, 8)}`
    const isNew = !this.#prints.has(apart)
    if (isNew) this.#prints.set(apart, half)
    this.#notice({
      code: 'id-reused',
      what: `The id ${JSON.stringify(wanted.slice(0, 80))} stands for two different questions; the later one has a hash behind it.`,
      where,
    })
    return { id: apart, isNew, print }
  }
}

/** The item of an exchange. Without gold of its own, it says that nobody knows what is right. */
export function itemOfExchange(
  { messages, tools, gold, forbidden, category, cluster }: Exchange,
  id: string,
): JsonObject {
  const json = emptyObject()
  const put = (key: string, value: JsonValue | undefined): void => {
    if (value !== undefined) json[key] = value
  }
  put('id', id)
  put('kind', 'call')
  put('category', category)
  put('cluster', cluster)
  put('messages', messages)
  put('tools', tools)
  put('gold', gold ?? UNKNOWN_GOLD)
  put('forbidden', forbidden)
  return json
}

const UNKNOWN_GOLD: JsonObject = { unknown: true }
