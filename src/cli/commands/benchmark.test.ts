import { describe, expect, it } from 'vitest'
import { recordCli } from '../../../test/contract/cli-run.js'
import { memoryFiles } from '../../../test/contract/memory-files.js'
import { benchmarkReaders } from '../../benchmark/readers/index.js'
import { buildProgram } from '../program.js'

const lines = (...values: readonly unknown[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('')

const question = lines({
  id: 'parallel_0',
  question: [[{ role: 'user', content: 'Go to Lima.' }]],
  function: [
    {
      name: 'go',
      description: '',
      parameters: { type: 'dict', properties: { to: { type: 'string' } }, required: ['to'] },
    },
  ],
})
const answer = lines({ id: 'parallel_0', ground_truth: [{ go: { to: ['Lima'] } }] })
const files = { 'BFCL_v4_parallel.json': question, 'elsewhere/BFCL_v4_parallel.json': answer }

async function assay(...argv: readonly string[]) {
  const record = recordCli(memoryFiles(files))
  await buildProgram(record.context).parseAsync(['node', 'assay', 'benchmark', ...argv])
  return record
}

describe('assay benchmark', () => {
  it.each(['import', 'show'])('%s names every format and where answers are looked for', async (name) => {
    const record = recordCli(memoryFiles(files))
    const help = buildProgram(record.context).parseAsync(['node', 'assay', 'benchmark', name, '--help'])
    await expect(help).rejects.toMatchObject({ exitCode: 0 })
    for (const { id } of benchmarkReaders) expect(record.out()).toMatch(new RegExp(`^ {2}${id} +\\S`, 'm'))
    expect(record.out()).toContain('--answers')
  })

  it('takes the answers of BFCL from where it is told', async () => {
    await expect(assay('show', 'BFCL_v4_parallel.json')).rejects.toThrow(/possible_answer/)
    const shown = await assay('show', 'BFCL_v4_parallel.json', '--answers', 'elsewhere')
    expect(shown.out()).toMatch(/\(bfcl\)[^]*items +1 call/)
    const argv = ['import', 'BFCL_v4_parallel.json', '--answers', 'elsewhere/BFCL_v4_parallel.json']
    const { context } = await assay(...argv, '-o', 'own')
    const written = new TextDecoder().decode(await context.files.read('own/items.jsonl'))
    expect(JSON.parse(written)).toMatchObject({
      kind: 'call',
      gold: { calls: [{ name: 'go', arguments: { to: 'Lima' } }] },
    })
  })
})
