import type { TokenRow } from '../../checkpoint/measure-drift.js'
import { InputError } from '../../errors.js'
import { isJsonArray, isJsonObject, type JsonValue } from '../../text/json.js'
import { readJsonText } from '../../text/jsonl.js'
import { isCount } from '../../text/plain-value.js'
import { quoted } from '../../text/printable.js'
import { decodeTokens } from '../../toolcall/tokens/decode-tokens.js'
import type { Vocabulary } from '../../toolcall/tokens/vocabulary.js'

/** Special tokens that an error lists. */
const SHOWN_TOKENS = 12

/** Tokens found in a vocabulary, or by their ids alone where there is none. */
export class TokenFinder {
  readonly #vocabulary: Vocabulary | undefined
  #byPiece: ReadonlyMap<string, number> | undefined
  #byText: ReadonlyMap<string, number> | undefined

  constructor(vocabulary: Vocabulary | undefined) {
    this.#vocabulary = vocabulary
  }

  /**
   * A token by its id (digits alone), by its piece as the vocabulary spells it, or by the text that the piece stands for.
   *
   * @throws {InputError} `token-unknown`.
   */
  find(word: string, where: string): TokenRow {
    const vocabulary = this.#vocabulary
    if (/^\d{1,9}$/.test(word)) {
      const id = Number(word)
      const text = vocabulary?.pieces[id]
      return text === undefined ? { id } : { id, text }
    }
    if (vocabulary === undefined) {
      throw new InputError({
        code: 'token-unknown',
        what: `There is no vocabulary beside the checkpoints in which ${JSON.stringify(word)} could be looked up.`,
        where,
        fix: 'Name ids instead of texts, or pass --vocabulary with the tokenizer.json or the GGUF file.',
      })
    }
    const id = this.#pieces(vocabulary).get(word) ?? this.#texts(vocabulary).get(word)
    if (id !== undefined) return { id, text: word }
    throw new InputError({
      code: 'token-unknown',
      what: `${JSON.stringify(word)} is no single token of the vocabulary.`,
      where,
      fix: `Name one token as the vocabulary spells it, or its id.${this.#addedTokens(vocabulary)}`,
    })
  }

  /** Tokens that stand for marks, such as the trigger of a call: those are looked for most. */
  #addedTokens({ pieces, added }: Vocabulary): string {
    const names = [...added].flatMap((id) => pieces[id] ?? [])
    if (names.length === 0) return ''
    const shown = names.slice(0, SHOWN_TOKENS).map((name) => quoted(name, 40))
    const rest = names.length > SHOWN_TOKENS ? ', …' : ''
    return ` Its special tokens: ${shown.join(', ')}${rest}.`
  }

  /** Ids of the pieces that a pattern fits. */
  matching(pattern: RegExp): readonly number[] {
    const pieces = this.#vocabulary?.pieces ?? []
    return [...pieces.entries()].flatMap(([id, piece]) =>
      piece !== undefined && pattern.test(piece) ? [id] : [],
    )
  }

  /** Text of a token that is neither special nor reserved nor a byte; the empty text where nothing is known of it. */
  ordinary(id: number): string | undefined {
    if (this.#vocabulary === undefined) return ''
    const piece = this.#vocabulary.pieces[id]
    const isOrdinary = piece !== undefined && !this.#vocabulary.added.has(id) && !STRANGE.test(piece)
    return isOrdinary ? piece : undefined
  }

  #pieces(vocabulary: Vocabulary): ReadonlyMap<string, number> {
    this.#byPiece ??= new Map(
      [...vocabulary.pieces.entries()].flatMap(([id, piece]) =>
        piece === undefined ? [] : [[piece, id] as const],
      ),
    )
    return this.#byPiece
  }

  #texts(vocabulary: Vocabulary): ReadonlyMap<string, number> {
    if (this.#byText === undefined) {
      const texts = new Map<string, number>()
      for (const id of vocabulary.pieces.keys()) {
        if (vocabulary.pieces[id] === undefined) continue
        const { text } = decodeTokens([id], vocabulary)
        if (!texts.has(text)) texts.set(text, id)
      }
      this.#byText = texts
    }
    return this.#byText
  }
}

/** Bytes and reserved places: no rows that ordinary training moves. */
const STRANGE = /^<0x[0-9A-Fa-f]{2}>$|unused|reserved/i

export interface TokenGroup {
  readonly name: string
  readonly ids: readonly number[]
}

/**
 * Groups of a JSON file: `{name: [token or id, …]}`; or a token map `{tool: token}`, whose tokens are one group.
 *
 * @throws {InputError} `groups-broken`, `token-unknown`.
 */
export function groupsOf(text: string, path: string, finder: TokenFinder): readonly TokenGroup[] {
  const json = readJsonText(text, { path })
  if (!isJsonObject(json)) throw broken(path, 'It is no JSON object.')
  const entries = Object.entries(json)
  const idOf = (value: JsonValue): number => {
    if (isCount(value)) return value
    if (typeof value === 'string') return finder.find(value, path).id
    throw broken(path, `${JSON.stringify(value)?.slice(0, 60)} is no token and no id.`)
  }
  if (entries.length > 0 && entries.every(([, value]) => typeof value === 'string')) {
    return [{ name: 'virtual', ids: distinct(entries.map(([, value]) => idOf(value as string))) }] // checked above
  }
  return entries.map(([name, value]) => {
    if (value === undefined || !isJsonArray(value) || value.length === 0) {
      throw broken(path, `The group ${JSON.stringify(name.slice(0, 60))} has no list of tokens.`)
    }
    return { name, ids: distinct(value.map(idOf)) }
  })
}

function distinct(ids: readonly number[]): readonly number[] {
  return [...new Set(ids)]
}

/**
 * A group of `--group name=pattern`.
 *
 * @throws {InputError} `groups-broken`.
 */
export function groupOf(spec: string, finder: TokenFinder): TokenGroup {
  const at = spec.indexOf('=')
  if (at < 1) throw broken(`--group ${spec}`, 'There is no name before "=".')
  const name = spec.slice(0, at)
  let pattern: RegExp
  try {
    pattern = new RegExp(spec.slice(at + 1), 'u')
  } catch (cause) {
    throw broken(
      `--group ${spec}`,
      `It is no regular expression: ${cause instanceof Error ? cause.message : ''}.`,
    )
  }
  const ids = finder.matching(pattern)
  if (ids.length === 0) throw broken(`--group ${spec}`, 'No token of the vocabulary fits it.')
  return { name, ids }
}

function broken(where: string, what: string): InputError {
  return new InputError({
    code: 'groups-broken',
    what: `These are no groups of tokens. ${what}`,
    where,
    fix: "Give --group 'name=pattern', or --groups with a file {name: [token or id, …]}.",
  })
}
