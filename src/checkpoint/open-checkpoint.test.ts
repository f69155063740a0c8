import { describe, expect, it } from 'vitest'
import {
  bf16,
  checkpointHost,
  checkpointOracle,
  float32,
  fromBase64,
  joined,
  safetensorsFile,
  withHeader,
} from '../../test/generators/checkpoint-files.js'
import { decodeFloat64 } from './decode-weights.js'
import { openCheckpoint } from './open-checkpoint.js'
import type { Checkpoint } from './tensor.js'

const host = (files: Readonly<Record<string, string | Uint8Array>>) => checkpointHost(files)
const open = (file: Uint8Array, path = 'm.safetensors'): Promise<Checkpoint> =>
  openCheckpoint(path, host({ [path]: file }))
const w = { dtype: 'BF16' as const, shape: [2, 2], data: bf16([1, 2, 3, 4]) }

describe('openCheckpoint: safetensors', () => {
  it('finds tensors, and files of a folder or an index', async () => {
    const { tensors, metadata, format } = await open(safetensorsFile({ w }, { format: 'pt' }))
    expect(tensors).toEqual([
      expect.objectContaining({ name: 'w', dtype: 'BF16', shape: [2, 2], sizeBytes: 8, file: 0 }),
    ])
    expect({ ...metadata, kind: format }).toEqual({ format: 'pt', kind: 'safetensors' })
    const shards = {
      'm/model.safetensors.index.json': JSON.stringify({
        weight_map: { x: 'a.safetensors', y: 'b.safetensors' },
      }),
      'm/a.safetensors': safetensorsFile({ x: w }),
      'm/b.safetensors': safetensorsFile({ y: w }),
    }
    for (const path of ['m', 'm/model.safetensors.index.json']) {
      const whole = await openCheckpoint(path, host(shards))
      expect(whole.tensors.map(({ name, file }) => `${name} ${file}`)).toEqual(['x 0', 'y 1'])
    }
    const single = await openCheckpoint('m', host({ 'm/model.safetensors': shards['m/a.safetensors'] }))
    expect(single.tensors).toHaveLength(1)
    const parts = {
      'p-00001-of-00002.safetensors': shards['m/a.safetensors'],
      'p-00002-of-00002.safetensors': shards['m/b.safetensors'],
    }
    expect((await openCheckpoint('p-00001-of-00002.safetensors', host(parts))).tensors).toHaveLength(2)
  })

  it.each([
    ['nothing', {}, 'm', /no such file or folder/],
    ['an empty folder', { 'm/README.md': '' }, 'm', /holds no weights/],
    [
      'two checkpoints',
      { 'm/x.safetensors': '', 'm/y.safetensors': '' },
      'm',
      /2 files of weights: x\.safetensors, y\.safetensors/,
    ],
    [
      'an index of files elsewhere',
      { 'i.index.json': '{"weight_map":{"x":"../secret"}}' },
      'i.index.json',
      /no file beside the index: "..\/secret"/,
    ],
    ['an index without a map', { 'i.index.json': '{}' }, 'i.index.json', /no "weight_map"/],
    [
      'an index that names what is not there',
      { 'i.index.json': '{"weight_map":{"x":"a.safetensors"}}' },
      'i.index.json',
      /no such file/,
    ],
    [
      'an index that promises too much',
      {
        'm/i.index.json': '{"weight_map":{"x":"a.safetensors","z":"a.safetensors"}}',
        'm/a.safetensors': safetensorsFile({ x: w }),
      },
      'm/i.index.json',
      /does not hold "z"/,
    ],
  ])('refuses %s', async (_, files, path, message) => {
    await expect(openCheckpoint(path, host(files as Record<string, string>))).rejects.toThrow(message)
  })

  const header = (text: string, dataBytes = 8) => withHeader(text, new Uint8Array(dataBytes))
  const tensor = (fields: object) =>
    JSON.stringify({ w: { dtype: 'BF16', shape: [2, 2], data_offsets: [0, 8], ...fields } })
  it.each([
    ['a file of three bytes', new Uint8Array(3), /shorter than the length of its header/],
    [
      'a length that lies',
      joined(Uint8Array.of(255, 255, 0, 0, 0, 0, 0, 0), new Uint8Array(4)),
      /claims 65,535 bytes, more than the file has/,
    ],
    [
      'a length of exabytes',
      joined(new Uint8Array(8).fill(255), new Uint8Array(4)),
      /100,000,000 is the most/,
    ],
    ['a header that is no JSON', header('nonsense'), /JSON/],
    ['a header that is a list', header('[]'), /no JSON object/],
    [
      'a header that is no UTF-8',
      joined(Uint8Array.of(2, 0, 0, 0, 0, 0, 0, 0), Uint8Array.of(255, 254)),
      /not UTF-8/,
    ],
    ['a tensor that is a number', header('{"w":3}'), /described by no object/],
    ['an unknown format', header(tensor({ dtype: 'F4' })), /number format that is not known: "F4"/],
    ["a format of GGUF's", header(tensor({ dtype: 'Q4_0' })), /number format that is not known/],
    ['a range past the end', header(tensor({ data_offsets: [4, 12] })), /beyond the end of the file/],
    ['a range that is negative', header(tensor({ data_offsets: [-4, 4] })), /no range of bytes/],
    ['a range that ends before it begins', header(tensor({ data_offsets: [8, 0] })), /no range of bytes/],
    ['a range of another size', header(tensor({ data_offsets: [0, 6] })), /do not fit its shape \[2, 2\]/],
    ['a shape of more than can be', header(tensor({ shape: [2 ** 40, 2 ** 40] })), /do not fit its shape/],
    ['a shape of fractions', header(tensor({ shape: [1.5] })), /no shape of whole numbers/],
    [
      'two tensors in one place',
      header(JSON.stringify({ a: JSON.parse(tensor({})).w, b: JSON.parse(tensor({})).w })),
      /"a" and "b" overlap/,
    ],
  ])('refuses %s', async (_, file, message) => {
    await expect(open(file)).rejects.toThrow(message)
  })

  it('reads a header of 20,000 tensors, and refuses one of more than any model has', async () => {
    const made = (count: number) => {
      const tensors = Array.from(
        { length: count },
        (_, at) => `"t${at}":{"dtype":"U8","shape":[1],"data_offsets":[${at},${at + 1}]}`,
      )
      return withHeader(`{${tensors.join(',')}}`, new Uint8Array(count))
    }
    expect((await open(made(20_000))).tensors).toHaveLength(20_000)
    await expect(open(made(250_002))).rejects.toThrow(/names about 250,003 tensors; 250,000 are the most/)
  })
})

