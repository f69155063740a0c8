import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { memoryFiles } from '../../test/contract/memory-files.js'
import { guardFolder, guardNewOutput, guardOutput, guardOutputs } from './output-guard.js'

describe('guardOutput', () => {
  it('refuses an input under any spelling of its path', () => {
    expect(() => guardOutput('a/../catalog.jsonl', ['./catalog.jsonl'])).toThrow(
      /replace an input[^]*catalog\.jsonl/,
    )
  })
  it('refuses a link that leads to an input, and a new file below a linked folder that is one', () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-guard-'))
    try {
      const input = join(folder, 'audit.json')
      writeFileSync(input, '{}')
      symlinkSync(input, join(folder, 'out.json'))
      symlinkSync(folder, join(folder, 'again'))
      expect(() => guardOutput(join(folder, 'out.json'), [input])).toThrow(/replace an input/)
      expect(() => guardOutput(join(folder, 'again', 'audit.json'), [input])).toThrow(/replace an input/)
      expect(() => guardOutputs([join(folder, 'again', 'new.json'), join(folder, 'new.json')], [])).toThrow(
        /one file/,
      )
      expect(() => guardOutput(join(folder, 'again', 'new.json'), [input])).not.toThrow()
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
  it('lets others pass, and no output at all', () => {
    expect(() => guardOutput('scores.json', ['catalog.jsonl', 'mcp:npx server'])).not.toThrow()
    expect(() => guardOutput(undefined, ['catalog.jsonl'])).not.toThrow()
  })
})

describe('guardOutputs', () => {
  it('refuses two outputs to one file, and any that is an input', () => {
    expect(() => guardOutputs(['a.json', undefined, './a.json'], [])).toThrow(/one file/)
    expect(() => guardOutputs([undefined, 'in.jsonl'], ['in.jsonl'])).toThrow(/replace an input/)
    expect(() => guardOutputs(['a.json', 'b.csv', undefined], ['in.jsonl'])).not.toThrow()
  })
})

describe('guardNewOutput', () => {
  it('refuses what is there', async () => {
    const files = memoryFiles({ 'a.jsonl': '' })
    await expect(guardNewOutput('a.jsonl', '--items', files)).rejects.toMatchObject({ code: 'output-exists' })
    await expect(guardNewOutput('b.jsonl', '--items', files)).resolves.toBeUndefined()
    await expect(guardNewOutput(undefined, '--items', files)).resolves.toBeUndefined()
  })
})

describe('guardFolder', () => {
  it('refuses a file at the place of the folder, or above it', async () => {
    const files = memoryFiles({ 'a.txt': '', 'runs/x/run.json': '' })
    for (const folder of ['a.txt', 'a.txt/b/c', 'runs/x/run.json/y']) {
      await expect(guardFolder(folder, files), folder).rejects.toMatchObject({ code: 'output-is-file' })
    }
    for (const folder of [undefined, 'runs', 'runs/x', 'runs/new/deep', 'b'])
      await expect(guardFolder(folder, files)).resolves.toBeUndefined()
  })
})
