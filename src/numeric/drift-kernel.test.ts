import { setFlagsFromString } from 'node:v8'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { bytes } from './drift-kernel.js'
import { canFuse, type DriftKernel, driftKernel, FREE_FROM, ROW_NUMBERS } from './drift-kernel-instance.js'

/** Rows of words, most of which are as they were, or few. */
const rowsOfWords = fc
  .record({
    length: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constantFrom(64, 255, 256, 4096)),
    rows: fc.integer({ min: 1, max: 3 }),
    moved: fc.constantFrom(0, 0.01, 0.1, 0.37, 0.5, 1),
    kind: fc.constantFrom('weights' as const, 'any words' as const),
    seed: fc.integer({ min: 1, max: 1e9 }),
  })
  .map((shape) => ({ ...shape, ...wordsOf(shape) }))

interface Shape {
  readonly length: number
  readonly rows: number
  readonly moved: number
  readonly kind: 'weights' | 'any words'
  readonly seed: number
}

function wordsOf({ length, rows, moved, kind, seed }: Shape): {
  readonly a: Uint16Array
  readonly b: Uint16Array
} {
  let state = seed
  const uniform = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
  const word = (): number =>
    kind === 'any words' ? Math.floor(uniform() * 65_536) : 0x3c00 + Math.floor(uniform() * 256) * 0x81
  const a = Uint16Array.from({ length: length * rows }, word)
  return { a, b: a.map((before) => (uniform() < moved ? word() : before)) }
}

const UNDER = 0x3b80
const UNDER_HALF = 0x3b00
const CANARY = 0xabcd

function ofKernel(kernel: DriftKernel, { a, b, length, rows }: Shape & ReturnType<typeof wordsOf>) {
  const size = 2 * length * rows
  const out = FREE_FROM + 8 * Math.ceil((2 * size) / 8)
  const at = (place: number, count: number): Uint16Array =>
    new Uint16Array(kernel.memory.buffer, place, count)
  at(FREE_FROM, a.length).set(a)
  at(FREE_FROM + size, b.length).set(b)
  const behind = out + 8 * ROW_NUMBERS * rows + 4 * length + 32
  at(behind, 64).fill(CANARY)
  kernel.bf16(FREE_FROM, FREE_FROM + size, length, rows, out, UNDER, UNDER_HALF)
  expect(at(FREE_FROM, a.length)).toEqual(a)
  expect(at(FREE_FROM + size, b.length)).toEqual(b)
  expect(at(behind, 64).every((word) => word === CANARY)).toBe(true)
  return new Float64Array(kernel.memory.buffer, out, ROW_NUMBERS * rows).slice()
}

function weightOf(word: number): number {
  return new Float32Array(Uint32Array.of(word << 16).buffer)[0] as number
}

/** One row by plain sums. */
function plainSums(a: Uint16Array, b: Uint16Array): readonly number[] {
  let [squares, mixed, changes, sizes, largest, equal, low, lower] = [0, 0, 0, 0, 0, 0, 0, 0]
  for (const [at, word] of a.entries()) {
    const before = weightOf(word)
    const change = weightOf(b[at] as number) - before
    squares += before * before
    mixed += before * change
    changes += change * change
    sizes += Math.abs(change)
    if (Math.abs(change) > largest) largest = Math.abs(change)
    equal += Number(word === b[at])
    low += Number((word & 0x7fff) < UNDER)
    lower += Number((word & 0x7fff) < UNDER_HALF)
  }
  return [squares, mixed, changes, sizes, largest, equal, low, lower]
}

/** What the rounding of a sum may come to: of a·d the parts may cancel. */
function toleranceOf([squares = 0, , changes = 0]: readonly number[], index: number, value: number): number {
  return 1e-13 * (index === 1 ? Math.sqrt(squares * changes) : Math.abs(value))
}

function expectSums(found: Float64Array, words: Shape & ReturnType<typeof wordsOf>): void {
  for (let row = 0; row < words.rows; row++) {
    const [from, to] = [row * words.length, (row + 1) * words.length]
    const wanted = plainSums(words.a.subarray(from, to), words.b.subarray(from, to))
    for (const [index, value] of wanted.entries()) {
      const own = found[row * ROW_NUMBERS + index] as number
      // Of a row with a NaN the largest change is of no use, and nobody reads it.
      if (index === 4 && Number.isNaN(wanted[0])) continue
      if (Number.isFinite(value))
        expect(Math.abs(own - value)).toBeLessThanOrEqual(toleranceOf(wanted, index, value))
      else expect(own).toBe(value)
    }
  }
}

describe('drift kernel, bfloat16', () => {
  let plain: DriftKernel
  let kernel: DriftKernel
  beforeAll(() => {
    if (!canFuse()) setFlagsFromString('--experimental-wasm-relaxed-simd')
    expect(canFuse()).toBe(true)
    kernel = driftKernel(200_000)
    const module = new WebAssembly.Module(
      Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0)),
    )
    // The same module as `driftKernel` starts, without fused multiply-add.
    plain = new WebAssembly.Instance(module).exports as unknown as DriftKernel
    plain.memory.grow(4)
  })

  it('gives the plain sums of every row, whatever share of the words differs, and writes nowhere else', () => {
    fc.assert(
      fc.property(rowsOfWords, (words) => {
        expectSums(ofKernel(kernel, words), words)
        expectSums(ofKernel(plain, words), words)
      }),
      { numRuns: 100 },
    )
  })

  it.each([
    ['a NaN', 0x7fc1],
    ['an infinity', 0x7f80],
    ['a negative infinity', 0xff80],
  ])('makes the sums NaN for %s that did not change, among words that did not', (_, word) => {
    const a = new Uint16Array(64).fill(0x3c00)
    a[17] = word
    const shape = { length: 64, rows: 1, moved: 0, kind: 'weights', seed: 1 } as const
    const sums = ofKernel(kernel, { ...shape, a, b: a })
    expect([...sums.subarray(1, 4)]).toEqual([Number.NaN, Number.NaN, Number.NaN])
    expect(sums[5]).toBe(64)
  })

  it('counts −0 beside 0 as a change of nothing', () => {
    const a = new Uint16Array(16)
    const b = Uint16Array.from({ length: 16 }, (_, at) => (at === 3 ? 0x8000 : 0))
    const shape = { length: 16, rows: 1, moved: 0, kind: 'weights', seed: 1 } as const
    expect([...ofKernel(kernel, { ...shape, a, b })]).toEqual([0, 0, 0, 0, 0, 15, 16, 16])
  })
})
