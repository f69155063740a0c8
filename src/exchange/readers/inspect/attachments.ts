import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../../text/json.js'

const ATTACHMENT = /^attachment:\/\/([0-9a-f]{32})$/

/** Far above a conversation that a model takes; attachments that are named a million times end there. */
const MOST_LENGTH = 64 * 1024 * 1024

/**
 * Texts that inspect_ai set aside, put back where they were. One attachment may be named often, so that a small file may
 * stand for a huge conversation: how much is put back is bounded.
 */
export class Attachments {
  readonly #texts: JsonObject
  #left = MOST_LENGTH

  constructor(texts: JsonObject | undefined) {
    this.#texts = texts ?? {}
  }

  /** Whether the bound was reached, so that what was given back is not whole. */
  get isExhausted(): boolean {
    return this.#left < 0
  }

  resolve(value: JsonValue): JsonValue {
    if (typeof value === 'string') return this.#text(value)
    if (isJsonArray(value)) return value.map((entry) => this.resolve(entry))
    if (!isJsonObject(value)) return value
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, this.resolve(member)]))
  }

  #text(value: string): string {
    const [, name] = ATTACHMENT.exec(value) ?? []
    const text = name === undefined ? undefined : this.#texts[name]
    if (typeof text !== 'string') return value
    this.#left -= text.length
    return this.isExhausted ? '' : text
  }
}
