import { describe, expect, it } from 'vitest'
import { recordCli } from '../../../test/contract/cli-run.js'
import { type MemoryFiles, memoryFiles } from '../../../test/contract/memory-files.js'
import type { ReportDocument } from '../../report/document.js'
import { buildProgram } from '../program.js'

const lines = (...values: readonly unknown[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('')

const tool = (name: string, description: string) => ({
  name,
  description,
  inputSchema: {
    type: 'object',
    properties: { text: { type: 'string', description: 'what to do it with' } },
  },
  service: 'desk',
})

const catalog = lines(
  tool('open_ticket', 'Opens a new ticket for a customer who reports a fault.'),
  tool('close_ticket', 'Closes a ticket once the fault has been mended.'),
  tool('find_invoice', 'Looks an invoice up by its number or by the customer.'),
)

const items = lines(
  { id: 'a', kind: 'retrieval', query: 'which invoice did the customer get', gold: ['find_invoice'] },
  {
    id: 'b',
    kind: 'retrieval',
    query: 'a customer reports a fault, open something',
    gold: ['open_ticket', 'gone'],
  },
  { id: 'c', kind: 'retrieval', query: 'nobody has this', gold: ['lost'] },
)

const config = `
catalog: [catalog.jsonl]
benchmarks: [desk]
subjects: [bm25, random]
k: [1, 2]
resamples: 200
`

const desk: Readonly<Record<string, string>> = {
  'work/assay.config.yaml': config,
  'work/catalog.jsonl': catalog,
  'work/desk/items.jsonl': items,
}

interface Run {
  readonly out: string
  readonly exitCode: number
  readonly files: MemoryFiles
}

async function assay(argv: readonly string[], files: MemoryFiles): Promise<Run> {
  const clock = { now: () => Date.UTC(2026, 0, 2, 3, 4, 5), sleep: async () => {} }
  const record = recordCli(files, { clock })
  await buildProgram(record.context).parseAsync(['node', 'assay', ...argv])
  return { out: record.out(), exitCode: record.exitCode(), files }
}

const reportOf = ({ out }: Run): ReportDocument => JSON.parse(out) as ReportDocument

describe('assay audit', () => {
  it('takes relative paths from the folder of the config, and writes the report where it says', async () => {
    const { out, files, exitCode } = await assay(['audit', 'work'], memoryFiles(desk))
    expect(exitCode).toBe(0)
    expect(out).toContain('Written: runs/20260102-030405')
    expect([...files.contents.keys()].filter((path) => path.startsWith('runs/'))).toEqual([
      'runs/20260102-030405/report.json',
      'runs/20260102-030405/report.md',
    ])
  })

  it('prints with --json exactly the document that it writes', async () => {
    const run = await assay(['audit', 'work', '--json', '-o', 'here'], memoryFiles(desk))
    expect(run.out).toBe(run.files.contents.get('here/report.json'))
    const report = reportOf(run)
    expect(report).toMatchObject({ schema: 'assay.report/1', createdAt: '2026-01-02T03:04:05.000Z', seed: 0 })
    expect(report.catalog).toMatchObject({ tools: 3, services: 1 })
    expect(report.sections.map(({ id }) => id)).toEqual(['benchmark-audit', 'lint', 'retrieval'])
    expect(report.subjects.map(({ id }) => id)).toEqual(['bm25', 'random'])
  })

  it('counts gold that the catalog lacks, and leaves out what has none', async () => {
    const report = reportOf(await assay(['audit', 'work', '--json'], memoryFiles(desk)))
    expect(report.benchmarks[0]?.losses).toEqual([
      { itemId: 'b', names: ['gone'], isExcluded: false },
      { itemId: 'c', names: ['lost'], isExcluded: true },
    ])
    const recall = report.sections[2]?.tables[0]?.scores.find(
      ({ metric, k, tier }) => metric === 'recall' && k === 1 && tier === 'all',
    )
    expect(recall).toMatchObject({ kind: 'scored', n: 2, value: 1 })
  })

  it('says when the benchmark was made for another catalog', async () => {
    const manifest = JSON.stringify({ schema: 'assay.benchmark/1', catalog: 'f'.repeat(64) })
    const { out } = await assay(
      ['audit', 'work'],
      memoryFiles({ ...desk, 'work/desk/benchmark.json': manifest }),
    )
    expect(out).toContain('not the one that the benchmark was made for')
    expect(out).toContain('b lost gold: gone.')
  })

  it('lets flags outrank the config, with paths from where the user is', async () => {
    const files = memoryFiles({ ...desk, 'mine.jsonl': catalog })
    const argv = [
      'audit',
      'work',
      '--catalog',
      'mine.jsonl',
      '--subject',
      'bm25:t3',
      '--k',
      '3',
      '--section',
      'retrieval',
      '--json',
    ]
    const report = reportOf(await assay(argv, files))
    expect(report.catalog?.sources[0]?.source).toBe('mine.jsonl')
    expect(report.subjects.map(({ id }) => id)).toEqual(['bm25:t3'])
    expect(report.sections.map(({ id }) => id)).toEqual(['retrieval'])
  })

  it('runs from flags alone, and names what it could not measure', async () => {
    const report = reportOf(
      await assay(['audit', '--catalog', 'work/catalog.jsonl', '--json'], memoryFiles(desk)),
    )
    expect(report.notMeasured).toEqual([{ what: 'Benchmark audit', why: 'there is no benchmark' }])
    expect(report.sections.find(({ id }) => id === 'retrieval')?.summary).toMatch(
      /^bm25 finds .* of the needed tools of own words/,
    )
  })

  it('says whether the benchmark can be believed before any score, and marks scores at a floor', async () => {
    const names = Array.from({ length: 30 }, (_, at) => `tool_${'abcdefghijklmnopqrstuvwxyzABCD'[at]}x${at}`)
    const many = memoryFiles({
      'work/assay.config.yaml': config.replace(
        'subjects: [bm25, random]',
        'subjects: [random]\nsections: [retrieval, benchmark-audit]',
      ),
      'work/catalog.jsonl': lines(...names.map((name) => tool(name, `Does what ${name} does.`))),
      'work/desk/items.jsonl': lines(
        ...names.map((name, at) => ({
          id: `i${at}`,
          kind: 'retrieval',
          query: `please do ${name}`,
          gold: [name],
        })),
      ),
    })
    const { out } = await assay(['audit', 'work'], many)
    const verdict = out.indexOf('Benchmark audit: ')
    expect(verdict).toBeGreaterThan(0)
    expect(verdict).toBeLessThan(out.indexOf('Retrieval: '))
    expect(out.indexOf('name-in-question')).toBeLessThan(out.indexOf('Recall on'))
    expect(out).toMatch(/random +3\.3 \[[^\]]+\]†/)
    expect(out).toContain('† at the floor')
    expect(out).toMatch(/recall@\d is below the floor, 100\.0 % by the null model name-match/)
  })

  it('exits with 1 when tools cannot be used', async () => {
    const broken = lines({ ...tool('open_ticket', 'Opens a ticket.'), inputSchema: { type: 'string' } })
    const { exitCode } = await assay(
      ['audit', 'work'],
      memoryFiles({ ...desk, 'work/catalog.jsonl': broken }),
    )
    expect(exitCode).toBe(1)
  })

  it('is the same, byte for byte, when it runs again', async () => {
    const [first, second] = [
      await assay(['audit', 'work', '--json'], memoryFiles(desk)),
      await assay(['audit', 'work', '--json'], memoryFiles(desk)),
    ]
    expect(second.out).toBe(first.out)
  })

  it('says a wrong section or subject before it reads a tool', async () => {
    const files = memoryFiles({ ...desk, 'work/catalog.jsonl': 'not json' })
    await expect(assay(['audit', 'work', '--section', 'retreival'], files)).rejects.toThrow(
      /Did you mean "retrieval"/,
    )
    await expect(assay(['audit', 'work', '--subject', 'bm52'], files)).rejects.toThrow(/bm25/)
  })

  it('writes nothing when something is wrong', async () => {
    const files = memoryFiles({ ...desk, 'work/desk/items.jsonl': '{"id":' })
    await expect(assay(['audit', 'work'], files)).rejects.toThrow(/items\.jsonl, line 1/)
    expect([...files.contents.keys()].some((path) => path.startsWith('runs/'))).toBe(false)
  })

  it('refuses two configs at once', async () => {
    await expect(assay(['audit', 'work', '--quickstart'], memoryFiles(desk))).rejects.toThrow(
      /More than one config/,
    )
  })
})
