import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  bf16,
  checkpointHost,
  checkpointOracle,
  float32,
  fromBase64,
  joined,
  type MadeTensor,
  plainComparer,
  safetensorsFile,
} from '../../test/generators/checkpoint-files.js'
import { normalQuantile } from '../stats/normal.js'
import type { DriftDocument } from './drift-document.js'
import { openAdapter } from './lora-adapter.js'
import { type DriftRequest, measureDrift } from './measure-drift.js'
import { openCheckpoint } from './open-checkpoint.js'

type Tensors = Readonly<Record<string, MadeTensor>>
type Options = Partial<
  Pick<DriftRequest, 'tokens' | 'groups' | 'learningRate' | 'seed' | 'ordinary' | 'comparer'>
>

async function drift(
  a: Tensors | Uint8Array,
  b: Tensors | Uint8Array,
  options: Options = {},
  extra = {},
): Promise<DriftDocument> {
  const file = (side: Tensors | Uint8Array) => (side instanceof Uint8Array ? side : safetensorsFile(side))
  const host = checkpointHost({ 'a.safetensors': file(a), 'b.safetensors': file(b), ...extra })
  const adapter = 'lora/adapter_config.json' in extra ? await openAdapter('lora', host) : undefined
  return measureDrift({
    a: { path: 'a.safetensors', checkpoint: await openCheckpoint('a.safetensors', host) },
    b: { path: 'b.safetensors', checkpoint: await openCheckpoint('b.safetensors', host) },
    ...(adapter === undefined ? {} : { adapter: { path: 'lora', adapter } }),
    tokens: [],
    groups: [],
    ordinary: () => '',
    seed: 0,
    parts: host.parts,
    comparer: plainComparer(host.parts),
    signal: new AbortController().signal,
    progress: () => undefined,
    ...options,
  })
}

const oracle = checkpointOracle()
const MEASURES = ['cosine', 'relativeNorm', 'meanAbs', 'maxAbs', 'identicalShare'] as const
const DIFFERENCES = ['oneMinusCosine', 'normChange'] as const

