import { describe, expect, it } from 'vitest'
import { memoryFiles } from '../../test/contract/memory-files.js'
import type { Files } from '../ports.js'
import { walkFiles } from './walk.js'

const found = async (folder: string, files: Files): Promise<readonly string[]> => {
  const paths: string[] = []
  for await (const { path, names } of walkFiles(folder, files)) {
    expect(path).toBe([folder, ...names].join('/'))
    paths.push(path)
  }
  return paths
}

describe('walkFiles', () => {
  it('finds files in order, and passes over what is hidden', async () => {
    const files = memoryFiles({
      'a/c.txt': '',
      'a/b/d.txt': '',
      'a/b/.e': '',
      'a/.git/x': '',
      'a/node_modules/m/x': '',
      'z.txt': '',
    })
    expect(await found('a', files)).toEqual(['a/b/d.txt', 'a/c.txt'])
    expect(await found('nowhere', files)).toEqual([])
  })

  it('reads a link to a file, and enters no link to a folder', async () => {
    const linked: Files = {
      ...memoryFiles(),
      list: async (folder) => (folder === 'a' ? ['inner', 'up', 'x.txt'] : ['y.txt']),
      facts: async (path) => ({
        kind: path.endsWith('.txt') ? 'file' : 'folder',
        sizeBytes: 0,
        ...(path === 'a/up' || path === 'a/x.txt' ? { isLink: true } : {}),
      }),
    }
    expect(await found('a', linked)).toEqual(['a/inner/y.txt', 'a/x.txt'])
  })

  it('ends in a folder that holds itself', async () => {
    const loop: Files = {
      ...memoryFiles(),
      list: async () => ['again', 'file'],
      facts: async (path) => ({ kind: path.endsWith('file') ? 'file' : 'folder', sizeBytes: 0 }),
    }
    expect(await found('a', loop)).toHaveLength(16)
  })
})
