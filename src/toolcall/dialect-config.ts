import { InputError } from '../errors.js'
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../text/json.js'
import { nearestWord } from '../text/nearest.js'
import type { CallPlurality, Dialect } from './dialect.js'
import type { DialectData, PayloadKind } from './dialect-data.js'
import { dialectOf } from './marked-dialect.js'
import type { CallKeys } from './payload/canonical-entry.js'
import { frames } from './render/frames.js'
import type { Wrapper } from './scan/walk.js'

const PAYLOADS: readonly PayloadKind[] = [
  'json-object',
  'json-array',
  'json',
  'python',
  'python-or-json',
  'named-json',
  'xml',
  'pairs',
  'gemma',
]
const PLURALITIES: readonly CallPlurality[] = ['blocks', 'items', 'joined', 'single']
const KEYS: readonly string[] = [
  'id',
  'describes',
  'trigger',
  'closer',
  'payload',
  'keys',
  'separator',
  'idSeparator',
  'fenced',
  'plurality',
  'joiner',
  'endOfTurn',
  'reasoning',
  'markers',
  'noCall',
  'frame',
]

/** A dialect as users write it down. All but `id` may be left out. */
export interface DialectConfig {
  readonly id: string
  readonly describes?: string
  /** A text, or several of which one opens a call; none: the whole message is the call. */
  readonly trigger?: string | readonly string[]
  /** None: a complete payload closes itself. */
  readonly closer?: string | readonly string[]
  /** Default `json-object`. */
  readonly payload?: PayloadKind
  /** Of JSON payloads; default `name` and `arguments`. `ids` may stand beside them. */
  readonly keys?: { readonly name?: string; readonly arguments?: string; readonly ids?: readonly string[] }
  /** Of `named-json`, and needed there: what parts the name from its arguments. */
  readonly separator?: string
  /** Of `named-json`: what parts the name from an id. */
  readonly idSeparator?: string
  /** The payload stands in a Markdown fence. */
  readonly fenced?: boolean
  /** Default `blocks`, or `joined` where there is a `joiner`. */
  readonly plurality?: CallPlurality
  readonly joiner?: string
  readonly endOfTurn?: string | readonly string[]
  readonly reasoning?: Wrapper | readonly Wrapper[]
  /** Further texts with a meaning of their own. */
  readonly markers?: string | readonly string[]
  /** Pseudo-tools that state that nothing is called. */
  readonly noCall?: string | readonly string[]
  /** The frame of messages, by its name; default `plain`. */
  readonly frame?: string
}

/**
 * A dialect that a user wrote down as data, in a config or a file of its own:
 *
 *     { "id": "acme", "trigger": "<<", "closer": ">>", "payload": "json-object",
 *       "keys": { "name": "tool", "arguments": "with" } }
 *
 * @throws {InputError} `dialect-invalid`, naming the key and what belongs there.
 */
export function dialectFromJson(value: JsonValue, where: string): Dialect {
  if (!isJsonObject(value)) throw invalid('A dialect is an object.', where)
  const unknown = Object.keys(value).find((key) => !KEYS.includes(key))
  if (unknown !== undefined) {
    const near = nearestWord(unknown, KEYS)
    const hint = near === undefined ? '' : ` Did you mean "${near}"?`
    throw invalid(`A dialect has no key ${JSON.stringify(unknown)}.${hint}`, where)
  }
  const reader = new Reader(value, where)
  const id = reader.text('id')
  if (id === undefined || !/^[\w.-]{1,64}$/.test(id)) {
    throw invalid('"id" must be a word of letters, digits, "-", "_" and ".".', where)
  }
  const payload = reader.word('payload', PAYLOADS) ?? 'json-object'
  const trigger = reader.texts('trigger') ?? []
  const closer = reader.texts('closer') ?? []
  const separator = reader.text('separator')
  if (payload === 'named-json' && separator === undefined) {
    throw invalid('A "named-json" payload needs a "separator" between name and arguments.', where)
  }
  if (trigger.length === 0 && !['json-object', 'json-array', 'json', 'python'].includes(payload)) {
    throw invalid(
      `A dialect without "trigger" can have a JSON or Python payload, but not "${payload}".`,
      where,
    )
  }
  return dialectOf(dataOf(reader, { id, payload, trigger, closer }, separator))
}

