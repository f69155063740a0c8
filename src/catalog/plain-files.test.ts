import { describe, expect, it } from 'vitest'
import { memoryFiles } from '../../test/contract/memory-files.js'
import type { Files } from '../ports.js'
import { plainFiles } from './plain-files.js'

/** Files of which `pipe` is a pipe, and fails the test when it is read. */
function withPipe(): Files {
  const files = memoryFiles({ plain: 'text', pipe: 'never read' })
  return {
    ...files,
    facts: async (path) => {
      const facts = await files.facts(path)
      return facts && path === 'pipe' ? { ...facts, isSpecial: true } : facts
    },
  }
}

async function streamed(files: Files, path: string): Promise<string> {
  const pieces: Uint8Array[] = []
  for await (const piece of files.stream(path)) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}

describe('plainFiles', () => {
  it('reads plain files and refuses pipes', async () => {
    const files = plainFiles(withPipe())
    expect(new TextDecoder().decode(await files.read('plain'))).toBe('text')
    expect(await streamed(files, 'plain')).toBe('text')
    await expect(files.read('pipe')).rejects.toMatchObject({ code: 'file-not-plain' })
    await expect(streamed(files, 'pipe')).rejects.toMatchObject({ code: 'file-not-plain' })
  })

  it('says of what is not there what reading says, and reads a pipe that a person named', async () => {
    await expect(plainFiles(withPipe()).read('none')).rejects.toMatchObject({ code: 'file-missing' })
    expect(await streamed(plainFiles(withPipe(), ['pipe']), 'pipe')).toBe('never read')
  })
})
