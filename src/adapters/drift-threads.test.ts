import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { plainComparer } from '../../test/generators/checkpoint-files.js'
import type { RowBlock } from '../checkpoint/row-block.js'
import { hostFileParts } from './checkpoint-files.js'
import { driftThreads } from './drift-threads.js'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-drift-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function block(
  kind: 'bf16' | 'f32',
  { rows, length }: { readonly rows: number; readonly length: number },
): RowBlock {
  const [a, b] = [join(folder, `a.${kind}`), join(folder, `b.${kind}`)]
  const count = rows * length
  const words = Uint32Array.from({ length: count }, (_, at) => 0x3c000000 + ((at * 2654435761) % 2 ** 24))
  const data = (change: number) =>
    kind === 'f32'
      ? words.map((word) => word + change)
      : Uint16Array.from(words, (word, at) => (word >>> 16) + (at % 3 === 0 ? change : 0))
  writeFileSync(a, Buffer.concat([Buffer.from('head'), new Uint8Array(data(0).buffer)]))
  writeFileSync(b, Buffer.concat([Buffer.from('other'), new Uint8Array(data(1).buffer)]))
  return {
    kind,
    a: { path: a, start: 4 },
    b: { path: b, start: 5 },
    rows,
    length,
    under: 0x3c40,
    underHalf: 0x3c10,
  }
}

describe('driftThreads', () => {
  it.each(['bf16', 'f32'] as const)('gives the sums that the kernel gives in one piece: %s', async (kind) => {
    const comparer = driftThreads(2)
    try {
      for (const shape of [
        { rows: 700, length: 513 },
        { rows: 20_000, length: 3 },
        { rows: 2, length: 65_536 },
      ]) {
        const work = block(kind, shape)
        const whole = await plainComparer(hostFileParts).compare(work)
        const parts = await Promise.all([
          comparer.compare(work),
          comparer.compare(work),
          comparer.compare(work),
        ])
        for (const sums of parts) expect(sums).toEqual(whole)
        expect(whole).toHaveLength(8 * shape.rows)
      }
    } finally {
      await comparer.close()
    }
  })

  it('names a file that ends too early or is not there, and goes on', async () => {
    const comparer = driftThreads(1)
    try {
      const work = block('bf16', { rows: 10, length: 10 })
      truncateSync(work.b.path, 100)
      await expect(comparer.compare(work)).rejects.toThrow(/ends inside its weights[\s\S]*b\.bf16/)
      const gone = { ...work, a: { path: join(folder, 'gone'), start: 0 } }
      await expect(comparer.compare(gone)).rejects.toThrow(/ENOENT[\s\S]*gone/)
      expect(await comparer.compare(block('bf16', { rows: 1, length: 1 }))).toHaveLength(8)
    } finally {
      await comparer.close()
    }
  })
})

describe('hostFileParts', () => {
  it('reads parts, less at the end, and names what is not there', async () => {
    const path = join(folder, 'parts')
    writeFileSync(path, 'abcdef')
    const read = async (start: number, length: number) =>
      Buffer.from(await hostFileParts.readPart(path, { start, length })).toString()
    expect([await read(0, 2), await read(4, 9), await read(9, 2)]).toEqual(['ab', 'ef', ''])
    await expect(hostFileParts.readPart(join(folder, 'gone'), { start: 0, length: 1 })).rejects.toThrow(
      /no such file/,
    )
    await expect(hostFileParts.readPart(folder, { start: 0, length: 1 })).rejects.toThrow(
      /cannot be read: EISDIR/,
    )
  })
})
