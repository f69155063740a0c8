import { InputError } from '../errors.js'
import { type Dtype, elementCount, layouts, MAX_TENSORS, type StoredTensor } from './tensor.js'

/** Types of ggml, by number. Of the others nothing is known here but that they exist. */
const TYPES: ReadonlyMap<number, Dtype> = new Map([
  [0, 'F32'],
  [1, 'F16'],
  [2, 'Q4_0'],
  [3, 'Q4_1'],
  [6, 'Q5_0'],
  [7, 'Q5_1'],
  [8, 'Q8_0'],
  [10, 'Q2_K'],
  [11, 'Q3_K'],
  [12, 'Q4_K'],
  [13, 'Q5_K'],
  [14, 'Q6_K'],
  [24, 'I8'],
  [25, 'I16'],
  [26, 'I32'],
  [27, 'I64'],
  [28, 'F64'],
  [30, 'BF16'],
])

const MAX_KEYS = 100_000
/** Tensors of GGUF have up to four axes. */
const MAX_AXES = 4
const DEFAULT_ALIGNMENT = 32
const MAX_ALIGNMENT = 1 << 20
/** Lists are at most two deep in the format; none in use is more than one. */
const MAX_NESTING = 4
/** Texts longer than this are no facts about the model, but its template. */
const MAX_FACT = 200

export interface GgufContents {
  readonly kind: 'read'
  readonly tensors: readonly StoredTensor[]
  /** Tensors in formats that are not read, with the number of the format. */
  readonly unknown: readonly string[]
  /** Texts and numbers of the metadata, as texts. */
  readonly metadata: Readonly<Record<string, string>>
}

/**
 * Tensors of a GGUF file of version 2 or 3, out of its first bytes. Lists of the metadata are passed over; nothing is
 * allocated by a count that the file claims.
 *
 * @returns `more` when the bytes end inside the head and the file goes on.
 * @throws {InputError} `checkpoint-broken`.
 */
export function ggufTensors(
  head: Uint8Array,
  { path, file, sizeBytes }: { readonly path: string; readonly file: number; readonly sizeBytes: number },
): GgufContents | { readonly kind: 'more' } {
  try {
    return read(new Cursor(head, path), { path, file, sizeBytes })
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause
    if (head.length < sizeBytes) return { kind: 'more' }
    throw broken(path, 'It ends inside its head.')
  }
}

interface Placed {
  readonly path: string
  readonly file: number
  readonly sizeBytes: number
}

function read(cursor: Cursor, { path, file, sizeBytes }: Placed): GgufContents {
  if (cursor.u32() !== 0x46554747) throw broken(path, 'It does not begin with GGUF.')
  const version = cursor.u32()
  if (version !== 2 && version !== 3) throw broken(path, `Its version is ${version}; 2 and 3 are read.`)
  const tensorCount = cursor.u64()
  const keyCount = cursor.u64()
  if (tensorCount > MAX_TENSORS) throw broken(path, `It claims ${tensorCount} tensors; 250,000 are the most.`)
  if (keyCount > MAX_KEYS) throw broken(path, `It claims ${keyCount} entries of metadata.`)
  const metadata = Object.create(null) as Record<string, string>
  for (let index = 0; index < keyCount; index++) {
    const key = cursor.text()
    const value = cursor.value(cursor.u32(), 0)
    if (value !== undefined && value.length <= MAX_FACT) metadata[key] = value
  }
  const infos = Array.from(counting(tensorCount), () => infoOf(cursor, path))
  const alignment = Number(metadata['general.alignment'] ?? DEFAULT_ALIGNMENT)
  if (!Number.isInteger(alignment) || alignment < 1 || alignment > MAX_ALIGNMENT) {
    throw broken(path, `Its alignment is ${alignment}.`)
  }
  const dataStart = Math.ceil(cursor.at / alignment) * alignment
  const unknown: string[] = []
  const tensors: StoredTensor[] = []
  for (const { name, shape, type, offset } of infos) {
    const dtype = TYPES.get(type)
    if (dtype === undefined) unknown.push(`${name} (type ${type})`)
    else tensors.push(placed({ name, shape, dtype, start: dataStart + offset, file }, { path, sizeBytes }))
  }
  refuseOverlaps(tensors, path)
  return { kind: 'read', tensors, unknown, metadata }
}

/** So many steps, without an array of that length. */
function* counting(count: number): Generator<number> {
  for (let index = 0; index < count; index++) yield index
}

interface Info {
  readonly name: string
  readonly shape: readonly number[]
  readonly type: number
  readonly offset: number
}

function infoOf(cursor: Cursor, path: string): Info {
  const name = cursor.text()
  const axes = cursor.u32()
  if (axes > MAX_AXES) throw broken(path, `Tensor ${shown(name)} has ${axes} axes.`)
  // Written from the fastest-varying axis on.
  const shape = Array.from({ length: axes }, () => cursor.u64()).reverse()
  return { name, shape, type: cursor.u32(), offset: cursor.u64() }
}

