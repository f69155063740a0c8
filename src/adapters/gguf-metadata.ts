import { InputError } from '../errors.js'

/** Metadata of a GGUF file, by key: numbers, texts, lists of them. */
export type GgufMetadata = Readonly<Record<string, unknown>>

/**
 * Reads what a GGUF file says of itself; weights are not read. The reader bounds counts, lengths and nesting.
 *
 * @throws {InputError} `gguf-broken`.
 */
export async function readGgufMetadata(path: string): Promise<GgufMetadata> {
  const { gguf } = await import('@huggingface/gguf')
  try {
    const { metadata } = await gguf(path, { allowLocalFile: true })
    return metadata as unknown as GgufMetadata // its type lists the keys of known architectures only
  } catch (cause) {
    throw new InputError({
      code: 'gguf-broken',
      what: `This is not a GGUF file that can be read: ${cause instanceof Error ? cause.message : String(cause)}`,
      where: path,
      fix: 'Name a GGUF file of version 2 or 3, complete.',
      cause,
    })
  }
}
