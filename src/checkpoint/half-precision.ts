/** The float32 word of a half-precision word. */
export function float32OfHalf(word: number): number {
  const sign = (word & 0x8000) << 16
  const exponent = (word >>> 10) & 0x1f
  const fraction = word & 0x3ff
  if (exponent === 0x1f) return (sign | 0x7f800000 | (fraction << 13)) >>> 0
  if (exponent !== 0) return (sign | ((exponent + 112) << 23) | (fraction << 13)) >>> 0
  if (fraction === 0) return sign >>> 0
  // Below the smallest normal half: the first bit that is set becomes the one before the point.
  const shift = Math.clz32(fraction) - 21
  return (sign | ((113 - shift) << 23) | ((fraction << (shift + 13)) & 0x7fffff)) >>> 0
}

/** The number that a half-precision word stands for. */
export function numberOfHalf(word: number): number {
  scratchWords[0] = float32OfHalf(word)
  return scratch[0] as number
}

const scratch = new Float32Array(1)
const scratchWords = new Uint32Array(scratch.buffer)

/** Rounds a word of float32 to a half-precision word, to nearest with ties to even; beyond 65,519 it becomes infinite. */
export function halfOf(word: number): number {
  const sign = (word >>> 16) & 0x8000
  const size = word & 0x7fffffff
  if (size > 0x7f800000) return sign | 0x7e00 | ((size >>> 13) & 0x3ff)
  if (size >= 0x477ff000) return sign | 0x7c00
  if (size >= 0x38800000) {
    const shifted = size - 0x38000000
    return sign | ((shifted + 0xfff + ((shifted >>> 13) & 1)) >>> 13)
  }
  // Below the smallest normal half everything is a multiple of 2^-24.
  const exponent = size >>> 23
  if (exponent < 102) return sign
  const fraction = (size & 0x7fffff) | 0x800000
  const shift = 126 - exponent
  const whole = shift > 31 ? 0 : fraction >>> shift
  const rest = fraction - whole * 2 ** shift
  const middle = 2 ** (shift - 1)
  return sign | (rest > middle || (rest === middle && (whole & 1) === 1) ? whole + 1 : whole)
}