function placed(
  tensor: Omit<StoredTensor, 'sizeBytes'>,
  { path, sizeBytes }: { readonly path: string; readonly sizeBytes: number },
): StoredTensor {
  const { name, dtype, shape, start } = tensor
  const count = elementCount(shape)
  const layout = layouts[dtype]
  if (count === undefined || (shape.at(-1) ?? 1) % layout.elements !== 0) {
    throw broken(path, `Tensor ${shown(name)} has a shape [${shape.join(', ')}] that ${dtype} cannot have.`)
  }
  const size = (count / layout.elements) * layout.sizeBytes
  if (start + size > sizeBytes)
    throw broken(path, `Tensor ${shown(name)} reaches beyond the end of the file.`)
  return { ...tensor, sizeBytes: size }
}

function refuseOverlaps(tensors: readonly StoredTensor[], path: string): void {
  const byStart = tensors
    .filter(({ sizeBytes }) => sizeBytes > 0)
    .sort((left, right) => left.start - right.start)
  for (const [index, { name, start }] of byStart.entries()) {
    const before = byStart[index - 1]
    if (before === undefined || before.start + before.sizeBytes <= start) continue
    throw broken(path, `Tensors ${shown(before.name)} and ${shown(name)} overlap.`)
  }
}

/** Sizes of the scalar types of metadata, by number: u8 i8 u16 i16 u32 i32 f32 bool, then u64 i64 f64. */
const SCALAR_BYTES: ReadonlyMap<number, number> = new Map([
  [0, 1],
  [1, 1],
  [2, 2],
  [3, 2],
  [4, 4],
  [5, 4],
  [6, 4],
  [7, 1],
  [10, 8],
  [11, 8],
  [12, 8],
])
const TEXT = 8
const LIST = 9

/** Reads on from place to place; a `RangeError` says that the bytes end. */
class Cursor {
  at = 0
  readonly #view: DataView
  readonly #bytes: Uint8Array
  readonly #path: string
  readonly #decoder = new TextDecoder()

  constructor(bytes: Uint8Array, path: string) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#path = path
  }

  u32(): number {
    const value = this.#view.getUint32(this.at, true)
    this.at += 4
    return value
  }

  u64(): number {
    const low = this.u32()
    const value = this.u32() * 2 ** 32 + low
    if (Number.isSafeInteger(value)) return value
    throw broken(this.#path, 'It holds a count beyond 2^53.')
  }

  text(): string {
    const length = this.u64()
    const start = this.#skip(length)
    return this.#decoder.decode(this.#bytes.subarray(start, start + length))
  }

  /** A text or number of the metadata as text; undefined for a list, which is passed over. */
  value(type: number, depth: number): string | undefined {
    if (type === TEXT) return this.text()
    if (type === LIST) {
      this.#list(depth)
      return undefined
    }
    const start = this.#skip(this.#scalarBytes(type))
    switch (type) {
      case 0:
      case 7:
        return String(this.#view.getUint8(start))
      case 1:
        return String(this.#view.getInt8(start))
      case 2:
        return String(this.#view.getUint16(start, true))
      case 3:
        return String(this.#view.getInt16(start, true))
      case 4:
        return String(this.#view.getUint32(start, true))
      case 5:
        return String(this.#view.getInt32(start, true))
      case 6:
        return String(this.#view.getFloat32(start, true))
      case 10:
        return String(this.#view.getBigUint64(start, true))
      case 11:
        return String(this.#view.getBigInt64(start, true))
      default:
        return String(this.#view.getFloat64(start, true))
    }
  }

  #list(depth: number): void {
    if (depth >= MAX_NESTING) throw broken(this.#path, 'Its metadata nests lists too deeply.')
    const type = this.u32()
    const count = this.u64()
    if (type === TEXT) {
      for (let index = 0; index < count; index++) this.#skip(this.u64())
    } else if (type === LIST) {
      for (let index = 0; index < count; index++) this.#list(depth + 1)
    } else this.#skip(count * this.#scalarBytes(type))
  }

  #scalarBytes(type: number): number {
    const size = SCALAR_BYTES.get(type)
    if (size === undefined) throw broken(this.#path, `Its metadata holds a value of an unknown type ${type}.`)
    return size
  }

  /** Moves on and gives the place before. */
  #skip(length: number): number {
    const start = this.at
    if (start + length > this.#bytes.length) throw new RangeError('the bytes end')
    this.at = start + length
    return start
  }
}

function shown(name: string): string {
  return JSON.stringify(name.slice(0, 100))
}

function broken(where: string, what: string): InputError {
  return new InputError({
    code: 'checkpoint-broken',
    what: `This is no GGUF file that can be read. ${what}`,
    where,
    fix: 'Download or convert the file again.',
  })
}
