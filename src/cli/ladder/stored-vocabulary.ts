import type { Files } from '../../ports.js'
import { isJsonArray, isJsonObject } from '../../text/json.js'
import { readJsonText } from '../../text/jsonl.js'
import type { Vocabulary } from '../../toolcall/tokens/vocabulary.js'

const NAME = 'vocabulary.json'
const SCHEMA = 'assay.vocabulary/1'

/** Keeps what the ids of answers stand for beside them: the file of the model may be gone when they are judged again. */
export async function keepVocabulary(
  folder: string,
  { encoding, pieces, added }: Vocabulary,
  files: Files,
): Promise<void> {
  const all = Array.from(pieces, (piece) => piece ?? null) // holes as well
  const json = JSON.stringify({ schema: SCHEMA, encoding, added: [...added], pieces: all })
  await files.write(files.join(folder, NAME), [`${json}\n`])
}

/** The path of a subject that is a GGUF file, which holds its vocabulary. */
export function ggufOf(endpoint: string | undefined): string | undefined {
  return endpoint?.endsWith('.gguf') === true ? endpoint : undefined
}

/** Undefined where none was kept. */
export async function keptVocabulary(folder: string, files: Files): Promise<Vocabulary | undefined> {
  const path = files.join(folder, NAME)
  if ((await files.facts(path))?.kind !== 'file') return undefined
  const json = readJsonText(new TextDecoder().decode(await files.read(path)), { path })
  if (!isJsonObject(json) || json.schema !== SCHEMA) return undefined
  const { encoding, pieces, added } = json
  const isKnown = encoding === 'byte-level' || encoding === 'sentencepiece' || encoding === 'plain'
  if (!isKnown || !isJsonArray(pieces) || !isJsonArray(added)) return undefined
  return {
    encoding,
    pieces: pieces.map((piece) => (typeof piece === 'string' ? piece : undefined)),
    added: new Set(added.filter((id) => typeof id === 'number')),
  }
}
