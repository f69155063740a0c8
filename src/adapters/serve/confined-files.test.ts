import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hostFiles } from '../files.js'
import { confinedFiles } from './confined-files.js'

let base = ''
let root = ''
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'assay-confined-'))
  root = join(base, 'runs')
  await mkdir(join(root, 'one'), { recursive: true })
  await writeFile(join(root, 'one', 'run.json'), '{}')
  await writeFile(join(base, 'secret'), 'secret')
})
afterEach(() => rm(base, { recursive: true, force: true }))

describe('confinedFiles', () => {
  it('reads what lies below, and what a person named elsewhere', async () => {
    const files = confinedFiles(root, hostFiles)
    expect(await files.list(root)).toEqual(['one'])
    expect(await files.facts(join(root, 'one'))).toMatchObject({ kind: 'folder' })
    expect(new TextDecoder().decode(await files.read(join(root, 'one', 'run.json')))).toBe('{}')
    expect((await files.read(join(base, 'secret'))).length).toBe(6)
    expect(await files.facts(join(root, 'none'))).toBeUndefined()
  })

  it('follows no link: neither a file, nor a folder, nor one within the folder', async () => {
    await symlink(join(base, 'secret'), join(root, 'one', 'scores.json'))
    await symlink(base, join(root, 'two'))
    await symlink(join(root, 'one'), join(root, 'three'))
    const files = confinedFiles(root, hostFiles)
    for (const path of [
      join(root, 'one', 'scores.json'),
      join(root, 'two', 'secret'),
      join(root, 'three', 'run.json'),
    ]) {
      expect(await files.facts(path)).toBeUndefined()
      await expect(files.read(path)).rejects.toMatchObject({ code: 'serve-link' })
      await expect(files.stream(path)[Symbol.asyncIterator]().next()).rejects.toMatchObject({
        code: 'serve-link',
      })
    }
    expect(await files.facts(join(root, 'two'))).toBeUndefined()
    await expect(files.list(join(root, 'two'))).rejects.toMatchObject({ code: 'serve-link' })
  })

  it('lets the folder itself be a link, for a person named it', async () => {
    await symlink(root, join(base, 'latest'))
    const files = confinedFiles(join(base, 'latest'), hostFiles)
    expect(await files.facts(join(base, 'latest', 'one', 'run.json'))).toMatchObject({ kind: 'file' })
  })

  it('writes nothing', async () => {
    const files = confinedFiles(root, hostFiles)
    expect(() => files.write(join(root, 'x'), ['x'])).toThrow(
      expect.objectContaining({ code: 'serve-writes' }),
    )
    expect(() => files.append(join(root, 'x'), 'x')).toThrow(
      expect.objectContaining({ code: 'serve-writes' }),
    )
  })
})
