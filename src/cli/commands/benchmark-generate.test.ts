import { describe, expect, it } from 'vitest'
import { recordCli } from '../../../test/contract/cli-run.js'
import { memoryFiles } from '../../../test/contract/memory-files.js'
import { buildProgram } from '../program.js'

const tool = (name: string, parameters: Readonly<Record<string, object>>, required: readonly string[]) => ({
  name,
  description: `Does the ${name} of one thing or another.`,
  inputSchema: { type: 'object', properties: parameters, required },
  service: 'Desk',
})
const text = { type: 'string' }
const tools = [
  tool('fetch', { page: { type: 'integer', default: 1 } }, []),
  tool('stamp', { sheet: text, ink: text }, ['sheet']),
  tool('staple', { pages: { type: 'array' }, side: { type: 'string', enum: ['left', 'right'] } }, [
    'pages',
    'side',
  ]),
  tool('shred', { sheet: text, slow: { type: 'boolean' }, twice: text }, ['sheet', 'slow', 'twice']),
  tool('fold', { sheet: text }, []),
  tool('ring', {}, []),
]
const lines = (values: readonly unknown[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('')
const files = { 'desk.jsonl': lines(tools), 'one.jsonl': lines(tools.slice(0, 1)) }

async function assay(...argv: readonly string[]) {
  const record = recordCli(memoryFiles(files))
  await buildProgram(record.context).parseAsync(['node', 'assay', 'benchmark', 'generate', ...argv])
  const read = async (path: string): Promise<string> =>
    new TextDecoder().decode(await record.context.files.read(path))
  return { ...record, read }
}

describe('assay benchmark generate', () => {
  it.each(['mcq', 'qa'])(
    'makes %s from facts unless it is told otherwise, with a data card',
    async (kind) => {
      const { out, read } = await assay(
        kind,
        '--catalog',
        'desk.jsonl',
        '-n',
        '4',
        '--seed',
        '7',
        '-o',
        'made',
        '--json',
      )
      const card = JSON.parse(await read('made/benchmark.json'))
      expect(JSON.parse(out())).toEqual(card)
      expect(card).toMatchObject({
        schema: 'assay.benchmark/1',
        kind,
        catalog: expect.stringMatching(/^[0-9a-f]{64}$/),
        catalogTools: 6,
        generator: { name: 'facts', version: 1 },
        seed: 7,
        yield: { eligible: 6, tried: 6, wanted: 4, items: 4, rejected: {} },
        coverage: { tools: 4, services: 1 },
        leaks: { refused: 0, kept: 0 },
      })
      for (const { value, chance } of card.floors) expect(value).toBe(chance)
      const items = (await read('made/items.jsonl'))
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line))
      expect(items).toHaveLength(4)
      expect(items[0]).toMatchObject({
        kind,
        question: expect.stringContaining('this tool'),
        cluster: 'block 1',
      })
    },
  )

  it('says in words what was made and why not more', async () => {
    const { out } = await assay('qa', '--catalog', 'desk.jsonl', '-o', 'made')
    expect(out()).toMatch(/items +6 qa of 500 wanted[^]*Each tool is asked about once[^]*Written: made/)
  })

  it('writes nothing when nothing can be asked', async () => {
    const record = recordCli(memoryFiles(files))
    const run = buildProgram(record.context).parseAsync([
      'node',
      'assay',
      'benchmark',
      'generate',
      'mcq',
      '--catalog',
      'one.jsonl',
      '-o',
      'made',
    ])
    await expect(run).rejects.toMatchObject({ code: 'facts-none', fix: expect.any(String) })
    expect(await record.context.files.facts('made/items.jsonl')).toBeUndefined()
  })

  it.each([
    ['generator-unfit', ['rrb', '--generator', 'facts']],
    ['flags-clash', ['mcq', '--queries', 'asked.csv']],
    ['flags-clash', ['qa', '--judge', 'openai:x']],
    ['flags-clash', ['qa', '--resume']],
    ['facts-too-small', ['mcq', '-n', '3']],
  ] as const)('refuses with %s: %j', async (code, argv) => {
    await expect(assay(...argv, '--catalog', 'desk.jsonl', '-o', 'made')).rejects.toMatchObject({ code })
  })
})
