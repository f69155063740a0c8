import { describe, expect, it } from 'vitest'
import { type Bigram, bigramGguf } from '../../test/generators/bigram-gguf.js'
import { bf16, checkpointHost, safetensorsFile } from '../../test/generators/checkpoint-files.js'
import { type Graft, graftBytes, graftOf, graftPair, graftPlan } from './graft-gguf.js'
import { openCheckpoint } from './open-checkpoint.js'
import type { Checkpoint, StoredTensor } from './tensor.js'

const model = (shift: number, more: Partial<Bigram> = {}) =>
  bigramGguf({
    tokens: ['<s>', '</s>', 'a', 'b'],
    control: [0, 1],
    eos: 1,
    logit: (last, next) => last * 0.5 + next * shift,
    ...more,
  })
const files = { 'a.gguf': model(1), 'b.gguf': model(2, { template: 'another head, so that offsets differ' }) }
const host = checkpointHost(files)
const opened = async () => ({
  a: await openCheckpoint('a.gguf', host),
  b: await openCheckpoint('b.gguf', host),
})

async function written(graft: Graft): Promise<Uint8Array> {
  const pieces: number[] = []
  for await (const piece of graftBytes(graft, host.parts)) for (const byte of piece) pieces.push(byte)
  return Uint8Array.from(pieces)
}

async function tensorsIn(bytes: Uint8Array) {
  const made = checkpointHost({ 'h.gguf': bytes })
  const { tensors, metadata } = await openCheckpoint('h.gguf', made)
  const data = new Map<string, string>()
  for (const { name, start, sizeBytes } of tensors) {
    data.set(
      name,
      Buffer.from(await made.parts.readPart('h.gguf', { start, length: sizeBytes })).toString('base64'),
    )
  }
  return { data, metadata }
}

describe('graftOf', () => {
  it('puts over the bytes of the part and no other, at places that differ', async () => {
    const { a, b } = await opened()
    const pair = graftPair(a, b)
    const [ofA, ofB] = [await tensorsIn(files['a.gguf']), await tensorsIn(files['b.gguf'])]
    expect(ofA.data.get('output.weight')).not.toBe(ofB.data.get('output.weight'))
    for (const [part, own] of [
      [{ kind: 'output' }, /^output\.weight$/],
      [{ kind: 'embedding' }, /^token_embd/],
      [{ kind: 'blocks', first: 0, last: 0 }, /^blk\.0\./],
    ] as const) {
      const bytes = await written(graftOf(pair, 'a', part))
      expect(bytes.length).toBe(files['a.gguf'].length)
      const hybrid = await tensorsIn(bytes)
      expect(hybrid.metadata).toEqual(ofA.metadata)
      for (const [name, data] of hybrid.data) {
        expect(data, name).toBe((own.test(name) ? ofB : ofA).data.get(name))
      }
    }
    const other = await tensorsIn(await written(graftOf(pair, 'b', { kind: 'output' })))
    expect(other.data.get('output.weight')).toBe(ofA.data.get('output.weight'))
  })

  it('is the file itself where nothing is put over', async () => {
    const { a, b } = await opened()
    expect(await written(graftOf(graftPair(a, b), 'a', { kind: 'none' }))).toEqual(
      Uint8Array.from(files['a.gguf']),
    )
  })

  it('holds pieces of 4 MiB at most, whatever the tensor', async () => {
    const ranges = [{ path: 'x', start: 5, length: 9 * 1024 * 1024 }]
    const sizes: number[] = []
    const parts = {
      readPart: async (_path: string, { length }: { readonly length: number }) => new Uint8Array(length),
    }
    const graft = { name: '', body: 'a', part: { kind: 'none' }, tensors: 0, ranges } as const
    for await (const piece of graftBytes(graft, parts)) sizes.push(piece.length)
    expect(sizes.map((size) => size / 1024 / 1024)).toEqual([4, 4, 1])
    const short = { readPart: async () => new Uint8Array(1) }
    await expect(graftBytes(graft, short).next()).rejects.toThrow(/ends inside/)
  })
})

function made(blocks: number, more: readonly string[] = ['output.weight']): Checkpoint {
  const names = [
    'token_embd.weight',
    ...Array.from({ length: blocks }, (_, at) => `blk.${at}.ffn_up.weight`),
    ...more,
  ]
  const tensors = names.map(
    (name, at): StoredTensor => ({
      name,
      dtype: 'F32',
      shape: [2, 2],
      file: 0,
      start: 100 + 16 * at,
      sizeBytes: 16,
    }),
  )
  return {
    format: 'gguf',
    files: [{ path: 'm.gguf', sizeBytes: 100 + 16 * names.length }],
    tensors,
    metadata: {},
    notices: [],
  }
}

describe('graftPlan', () => {
  const names = (checkpoint: Checkpoint) =>
    graftPlan(graftPair(checkpoint, checkpoint)).map(({ name }) => name)

  it('tries every range from and to the ends, and single blocks where they are few', () => {
    expect(names(made(3))).toEqual([
      'A itself',
      'B itself',
      "A with B's embedding",
      "A with B's output head",
      "A with B's block 0",
      "A with B's blocks 0–1",
      "A with B's blocks 1–2",
      "A with B's block 2",
      "A with B's blocks 0–2",
      "A with B's block 1",
      "B with A's embedding",
      "B with A's output head",
      "B with A's blocks 0–2",
    ])
  })

  it('knows a tied head, and stays short for many blocks', () => {
    const tied = graftPair(made(2, []), made(2, []))
    expect(tied.notices[0]).toContain('tied')
    expect(graftPlan(tied).some(({ part }) => part.kind === 'output')).toBe(false)
    const many = graftPlan(graftPair(made(80), made(80)))
    expect(many.length).toBeLessThan(25)
    expect(new Set(many.map(({ name }) => name)).size).toBe(many.length)
    expect(names(made(0))).toHaveLength(6)
  })
})

describe('graftPair', () => {
  it('says why it is not possible', async () => {
    const { a } = await opened()
    const safe = checkpointHost({
      'm.safetensors': safetensorsFile({ w: { dtype: 'BF16', shape: [1], data: bf16([1]) } }),
    })
    const other = await openCheckpoint('m.safetensors', safe)
    expect(() => graftPair(a, other)).toThrow(/not possible here.*safetensors/s)
    expect(() => graftPair(made(2), made(3))).toThrow(/that the other one lacks/)
    expect(() => graftPair(made(3), made(2))).toThrow(/is missing/)
    const half = { ...made(2), tensors: made(2).tensors.map((one) => ({ ...one, dtype: 'F16' as const })) }
    expect(() => graftPair(made(2), half)).toThrow(/F32 in one file and F16/)
    const wide = { ...made(2), tensors: made(2).tensors.map((one) => ({ ...one, shape: [1, 4] })) }
    expect(() => graftPair(made(2), wide)).toThrow(/\[2, 2\] in one file and \[1, 4\]/)
    expect(() => graftPair(made(2), { ...made(2), files: [...made(2).files, ...made(2).files] })).toThrow(
      /several files/,
    )
  })
})
