import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
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

describe('a draft that is discarded', () => {
  it('takes the folders with it that were made for drafts, when the last of them goes', async () => {
    const [first, second] = [
      await hostDrafts.open(join(folder, 'out/items/a.jsonl')),
      await hostDrafts.open(join(folder, 'out/model/b.jsonl')),
    ]
    await first.discard()
    expect(await readdir(join(folder, 'out'))).toEqual(['model'])
    await second.discard()
    expect(await readdir(folder)).toEqual([])
  })

  it('leaves folders that were there, and those in which something lies', async () => {
    await mkdir(join(folder, 'there'))
    await (await hostDrafts.open(join(folder, 'there/a.jsonl'))).discard()
    const [kept, gone] = [
      await hostDrafts.open(join(folder, 'out/kept/a.jsonl')),
      await hostDrafts.open(join(folder, 'out/gone/a.jsonl')),
    ]
    await kept.publish()
    await gone.discard()
    expect(await readdir(folder)).toEqual(['out', 'there'])
    expect(await readdir(join(folder, 'out'))).toEqual(['kept'])
  })
})

describe('a draft that a process left', () => {
  const removed = (path: string): Promise<boolean> | undefined => hostDrafts.removeAbandoned?.(path)

  it.skipIf(process.platform !== 'linux')(
    'goes when its process is dead, and stays as long as it lives',
    async () => {
      await hostDrafts.open(join(folder, 'a.jsonl'))
      const [name = ''] = await readdir(folder)
      expect(await removed(join(folder, name))).toBe(false)
      const { pid = 0 } = spawnSync(process.execPath, ['--version'])
      const left = join(folder, name.replace(`.${process.pid}.`, `.${pid}.`))
      await rename(join(folder, name), left)
      const elsewhere = left.replace(/\.[0-9a-f]{8}\./, '.00000000.')
      for (const path of [elsewhere, join(folder, 'own.draft'), join(folder, 'a.jsonl')]) {
        await writeFile(path, 'x')
        expect(await removed(path)).toBe(false)
      }
      expect(await removed(left)).toBe(true)
      expect(await readdir(folder)).toHaveLength(3)
    },
  )
})

describe('makeFolder', () => {
  it('makes what is missing and minds nothing that is there', async () => {
    const made = ['a', 'a/b', 'a/b/c'].map((name) => join(folder, name))
    expect(await makeFolder(join(folder, 'a/b/c'))).toEqual(made)
    expect(await makeFolder(join(folder, 'a/b/c'))).toEqual([])
    expect(await readdir(join(folder, 'a/b'))).toEqual(['c'])
    expect(await makeFolder('/')).toEqual([])
  })

  it.skipIf(process.platform !== 'linux')('ends where the host denies a folder that is there', async () => {
    await expect(makeFolder('/proc/no-such-process/x')).rejects.toThrow(/ENOENT/)
  })
})
