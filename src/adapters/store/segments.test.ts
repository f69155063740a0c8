import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { memoryObjects } from '../../../test/contract/memory-objects.js'
import { HEAD_BYTES, listSegments, readHead, readSegment, segmentBytes, segmentedName } from './segments.js'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const key = (number: number): string => `run/samples.jsonl.segments/${String(number).padStart(10, '0')}`

async function written(...texts: readonly string[]) {
  const objects = memoryObjects()
  for (const [at, text] of texts.entries()) {
    const head = { number: at + 1, epoch: 3, writer: 'w', lines: 1 }
    await objects.put(key(at + 1), segmentBytes(head, bytes(text)))
  }
  return objects
}

describe('segments', () => {
  it('are a head of 256 bytes, which is one line, and the lines', () => {
    const segment = segmentBytes({ number: 7, epoch: 2, writer: 'w', lines: 1 }, bytes('{}\n'))
    const text = new TextDecoder().decode(segment)
    expect(segment).toHaveLength(HEAD_BYTES + 3)
    expect(text.indexOf('\n')).toBe(HEAD_BYTES - 1)
    // The hash is that of `printf '{}\n' | sha256sum`.
    expect(JSON.parse(text.slice(0, HEAD_BYTES))).toEqual({
      assay: 'segment/1',
      number: 7,
      epoch: 2,
      writer: 'w',
      lines: 1,
      sizeBytes: 3,
      sha256: 'ca3d163bab055381827226140568f3bef7eaac187cebd76878e0b63e9e442356',
    })
  })

  it('are listed in order with their sizes, and whatever else lies there is not', async () => {
    const objects = await written('a\n', 'bb\n')
    await objects.put('run/samples.jsonl.segments/note.txt', bytes('x'))
    await objects.put('run/samples.jsonl.segments/0000000000', bytes('x'))
    expect(await listSegments(objects, 'run/samples.jsonl')).toEqual([
      { number: 1, key: key(1), sizeBytes: 2 },
      { number: 2, key: key(2), sizeBytes: 3 },
    ])
    expect(await listSegments(objects, 'run/other.jsonl')).toEqual([])
  })

  it('are refused when one is missing in the middle', async () => {
    const objects = await written('a\n', 'b\n', 'c\n')
    await objects.remove(key(2))
    await expect(listSegments(objects, 'run/samples.jsonl')).rejects.toThrow(
      /number 2 is not there, but 3 is[^]*memory:run\/samples\.jsonl/,
    )
  })

  it.each([
    ['cut within its head', (whole: Uint8Array) => whole.subarray(0, 100), /shorter than its head/],
    [
      'cut within its lines',
      (whole: Uint8Array) => whole.subarray(0, HEAD_BYTES + 2),
      /its head tells of 6 other bytes/,
    ],
    [
      'longer than it was',
      (whole: Uint8Array) => Buffer.concat([whole, bytes('x\n')]),
      /other bytes than its 8/,
    ],
    ['changed in one byte', (whole: Uint8Array) => whole.with(HEAD_BYTES, 0x41), /its head tells/],
    [
      'the copy of another',
      (whole: Uint8Array) => Buffer.from(whole).fill('2', 30, 31),
      /does not fit its name/,
    ],
    ['no segment', () => bytes('x'.repeat(400)), /no JSON/],
    [
      'of a version to come',
      () => bytes('{"assay":"segment/2"}'.padEnd(HEAD_BYTES)),
      /none that this version/,
    ],
  ])('are refused when one is %s', async (_, change, message) => {
    const objects = await written('hello\n')
    objects.contents.set(key(1), change(objects.contents.get(key(1)) as Uint8Array))
    const reading = async () => {
      const [segment] = await listSegments(objects, 'run/samples.jsonl')
      return readSegment(objects, segment as NonNullable<typeof segment>)
    }
    await expect(reading()).rejects.toMatchObject({
      code: 'segment-broken',
      what: expect.stringMatching(message),
    })
  })

  it('are read again where a copy on the way was cut for a moment', async () => {
    const objects = await written('hello\n')
    let reads = 0
    const flaky = {
      ...objects,
      get: async (...given: Parameters<typeof objects.get>) => {
        const found = await objects.get(...given)
        if (found === undefined || ++reads === 3) return found
        return { ...found, bytes: found.bytes.subarray(0, HEAD_BYTES + 1) }
      },
    }
    const [segment] = await listSegments(flaky, 'run/samples.jsonl')
    expect(await readSegment(flaky, segment as NonNullable<typeof segment>)).toEqual(bytes('hello\n'))
    expect(reads).toBe(3)
  })

  it('give back whatever was put into them', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array(), fc.nat(), fc.uuid(), async (lines, epoch, writer) => {
        const objects = memoryObjects()
        await objects.put(key(1), segmentBytes({ number: 1, epoch, writer, lines: 5 }, lines))
        const [segment] = await listSegments(objects, 'run/samples.jsonl')
        if (segment === undefined) throw new Error('not listed')
        expect(segment.sizeBytes).toBe(lines.length)
        expect(await readHead(objects, segment)).toMatchObject({ number: 1, epoch, writer, lines: 5 })
        expect(new Uint8Array(await readSegment(objects, segment))).toEqual(lines)
      }),
    )
  })

  it('show as the file whose name their folder begins with', () => {
    expect(segmentedName('samples.jsonl.segments')).toBe('samples.jsonl')
    expect(segmentedName('raw')).toBeUndefined()
  })
})
