import { expect, it } from 'vitest'
import { memoryFiles } from '../../../test/contract/memory-files.js'
import { descriptionFiles } from './description-folder.js'

it('finds JSON and YAML in a folder and below, in order of path', async () => {
  const files = memoryFiles({
    'apis/z.json': '',
    'apis/b/c.YAML': '',
    'apis/b/a.yml': '',
    'apis/_index.js': '',
    'apis/.git/config.json': '',
    'apis/b/node_modules/x/package.json': '',
    'apis/.hidden.json': '',
    'other/x.json': '',
  })
  expect(await descriptionFiles('apis', files)).toEqual([
    { path: 'apis/b/a.yml', inFolder: 'b/a.yml' },
    { path: 'apis/b/c.YAML', inFolder: 'b/c.YAML' },
    { path: 'apis/z.json', inFolder: 'z.json' },
  ])
})

it('refuses a folder without end', async () => {
  const names = Array.from({ length: 50_000 }, (_, index) => `${index}.json`)
  const files = {
    ...memoryFiles(),
    facts: async (path: string) =>
      ({ kind: path.endsWith('.json') ? 'file' : 'folder', sizeBytes: 1 }) as const,
    list: async () => [...names, 'loop'],
  }
  await expect(descriptionFiles('apis', files)).rejects.toThrow(/more than 200000[^]*apis/)
})
