import { describe, expect, it } from 'vitest'
import { apiBankFolder, t1Folder, tau2Folder } from '../../../test/contract/benchmark-samples.js'
import { recordCli } from '../../../test/contract/cli-run.js'
import { memoryFiles } from '../../../test/contract/memory-files.js'
import { buildProgram } from '../program.js'

async function runImport(files: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const cli = recordCli(memoryFiles(files))
  let error: unknown
  try {
    await buildProgram(cli.context).parseAsync(['node', 'assay', 'dialogue', 'import', ...args])
  } catch (thrown) {
    error = thrown
  }
  return { ...cli, error }
}

describe('assay dialogue import', () => {
  it.each([
    ['t1', t1Folder, '4 dialogues with 4 turns of the user, 4 plans, 0 calls'],
    ['api-bank', apiBankFolder, '1 dialogue with 1 turn of the user, 0 plans, 1 call'],
    ['tau2', tau2Folder, '1 dialogue with 1 turn of the user, 0 plans, 1 call'],
  ])('writes the items of %s and says what they are', async (format, { path, files }, says) => {
    const { out, files: kept, error } = await runImport(files, format, path, '-o', 'out')
    expect(error).toBeUndefined()
    expect(out()).toContain(says)
    expect(JSON.parse(String(kept.contents.get('out/benchmark.json')))).toMatchObject({
      schema: 'assay.benchmark/1',
      kind: 'dialogue',
      generator: { name: 'import', version: 1 },
      source: { format },
    })
  })

  it('reads one split, and prints the manifest alone', async () => {
    const { out } = await runImport(t1Folder.files, 't1', 'T1', '--split', 'train', '-o', 'out', '--json')
    expect(JSON.parse(out())).toMatchObject({ counts: { items: 1 } })
  })

  it('tells what was left out', async () => {
    const page =
      'ID,Filled_Template,Filled_Plan\n1,assistant: Hi,\n1,user: In <CITY_1>,x\n2,assistant: Hi,\n2,user: a,pass'
    const { out } = await runImport({ 'a.csv': page }, 't1', 'a.csv', '-o', 'out')
    expect(out()).toMatch(
      /1 dialogue with[^]*1 dialogue is left out: a placeholder was never filled, e\.g\. a\.csv, line 3/,
    )
  })

  it('refuses what holds no dialogue, and writes nothing', async () => {
    const items = `${JSON.stringify({ id: 'r', kind: 'retrieval', query: 'q', gold: ['a'] })}\n`
    const { error, files } = await runImport(
      { 'items.jsonl': items },
      'assay-items',
      'items.jsonl',
      '-o',
      'out',
    )
    expect(error).toMatchObject({ code: 'dialogues-none' })
    expect([...files.contents.keys()]).toEqual(['items.jsonl'])
  })
})