describe('openCheckpoint: PyTorch', () => {
  const { torch: files } = checkpointOracle()
  const opened = (
    name: keyof typeof files & ('trainer' | 'views' | 'evil' | 'parameters' | 'module' | 'bytes'),
  ) => open(fromBase64(files[name].file), 'm.pt')

  it('takes the weights of what a trainer saved, with its tied head, and reads their bytes', async () => {
    const bytes = fromBase64(files.trainer.file)
    const { tensors, notices, format } = await opened('trainer')
    expect(format).toBe('torch')
    expect(tensors.map(({ name, dtype, shape }) => ({ name, dtype, shape }))).toEqual([
      { name: 'tok_emb.weight', dtype: 'BF16', shape: [4, 3] },
      { name: 'layers.0.attn.wq.weight', dtype: 'F32', shape: [3, 3] },
      { name: 'lm_head.weight', dtype: 'BF16', shape: [4, 3] },
    ])
    const [first, , head] = tensors
    expect(head?.start).toBe(first?.start)
    const values = new Float64Array(12)
    decodeFloat64(bytes.subarray(first?.start, (first?.start ?? 0) + 24), 'BF16', values)
    expect([...values]).toEqual(files.values['tok_emb.weight'])
    expect(notices).toEqual([])
  })

  it('reads parameters and single bytes, and names views that stand transposed', async () => {
    expect((await opened('parameters')).tensors.map(({ name }) => name)).toEqual(['weight', 'bias'])
    expect((await opened('bytes')).tensors.map(({ dtype }) => dtype)).toEqual(['F8_E4M3', 'U16'])
    const views = await opened('views')
    expect(views.tensors.map(({ name, shape }) => `${name} ${shape}`)).toEqual(['whole 3,2', 'second row 2'])
    expect((views.tensors[1]?.start ?? 0) - (views.tensors[0]?.start ?? 0)).toBe(8)
    expect(views.notices.join()).toMatch(/transposed or with gaps.*transposed/)
  })

  it('names a global that would be run, runs nothing, and reads the tensors beside it', async () => {
    const { tensors, notices } = await opened('evil')
    expect(tensors.map(({ name }) => name)).toEqual(['w'])
    expect(notices.join()).toMatch(/nothing of it was run: (posix|nt)\.system/)
  })

  it('refuses files that are cut, packed or in the older form', async () => {
    const whole = fromBase64(files.trainer.file)
    for (const share of [0.2, 0.5, 0.9, 0.99]) {
      await expect(open(whole.slice(0, Math.floor(share * whole.length)), 'm.pt')).rejects.toThrow(
        /no PyTorch checkpoint that can be read/,
      )
    }
    const packed = whole.slice()
    const at = lastIndexOf(packed, [0x50, 0x4b, 1, 2])
    packed[at + 10] = 8
    await expect(open(packed, 'm.pt')).rejects.toThrow(/is packed/)
    const far = whole.slice()
    far.fill(0x7f, at + 42, at + 46)
    await expect(open(far, 'm.pt')).rejects.toThrow(/reaches beyond the file/)
    await expect(open(Uint8Array.of(0x80, 2, 0x8a, 0x0a, 0x6c, 0xfc, 0x9c, 0x46), 'm.pt')).rejects.toThrow(
      /before version 1\.6/,
    )
  })
})

