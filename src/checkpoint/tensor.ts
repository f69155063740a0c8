/** Number formats in which single weights are stored. */
export type PlainType =
  | 'F64'
  | 'F32'
  | 'F16'
  | 'BF16'
  | 'F8_E4M3'
  | 'F8_E5M2'
  | 'I64'
  | 'I32'
  | 'I16'
  | 'I8'
  | 'U64'
  | 'U32'
  | 'U16'
  | 'U8'
  | 'BOOL'

/** Formats of GGUF in which a block of weights shares scales. */
export type BlockType =
  | 'Q4_0'
  | 'Q4_1'
  | 'Q5_0'
  | 'Q5_1'
  | 'Q8_0'
  | 'Q2_K'
  | 'Q3_K'
  | 'Q4_K'
  | 'Q5_K'
  | 'Q6_K'

export type Dtype = PlainType | BlockType

/** Bytes of one element, or of a block of elements. */
export interface TypeLayout {
  readonly elements: number
  readonly sizeBytes: number
}

const single = (sizeBytes: number): TypeLayout => ({ elements: 1, sizeBytes })

export const layouts: Readonly<Record<Dtype, TypeLayout>> = {
  F64: single(8),
  F32: single(4),
  F16: single(2),
  BF16: single(2),
  F8_E4M3: single(1),
  F8_E5M2: single(1),
  I64: single(8),
  I32: single(4),
  I16: single(2),
  I8: single(1),
  U64: single(8),
  U32: single(4),
  U16: single(2),
  U8: single(1),
  BOOL: single(1),
  Q4_0: { elements: 32, sizeBytes: 18 },
  Q4_1: { elements: 32, sizeBytes: 20 },
  Q5_0: { elements: 32, sizeBytes: 22 },
  Q5_1: { elements: 32, sizeBytes: 24 },
  Q8_0: { elements: 32, sizeBytes: 34 },
  Q2_K: { elements: 256, sizeBytes: 84 },
  Q3_K: { elements: 256, sizeBytes: 110 },
  Q4_K: { elements: 256, sizeBytes: 144 },
  Q5_K: { elements: 256, sizeBytes: 176 },
  Q6_K: { elements: 256, sizeBytes: 210 },
}

/** Whether weights of this format are rounded in blocks, so that bits say nothing of single weights. */
export function isBlockType(dtype: Dtype): dtype is BlockType {
  return layouts[dtype].elements > 1
}

/** Where the elements of a tensor stand, row-major and without gaps. */
export interface StoredTensor {
  readonly name: string
  readonly dtype: Dtype
  /** Sizes from the slowest-varying on; empty for a scalar. */
  readonly shape: readonly number[]
  /** Which file of the checkpoint, from 0. */
  readonly file: number
  /** First byte in that file. */
  readonly start: number
  readonly sizeBytes: number
}

export interface CheckpointFile {
  readonly path: string
  readonly sizeBytes: number
}

/** A checkpoint whose tensors are known and not yet read. */
export interface Checkpoint {
  readonly format: 'safetensors' | 'torch' | 'gguf'
  readonly files: readonly CheckpointFile[]
  readonly tensors: readonly StoredTensor[]
  /** What the file says of itself, as far as it is short text. */
  readonly metadata: Readonly<Record<string, string>>
  /** What was left out or is strange, a sentence each. */
  readonly notices: readonly string[]
}

/** DeepSeek-V3, a mixture of 256 experts in 58 layers, has 91,000 tensors; no model is known to have more. */
export const MAX_TENSORS = 250_000

/** Elements of a shape; undefined when there are more than a double can count. */
export function elementCount(shape: readonly number[]): number | undefined {
  let count = 1
  for (const size of shape) count *= size
  return Number.isSafeInteger(count) ? count : undefined
}

/** A tensor seen as rows: its last axis is the row, all others together count them. A vector is one row. */
export function rowsOf(shape: readonly number[]): { readonly rows: number; readonly length: number } {
  const length = shape.at(-1) ?? 1
  return { rows: shape.slice(0, -1).reduce((rows, size) => rows * size, 1), length }
}
