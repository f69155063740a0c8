import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { InputError } from '../../errors.js'
import { quoted } from '../../text/printable.js'
import { hostFiles } from '../files.js'
import { type GgufMetadata, readGgufMetadata } from '../gguf-metadata.js'

/** A GGUF file that native code may be given. */
export interface GgufFile {
  /** Absolute. */
  readonly path: string
  readonly sizeBytes: number
  readonly metadata: GgufMetadata
  /** Whether every tensor is of 32-bit floats. */
  readonly isSinglePrecision: boolean
}

/**
 * Looks at a GGUF file before native code does: whether it is one, and whether all tensors that it announces lie within
 * it. Weights are not read.
 *
 * @throws {InputError} `gguf-broken`, `gguf-truncated`, `gguf-shard`, and what reading a file throws.
 */
export async function checkGguf(path: string): Promise<GgufFile> {
  // Reading a pipe would wait for ever. What is not there is told by the reading below.
  const facts = await stat(path).catch(() => undefined)
  if (facts !== undefined && !facts.isFile() && !facts.isDirectory()) {
    throw new InputError({
      code: 'gguf-broken',
      what: 'This is a device or a pipe, not a file.',
      where: path,
      fix: 'Name a GGUF file of version 2 or 3, complete.',
    })
  }
  const metadata = await readGgufMetadata(path)
  const { gguf, parseGgufShardFilename } = await import('@huggingface/gguf')
  const { sizeBytes = 0 } = (await hostFiles.facts(path)) ?? {}
  const shard = parseGgufShardFilename(path)
  if (shard !== null && Number(shard.shard) !== 1) {
    throw new InputError({
      code: 'gguf-shard',
      what: `This is part ${Number(shard.shard)} of a model in ${Number(shard.total)} files.`,
      where: path,
      fix: 'Name the first part; the others are found beside it.',
    })
  }
  const { tensorInfos, tensorDataOffset } = await gguf(path, { allowLocalFile: true })
  const announced = Number(metadata.tensor_count)
  let end = 0
  for (const { name, offset, shape, dtype } of tensorInfos) {
    if (shape.some((length) => length < 1n)) {
      throw new InputError({
        code: 'gguf-broken',
        what: `This is not a GGUF file that can be read: the tensor ${quoted(name)} has no size.`,
        where: path,
        fix: 'Name a GGUF file of version 2 or 3, complete.',
      })
    }
    end = Math.max(end, Number(tensorDataOffset + offset) + sizeOfTensor(shape, dtype))
  }
  if (tensorInfos.length < announced || end > sizeBytes || !Number.isFinite(end)) {
    throw new InputError({
      code: 'gguf-truncated',
      what: `The file ends too early: it has ${sizeBytes} bytes, and its tensors reach to byte ${end}.`,
      where: path,
      fix: 'Fetch it again; "assay models pull" checks what it fetched.',
    })
  }
  const isSinglePrecision = tensorInfos.every(({ dtype }) => Number(dtype) === SINGLE)
  return { path: resolve(path), sizeBytes, metadata, isSinglePrecision }
}

/** The number of 32-bit floats among the GGML types. */
const SINGLE = 0

/** Elements and bytes of a block, by the number of a GGML type; types that are not listed count as empty. */
const BLOCKS: ReadonlyMap<number, readonly [elements: number, bytes: number]> = new Map([
  [0, [1, 4]], // F32
  [1, [1, 2]], // F16
  [2, [32, 18]], // Q4_0
  [3, [32, 20]], // Q4_1
  [6, [32, 22]], // Q5_0
  [7, [32, 24]], // Q5_1
  [8, [32, 34]], // Q8_0
  [9, [32, 36]], // Q8_1
  [10, [256, 84]], // Q2_K
  [11, [256, 110]], // Q3_K
  [12, [256, 144]], // Q4_K
  [13, [256, 176]], // Q5_K
  [14, [256, 210]], // Q6_K
  [15, [256, 292]], // Q8_K
  [16, [256, 66]], // IQ2_XXS
  [17, [256, 74]], // IQ2_XS
  [18, [256, 98]], // IQ3_XXS
  [19, [256, 50]], // IQ1_S
  [20, [32, 18]], // IQ4_NL
  [21, [256, 110]], // IQ3_S
  [22, [256, 82]], // IQ2_S
  [23, [256, 136]], // IQ4_XS
  [24, [1, 1]], // I8
  [25, [1, 2]], // I16
  [26, [1, 4]], // I32
  [27, [1, 8]], // I64
  [28, [1, 8]], // F64
  [29, [256, 56]], // IQ1_M
  [30, [1, 2]], // BF16
  [34, [256, 54]], // TQ1_0
  [35, [256, 66]], // TQ2_0
  [39, [32, 17]], // MXFP4
])

function sizeOfTensor(shape: readonly bigint[], type: number): number {
  const [elements, bytes] = BLOCKS.get(type) ?? [1, 0]
  const count = shape.reduce((product, length) => product * Number(length), 1)
  return (count / elements) * bytes
}