function lastIndexOf(bytes: Uint8Array, sought: readonly number[]): number {
  for (let at = bytes.length - sought.length; at >= 0; at--) {
    if (sought.every((byte, index) => bytes[at + index] === byte)) return at
  }
  return -1
}

const u32 = (value: number) => new Uint8Array(Uint32Array.of(value).buffer)
const u64 = (value: number) => new Uint8Array(BigUint64Array.of(BigInt(value)).buffer)
const text = (value: string) =>
  joined(u64(new TextEncoder().encode(value).length), new TextEncoder().encode(value))
const key = (name: string, type: number, value: Uint8Array) => joined(text(name), u32(type), value)
const info = (name: string, dims: readonly number[], type: number, offset: number) =>
  joined(text(name), u32(dims.length), ...dims.map(u64), u32(type), u64(offset))

function gguf(
  infos: readonly Uint8Array[],
  keys: readonly Uint8Array[],
  data: Uint8Array,
  counts = { tensors: infos.length, keys: keys.length },
): Uint8Array {
  const head = joined(
    new TextEncoder().encode('GGUF'),
    u32(3),
    u64(counts.tensors),
    u64(counts.keys),
    ...keys,
    ...infos,
  )
  return joined(head, new Uint8Array(Math.ceil(head.length / 32) * 32 - head.length), data)
}

describe('openCheckpoint: GGUF', () => {
  const keys = [
    key('general.architecture', 8, text('qwen2')),
    key('tokenizer.ggml.tokens', 9, joined(u32(8), u64(2), text('a'), text('b'))),
    key('some.floats', 9, joined(u32(6), u64(3), new Uint8Array(12))),
  ]
  it('finds tensors, with axes in the order of PyTorch', async () => {
    const file = gguf(
      [info('token_embd.weight', [32, 2], 2, 0), info('norm', [4], 0, 64), info('odd', [32], 99, 0)],
      keys,
      joined(new Uint8Array(64), float32([1, 2, 3, 4])),
    )
    const { tensors, metadata, notices } = await open(file, 'm.gguf')
    expect(tensors).toMatchObject([
      { name: 'token_embd.weight', dtype: 'Q4_0', shape: [2, 32], sizeBytes: 36 },
      { name: 'norm', dtype: 'F32', shape: [4], sizeBytes: 16 },
    ])
    expect(metadata['general.architecture']).toBe('qwen2')
    expect(notices.join()).toMatch(/1 tensors are in formats that are not read: odd \(type 99\)/)
  })

  it.each([
    [
      'more tensors than a million',
      gguf([], [], new Uint8Array(), { tensors: 2 ** 40, keys: 0 }),
      /claims 1099511627776 tensors/,
    ],
    [
      'more entries than can be',
      gguf([], [], new Uint8Array(), { tensors: 0, keys: 2 ** 30 }),
      /entries of metadata/,
    ],
    [
      'counts that the file does not hold',
      gguf([], [], new Uint8Array(), { tensors: 1000, keys: 0 }),
      /ends inside its head/,
    ],
    [
      'a list that goes on past the end',
      gguf([], [key('x', 9, joined(u32(0), u64(2 ** 50)))], new Uint8Array(9)),
      /ends inside its head/,
    ],
    [
      'lists in lists in lists',
      gguf(
        [],
        [key('x', 9, joined(...Array.from({ length: 9 }, () => joined(u32(9), u64(1)))))],
        new Uint8Array(9),
      ),
      /nests lists too deeply/,
    ],
    ['a value of no type', gguf([], [key('x', 77, new Uint8Array(8))], new Uint8Array()), /unknown type 77/],
    ['a tensor past the end', gguf([info('w', [4], 0, 32)], [], new Uint8Array(40)), /beyond the end/],
    [
      'tensors in one place',
      gguf([info('w', [4], 0, 0), info('v', [4], 0, 8)], [], new Uint8Array(32)),
      /overlap/,
    ],
    [
      'half a block',
      gguf([info('w', [16], 2, 0)], [], new Uint8Array(32)),
      /shape \[16\] that Q4_0 cannot have/,
    ],
    [
      'a tensor of nine axes',
      gguf([info('w', [1, 1, 1, 1, 1, 1, 1, 1, 1], 0, 0)], [], new Uint8Array(32)),
      /9 axes/,
    ],
    [
      'an alignment of nothing',
      gguf([], [key('general.alignment', 4, u32(0))], new Uint8Array()),
      /alignment is 0/,
    ],
    ['another version', joined(new TextEncoder().encode('GGUF'), u32(1), new Uint8Array(16)), /version is 1/],
  ])('refuses %s', async (_, file, message) => {
    await expect(open(file, 'm.gguf')).rejects.toThrow(message)
  })
})
