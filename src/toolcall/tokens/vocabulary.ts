import { InputError } from '../../errors.js'
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../text/json.js'

/**
 * How the pieces of a vocabulary spell bytes. `byte-level`: every character stands for one byte (GPT-2's table).
 * `sentencepiece`: text, with `▁` for a space and `<0x0A>` for a byte. `plain`: text as it is.
 */
export type PieceEncoding = 'byte-level' | 'sentencepiece' | 'plain'

/** The pieces that token ids stand for. */
export interface Vocabulary {
  readonly encoding: PieceEncoding
  /** By id; holes where no piece has the id. */
  readonly pieces: readonly (string | undefined)[]
  /**
   * Ids of pieces that were added as tokens of their own (special or not): ordinary text never becomes one of them by
   * merging, so that their spelling made of other tokens is not the token.
   */
  readonly added: ReadonlySet<number>
}

/** Largest id accepted. The largest real vocabularies have fewer than 300,000 pieces. */
const MAX_ID = 10_000_000

/**
 * The vocabulary of a `tokenizer.json`.
 *
 * @throws {InputError} `vocabulary-invalid`.
 */
export function vocabularyOfTokenizer(tokenizer: JsonValue, path: string): Vocabulary {
  if (!isJsonObject(tokenizer) || !isJsonObject(tokenizer.model)) throw invalid('There is no "model".', path)
  const pieces: (string | undefined)[] = []
  const put = (id: JsonValue | undefined, piece: JsonValue | undefined): void => {
    if (
      typeof id !== 'number' ||
      !Number.isSafeInteger(id) ||
      id < 0 ||
      id > MAX_ID ||
      typeof piece !== 'string'
    ) {
      throw invalid('A piece has no proper id or text.', path)
    }
    pieces[id] = piece
  }
  const { vocab } = tokenizer.model
  if (isJsonObject(vocab)) for (const piece of Object.keys(vocab)) put(vocab[piece], piece)
  else if (isJsonArray(vocab))
    for (const [id, entry] of vocab.entries()) put(id, isJsonArray(entry) ? entry[0] : entry)
  else throw invalid('The model has no "vocab".', path)
  const added = new Set<number>()
  if (isJsonArray(tokenizer.added_tokens)) {
    for (const token of tokenizer.added_tokens) {
      if (!isJsonObject(token)) throw invalid('An added token is no object.', path)
      put(token.id, token.content)
      added.add(Number(token.id))
    }
  }
  return { encoding: encodingOf(tokenizer), pieces, added }
}

/** Pieces and kinds as GGUF files hold them: kind 3 is control, 4 user-defined, 6 a byte. */
export function vocabularyOfGguf(options: {
  readonly model: string | undefined
  readonly pieces: readonly string[]
  readonly kinds: readonly number[]
}): Vocabulary {
  const { model, pieces, kinds } = options
  const added = new Set<number>()
  for (const [id, kind] of kinds.entries()) if (kind === 3 || kind === 4) added.add(id)
  return { encoding: model === 'gpt2' ? 'byte-level' : 'sentencepiece', pieces, added }
}

function encodingOf(tokenizer: JsonObject): PieceEncoding {
  const parts = [tokenizer.decoder, tokenizer.pre_tokenizer].flatMap(componentsOf)
  if (parts.some(({ type }) => type === 'ByteLevel')) return 'byte-level'
  const isSentencePiece = parts.some(({ type }) => type === 'ByteFallback' || type === 'Metaspace')
  return isSentencePiece ? 'sentencepiece' : 'plain'
}

function componentsOf(component: JsonValue | undefined): readonly JsonObject[] {
  if (!isJsonObject(component)) return []
  const inner = ['decoders', 'pretokenizers'].flatMap((key) => {
    const list = component[key]
    return isJsonArray(list) ? list.filter(isJsonObject) : []
  })
  return [component, ...inner]
}

function invalid(what: string, path: string): InputError {
  return new InputError({
    code: 'vocabulary-invalid',
    what: `This is not the vocabulary of a tokenizer. ${what}`,
    where: path,
    fix: 'Name the tokenizer.json of the model, or its GGUF file.',
  })
}
