import { readFileSync } from 'node:fs'
import type { CheckpointHost } from '../../src/checkpoint/open-checkpoint.js'
import { type BlockComparer, blockWidth } from '../../src/checkpoint/row-block.js'
import type { Dtype } from '../../src/checkpoint/tensor.js'
import { driftKernel, FREE_FROM, ROW_NUMBERS } from '../../src/numeric/drift-kernel-instance.js'
import type { FileParts } from '../../src/ports.js'
import { byteFiles } from '../contract/byte-files.js'

/** A tensor for a file of ours. */
export interface MadeTensor {
  readonly dtype: Dtype
  readonly shape: readonly number[]
  readonly data: Uint8Array
}

/** A safetensors file. */
export function safetensorsFile(
  tensors: Readonly<Record<string, MadeTensor>>,
  metadata?: Readonly<Record<string, string>>,
): Uint8Array {
  const header: Record<string, unknown> = metadata === undefined ? {} : { __metadata__: metadata }
  let end = 0
  for (const [name, { dtype, shape, data }] of Object.entries(tensors)) {
    header[name] = { dtype, shape, data_offsets: [end, end + data.length] }
    end += data.length
  }
  return withHeader(JSON.stringify(header), ...Object.values(tensors).map(({ data }) => data))
}

/** A header of any text, its length before it, and what stands behind it. */
export function withHeader(header: string, ...data: readonly Uint8Array[]): Uint8Array {
  const text = new TextEncoder().encode(header)
  const length = new Uint8Array(8)
  new DataView(length.buffer).setUint32(0, text.length, true)
  return joined(length, text, ...data)
}

export function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

/** Numbers as bfloat16, cut off and not rounded: for values that bfloat16 holds. */
export function bf16(values: readonly number[]): Uint8Array {
  const words = new Uint32Array(Float32Array.from(values).buffer)
  return new Uint8Array(Uint16Array.from(words, (word) => word >>> 16).buffer)
}

export function float32(values: readonly number[]): Uint8Array {
  return new Uint8Array(Float32Array.from(values).buffer)
}

export function fromBase64(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'base64'))
}

/** Files in memory, of which parts can be read. */
export function checkpointHost(files: Readonly<Record<string, string | Uint8Array>>): CheckpointHost {
  const memory = byteFiles(files)
  const parts: FileParts = {
    readPart: async (path, { start, length }) => (await memory.read(path)).slice(start, start + length),
  }
  return { files: memory, parts }
}

/** Compares blocks at once, in this thread. */
export function plainComparer(parts: FileParts, threads = 1): BlockComparer {
  return {
    threads,
    async compare({ kind, a, b, length, rows, under, underHalf }) {
      const size = length * rows * blockWidth[kind]
      const kernel = driftKernel(2 * size + 8 * ROW_NUMBERS * rows + 8)
      const memory = new Uint8Array(kernel.memory.buffer)
      const [atA, atB, out] = [FREE_FROM, FREE_FROM + size, FREE_FROM + 8 * Math.ceil((2 * size) / 8)]
      memory.set(await parts.readPart(a.path, { start: a.start, length: size }), atA)
      memory.set(await parts.readPart(b.path, { start: b.start, length: size }), atB)
      kernel[kind](atA, atB, length, rows, out, under, underHalf)
      return new Float64Array(kernel.memory.buffer, out, ROW_NUMBERS * rows).slice()
    },
    close: async () => undefined,
  }
}

interface OracleSide {
  readonly dtype: Dtype
  readonly data: string
}

/** Measures by NumPy; see test/oracles/checkpoints.py. */
export interface OracleMeasures {
  readonly cosine: number
  readonly oneMinusCosine: number
  readonly relativeNorm: number
  readonly normChange: number
  readonly meanAbs: number
  readonly maxAbs: number
  readonly identicalShare: number
}

export interface CheckpointOracle {
  readonly pairs: readonly {
    readonly name: string
    readonly shape: readonly number[]
    readonly a: OracleSide
    readonly b: OracleSide
    readonly expected: OracleMeasures
    readonly rowsTouched: number
    readonly row: OracleMeasures & { readonly number: number }
    readonly rowNormZ: number | null
  }[]
  readonly groups: {
    readonly shape: readonly number[]
    readonly ids: readonly number[]
    readonly a: string
    readonly b: string
    readonly relativeDrift: number
    readonly medianRelativeDrift: number
    readonly frobeniusDrift: number
    readonly selfCosine: number
    readonly pairwiseCosineBefore: number
    readonly pairwiseCosineAfter: number
  }
  readonly torch: Readonly<
    Record<'trainer' | 'parameters' | 'module' | 'views' | 'bytes' | 'evil', { readonly file: string }>
  > & {
    readonly values: Readonly<Record<string, readonly number[]>>
  }
  readonly formats: {
    readonly blocks: Readonly<Record<string, { readonly data: string; readonly values: readonly number[] }>>
    readonly halves: { readonly words: readonly number[]; readonly float32: readonly number[] }
    readonly rounding: Readonly<Record<'float32' | 'BF16' | 'F16', readonly number[]>>
  }
  readonly f8: Readonly<Record<'F8_E4M3' | 'F8_E5M2', readonly (number | null)[]>>
  readonly lora: Readonly<Record<'base' | 'down' | 'up' | 'merged', string>> & {
    readonly alpha: number
    readonly rank: number
  }
}

export function checkpointOracle(): CheckpointOracle {
  return JSON.parse(readFileSync('test/fixtures/checkpoints/oracle.json', 'utf8')) as CheckpointOracle
}
