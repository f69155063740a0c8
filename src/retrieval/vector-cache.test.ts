import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { byteFiles } from '../../test/contract/byte-files.js'
import type { MemoryFiles } from '../../test/contract/memory-files.js'
import { emptyObject, type JsonObject } from '../text/json.js'
import { openVectorCache, vectorKey } from './vector-cache.js'

const PATH = 'cache/m.vectors'
const identity = Object.assign(emptyObject(), { model: 'm', catalog: 'f00' })

async function open(files: MemoryFiles, what: JsonObject = identity) {
  const held = new Map<string, number[]>()
  const notices: string[] = []
  const cache = await openVectorCache(
    { files, path: PATH, identity: what, notify: (line) => void notices.push(line) },
    (key, vector) => void held.set(key, [...vector]),
  )
  return { cache, held, notices }
}

const entry = (text: string, ...values: readonly number[]) => ({
  key: vectorKey(text),
  vector: Float32Array.from(values),
})

async function filled(): Promise<{ readonly files: MemoryFiles; readonly bytes: Uint8Array }> {
  const files = byteFiles()
  const { cache } = await open(files)
  await cache.append([entry('a', 1, 2), entry('b', 3, 4)])
  await cache.append([entry('c', 5, 6)])
  return { files, bytes: files.contents.get(PATH) as Uint8Array } // written just above
}

describe('openVectorCache', () => {
  it('gives back what was added, across openings', async () => {
    const { files } = await filled()
    const { cache, held, notices } = await open(files)
    expect(held).toEqual(
      new Map([
        [vectorKey('a'), [1, 2]],
        [vectorKey('b'), [3, 4]],
        [vectorKey('c'), [5, 6]],
      ]),
    )
    expect(cache.dimensions).toBe(2)
    expect(notices).toEqual([])
  })

  it('starts empty, and writes nothing until there is something', async () => {
    const files = byteFiles()
    const { cache, held } = await open(files)
    await cache.append([])
    expect([held.size, cache.dimensions, files.contents.size]).toEqual([0, undefined, 0])
  })

  it('cuts off a torn end at any byte, keeps the records before it, and goes on', async () => {
    const { bytes } = await filled()
    const headerBytes = bytes.indexOf(0x0a) + 1
    expect(headerBytes % 4).toBe(0)
    const recordBytes = (bytes.length - headerBytes) / 3
    for (let length = headerBytes; length < bytes.length; length++) {
      const files = byteFiles({ [PATH]: bytes.slice(0, length) })
      const { cache, held, notices } = await open(files)
      expect(held.size).toBe(Math.floor((length - headerBytes) / recordBytes))
      expect(notices.length).toBe((length - headerBytes) % recordBytes === 0 ? 0 : 1)
      await cache.append([entry('d', 7, 8)])
      const again = await open(files)
      expect(again.notices).toEqual([])
      expect(again.held.get(vectorKey('d'))).toEqual([7, 8])
      expect(again.held.size).toBe(held.size + 1)
    }
  })

  it('never gives back a damaged vector, whichever byte is damaged, and says so', async () => {
    const { bytes } = await filled()
    const whole = (await open(byteFiles({ [PATH]: bytes }))).held
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const damaged = bytes.slice()
        damaged[at] = (damaged[at] ?? 0) ^ change
        const { held, notices } = await open(byteFiles({ [PATH]: damaged }))
        for (const [key, vector] of held) expect(vector).toEqual(whole.get(key))
        expect(notices).toHaveLength(1)
      }),
    )
  })

  it.each([
    ['an empty file', ''],
    ['another kind of file', 'hello\nworld'],
    ['a file without lines', 'x'.repeat(100_000)],
    ['dimensions that are none', '{"byteOrder":"little","dimensions":0}\n'],
  ])('makes %s anew and says so', async (_, content) => {
    const files = byteFiles({ [PATH]: content })
    const { cache, held, notices } = await open(files)
    expect(held.size).toBe(0)
    expect(notices).toEqual([expect.stringContaining('made anew')])
    await cache.append([entry('a', 1)])
    expect((await open(files)).held).toEqual(new Map([[vectorKey('a'), [1]]]))
  })

  it('does not read the vectors of another identity', async () => {
    const { files } = await filled()
    const { held, notices } = await open(files, Object.assign(emptyObject(), { model: 'other' }))
    expect(held.size).toBe(0)
    expect(notices).toEqual([expect.stringContaining('belongs to something else')])
  })
})

describe('vectorKey', () => {
  it('differs where texts differ', () => {
    expect(vectorKey('a')).not.toBe(vectorKey('b'))
    expect(vectorKey('a')).toHaveLength(16)
  })
})
