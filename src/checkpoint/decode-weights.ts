import { dequantise } from './dequantise.js'
import { float32OfHalf } from './half-precision.js'
import { type Dtype, isBlockType, layouts } from './tensor.js'

/** Formats whose every value a float32 holds. */
export function fitsFloat32(dtype: Dtype): boolean {
  return !WIDE.has(dtype)
}

const WIDE: ReadonlySet<Dtype> = new Set(['F64', 'I64', 'I32', 'U64', 'U32'])

/**
 * Writes weights as words of float32. Words of one format stay different where they were different: the sign of a zero and
 * what a NaN carries are kept. Block formats are multiplied out.
 *
 * @param bytes whole elements or blocks of a format that `fitsFloat32`.
 */
export function decodeFloat32(bytes: Uint8Array, dtype: Dtype, target: Uint32Array): void {
  if (isBlockType(dtype)) {
    dequantise(bytes, dtype, new Float32Array(target.buffer, target.byteOffset, target.length))
    return
  }
  const count = bytes.length / layouts[dtype].sizeBytes
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  switch (dtype) {
    case 'F32':
      for (let at = 0; at < count; at++) target[at] = view.getUint32(4 * at, true)
      return
    case 'BF16':
      for (let at = 0; at < count; at++) target[at] = view.getUint16(2 * at, true) << 16
      return
    case 'F16':
      for (let at = 0; at < count; at++) target[at] = float32OfHalf(view.getUint16(2 * at, true))
      return
    case 'F8_E4M3':
    case 'F8_E5M2': {
      const table = dtype === 'F8_E4M3' ? E4M3 : E5M2
      for (let at = 0; at < count; at++) target[at] = table[bytes[at] as number] as number
      return
    }
    default: {
      const values = new Float32Array(target.buffer, target.byteOffset, target.length)
      for (let at = 0; at < count; at++) values[at] = wideAt(view, dtype, at)
    }
  }
}

/** Writes weights as float64: exact, but for whole numbers beyond 2^53, which are rounded. */
export function decodeFloat64(bytes: Uint8Array, dtype: Dtype, target: Float64Array): void {
  if (fitsFloat32(dtype)) {
    const words = new Uint32Array(target.length)
    decodeFloat32(bytes, dtype, words)
    target.set(new Float32Array(words.buffer))
    return
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0; at < target.length; at++) target[at] = wideAt(view, dtype, at)
}

function wideAt(view: DataView, dtype: Dtype, at: number): number {
  switch (dtype) {
    case 'F64':
      return view.getFloat64(8 * at, true)
    case 'I64':
      return Number(view.getBigInt64(8 * at, true))
    case 'U64':
      return Number(view.getBigUint64(8 * at, true))
    case 'I32':
      return view.getInt32(4 * at, true)
    case 'U32':
      return view.getUint32(4 * at, true)
    case 'I16':
      return view.getInt16(2 * at, true)
    case 'U16':
      return view.getUint16(2 * at, true)
    case 'I8':
      return view.getInt8(at)
    default:
      return view.getUint8(at)
  }
}

const scratch = new Float32Array(1)
const scratchWords = new Uint32Array(scratch.buffer)

function wordOf(value: number): number {
  scratch[0] = value
  return scratchWords[0] as number
}

/** No infinities; 0x7f and 0xff are NaN. */
const E4M3: Uint32Array = Uint32Array.from({ length: 256 }, (_, byte) => {
  const sign = byte >= 0x80 ? -1 : 1
  const exponent = (byte >>> 3) & 0xf
  const fraction = byte & 7
  if ((byte & 0x7f) === 0x7f) return byte === 0x7f ? 0x7fc00000 : 0xffc00000
  const size = exponent === 0 ? (fraction / 8) * 2 ** -6 : (1 + fraction / 8) * 2 ** (exponent - 7)
  return wordOf(sign * size)
})

/** The upper half of a half-precision word. */
const E5M2: Uint32Array = Uint32Array.from({ length: 256 }, (_, byte) => float32OfHalf(byte << 8))
