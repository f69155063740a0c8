import {
  emptyObject,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
  writeJson,
} from '../../text/json.js'
import { doubleOf } from '../../text/json-members.js'
import type { LogNotice } from '../exchange.js'

/** A call of an earlier turn; arguments as a text are JSON. */
export interface EarlierCall {
  readonly id?: string | undefined
  readonly name: string
  readonly arguments: JsonValue
}

/** Tells of what was left out; the place is the conversation's. */
export type Tell = (code: string, what: string) => void

export function tellAt(where: string, notice: (notice: LogNotice) => void): Tell {
  return (code, what) => notice({ code, what, where })
}

/**
 * Gathers the messages of a call item, whatever API wrote them. Ids of calls are drawn anew for every answer; here they are
 * numbered, so that two logs of one conversation ask the same.
 */
export class Conversation {
  readonly messages: JsonObject[] = []
  readonly #tell: Tell
  readonly #ids = new Map<string, string>()

  constructor(tell: Tell) {
    this.#tell = tell
  }

  system(text: string): void {
    if (text !== '') this.#add({ role: 'system', content: text })
  }

  user(text: string): void {
    this.#add({ role: 'user', content: text })
  }

  /** Calls that no subject could be shown again, for their arguments are no object, stay as text. */
  assistant(text: string, calls: readonly EarlierCall[] = []): void {
    const readable: JsonObject[] = []
    const spoilt: string[] = []
    for (const { id, name, arguments: given } of calls) {
      const written = typeof given === 'string' ? given : writeJson(given)
      const reading = parseJson(written, { duplicateKeys: 'last' })
      if (reading.kind !== 'value' || !isJsonObject(reading.value)) {
        spoilt.push(`${name}(${written})`)
        this.#tell('call-unreadable', 'An earlier call has no object of arguments; it stays as text.')
        continue
      }
      readable.push({
        ...(id === undefined ? {} : { id: this.#idOf(id) }),
        type: 'function',
        function: { name, arguments: written },
      })
    }
    const content = [text, ...spoilt].filter((part) => part !== '').join('\n')
    this.#add({ role: 'assistant', content, ...(readable.length === 0 ? {} : { tool_calls: readable }) })
  }

  tool(
    text: string,
    { id, name }: { readonly id?: string | undefined; readonly name?: string | undefined },
  ): void {
    this.#add({
      role: 'tool',
      ...(id === undefined ? {} : { tool_call_id: this.#idOf(id) }),
      ...(name === undefined ? {} : { name }),
      content: text,
    })
  }

  #idOf(id: string): string {
    const known = this.#ids.get(id) ?? `call_${this.#ids.size + 1}`
    this.#ids.set(id, known)
    return known
  }

  #add(message: JsonObject): void {
    this.messages.push(Object.assign(emptyObject(), message))
  }
}

const TEXT_TYPES: ReadonlySet<string> = new Set([
  'text',
  'input_text',
  'output_text',
  'reasoning',
  'thinking',
])
const SILENT_TYPES: ReadonlySet<string> = new Set(['reasoning', 'thinking', 'redacted_thinking'])

/**
 * The text of a content: a text, or the texts of its parts with line feeds between them. What is no text, such as an image, is
 * left out and told; reasoning of earlier turns is left out, as APIs do.
 */
export function textOfContent(content: JsonValue | undefined, tell: Tell): string {
  if (typeof content === 'string') return content
  if (isJsonObject(content)) return textOfContent([content], tell)
  if (!isJsonArray(content)) return ''
  return content.flatMap((part) => textOfPart(part, tell)).join('\n')
}

function textOfPart(part: JsonValue, tell: Tell): readonly string[] {
  if (typeof part === 'string') return [part]
  if (!isJsonObject(part)) return []
  const type = typeof part.type === 'string' ? part.type : 'text'
  if (SILENT_TYPES.has(type)) return []
  if (TEXT_TYPES.has(type)) {
    const text = part.text ?? part.content
    return typeof text === 'string' ? [text] : []
  }
  if (type === 'refusal' && typeof part.refusal === 'string') return [part.refusal]
  tell('content-dropped', `A part of a message is no text and was left out: ${type.slice(0, 40)}.`)
  return []
}

/** A number from 0, such as a count or a price. */
export function amountIn(json: JsonObject | undefined, ...keys: readonly string[]): number | undefined {
  for (const key of keys) {
    const value = doubleOf(json?.[key])
    if (value !== undefined && Number.isFinite(value) && value >= 0) return value
  }
  return undefined
}

/** Milliseconds since 1970: an ISO text, seconds, milliseconds or nanoseconds. */
export function momentOf(value: JsonValue | undefined): number | undefined {
  const number = typeof value === 'string' && /^\d{10,}$/.test(value) ? Number(value) : doubleOf(value)
  if (typeof number === 'number' && Number.isFinite(number) && number > 0) {
    if (number > 1e17) return Math.round(number / 1e6)
    if (number > 1e14) return Math.round(number / 1e3)
    return Math.round(number > 1e11 ? number : number * 1000)
  }
  const parsed = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(parsed) ? undefined : parsed
}
