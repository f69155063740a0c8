import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hostDrafts } from './drafts.js'
import { makeFolder } from './output-place.js'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-drafts-'))
})
afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

const readBack = async (pieces: AsyncIterable<Uint8Array>): Promise<string> => {
  const parts: Uint8Array[] = []
  for await (const piece of pieces) parts.push(piece)
  return Buffer.concat(parts).toString()
}

describe('hostDrafts', () => {
  it('shows nothing under the name before it is published, and all of it then', async () => {
    const path = join(folder, 'new/deep/c.jsonl')
    const draft = await hostDrafts.open(path)
    await draft.append('a\n')
    await draft.append('ü\n')
    await expect(readFile(path)).rejects.toThrow(/ENOENT/)
    expect(await readBack(draft.read())).toBe('a\nü\n')
    await draft.publish()
    await draft.discard()
    expect(await readFile(path, 'utf8')).toBe('a\nü\n')
    expect(await readdir(join(folder, 'new/deep'))).toEqual(['c.jsonl'])
  })

  it('leaves the old file and nothing else when it is discarded', async () => {
    const path = join(folder, 'c.jsonl')
    await writeFile(path, 'old')
    const draft = await hostDrafts.open(path)
    await draft.append('x'.repeat(3 << 20))
    await draft.discard()
    await draft.discard()
    expect(await readFile(path, 'utf8')).toBe('old')
    expect(await readdir(folder)).toEqual(['c.jsonl'])
  })

  it('writes more than it gathers at once', async () => {
    const path = join(folder, 'c.txt')
    const draft = await hostDrafts.open(path)
    for (let line = 0; line < 50_000; line++) await draft.append(`${line}: ${'x'.repeat(40)}\n`)
    await draft.publish()
    const lines = (await readFile(path, 'utf8')).trimEnd().split('\n')
    expect(lines).toHaveLength(50_000)
    expect(lines[49_999]).toMatch(/^49999: x{40}$/)
  })

  it('says why a place cannot be written, before anything is done', async () => {
    await writeFile(join(folder, 'file'), '')
    for (const path of [folder, join(folder, 'file/c.jsonl')]) {
      await expect(hostDrafts.open(path)).rejects.toMatchObject({ code: 'file-unwritable', where: path })
    }
    expect(await readdir(folder)).toEqual(['file'])
  })
})

describe('makeFolder', () => {
  it('makes what is missing and minds nothing that is there', async () => {
    await makeFolder(join(folder, 'a/b/c'))
    await makeFolder(join(folder, 'a/b/c'))
    expect(await readdir(join(folder, 'a/b'))).toEqual(['c'])
    await makeFolder('/')
  })

  it.skipIf(process.platform !== 'linux')('ends where the host denies a folder that is there', async () => {
    await expect(makeFolder('/proc/no-such-process/x')).rejects.toThrow(/ENOENT/)
  })
})
