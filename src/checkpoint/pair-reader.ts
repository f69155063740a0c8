import { InputError } from '../errors.js'
import type { FileParts } from '../ports.js'
import type { TensorPair } from './align-tensors.js'
import { type ComparisonType, comparisonType } from './comparison-type.js'
import { decodeFloat32, decodeFloat64 } from './decode-weights.js'
import { float32OfHalf, halfOf } from './half-precision.js'
import { LowRankRows, type LowRankUpdate } from './low-rank.js'
import { bf16Of } from './round-weights.js'
import { type CheckpointFile, type Dtype, layouts, type StoredTensor } from './tensor.js'

/** A part of a tensor, one row or many or a part of one. */
export interface Piece {
  /** Number of the first element. */
  readonly start: number
  /** Elements of each of its rows. */
  readonly length: number
  readonly rows: number
}

/** The same weights before and after, as words of float32. */
export interface PieceWords {
  readonly a: Uint32Array
  readonly b: Uint32Array
}

/** Weights that no float32 holds, and how many of them are equal bit by bit. */
export interface WidePiece {
  readonly a: Float64Array
  readonly b: Float64Array
  readonly isEqual: (at: number) => boolean
}

/** Reads weights of a pair as the comparison needs them: rounded to the same format, with the adapter added. */
export class PairReader {
  readonly type: ComparisonType
  readonly #pair: TensorPair
  readonly #files: { readonly a: readonly CheckpointFile[]; readonly b: readonly CheckpointFile[] }
  readonly #parts: FileParts
  #update: Promise<LowRankRows> | undefined

  constructor(
    pair: TensorPair,
    files: { readonly a: readonly CheckpointFile[]; readonly b: readonly CheckpointFile[] },
    parts: FileParts,
  ) {
    this.#pair = pair
    this.#files = files
    this.#parts = parts
    const type = comparisonType(pair.a.dtype, pair.b.dtype)
    this.type = pair.update === undefined ? type : { ...type, isNative: false }
  }

  async words(piece: Piece): Promise<PieceWords> {
    const { a, b, update } = this.#pair
    const count = piece.length * piece.rows
    const [left, right] = [new Uint32Array(count), new Uint32Array(count)]
    const [bytesA, bytesB] = await this.#bytes(piece)
    decodeFloat32(narrowed(bytesA, a.dtype), narrowType(a.dtype), left)
    decodeFloat32(narrowed(bytesB, b.dtype), narrowType(b.dtype), right)
    if (update !== undefined) await this.#addUpdate(right, piece)
    const { rounded } = this.type
    if (rounded !== undefined) roundWords(rounded.side === 'a' ? left : right, rounded.to)
    return { a: left, b: right }
  }

  async wide(piece: Piece): Promise<WidePiece> {
    const { a, b } = this.#pair
    const count = piece.length * piece.rows
    const [left, right] = [new Float64Array(count), new Float64Array(count)]
    const [bytesA, bytesB] = await this.#bytes(piece)
    decodeFloat64(bytesA, a.dtype, left)
    decodeFloat64(bytesB, b.dtype, right)
    // Of one format the files' own words are compared: two whole numbers beyond 2^53 can be one float64.
    const [wordsA, wordsB, width] =
      a.dtype === b.dtype
        ? [bytesA, bytesB, layouts[a.dtype].sizeBytes]
        : [new Uint8Array(left.buffer), new Uint8Array(right.buffer), 8]
    const isEqual = (at: number): boolean => {
      for (let byte = at * width; byte < (at + 1) * width; byte++)
        if (wordsA[byte] !== wordsB[byte]) return false
      return true
    }
    return { a: left, b: right, isEqual }
  }

  /** Weights as numbers, whatever their format. */
  async numbers(piece: Piece): Promise<{ readonly a: ArrayLike<number>; readonly b: ArrayLike<number> }> {
    if (this.type.as === 'f64') return this.wide(piece)
    const { a, b } = await this.words(piece)
    return { a: new Float32Array(a.buffer), b: new Float32Array(b.buffer) }
  }

  async #addUpdate(words: Uint32Array, { start, length, rows }: Piece): Promise<void> {
    const { update, b } = this.#pair
    if (update === undefined) return
    this.#update ??= readUpdate(update, this.#parts)
    const added = await this.#update
    const values = new Float32Array(words.buffer)
    for (let row = 0; row < rows; row++) {
      added.addTo(values.subarray(row * length, (row + 1) * length), start + row * length)
    }
    if (b.dtype === 'BF16' || b.dtype === 'F16') roundWords(words, b.dtype)
  }

  async #bytes(piece: Piece): Promise<readonly [Uint8Array, Uint8Array]> {
    const { a, b } = this.#pair
    return Promise.all([
      readPiece(a, piece, this.#files.a, this.#parts),
      readPiece(b, piece, this.#files.b, this.#parts),
    ])
  }
}

async function readPiece(
  tensor: StoredTensor,
  { start, length, rows }: Piece,
  files: readonly CheckpointFile[],
  parts: FileParts,
): Promise<Uint8Array> {
  const layout = layouts[tensor.dtype]
  const path = files[tensor.file]?.path ?? ''
  const size = ((length * rows) / layout.elements) * layout.sizeBytes
  const bytes = await parts.readPart(path, {
    start: tensor.start + (start / layout.elements) * layout.sizeBytes,
    length: size,
  })
  if (bytes.length < size) throw shortened(path)
  return bytes
}

async function readUpdate(update: LowRankUpdate, parts: FileParts): Promise<LowRankRows> {
  const files = update.paths.map((path) => ({ path, sizeBytes: 0 }))
  const read = async (tensor: StoredTensor): Promise<Float64Array> => {
    const count = tensor.shape.reduce((product, size) => product * size, 1)
    const values = new Float64Array(count)
    decodeFloat64(
      await readPiece(tensor, { start: 0, length: count, rows: 1 }, files, parts),
      tensor.dtype,
      values,
    )
    return values
  }
  const [down, up] = await Promise.all([read(update.down), read(update.up)])
  return new LowRankRows(update, { down, up })
}

/** Float64 is compared with float32 after rounding to it, which happens where it is decoded. */
function narrowType(dtype: Dtype): Dtype {
  return dtype === 'F64' ? 'F32' : dtype
}

function narrowed(bytes: Uint8Array, dtype: Dtype): Uint8Array {
  if (dtype !== 'F64') return bytes
  const wide = new Float64Array(bytes.length / 8)
  decodeFloat64(bytes, dtype, wide)
  return new Uint8Array(Float32Array.from(wide).buffer)
}

function roundWords(words: Uint32Array, to: 'BF16' | 'F16' | 'F32'): void {
  if (to === 'BF16') for (let at = 0; at < words.length; at++) words[at] = bf16Of(words[at] as number) << 16
  if (to === 'F16')
    for (let at = 0; at < words.length; at++) words[at] = float32OfHalf(halfOf(words[at] as number))
}

/** A file that had more bytes when it was opened. */
export function shortened(path: string): InputError {
  return new InputError({
    code: 'checkpoint-broken',
    what: 'The file ends inside its weights.',
    where: path,
    fix: 'Do not write to a checkpoint while it is compared; download or save it again.',
  })
}
