import { InputError } from '../errors.js'
import { hostFiles } from './files.js'

/** Metadata of a GGUF file, by key: numbers, texts, lists of them. */
export type GgufMetadata = Readonly<Record<string, unknown>>

/** Keys that the reader adds from the head of the file. */
const HEAD_KEYS = ['version', 'tensor_count', 'kv_count'] as const

/** Bytes that the weights begin at a multiple of, where the metadata does not say. */
const DEFAULT_ALIGNMENT = 32

/**
 * Reads what a GGUF file says of itself; weights are not read. The reader bounds counts, lengths and nesting.
 *
 * @throws {InputError} `gguf-broken`, and what reading a file throws.
 */
export async function readGgufMetadata(path: string): Promise<GgufMetadata> {
  const { sizeBytes } = await sizeOf(path)
  const { gguf } = await import('@huggingface/gguf')
  let read: Awaited<ReturnType<typeof gguf>>
  try {
    read = await gguf(path, { allowLocalFile: true })
  } catch (cause) {
    throw broken(cause instanceof Error ? cause.message : String(cause), path, cause)
  }
  const metadata = read.metadata as unknown as GgufMetadata // its type lists the keys of known architectures only
  // Past its end a file reads as zeros, which the reader takes for entries without a name.
  const found = Object.keys(metadata).filter((key) => key !== '').length - HEAD_KEYS.length
  const announced = Number(metadata.kv_count)
  if (found < announced) {
    throw broken(`it announces ${announced} entries of metadata and holds ${found}`, path)
  }
  // A file of a vocabulary alone need not be filled up to where weights would begin.
  const slack =
    Number(metadata.tensor_count) > 0 ? 0 : Number(metadata['general.alignment'] ?? DEFAULT_ALIGNMENT)
  const isCut = Object.values(metadata).some((value) => typeof value === 'string' && value.endsWith('\0'))
  if (isCut || Number(read.tensorDataOffset) - slack > sizeBytes) {
    throw broken('it ends inside its metadata', path)
  }
  return metadata
}

/** The reader reports a missing file in its own words; ours say what to do. */
async function sizeOf(path: string): Promise<{ readonly sizeBytes: number }> {
  for await (const _ of hostFiles.stream(path)) break
  return (await hostFiles.facts(path)) ?? { sizeBytes: 0 }
}

function broken(reason: string, path: string, cause?: unknown): InputError {
  return new InputError({
    code: 'gguf-broken',
    what: `This is not a GGUF file that can be read: ${reason}`,
    where: path,
    fix: 'Name a GGUF file of version 2 or 3, complete.',
    ...(cause !== undefined && { cause }),
  })
}
