import { readGgufMetadata } from '../adapters/gguf-metadata.js'
import { InputError } from '../errors.js'
import { readJsonText } from '../text/jsonl.js'
import { type Vocabulary, vocabularyOfGguf, vocabularyOfTokenizer } from '../toolcall/tokens/vocabulary.js'
import type { CliContext } from './command.js'

/** Largest tokenizer.json read. The largest met (Gemma 3) has 33 MB. */
const MAX_BYTES = 256 * 1024 * 1024

/**
 * The vocabulary in a tokenizer.json or a GGUF file.
 *
 * @throws {InputError} `vocabulary-invalid`, `gguf-broken`, and what reading JSON throws.
 */
export async function readVocabulary(
  path: string,
  { files }: Pick<CliContext, 'files'>,
): Promise<Vocabulary> {
  if (path.endsWith('.gguf')) {
    const metadata = await readGgufMetadata(path)
    const model = metadata['tokenizer.ggml.model']
    const pieces = listOf(metadata['tokenizer.ggml.tokens'], isText)
    const kinds = listOf(metadata['tokenizer.ggml.token_type'], isNumber)
    if (pieces === undefined || kinds === undefined) throw invalid(path)
    return vocabularyOfGguf({ model: typeof model === 'string' ? model : undefined, pieces, kinds })
  }
  const bytes = await files.read(path)
  if (bytes.length > MAX_BYTES) throw invalid(path)
  return vocabularyOfTokenizer(
    readJsonText(new TextDecoder().decode(bytes), { path, duplicateKeys: 'last' }),
    path,
  )
}

const isText = (entry: unknown): entry is string => typeof entry === 'string'
const isNumber = (entry: unknown): entry is number => typeof entry === 'number'

function listOf<T>(value: unknown, isOne: (entry: unknown) => entry is T): readonly T[] | undefined {
  return Array.isArray(value) && value.every(isOne) ? value : undefined
}

function invalid(path: string): InputError {
  return new InputError({
    code: 'vocabulary-invalid',
    what: 'The file holds no vocabulary that token ids can be read with.',
    where: path,
    fix: 'Name the tokenizer.json of the model, or its GGUF file.',
  })
}