function dataOf(
  reader: Reader,
  base: Pick<DialectData, 'id' | 'payload' | 'trigger' | 'closer'>,
  separator: string | undefined,
): DialectData {
  const keys = base.payload.includes('json') && base.payload !== 'named-json' ? reader.keys() : undefined
  const idSeparator = reader.text('idSeparator')
  const joiner = reader.text('joiner')
  const frame = reader.frame()
  return {
    ...base,
    describes: reader.text('describes') ?? 'a dialect of your own',
    plurality: reader.word('plurality', PLURALITIES) ?? (joiner === undefined ? 'blocks' : 'joined'),
    endOfTurn: reader.texts('endOfTurn') ?? [],
    reasoning: reader.wrappers(),
    markers: reader.texts('markers') ?? [],
    noCallNames: reader.texts('noCall') ?? [],
    ...(keys !== undefined && { keys }),
    ...(separator !== undefined && { separator }),
    ...(idSeparator !== undefined && { idSeparator }),
    ...(joiner !== undefined && { joiner }),
    ...(reader.flag('fenced') && { isFenced: true }),
    ...(frame !== undefined && { frame }),
  }
}

class Reader {
  readonly #value: JsonObject
  readonly #where: string

  constructor(value: JsonObject, where: string) {
    this.#value = value
    this.#where = where
  }

  text(key: string): string | undefined {
    const value = this.#value[key]
    if (value === undefined || (typeof value === 'string' && value !== '')) return value
    throw this.#invalid(key, 'a text')
  }

  flag(key: string): boolean {
    const value = this.#value[key]
    if (value === undefined || typeof value === 'boolean') return value === true
    throw this.#invalid(key, 'true or false')
  }

  /** A text, or several. */
  texts(key: string): readonly string[] | undefined {
    const value = this.#value[key]
    if (value === undefined) return undefined
    const list = isJsonArray(value) ? value : [value]
    const texts = list.filter((text): text is string => typeof text === 'string' && text !== '')
    if (texts.length === list.length) return texts
    throw this.#invalid(key, 'a text or a list of texts')
  }

  word<T extends string>(key: string, words: readonly T[]): T | undefined {
    const value = this.#value[key]
    if (value === undefined) return undefined
    const known = words.find((word) => word === value)
    if (known !== undefined) return known
    throw this.#invalid(key, `one of ${words.map((word) => `"${word}"`).join(', ')}`)
  }

  keys(): CallKeys {
    const value = this.#value.keys
    if (value === undefined) return { name: 'name', arguments: 'arguments' }
    const given = isJsonObject(value) ? value : undefined
    const { name = 'name', arguments: args = 'arguments', ids } = given ?? {}
    if (given === undefined || typeof name !== 'string' || typeof args !== 'string' || name === args) {
      throw this.#invalid('keys', 'an object with the texts "name" and "arguments"')
    }
    if (ids === undefined) return { name, arguments: args }
    if (!isJsonArray(ids) || !ids.every((key): key is string => typeof key === 'string')) {
      throw this.#invalid('keys', 'an object whose "ids" is a list of texts')
    }
    return { name, arguments: args, ids }
  }

  wrappers(): readonly Wrapper[] {
    const value = this.#value.reasoning
    if (value === undefined) return []
    const list = isJsonArray(value) ? value : [value]
    return list.map((entry) => {
      if (isJsonObject(entry)) {
        const { open, close } = entry
        if (typeof open === 'string' && typeof close === 'string' && open !== '' && close !== '')
          return { open, close }
      }
      throw this.#invalid('reasoning', 'a list of {"open": …, "close": …}')
    })
  }

  frame() {
    const id = this.text('frame')
    if (id === undefined) return undefined
    const frame = frames.find((known) => known.id === id)
    if (frame !== undefined) return frame
    throw this.#invalid('frame', `one of ${frames.map((known) => `"${known.id}"`).join(', ')}`)
  }

  #invalid(key: string, due: string): InputError {
    return invalid(`"${key}" must be ${due}.`, this.#where)
  }
}

function invalid(what: string, where: string): InputError {
  const fix = 'See docs/dialects.md for the keys of a dialect.'
  return new InputError({ code: 'dialect-invalid', what, where, fix })
}
