import { describe, expect, it } from 'vitest'
import { recordCli } from '../../../test/contract/cli-run.js'
import { type MemoryFiles, memoryFiles } from '../../../test/contract/memory-files.js'
import type { CliContext } from '../command.js'
import { buildProgram } from '../program.js'

const lines = (...values: readonly unknown[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('')

const catalog = lines(
  { name: 'get_weather', description: 'weather forecast for a city', inputSchema: {}, aliases: ['weather'] },
  { name: 'send_mail', description: 'send a mail message to somebody', inputSchema: {} },
  { name: 'read_file', description: 'read the contents of a file', inputSchema: {} },
  { name: 'list_files', description: 'list files of a folder', inputSchema: {} },
)
const items = lines(
  {
    id: 'w',
    kind: 'retrieval',
    query: 'forecast for Paris',
    gold: ['weather'],
    pool: ['get_weather', 'send_mail'],
  },
  {
    id: 'm',
    kind: 'retrieval',
    query: 'mail the contents',
    gold: ['send_mail', 'read_file', 'gone'],
    cluster: 'x',
  },
  { id: 'g', kind: 'retrieval', query: 'nothing is left', gold: ['gone', 'lost'] },
  { id: 'q', kind: 'qa', tool: 'send_mail', question: 'Does it?', answer: 'yes' },
)
const predictions = lines({ id: 'w', free: ['get_weather'] }, { id: 'm', free: ['list_files', 'send_mail'] })

interface Run {
  readonly out: string
  readonly err: string
  readonly files: MemoryFiles
}

const filesWith = (more: Readonly<Record<string, string>>): MemoryFiles =>
  memoryFiles({ 'catalog.jsonl': catalog, 'items.jsonl': items, 'run.jsonl': predictions, ...more })

async function assay(
  argv: readonly string[],
  more: Readonly<Record<string, string>> = {},
  files: MemoryFiles = filesWith(more),
): Promise<Run> {
  const record = recordCli(files)
  await buildProgram(record.context).parseAsync(['node', 'assay', ...argv])
  return { out: record.out(), err: record.err(), files }
}

const basic = [
  'retrieve',
  '--catalog',
  'catalog.jsonl',
  '--benchmark',
  'items.jsonl',
  '--k',
  '2,1',
  '--resamples',
  '200',
]

describe('assay retrieve', () => {
  it('prints one object with one retriever', async () => {
    const { out } = await assay([...basic, '--retriever', 'bm25', '--json'])
    const scores = JSON.parse(out)
    expect(scores).toMatchObject({ schema: 'assay.scores/1', subject: 'bm25', benchmark: 'items.jsonl' })
    const recall = scores.scores.filter(
      (score: { metric: string; tier: string }) => score.metric === 'recall' && score.tier === 'all',
    )
    // w: its tool first. m: mail and contents each have one word; of three needs one is lost, so two are left.
    expect(recall).toMatchObject([
      { k: 1, value: 0.75, n: 2, ceiling: 0.75, chance: 0.25 },
      { k: 2, value: 1, n: 2, ceiling: 1, chance: 0.5 },
    ])
    expect(scores.details).toMatchObject({
      catalog: { tools: 4 },
      otherKinds: 1,
      seed: 0,
      resamples: 200,
      gold: { items: 3, excludedItems: 1, missingGold: 3, viaAlias: 1 },
      uncovered: [],
    })
    expect(scores.details.gold.losses).toEqual([
      { itemId: 'm', names: ['gone'], isExcluded: false },
      { itemId: 'g', names: ['gone', 'lost'], isExcluded: true },
    ])
  })

  it('prints a list with several, in the order of the flags, and nothing else', async () => {
    const { out } = await assay([...basic, '--retriever', 'catalog-order', '--retriever', 'bm25', '--json'])
    expect(JSON.parse(out).map(({ subject }: { subject: string }) => subject)).toEqual([
      'catalog-order',
      'bm25',
    ])
  })

  it('prints tables with intervals, ceiling and chance, and what became of the gold', async () => {
    const { out } = await assay([...basic, '--pool'])
    expect(out).toMatch(/^bm25 on items\.jsonl: 2 items, 4 tools\n/)
    expect(out).toMatch(/^recall +n +@1 +@2$/m)
    expect(out).toMatch(/^all +2 +75\.0 \[50\.0, 100\.0\]\* +100\.0 \[/m)
    expect(out).toMatch(/^ {2}ceiling +75\.0 +100\.0$/m)
    expect(out).toMatch(/^ {2}chance +25\.0 +50\.0$/m)
    expect(out).toMatch(/^easy +1 +unscored: one item/m)
    expect(out).toMatch(/^ndcg-toolgen /m)
    expect(out).toMatch(/^mrr@1000 .*map@1000 /m)
    expect(out).toMatch(/^own pool +n +hit@1 +r-precision/m)
    expect(out).toMatch(/^\* .*these items only\.$/m)
    expect(out).toMatch(
      /Gold dropped: 3 of 6 gold names not in the catalog\. That leaves 3 needs and 1 of 3 items without/,
    )
    expect(out).toMatch(/^ {2}m: gone$/m)
    expect(out).toMatch(/^ {2}g \(not scored\): gone, lost$/m)
    expect(out).toMatch(/1 item of other kinds passed over/)
  })

  it('writes the JSON where -o says, beside the tables', async () => {
    const { out, files } = await assay([...basic, '-o', 'out/scores.json'])
    expect(out).toMatch(/^bm25 on/)
    expect(JSON.parse(String(files.contents.get('out/scores.json')))).toMatchObject({
      schema: 'assay.scores/1',
    })
  })

  it('gives the same bytes for the same seed', async () => {
    const argv = [...basic, '--retriever', 'random', '--seed', '7', '--json']
    expect((await assay(argv)).out).toBe((await assay(argv)).out)
  })

  it('scores predictions made elsewhere, and refuses missing ones unless --partial', async () => {
    const argv = [...basic, '--retriever', 'predictions:run.jsonl', '--json']
    expect(JSON.parse((await assay(argv)).out).scores[0]).toMatchObject({
      metric: 'recall',
      k: 1,
      value: 0.5,
    })
    const partial = { 'run.jsonl': lines({ id: 'w', free: ['get_weather'] }) }
    await expect(assay(argv, partial)).rejects.toMatchObject({
      code: 'answers-missing',
      fix: expect.stringMatching(/--partial/),
    })
    const { details } = JSON.parse((await assay([...argv, '--partial'], partial)).out)
    expect(details.uncovered).toEqual(['m'])
  })

  it.each([
    ['a benchmark that is not there', ['--benchmark', 'gone.jsonl'], 'file-missing'],
    ['a catalog that is not there', ['--catalog', 'gone.jsonl'], 'file-missing'],
    ['a retriever that nobody knows', ['--retriever', 'bm26'], 'retriever-unknown'],
    ['a benchmark without queries', ['--benchmark', 'qa.jsonl'], 'no-retrieval-items'],
    ['a catalog without any of the gold', ['--benchmark', 'other.jsonl'], 'gold-missing'],
  ])('refuses %s', async (_, flags, code) => {
    const more = {
      'qa.jsonl': lines({ id: 'q', kind: 'qa', tool: 't', question: '?', answer: 'no' }),
      'other.jsonl': lines({ id: 'o', kind: 'retrieval', query: 'q', gold: ['elsewhere'] }),
    }
    await expect(assay([...basic, '-o', 'never.json', ...flags], more)).rejects.toMatchObject({ code })
  })

  it('refuses depths that are none', async () => {
    for (const k of ['0', '1,x', '-1', '']) {
      await expect(assay([...basic, '--k', k])).rejects.toMatchObject({ code: 'commander.invalidArgument' })
    }
  })

  it.each([{ words: ['retrieve'] }, { words: ['benchmark', 'import'] }, { words: ['benchmark', 'show'] }])(
    '$words ends its help with examples',
    async ({ words }) => {
      let out = ''
      const program = buildProgram({
        ...({} as CliContext), // help reaches nothing of the context but print
        print: (text) => {
          out += text
        },
      })
      await expect(program.parseAsync(['node', 'assay', ...words, '--help'])).rejects.toMatchObject({
        exitCode: 0,
      })
      expect(out).toMatch(/\nExamples:\n( {2}assay .*\n)+$/)
    },
  )
})

describe('assay benchmark', () => {
  it('shows what a benchmark holds', async () => {
    const { out } = await assay(['benchmark', 'show', 'items.jsonl', '--catalog', 'catalog.jsonl'])
    expect(out).toMatch(/^items +3 retrieval, 1 qa$/m)
    expect(out).toMatch(/^tiers +1 easy, 2 medium, 0 hard$/m)
    expect(out).toMatch(/^clusters +1, as good as 4\.0 of equal size; largest "x" with 1 items$/m)
    expect(out).toMatch(/In the catalog of 4 tools:\n1 of 6 gold names found by alias\.\nGold dropped/)
    const { out: json } = await assay(['benchmark', 'show', 'items.jsonl', '--json'])
    expect(JSON.parse(json)).toMatchObject({ name: 'items.jsonl', counts: { items: 4 } })
  })

  it('imports into a folder that reads back the same, with a data card', async () => {
    const { out, files } = await assay([
      'benchmark',
      'import',
      'items.jsonl',
      '-o',
      'own',
      '--catalog',
      'catalog.jsonl',
      '--json',
    ])
    const card = JSON.parse(out)
    expect(card).toMatchObject({
      schema: 'assay.benchmark/1',
      kind: 'mixed',
      counts: { items: 4 },
      generator: { name: 'import' },
    })
    expect(card.catalog).toMatch(/^[0-9a-f]{64}$/)
    expect(JSON.parse(String(files.contents.get('own/benchmark.json')))).toEqual(card)
    const again = await assay(['benchmark', 'show', 'own', '--json'], {
      'own/items.jsonl': String(files.contents.get('own/items.jsonl')),
      'own/benchmark.json': String(files.contents.get('own/benchmark.json')),
    })
    expect(JSON.parse(again.out)).toMatchObject({ fingerprint: card.fingerprint, notices: [] })
  })

  it('leaves nothing behind when the source is broken', async () => {
    const files = filesWith({ 'broken.jsonl': `${items}{"id": "z"\n` })
    const before = [...files.contents.keys()]
    await expect(
      assay(['benchmark', 'import', 'broken.jsonl', '-o', 'own'], {}, files),
    ).rejects.toMatchObject({ code: 'json-broken', where: expect.stringMatching(/broken\.jsonl, line 5/) })
    expect([...files.contents.keys()]).toEqual(before)
  })
})
