import { chmod, mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { scratchFolder } from '../../../test/contract/run-fixtures.js'
import { folderObjects } from './folder-objects.js'
import type { Objects } from './objects.js'

let folder: Awaited<ReturnType<typeof scratchFolder>>
let objects: Objects
beforeEach(async () => {
  folder = await scratchFolder()
  objects = folderObjects(folder.path)
})
afterEach(() => folder.remove())

const bytes = new TextEncoder().encode('x')

describe('folderObjects', () => {
  it('leaves no temporary file, whether it created or not', async () => {
    await objects.create('a/1', bytes)
    await objects.create('a/1', bytes)
    await objects.put('a/2', bytes)
    expect(await readdir(join(folder.path, 'a'))).toEqual(['1', '2'])
  })

  it('takes a link or a socket for no object, and reads through neither', async () => {
    await writeFile(join(folder.path, 'secret'), 'elsewhere')
    await mkdir(join(folder.path, 'run'))
    await symlink(join(folder.path, 'secret'), join(folder.path, 'run', 'run.json'))
    const socket = createServer()
    await new Promise<void>((done) => socket.listen(join(folder.path, 'run', 'socket'), done))
    for (const key of ['run/run.json', 'run/socket']) {
      expect(await objects.get(key)).toBeUndefined()
      expect(await objects.facts(key)).toBeUndefined()
    }
    for await (const entry of objects.list('run/')) expect(entry).toBeUndefined()
    socket.close()
  })

  it('numbers nothing through a link that somebody put there', async () => {
    await mkdir(join(folder.path, 'victim'))
    await mkdir(join(folder.path, 'run'))
    for (const name of ['samples.jsonl.segments', 'run.lock.chain']) {
      await symlink(join(folder.path, 'victim'), join(folder.path, 'run', name))
      await expect(objects.create(`run/${name}/0000000001`, bytes)).rejects.toMatchObject({
        code: 'store-denied',
      })
      await expect(async () => {
        for await (const _ of objects.list(`run/${name}/`)) break
      }).rejects.toMatchObject({ what: expect.stringContaining('symbolic link') })
    }
    expect(await readdir(join(folder.path, 'victim'))).toEqual([])
  })

  it('says that a segment is a link or a socket, instead of passing over it', async () => {
    const segments = join(folder.path, 'run', 'samples.jsonl.segments')
    await objects.create('run/samples.jsonl.segments/0000000001', bytes)
    const listed = async (): Promise<readonly string[]> => {
      const names: string[] = []
      for await (const { name } of objects.list('run/samples.jsonl.segments/')) names.push(name)
      return names
    }
    expect(await listed()).toEqual(['0000000001'])
    await writeFile(join(folder.path, 'elsewhere'), 'x')
    await symlink(join(folder.path, 'elsewhere'), join(segments, '0000000002'))
    await expect(listed()).rejects.toMatchObject({
      code: 'store-denied',
      what: expect.stringContaining('symbolic link'),
      where: `shared:${join(segments, '0000000002')}`,
    })
    await rm(join(segments, '0000000002'))
    const socket = createServer()
    await new Promise<void>((done) => socket.listen(join(segments, '0000000002'), done))
    await expect(listed()).rejects.toMatchObject({ what: expect.stringContaining('a pipe or a device') })
    socket.close()
  })

  it('says what stands in the way', async () => {
    await writeFile(join(folder.path, 'file'), '')
    await expect(objects.put('file/run.json', bytes)).rejects.toMatchObject({
      code: 'store-denied',
      what: expect.stringContaining('a part of the path is a file'),
      where: `shared:${join(folder.path, 'file', 'run.json')}`,
    })
    expect(await objects.facts('file/run.json')).toBeUndefined()
    await mkdir(join(folder.path, 'closed'))
    await chmod(join(folder.path, 'closed'), 0o500)
    // Root may write everywhere.
    if (process.getuid?.() !== 0) {
      await expect(objects.put('closed/run.json', bytes)).rejects.toThrow(/permission is denied/)
    }
  })
})
