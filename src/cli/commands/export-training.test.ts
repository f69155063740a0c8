import { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { recordCli } from '../../../test/contract/cli-run.js'
import { memoryFiles } from '../../../test/contract/memory-files.js'
import { exportCommand } from './export.js'

const lines = (...values: readonly unknown[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('')
const catalog = lines(
  { tool_name: 'Mail&&send', tool_description: 'Letters', api_description: 'Sends a letter' },
  { tool_name: 'Mail&&list', tool_description: 'Letters', api_description: 'Lists letters' },
  { tool_name: 'Tide&&table', tool_description: 'The sea', api_description: 'High and low water' },
)
const queries = lines({ id: 'q1', kind: 'retrieval', query: 'write to Ann', gold: ['Mail&&send'] })
const inputs = {
  'catalog.jsonl': catalog,
  'queries.jsonl': queries,
  'map.json': '{"Mail&&send":"T1","Mail&&list":"T2","Tide&&table":["T","3"]}',
  'broken.json': '{"Mail&&send":1}',
  'tokenizer.json': JSON.stringify({ model: { vocab: { a: 0 } }, decoder: { type: 'ByteLevel' } }),
}

async function assay(...argv: readonly string[]) {
  const record = recordCli(memoryFiles(inputs))
  const program = new Command('assay').exitOverride().configureOutput({ writeErr: record.context.complain })
  exportCommand.register(program, record.context)
  await program.parseAsync(['node', 'assay', 'export', 'training', '--catalog', 'catalog.jsonl', ...argv])
  return record
}

describe('assay export training', () => {
  it('writes the set and says what is in it', async () => {
    const record = await assay('--recipe', 'tg-3fm', '--stage', '1', '--options', '3', '-o', 'out')
    expect(record.out()).toMatch(/^tg-3fm, stage 1, fft: 9 records\n/)
    expect(record.out()).toMatch(/f3 +3 +0 +0/)
    expect(record.out()).toMatch(/wrong options {4}6 by bm25/)
    expect(record.out()).toMatch(/not looked for: no --test[^]*Written: out\n$/)
    expect([...record.files.contents.keys()].filter((path) => path.startsWith('out/'))).toHaveLength(12)
  })

  it('prints the data card alone with --json', async () => {
    const argv = [
      '--recipe',
      'tg',
      '--stage',
      '2',
      '--queries',
      'queries.jsonl',
      '--test',
      'queries.jsonl',
      '--lora',
    ]
    const record = await assay(...argv, '-o', 'out', '--json')
    expect(JSON.parse(record.out())).toMatchObject({
      schema: 'assay.training/1',
      update: 'lora',
      length: { tokenizer: 'o200k_base', maxTokens: 1024, reserve: 64 },
      nearDuplicates: { trainTextsInTests: 1 },
    })
  })

  it("takes a user's tokens and a model's tokenizer", async () => {
    const record = await assay(
      '--recipe',
      'tg',
      '--stage',
      '1',
      '--tokens',
      'map.json',
      '--tokenizer',
      'tokenizer.json',
      '-o',
      'out',
    )
    const rows = String(record.files.contents.get('out/train.jsonl')).trim().split('\n')
    expect(rows.map((row) => JSON.parse(row).messages.at(-1).content)).toEqual(['T1', 'T2', 'T3'])
    expect(String(record.files.contents.get('out/manifest.json'))).toContain('tokenizer.json, words cut')
  })

  it.each([
    [['--recipe', 'tg-9', '--stage', '1'], /Allowed choices are tg, tg-h, tg-3fm, tg-5fm/],
    [['--recipe', 'tg', '--stage', '3'], /Give 1 or 2/],
    [['--recipe', 'tg', '--stage', '1', '--tokens', 'broken.json'], /no map of tools to tokens/],
    [['--recipe', 'tg', '--stage', '1', '--tokens', 'nested'], /no such file/],
    [['--recipe', 'tg', '--stage', '1', '--reserve', '1024'], /none is left/],
    [['--recipe', 'tg', '--stage', '1', '--negatives', 'bm52'], /no retriever "bm52"/],
    [['--recipe', 'tg', '--stage', '2'], /Stage 2 is made of queries/],
  ])('refuses %j', async (argv, message) => {
    await expect(assay(...argv, '-o', 'out')).rejects.toThrow(message)
  })
})
