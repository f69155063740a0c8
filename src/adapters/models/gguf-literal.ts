import { InputError } from '../../errors.js'
import { quoted } from '../../text/printable.js'
import type { LoadedGguf } from './gguf-model.js'

export interface LiteralText {
  /** A whole prompt, special tokens written out. */
  readonly text: string
  /** Parts of it in which nothing is a special token. */
  readonly literal: readonly string[]
  readonly loaded: Pick<LoadedGguf, 'metadata' | 'model'>
  /** For messages. */
  readonly where: string
}

/** llama.cpp's types of vocabulary entries that are read out of a text whole. */
const CONTROL = new Set([2, 3])
const USER_DEFINED = 4

/**
 * Ids of a prompt in which some parts are a stranger's: special tokens that those spell stay text. A prompt whose literal
 * parts spell none, nearly every one, is tokenized as a whole. Else it is cut at the special tokens that stand outside
 * of them, where tokenizers cut it, too.
 *
 * @throws {InputError} `literal-special` where a literal part spells an entry that the engine reads out of any text, or
 * cannot be found in the prompt.
 */
export function literalIds(given: LiteralText): readonly number[] {
  const { text, literal, loaded } = given
  const { model } = loaded
  const isSame = (one: readonly number[], other: readonly number[]): boolean =>
    one.length === other.length && one.every((id, at) => id === other[at])
  const spelling = literal.filter((part) => {
    const users = userDefinedIn(part, loaded)
    if (users !== undefined) throw strange(given, part, `spells ${quoted(users)}`)
    return !isSame(model.tokenize(part, true), model.tokenize(part, false))
  })
  if (spelling.length === 0) return model.tokenize(text, true)
  const ranges = spelling.flatMap((part) => placesOf(part, given))
  const ids: number[] = []
  let from = 0
  for (const { start, end, id } of specialsOutside(ranges, given)) {
    ids.push(...plainIds(text.slice(from, start), given), id)
    from = end
  }
  return [...ids, ...plainIds(text.slice(from), given)]
}

interface Range {
  readonly start: number
  readonly end: number
}

/** An empty text may still get a token put before it. */
function plainIds(text: string, { loaded }: LiteralText): readonly number[] {
  return text === '' ? [] : loaded.model.tokenize(text, false)
}

function placesOf(part: string, given: LiteralText): readonly Range[] {
  const ranges: Range[] = []
  for (let at = given.text.indexOf(part); at !== -1; at = given.text.indexOf(part, at + part.length)) {
    ranges.push({ start: at, end: at + part.length })
  }
  if (ranges.length > 0) return ranges
  throw strange(given, part, 'is changed by the chat template')
}

/** Control tokens of the prompt that do not begin or end within a literal part, the longest at each place. */
function specialsOutside(
  ranges: readonly Range[],
  { text, loaded }: LiteralText,
): readonly (Range & { readonly id: number })[] {
  const controls = entriesOf(loaded)
    .filter(({ type, piece }) => CONTROL.has(type) && text.includes(piece))
    .sort((left, right) => right.piece.length - left.piece.length)
  const found: (Range & { readonly id: number })[] = []
  const isFree = ({ start, end }: Range): boolean =>
    [...ranges, ...found].every((range) => end <= range.start || start >= range.end)
  for (const { piece, id } of controls) {
    for (let at = text.indexOf(piece); at !== -1; at = text.indexOf(piece, at + 1)) {
      const place = { start: at, end: at + piece.length }
      if (isFree(place)) found.push({ ...place, id })
    }
  }
  return found.sort((left, right) => left.start - right.start)
}

interface Entry {
  readonly id: number
  readonly piece: string
  readonly type: number
}

/** Entries of the vocabulary that are not ordinary, by model: reading the metadata of 250,000 costs some 10 ms. */
const kept = new WeakMap<object, readonly Entry[]>()

function entriesOf({ metadata, model }: LiteralText['loaded']): readonly Entry[] {
  const known = kept.get(model)
  if (known !== undefined) return known
  const pieces = metadata['tokenizer.ggml.tokens']
  const types = metadata['tokenizer.ggml.token_type']
  const entries: Entry[] = []
  if (Array.isArray(pieces) && Array.isArray(types)) {
    for (const [id, piece] of pieces.entries()) {
      const type = Number(types[id])
      const isApart = CONTROL.has(type) || type === USER_DEFINED
      if (isApart && typeof piece === 'string' && piece !== '') entries.push({ id, piece, type })
    }
  }
  kept.set(model, entries)
  return entries
}

/** An entry like a tool or a turn that the engine reads out of any text: nothing keeps it from that. Plain words and white space may be entries, too. */
function userDefinedIn(part: string, loaded: LiteralText['loaded']): string | undefined {
  return entriesOf(loaded).find(
    ({ type, piece }) => type === USER_DEFINED && /^<[<|]/.test(piece) && part.includes(piece),
  )?.piece
}

function strange({ where }: LiteralText, part: string, what: string): InputError {
  return new InputError({
    code: 'literal-special',
    what: `The text ${quoted(part)} ${what}, so it cannot be shown to this model as the text that it is.`,
    where,
    fix: 'Leave the item out, or write its text without special tokens.',
  })
}
