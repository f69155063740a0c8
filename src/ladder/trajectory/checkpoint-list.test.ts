import { describe, expect, it } from 'vitest'
import { memoryFiles } from '../../../test/contract/memory-files.js'
import { readCheckpointList } from './checkpoint-list.js'

const read = (paths: readonly string[], files: Readonly<Record<string, string>>) =>
  readCheckpointList(paths, memoryFiles(files))

describe('readCheckpointList', () => {
  it('takes files in their order, with steps from their names', async () => {
    const files = { 'runs/base.gguf': '', 'runs/step-1200.gguf': '' }
    expect(await read(['runs/step-1200.gguf', 'runs/base.gguf'], files)).toEqual([
      { name: 'step-1200', path: 'runs/step-1200.gguf', step: 1200 },
      { name: 'base', path: 'runs/base.gguf' },
    ])
  })

  it('takes a folder in the order of the numbers, with originals beside', async () => {
    const files = {
      'runs/ckpt_9.gguf': '',
      'runs/ckpt_10.gguf': '',
      'runs/ckpt_10.safetensors': '',
      'runs/notes.txt': '',
    }
    expect(await read(['runs'], files)).toEqual([
      { name: 'ckpt_9', path: 'runs/ckpt_9.gguf', step: 9 },
      { name: 'ckpt_10', path: 'runs/ckpt_10.gguf', step: 10, original: 'runs/ckpt_10.safetensors' },
    ])
  })

  it('takes lists: JSON, JSON lines and CSV, with paths from their folder', async () => {
    const json = JSON.stringify([
      { name: 'a', path: 'a.gguf', step: 5 },
      { path: '/abs/b.gguf', parent: 'a', phase: 'sft', tokens: 1e6 },
    ])
    const expected = [
      { name: 'a', path: 'runs/a.gguf', step: 5 },
      { name: 'b', path: '/abs/b.gguf', parent: 'a', phase: 'sft', tokens: 1_000_000 },
    ]
    expect(await read(['runs/l.json'], { 'runs/l.json': json })).toEqual(expected)
    const lines = '{"name": "a", "path": "a.gguf", "step": 5}\n\n"/abs/b.gguf"\n'
    expect(await read(['runs/l.jsonl'], { 'runs/l.jsonl': lines })).toEqual([
      expected[0],
      { name: 'b', path: '/abs/b.gguf' },
    ])
    const csv = 'name,path,phase,step,tokens,parent\na,a.gguf,,5,,\n,/abs/b.gguf,sft,,1e6,a\n'
    expect(await read(['runs/l.csv'], { 'runs/l.csv': csv })).toEqual(expected)
  })

  it('tells files of one name apart by their paths', async () => {
    const files = { 'x/model.gguf': '', 'y/model.gguf': '' }
    expect((await read(['x/model.gguf', 'y/model.gguf'], files)).map(({ name }) => name)).toEqual([
      'x/model',
      'y/model',
    ])
  })

  it.each([
    ['nothing', [], {}, /No checkpoint is named/],
    ['a file that is not there', ['x.gguf'], {}, /no such file/],
    ['a folder without models', ['x'], { 'x/a.txt': '' }, /holds no GGUF/],
    ['one file twice', ['x.gguf', 'x.gguf'], { 'x.gguf': '' }, /Two checkpoints/],
    ['an unknown parent', ['l.json'], { 'l.json': '[{"path": "a", "parent": "z"}]' }, /not among/],
    ['its own parent', ['l.json'], { 'l.json': '[{"name": "a", "path": "a", "parent": "a"}]' }, /itself/],
    ['a step that is none', ['l.json'], { 'l.json': '[{"path": "a", "step": -1}]' }, /no whole number/],
    ['an entry without a path', ['l.json'], { 'l.json': '[{"name": "a"}]' }, /no "path"/],
    ['no list', ['l.json'], { 'l.json': '7' }, /no list/],
    ['CSV without the column', ['l.csv'], { 'l.csv': 'name\na' }, /no column "path"/],
    ['CSV that is broken', ['l.csv'], { 'l.csv': 'path\n"a' }, /not closed/],
  ] as const)('refuses %s', async (_what, paths, files, message) => {
    await expect(read(paths, files)).rejects.toThrow(message)
  })
})
