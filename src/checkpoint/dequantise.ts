import { numberOfHalf } from './half-precision.js'
import { type BlockType, layouts } from './tensor.js'

/** Multiplies one block out: bytes from `at` on, values from `to` on. */
type Unpack = (bytes: Uint8Array, at: number, values: Float32Array, to: number) => void

/**
 * Multiplies blocks of GGUF's formats out, rounding once, to float32.
 *
 * @see ggml-quants.c of llama.cpp, which defines the formats.
 */
export function dequantise(bytes: Uint8Array, type: BlockType, values: Float32Array): void {
  const { elements, sizeBytes } = layouts[type]
  const unpack = UNPACK[type]
  const blocks = Math.floor(bytes.length / sizeBytes)
  for (let block = 0; block < blocks; block++) unpack(bytes, block * sizeBytes, values, block * elements)
}

// Indices below lie inside a block by construction of the loops.
const byteAt = (bytes: Uint8Array, at: number): number => bytes[at] as number
const half = (bytes: Uint8Array, at: number): number =>
  numberOfHalf(byteAt(bytes, at) | (byteAt(bytes, at + 1) << 8))
const signed = (byte: number): number => (byte << 24) >> 24
const word = (bytes: Uint8Array, at: number): number =>
  byteAt(bytes, at) |
  (byteAt(bytes, at + 1) << 8) |
  (byteAt(bytes, at + 2) << 16) |
  (byteAt(bytes, at + 3) << 24)

/** 32 weights of four bits, or five where `high` gives the fifth bits, in low and high halves of 16 bytes. */
function nibbles({
  bytes,
  at,
  values,
  to,
  scale,
  least,
  high,
}: {
  readonly bytes: Uint8Array
  readonly at: number
  readonly values: Float32Array
  readonly to: number
  readonly scale: number
  /** Value of the smallest weight. */
  readonly least: number
  readonly high: number
}): void {
  for (let index = 0; index < 16; index++) {
    const byte = byteAt(bytes, at + index)
    const first = (byte & 15) | (((high >>> index) & 1) << 4)
    const second = (byte >>> 4) | (((high >>> (index + 16)) & 1) << 4)
    values[to + index] = scale * first + least
    values[to + index + 16] = scale * second + least
  }
}

/** Scale and minimum, six bits each, of the eight parts of a Q4_K or Q5_K block. */
function scaleOf(bytes: Uint8Array, at: number, part: number): readonly [scale: number, minimum: number] {
  if (part < 4) return [byteAt(bytes, at + part) & 63, byteAt(bytes, at + part + 4) & 63]
  const low = byteAt(bytes, at + part + 4)
  return [
    (low & 15) | ((byteAt(bytes, at + part - 4) >>> 6) << 4),
    (low >>> 4) | ((byteAt(bytes, at + part) >>> 6) << 4),
  ]
}

/** The sixteen scales, six bits each, of a Q3_K block. */
function scalesOfQ3(bytes: Uint8Array, at: number): readonly number[] {
  const low = [word(bytes, at), word(bytes, at + 4)] as const
  const high = word(bytes, at + 8)
  return Array.from({ length: 16 }, (_, index) => {
    const source = low[(index >>> 2) & 1] ?? 0
    const shift = 8 * (index & 3)
    const nibble = (source >>> (shift + (index < 8 ? 0 : 4))) & 15
    const top = (high >>> (shift + 2 * (index >>> 2))) & 3
    return (nibble | (top << 4)) - 32
  })
}

const UNPACK: Readonly<Record<BlockType, Unpack>> = {
  Q4_0(bytes, at, values, to) {
    const scale = half(bytes, at)
    nibbles({ bytes, at: at + 2, values, to, scale, least: -8 * scale, high: 0 })
  },
  Q4_1(bytes, at, values, to) {
    nibbles({ bytes, at: at + 4, values, to, scale: half(bytes, at), least: half(bytes, at + 2), high: 0 })
  },
  Q5_0(bytes, at, values, to) {
    const scale = half(bytes, at)
    nibbles({ bytes, at: at + 6, values, to, scale, least: -16 * scale, high: word(bytes, at + 2) })
  },
  Q5_1(bytes, at, values, to) {
    const high = word(bytes, at + 4)
    nibbles({ bytes, at: at + 8, values, to, scale: half(bytes, at), least: half(bytes, at + 2), high })
  },
  Q8_0(bytes, at, values, to) {
    const scale = half(bytes, at)
    for (let index = 0; index < 32; index++)
      values[to + index] = scale * signed(byteAt(bytes, at + 2 + index))
  },
  Q2_K(bytes, at, values, to) {
    const scale = half(bytes, at + 80)
    const minimum = half(bytes, at + 82)
    for (let index = 0; index < 256; index++) {
      const part = byteAt(bytes, at + (index >>> 4))
      const quad = byteAt(bytes, at + 16 + 32 * (index >>> 7) + (index & 31))
      const bits = (quad >>> (2 * ((index >>> 5) & 3))) & 3
      values[to + index] = scale * (part & 15) * bits - minimum * (part >>> 4)
    }
  },
  Q3_K(bytes, at, values, to) {
    const scale = half(bytes, at + 108)
    const scales = scalesOfQ3(bytes, at + 96)
    for (let index = 0; index < 256; index++) {
      const quad = byteAt(bytes, at + 32 + 32 * (index >>> 7) + (index & 31))
      const bits = (quad >>> (2 * ((index >>> 5) & 3))) & 3
      const isHigh = (byteAt(bytes, at + (index & 31)) >>> (index >>> 5)) & 1
      values[to + index] = scale * (scales[index >>> 4] ?? 0) * (bits - (isHigh === 1 ? 0 : 4))
    }
  },
  Q4_K(bytes, at, values, to) {
    const scale = half(bytes, at)
    const minimum = half(bytes, at + 2)
    for (let part = 0; part < 8; part++) {
      const [multiple, offset] = scaleOf(bytes, at + 4, part)
      const source = at + 16 + 32 * (part >>> 1)
      const shift = 4 * (part & 1)
      for (let index = 0; index < 32; index++) {
        const bits = (byteAt(bytes, source + index) >>> shift) & 15
        values[to + 32 * part + index] = scale * multiple * bits - minimum * offset
      }
    }
  },
  Q5_K(bytes, at, values, to) {
    const scale = half(bytes, at)
    const minimum = half(bytes, at + 2)
    for (let part = 0; part < 8; part++) {
      const [multiple, offset] = scaleOf(bytes, at + 4, part)
      const source = at + 48 + 32 * (part >>> 1)
      const shift = 4 * (part & 1)
      for (let index = 0; index < 32; index++) {
        const fifth = (byteAt(bytes, at + 16 + index) >>> part) & 1
        const bits = ((byteAt(bytes, source + index) >>> shift) & 15) | (fifth << 4)
        values[to + 32 * part + index] = scale * multiple * bits - minimum * offset
      }
    }
  },
  Q6_K(bytes, at, values, to) {
    const scale = half(bytes, at + 208)
    for (let index = 0; index < 256; index++) {
      const within = index & 127
      const half64 = at + 64 * (index >>> 7)
      const low = (byteAt(bytes, half64 + (within & 63)) >>> (within < 64 ? 0 : 4)) & 15
      const top = byteAt(bytes, at + 128 + 32 * (index >>> 7) + (within & 31))
      const bits = low | (((top >>> (2 * (within >>> 5))) & 3) << 4)
      values[to + index] = scale * signed(byteAt(bytes, at + 192 + (index >>> 4))) * (bits - 32)
    }
  },
}