describe('measureDrift', () => {
  it.each(oracle.pairs)(
    'agrees with NumPy: $name',
    async ({ shape, a, b, expected, row, rowsTouched, rowNormZ }) => {
      const made = ({ dtype, data }: typeof a): MadeTensor => ({ dtype, shape, data: fromBase64(data) })
      const document = await drift(
        { 'embed_tokens.weight': made(a) },
        { 'embed_tokens.weight': made(b) },
        { tokens: [{ id: row.number }] },
      )
      const [tensor] = document.tensors
      const ofRow = document.rows.find(({ kind }) => kind === 'token')
      for (const [found, truth] of [
        [tensor, expected],
        [ofRow, row],
      ] as const) {
        for (const name of MEASURES) {
          const value = found?.[name]
          expect(
            typeof value === 'number' &&
              Math.abs(value - truth[name]) <= 1e-12 * Math.max(1, Math.abs(truth[name])),
            `${name} ${JSON.stringify(value)} ${truth[name]}`,
          ).toBe(true)
        }
        for (const name of DIFFERENCES) {
          const value = found?.[name]
          expect(
            typeof value === 'number' && Math.abs(value / truth[name] - 1) <= 1e-9,
            `${name} ${JSON.stringify(value)} ${truth[name]}`,
          ).toBe(true)
        }
      }
      expect(tensor?.rowsTouched).toBe(rowsTouched)
      // Lengths of rows that shrank ten-thousandfold come out of differences.
      const digits = expected.normChange < -0.99 ? 6 : 10
      if (rowNormZ !== null) expect(ofRow?.normZ).toBeCloseTo(rowNormZ, digits)
    },
  )

  it('says which side was rounded', async () => {
    const [a, b] = [float32([1, 1 + 2 ** -12]), bf16([1, 1])]
    const { tensors, notices } = await drift(
      { w: { dtype: 'F32', shape: [2], data: a } },
      { w: { dtype: 'BF16', shape: [2], data: b } },
    )
    expect(tensors[0]).toMatchObject({
      identicalShare: 1,
      dtype: 'BF16',
      dtypeBefore: 'F32',
      relativeNorm: 0,
    })
    expect(notices).toEqual([expect.stringMatching(/A is F32 and was rounded to BF16 first/)])
  })

  it('counts −0 and the load of a NaN as changes, and measures nothing else where a NaN is', async () => {
    const words = (values: readonly number[]) => new Uint8Array(Uint16Array.from(values).buffer)
    const tensor = (values: readonly number[], shape = [values.length]) => ({
      dtype: 'BF16' as const,
      shape,
      data: words(values),
    })
    const zeros = await drift({ w: tensor([0, 0x3f80, 0x3f80]) }, { w: tensor([0x8000, 0x3f80, 0x3f80]) })
    expect(zeros.tensors[0]).toMatchObject({
      identicalShare: 2 / 3,
      rowsTouched: 1,
      relativeNorm: 0,
      cosine: 1,
    })
    const nans = await drift(
      { w: tensor([0x7fc0, 0x3f80, 0x3f80, 0x4000], [2, 2]) },
      { w: tensor([0x7fc1, 0x3f80, 0x3f80, 0x4000], [2, 2]) },
    )
    expect(nans.tensors[0]).toMatchObject({
      identicalShare: 0.75,
      rowsTouched: 1,
      strangeRows: 1,
      cosine: { kind: 'unscored', reason: expect.stringMatching(/NaN/) },
    })
    expect(nans.conclusions.join()).toMatch(/hold NaN or infinities.*w/)
    expect(JSON.stringify(nans)).not.toMatch(/null/)
  })

  it('gives reasons for tensors of zeros and without elements', async () => {
    const { tensors } = await drift(
      {
        zero: { dtype: 'F32', shape: [2], data: float32([0, 0]) },
        gone: { dtype: 'F32', shape: [2], data: float32([3, 4]) },
        none: { dtype: 'F32', shape: [0, 7], data: new Uint8Array() },
      },
      {
        zero: { dtype: 'F32', shape: [2], data: float32([0, 1]) },
        gone: { dtype: 'F32', shape: [2], data: float32([0, 0]) },
        none: { dtype: 'F32', shape: [0, 7], data: new Uint8Array() },
      },
    )
    expect(tensors[0]).toMatchObject({
      relativeNorm: { reason: 'All weights of A are zero.' },
      maxAbs: 1,
      meanAbs: 0.5,
    })
    expect(tensors[1]).toMatchObject({
      cosine: { reason: 'All weights of B are zero.' },
      relativeNorm: 1,
      normChange: -1,
    })
    expect(tensors[2]).toMatchObject({ meanAbs: { reason: 'It has no elements.' }, rows: 0 })
  })

  it('counts exactly where single units were flipped, whatever the shape', async () => {
    const shapes = fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 70 }))
    await fc.assert(
      fc.asyncProperty(
        shapes,
        fc.integer({ min: 0, max: 1000 }),
        fc.constantFrom('BF16', 'F32', 'F16'),
        async ([rows, length], seed, dtype) => {
          const count = rows * length
          const before = dtype === 'F32' ? new Uint32Array(count) : new Uint16Array(count)
          for (let at = 0; at < count; at++)
            before[at] =
              dtype === 'F32' ? 0x3f000000 + ((at * 7919 + seed) % 65536) : 0x3000 + ((at * 31 + seed) % 512)
          const after = before.slice()
          const flipped = new Set<number>()
          for (let step = 0; step < seed % 17; step++) flipped.add((seed * 13 + step * 101) % count)
          for (const at of flipped) after[at] = (after[at] as number) + 1
          const tensor = (words: Uint16Array | Uint32Array): Tensors => ({
            w: { dtype: dtype as 'BF16', shape: [rows, length], data: new Uint8Array(words.buffer) },
          })
          const { tensors } = await drift(tensor(before), tensor(after))
          expect(tensors[0]?.identicalShare).toBe((count - flipped.size) / count)
          expect(tensors[0]?.rowsTouched).toBe(
            new Set([...flipped].map((at) => Math.floor(at / length))).size,
          )
        },
      ),
      { numRuns: 60 },
    )
  })

  it('predicts what bfloat16 holds still, and says "numerically inert" when that is what is seen', async () => {
    const count = 100_000
    const values = Float32Array.from(
      { length: count },
      (_, at) => 0.0769 * normalQuantile((at + 0.5) / count),
    )
    const round = (value: number): number => {
      const word = new Uint32Array(Float32Array.of(value).buffer)[0] as number
      return (word + 0x7fff + ((word >>> 16) & 1)) >>> 16
    }
    const before = Uint16Array.from(values, round)
    const after = before.map((word, at) => {
      const value = new Float32Array(Uint32Array.of(word << 16).buffer)[0] as number
      return round(value + (at % 2 === 0 ? 1e-5 : -1e-5))
    })
    const table = (words: Uint16Array): Tensors => ({
      'model.embed_tokens.weight': { dtype: 'BF16', shape: [1000, 100], data: new Uint8Array(words.buffer) },
    })
    const document = await drift(table(before), table(after), { learningRate: 1e-5 })
    expect(document.predictedFrozenShare).toBeCloseTo(0.9595, 3)
    expect(document.predictedFrozenShareHalfStep).toBeCloseTo(0.9797, 3)
    expect(document.tensors[0]?.identicalShare).toBeCloseTo(0.9595, 3)
    expect(document.tensors[0]?.stillness).toBe('inert')
    expect(document.conclusions.join('\n')).toMatch(
      /embed_tokens.weight is numerically inert.*precision, not routing/,
    )
    const moved = await drift(table(before), table(before.map((word) => word + 1)), { learningRate: 1e-5 })
    expect(moved.tensors[0]?.stillness).toBe('moved')
    const same = await drift(table(before), table(before), { learningRate: 1e-5 })
    expect(same.tensors[0]?.stillness).toBe('unchanged')
    expect(same.conclusions.join()).not.toMatch(/inert/)
  })

  it('agrees with NumPy on groups, and draws ordinary rows beside them', async () => {
    const { shape, ids, a, b, ...expected } = oracle.groups
    const table = (data: string): Tensors => ({
      'tok_emb.weight': { dtype: 'F32', shape, data: fromBase64(data) },
    })
    const groups = [{ name: 'virtual', ids }]
    const document = await drift(table(a), table(b), { groups, tokens: [{ id: 2, text: '<x>' }] })
    for (const [name, value] of Object.entries(expected)) {
      expect(document.groups[0]?.[name as keyof typeof expected]).toBeCloseTo(value, 12)
    }
    const controls = document.rows.filter(({ kind }) => kind === 'control').map(({ id }) => id)
    expect(controls).toEqual([0, 5, 6, 7, 9, 10])
    expect(document.groups[1]).toMatchObject({ group: 'RAND', kind: 'control', n: 6 })
    expect(document.rows[0]).toMatchObject({ token: '<x>', kind: 'token', id: 2 })
    await expect(drift(table(a), table(b), { tokens: [{ id: 12 }] })).rejects.toThrow(/no row 12.*12 rows/)
    await expect(
      drift(
        { w: table(a)['tok_emb.weight'] as MadeTensor },
        { w: table(b)['tok_emb.weight'] as MadeTensor },
        { groups },
      ),
    ).rejects.toThrow(/table of the vocabulary/)
  })

  it.each([1e-9, 1e-15, 1e-18])('finds the direction of weights that became %f as large', async (factor) => {
    const tensor = (values: readonly number[]): Tensors => ({
      w: { dtype: 'F32', shape: [4], data: float32(values) },
    })
    const before = [4e9, -1e9, 3e9, 2e9]
    const along = await drift(tensor(before), tensor(before.map((value) => value * factor)))
    expect(along.tensors[0]?.cosine).toBeCloseTo(1, 12)
    expect(along.tensors[0]?.oneMinusCosine).toBeCloseTo(0, 12)
    // (4, −1, 3, 2)·(1, 1, 1, 1) = 8, over √30·√4.
    const across = await drift(tensor(before), tensor(before.map(() => 1e9 * factor)))
    expect(across.tensors[0]?.cosine).toBeCloseTo(8 / Math.sqrt(120), 7)
    expect(across.tensors[0]?.oneMinusCosine).toBeCloseTo(1 - 8 / Math.sqrt(120), 7)
  })

  it('merges a LoRA adapter as PEFT does', async () => {
    const { base, down, up, merged, alpha, rank } = oracle.lora
    const weight = (data: string): Tensors => ({
      'model.layers.0.self_attn.q_proj.weight': { dtype: 'BF16', shape: [6, 5], data: fromBase64(data) },
    })
    const name = 'base_model.model.model.layers.0.self_attn.q_proj'
    const factors = {
      [`${name}.lora_A.weight`]: { dtype: 'F32' as const, shape: [2, 5], data: fromBase64(down) },
      [`${name}.lora_B.weight`]: { dtype: 'F32' as const, shape: [6, 2], data: fromBase64(up) },
    }
    const settings = (more = {}) => ({
      'lora/adapter_config.json': JSON.stringify({ peft_type: 'LORA', r: rank, lora_alpha: alpha, ...more }),
      'lora/adapter_model.safetensors': safetensorsFile(factors),
    })
    const { tensors } = await drift(weight(merged), weight(base), {}, settings())
    expect(tensors[0]).toMatchObject({ identicalShare: 1, relativeNorm: 0 })
    const stabilised = await drift(weight(merged), weight(base), {}, settings({ use_rslora: true }))
    expect(stabilised.tensors[0]?.identicalShare).toBeLessThan(0.5)
    await expect(drift(weight(merged), weight(base), {}, settings({ use_dora: true }))).rejects.toThrow(
      /DoRA/,
    )
    await expect(drift(weight(merged), weight(base), {}, settings({ r: 3 }))).rejects.toThrow(
      /no matrices of rank 3/,
    )
    const other = { w: weight(base)['model.layers.0.self_attn.q_proj.weight'] as MadeTensor }
    await expect(drift(other, other, {}, settings())).rejects.toThrow(
      /no tensor "layers.0.self_attn.q_proj.weight"/,
    )
  })

  it('merges by hand as well: 2 by 2, rank 1, alpha 3', async () => {
    const weight = (values: readonly number[]): Tensors => ({
      'model.layers.0.mlp.up_proj.weight': { dtype: 'F32', shape: [2, 2], data: float32(values) },
    })
    const name = 'base_model.model.model.layers.0.mlp.up_proj'
    const settings = (more = {}) => ({
      'lora/adapter_config.json': JSON.stringify({ peft_type: 'LORA', r: 1, lora_alpha: 3, ...more }),
      'lora/adapter_model.safetensors': safetensorsFile({
        [`${name}.lora_A.weight`]: { dtype: 'F32', shape: [1, 2], data: float32([2, -1]) },
        [`${name}.lora_B.weight`]: { dtype: 'F32', shape: [2, 1], data: float32([0.5, 4]) },
      }),
    })
    const base = [1, 2, 3, 4]
    // W + 3/1 · B·A, where B·A = [[0.5·2, 0.5·(−1)], [4·2, 4·(−1)]] = [[1, −0.5], [8, −4]].
    const merged = [1 + 3, 2 - 1.5, 3 + 24, 4 - 12]
    const same = await drift(weight(merged), weight(base), {}, settings())
    expect(same.tensors[0]).toMatchObject({ identicalShare: 1, relativeNorm: 0, maxAbs: 0 })
    // Against what was not merged the difference is the update itself: √(3² + 1.5² + 24² + 12²) over √(1 + 4 + 9 + 16).
    const update = await drift(weight(base), weight(base), {}, settings())
    expect(update.tensors[0]?.relativeNorm).toBeCloseTo(Math.sqrt(731.25 / 30), 12)
    expect(update.tensors[0]).toMatchObject({ maxAbs: 24, meanAbs: 40.5 / 4, identicalShare: 0 })
    // Stored the other way round, the weight takes the transpose: W + 3 · (B·A)ᵀ.
    const turned = [1 + 3, 2 + 24, 3 - 1.5, 4 - 12]
    const fan = await drift(weight(turned), weight(base), {}, settings({ fan_in_fan_out: true }))
    expect(fan.tensors[0]).toMatchObject({ identicalShare: 1 })
  })

  it('merges into rows that are longer than the kernel takes at once', async () => {
    const columns = 2 * 65_536 + 3
    const down = Array.from({ length: columns }, (_, column) => column % 1000)
    const weight = (values: readonly number[]): Tensors => ({
      'model.layers.0.mlp.down_proj.weight': { dtype: 'F32', shape: [2, columns], data: float32(values) },
    })
    const name = 'base_model.model.model.layers.0.mlp.down_proj'
    const { tensors } = await drift(
      weight([...down, ...down.map((value) => 3 * value)]),
      weight(Array.from({ length: 2 * columns }, () => 0)),
      {},
      {
        'lora/adapter_config.json': JSON.stringify({ peft_type: 'LORA', r: 1, lora_alpha: 1 }),
        'lora/adapter_model.safetensors': safetensorsFile({
          [`${name}.lora_A.weight`]: { dtype: 'F32', shape: [1, columns], data: float32(down) },
          [`${name}.lora_B.weight`]: { dtype: 'F32', shape: [2, 1], data: float32([1, 3]) },
        }),
      },
    )
    expect(tensors[0]).toMatchObject({ identicalShare: 1, relativeNorm: 0, maxAbs: 0 })
  })

  it('aligns what wrappers renamed, ties heads, and tells what it leaves out', async () => {
    const one = (shape: readonly number[], value: number): MadeTensor => ({
      dtype: 'F32',
      shape,
      data: float32(Array.from({ length: shape.reduce((x, y) => x * y, 1) }, () => value)),
    })
    const document = await drift(
      {
        'module.model.embed_tokens.weight': one([4, 2], 1),
        'module.model.layers.0.w.weight': one([2, 2], 1),
        'module.model.layers.1.w.weight': one([2, 3], 1),
        'module.model.only_a': one([1], 1),
      },
      {
        'model.embed_tokens.weight': one([5, 2], 2),
        'lm_head.weight': one([5, 2], 1),
        'model.layers.0.w.weight': one([2, 2], 3),
        'model.layers.1.w.weight': one([3, 2], 1),
        'model.only_b': one([1], 1),
      },
    )
    expect(document.tensors.map(({ name, relativeNorm, rows }) => ({ name, relativeNorm, rows }))).toEqual([
      { name: 'model.embed_tokens.weight', relativeNorm: 1, rows: 4 },
      { name: 'lm_head.weight', relativeNorm: 0, rows: 4 },
      { name: 'model.layers.0.w.weight', relativeNorm: 2, rows: 2 },
    ])
    expect(document.leftOut.map(({ name, side }) => `${side} ${name}`).sort()).toEqual([
      'a module.model.only_a',
      'b model.only_b',
      'both model.layers.1.w.weight',
    ])
    expect(document.notices.join('\n')).toMatch(
      /A has no lm_head.weight: it is tied[\s\S]*first 4 are compared/,
    )
    await expect(drift({ x: one([1], 1) }, { y: one([1], 1) })).rejects.toThrow(/share no tensor/)
  })

  it('gives the same bytes however many blocks are under way, and for rows longer than the kernel takes', async () => {
    const long = 300_001
    const values = Array.from({ length: 2 * long }, (_, at) => Math.fround(Math.sin(at)))
    const tensor = (change: number): Tensors => ({
      w: {
        dtype: 'F32',
        shape: [2, long],
        data: float32(values.map((value) => value + change * Math.cos(value))),
      },
    })
    const once = await drift(tensor(0), tensor(1e-3))
    const host = checkpointHost({
      'a.safetensors': safetensorsFile(tensor(0)),
      'b.safetensors': safetensorsFile(tensor(1e-3)),
    })
    const many = await drift(tensor(0), tensor(1e-3), { comparer: plainComparer(host.parts, 8) })
    expect(JSON.stringify(many)).toBe(JSON.stringify(once))
    const [left, right] = [values, values.map((value) => Math.fround(value + 1e-3 * Math.cos(value)))]
    const squares = left.reduce((sum, value) => sum + value * value, 0)
    const change = left.reduce((sum, value, at) => sum + ((right[at] ?? 0) - value) ** 2, 0)
    expect(once.tensors[0]?.relativeNorm).toBeCloseTo(Math.sqrt(change / squares), 12)
    expect(once.tensors[0]).toMatchObject({ rows: 2, rowsTouched: 2, elements: 2 * long })
  })

  it('names the file that became shorter meanwhile', async () => {
    const tensors = { w: { dtype: 'F16' as const, shape: [4], data: new Uint8Array(8) } }
    const whole = safetensorsFile(tensors)
    const host = checkpointHost({ 'a.safetensors': whole })
    const checkpoint = await openCheckpoint('a.safetensors', host)
    const cut = { readPart: async () => joined(new Uint8Array(3)) }
    await expect(
      measureDrift({
        a: { path: 'a', checkpoint },
        b: { path: 'b', checkpoint },
        tokens: [],
        groups: [],
        ordinary: () => '',
        seed: 0,
        parts: cut,
        comparer: plainComparer(cut),
        signal: new AbortController().signal,
        progress: () => undefined,
      }),
    ).rejects.toThrow(/ends inside its weights[\s\S]*a\.safetensors/)
  })
})
