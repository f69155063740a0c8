import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { scratchFolder } from '../../test/contract/run-fixtures.js'
import { hostFiles } from '../adapters/files.js'
import { defineSubjectKind, type SubjectContext } from '../subject/kind.js'
import { guardedFiles, guardedKinds } from './allowance.js'

let scratch: Awaited<ReturnType<typeof scratchFolder>>
beforeEach(async () => {
  scratch = await scratchFolder()
  await mkdir(join(scratch.path, 'models'))
  await mkdir(join(scratch.path, 'models-of-others'))
  await writeFile(join(scratch.path, 'models', 'own.gguf'), 'own')
  await writeFile(join(scratch.path, 'models-of-others', 'other.gguf'), 'other')
  await symlink(join(scratch.path, 'models-of-others'), join(scratch.path, 'models', 'link'))
})
afterEach(() => scratch.remove())

const allowance = (): { readonly specs: readonly string[]; readonly folders: readonly string[] } => ({
  specs: [],
  folders: [join(scratch.path, 'models')],
})

const outside = [
  'models-of-others/other.gguf',
  'models/../models-of-others/other.gguf',
  'models/link/other.gguf',
  'models/own.gguf,/../../../models-of-others/other.gguf',
  'models/own.gguf#/../../../models-of-others/other.gguf',
  'gone',
]

describe('guardedFiles', () => {
  it('reads what lies in an allowed folder', async () => {
    const files = guardedFiles(hostFiles, allowance())
    expect(new TextDecoder().decode(await files.read(join(scratch.path, 'models', 'own.gguf')))).toBe('own')
  })

  it.each(outside)('reads no %s', async (name) => {
    const files = guardedFiles(hostFiles, allowance())
    const path = `${scratch.path}/${name}`
    await expect(files.read(path)).rejects.toMatchObject({ code: 'worker-file' })
    await expect(files.facts(path)).rejects.toMatchObject({ code: 'worker-file' })
    await expect(files.list(path)).rejects.toMatchObject({ code: 'worker-file' })
    await expect(files.stream(path)[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      code: 'worker-file',
    })
  })

  it('writes nothing at all', async () => {
    const files = guardedFiles(hostFiles, allowance())
    await expect(files.write(join(scratch.path, 'models', 'new'), ['x'])).rejects.toMatchObject({
      code: 'worker-file',
    })
  })
})

describe('guardedKinds', () => {
  const opened: string[] = []
  const kind = (id: string): ReturnType<typeof defineSubjectKind> =>
    defineSubjectKind({
      id,
      usage: id,
      describes: id,
      open: (argument) => {
        opened.push(argument)
        throw new Error('opened')
      },
    })
  const open = async (id: string, argument: string): Promise<unknown> => {
    const [guarded] = guardedKinds([kind(id)], allowance())
    return guarded?.open(argument, {} as SubjectContext) // the kinds of this test look at nothing
  }

  it.each(['gguf', 'replay', 'scripted'])('opens %s: files of an allowed folder alone', async (id) => {
    await expect(open(id, join(scratch.path, 'models', 'own.gguf'))).rejects.toThrow('opened')
    for (const name of outside) {
      await expect(open(id, `${scratch.path}/${name}`)).rejects.toMatchObject({ code: 'worker-file' })
    }
  })

  it('leaves kinds alone that read no file', async () => {
    await expect(open('openai', 'gpt-4o-mini')).rejects.toThrow('opened')
  })
})
