import type { CallPlurality } from './dialect.js'
import type { CallKeys } from './payload/canonical-entry.js'
import type { ChatFrame } from './render/chat.js'
import type { Wrapper } from './scan/walk.js'

/**
 * What stands between a trigger and its closer.
 *
 * - `json-object`, `json-array`, `json`: one call object, a list of them, either.
 * - `python`: `[sum(a=1), geo.find(city="Lima")]`.
 * - `python-or-json`: the same, or a JSON list.
 * - `named-json`: a name, a separator and the bare argument object.
 * - `xml`: `<function=NAME>` around `<parameter=KEY>` values.
 * - `pairs`: a name and `<arg_key>`, `<arg_value>` pairs.
 * - `gemma`: `call:NAME{key:<escape>text<escape>}`.
 */
export type PayloadKind =
  | 'json-object'
  | 'json-array'
  | 'json'
  | 'python'
  | 'python-or-json'
  | 'named-json'
  | 'xml'
  | 'pairs'
  | 'gemma'

/** A dialect as data, for those whose payload is of a known kind. This is also what users write in a config. */
export interface DialectData {
  readonly id: string
  readonly describes: string
  /** Empty: the whole message is the call. */
  readonly trigger: readonly string[]
  /** Empty: none is trained, and a complete payload is closed by itself. */
  readonly closer: readonly string[]
  readonly payload: PayloadKind
  /** Needed by the JSON payloads. */
  readonly keys?: CallKeys
  /** Of `named-json`: what ends the name, and what parts it from an id. */
  readonly separator?: string
  readonly idSeparator?: string
  /** The payload stands in a Markdown fence that belongs to the dialect. */
  readonly isFenced?: boolean
  readonly plurality: CallPlurality
  /** Between calls that are `joined`. */
  readonly joiner?: string
  /** Of dialects without trigger: markers that may stand around the message all the same. */
  readonly optional?: { readonly prefixes?: readonly string[]; readonly wrapper?: Wrapper }
  readonly endOfTurn: readonly string[]
  /** Beside the wrappers that all dialects know. */
  readonly reasoning?: readonly Wrapper[]
  /** Further texts with a meaning of their own. */
  readonly markers?: readonly string[]
  readonly signature?: readonly string[]
  /** Pseudo-tools that state that nothing is called. */
  readonly noCallNames?: readonly string[]
  readonly frame?: ChatFrame
}
