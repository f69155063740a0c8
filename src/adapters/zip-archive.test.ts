import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Packed, zip } from '../../test/generators/zip-file.js'
import { hostFiles } from './files.js'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-zip-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Block = { readonly raw: string } | { readonly repeated: string; readonly times: number }

/** A frame of Zstandard by hand: blocks as they are, or one byte repeated. */
function frame(blocks: readonly Block[]): Buffer {
  // No content size, a window of 128 KiB, no checksum.
  const parts = [Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x38])]
  for (const [place, block] of blocks.entries()) {
    const isLast = place === blocks.length - 1 ? 1 : 0
    const [type, size, body] =
      'raw' in block ? [0, Buffer.byteLength(block.raw), block.raw] : [1, block.times, block.repeated]
    const head = isLast | (type << 1) | (size << 3)
    parts.push(Buffer.from([head & 0xff, (head >> 8) & 0xff, (head >> 16) & 0xff]), Buffer.from(body))
  }
  return Buffer.concat(parts)
}

async function unpack(...files: readonly Packed[]): Promise<Readonly<Record<string, string>>> {
  const path = join(folder, 'a.eval')
  writeFileSync(path, zip(files))
  const archive = await hostFiles.archive?.(path)
  if (archive === undefined) throw new Error('no archive')
  const found: Record<string, string> = {}
  try {
    for (const entry of archive.entries) {
      let text = ''
      for await (const piece of archive.read(entry)) text += Buffer.from(piece).toString()
      found[entry.name] = text
    }
  } finally {
    await archive.close()
  }
  return found
}

describe('archives of the host', () => {
  it('unpacks what is stored, deflated and packed by Zstandard', async () => {
    const zstd = {
      content: `hello ${'a'.repeat(9)}`,
      method: 93,
      packed: frame([{ raw: 'hello ' }, { repeated: 'a', times: 9 }]),
    }
    expect(
      await unpack(
        { name: 's', content: 'stored', stored: true },
        { name: 'd', content: 'deflated' },
        { name: 'z', ...zstd },
      ),
    ).toEqual({ s: 'stored', d: 'deflated', z: zstd.content })
  })

  it('ends a bomb where it is longer than announced, before it is in memory', async () => {
    const blocks = Array.from({ length: 8000 }, () => ({ repeated: 'a', times: 131_071 }))
    const before = process.memoryUsage().rss
    await expect(
      unpack({ name: 'z', content: 'aaaa', method: 93, packed: frame(blocks) }),
    ).rejects.toMatchObject({ code: 'zip-broken' })
    // Whole, it would have a gigabyte.
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024)
  })

  it('refuses a frame that is cut, one that is none, and a size that cannot be', async () => {
    const whole = frame([{ raw: 'hello' }])
    for (const packed of [whole.subarray(0, -2), Buffer.from('no frame at all')]) {
      await expect(unpack({ name: 'z', content: 'hello', method: 93, packed })).rejects.toMatchObject({
        code: 'zip-broken',
      })
    }
    await expect(
      unpack({ name: 'z', content: 'hello', method: 93, packed: whole, sizeBytes: 4_000_000_000 }),
    ).rejects.toMatchObject({ code: 'zip-broken', message: expect.stringContaining('size that cannot be') })
  })
})
