import { describe, expect, it } from 'vitest'
import { runNames } from './run-names.js'

const run = (folder: string, createdAt: string) => ({
  id: folder.split(/[\\/]/).at(-1) ?? '',
  folder,
  createdAt,
})

describe('runNames', () => {
  it('names runs by their ids', () => {
    expect(runNames([run('runs/a', '1'), run('runs/b', '1')])).toEqual(['a', 'b'])
  })
  it('names the parts of two audits with the folders that they lie in, whatever parts a path', () => {
    expect(runNames([run('runs/r7/gold', '1'), run('runs/r8/gold', '2'), run('runs/a', '1')])).toEqual([
      'r7/gold',
      'r8/gold',
      'a',
    ])
    expect(runNames([run('C:\\runs\\r7\\gold', '1'), run('./gold', '2')])).toEqual(['r7/gold', 'gold'])
  })
  it('leaves one name to copies, so that they can be refused', () => {
    const all = [run('runs/r7/gold', '1'), run('copy/r7/gold', '1'), run('runs/r8/gold', '2')]
    expect(runNames(all)).toEqual(['gold', 'gold', 'gold'])
  })
})
