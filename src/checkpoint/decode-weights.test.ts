import { describe, expect, it } from 'vitest'
import { checkpointOracle, fromBase64 } from '../../test/generators/checkpoint-files.js'
import { comparisonType } from './comparison-type.js'
import { decodeFloat32, decodeFloat64 } from './decode-weights.js'
import { float32OfHalf, halfOf } from './half-precision.js'
import { bf16Of } from './round-weights.js'
import { type Dtype, layouts } from './tensor.js'

const { formats, f8 } = checkpointOracle()

describe('decodeFloat32', () => {
  it.each(Object.entries(formats.blocks))(
    'multiplies %s out as the gguf package does',
    (type, { data, values }) => {
      const bytes = fromBase64(data)
      const words = new Uint32Array(values.length)
      decodeFloat32(bytes, type as Dtype, words)
      expect(layouts[type as Dtype].sizeBytes * 3).toBe(bytes.length)
      const found = new Float32Array(words.buffer)
      for (const [at, value] of values.entries()) expect(found[at]).toBeCloseTo(value, 6)
    },
  )

  it('reads halves as NumPy does, and gives them back', () => {
    for (const [at, word] of formats.halves.words.entries()) {
      expect(float32OfHalf(word)).toBe(formats.halves.float32[at])
    }
    for (let word = 0; word < 65_536; word++) {
      const isNan = (word & 0x7fff) > 0x7c00
      expect(halfOf(float32OfHalf(word))).toBe(isNan ? word | 0x200 : word)
    }
  })

  it('rounds as PyTorch does', () => {
    for (const [at, word] of formats.rounding.float32.entries()) {
      // A NaN's load may differ by machine.
      if ((word & 0x7fffffff) > 0x7f800000) continue
      expect(bf16Of(word), `${at}`).toBe(formats.rounding.BF16[at])
      expect(halfOf(word), `${at}`).toBe(formats.rounding.F16[at])
    }
    expect(bf16Of(0x7f800001)).toBe(0x7fc0)
    expect(halfOf(0xff800001)).toBe(0xfe00)
  })

  it.each(['F8_E4M3', 'F8_E5M2'] as const)('reads %s', (dtype) => {
    const target = new Float64Array(256)
    decodeFloat64(
      Uint8Array.from({ length: 256 }, (_, at) => at),
      dtype,
      target,
    )
    expect([...target].map((value) => (Number.isFinite(value) ? value : null))).toEqual(f8[dtype])
  })

  it('reads whole numbers', () => {
    const target = new Float64Array(2)
    decodeFloat64(new Uint8Array(BigInt64Array.of(-5n, 7n).buffer), 'I64', target)
    expect([...target]).toEqual([-5, 7])
    decodeFloat64(new Uint8Array(Int16Array.of(-5, 7).buffer), 'I16', target)
    expect([...target]).toEqual([-5, 7])
    decodeFloat64(Uint8Array.of(1, 0), 'BOOL', target)
    expect([...target]).toEqual([1, 0])
  })
})

describe('comparisonType', () => {
  it.each([
    ['BF16', 'BF16', { as: 'bf16', isNative: true, hasIdentity: true }],
    ['F32', 'F32', { as: 'f32', isNative: true, hasIdentity: true }],
    ['F32', 'BF16', { as: 'bf16', isNative: false, hasIdentity: true, rounded: { side: 'a', to: 'BF16' } }],
    ['F16', 'F32', { as: 'f32', isNative: false, hasIdentity: true, rounded: { side: 'b', to: 'F16' } }],
    ['F64', 'F32', { as: 'f32', isNative: false, hasIdentity: true, rounded: { side: 'a', to: 'F32' } }],
    ['F64', 'BF16', { as: 'f64', isNative: false, hasIdentity: true }],
    ['F16', 'BF16', { as: 'f32', isNative: false, hasIdentity: true }],
    ['Q4_K', 'F32', { as: 'f32', isNative: false, hasIdentity: false }],
    ['I64', 'I64', { as: 'f64', isNative: false, hasIdentity: true }],
  ] as const)('of %s and %s', (a, b, type) => {
    expect(comparisonType(a, b)).toEqual(type)
  })
})
