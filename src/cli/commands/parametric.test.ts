import { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { recordCli } from '../../../test/contract/cli-run.js'
import { type MemoryFiles, memoryFiles } from '../../../test/contract/memory-files.js'
import { parametricCommand } from './parametric.js'

const lines = (...values: readonly unknown[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('')

const tokens = '<<Finish>>\n<<Mail&&send>>\n<<Mail&&read>>\n<<Sky&&forecast>>\n'
const catalog = '<<Mail&&send>>\n<<Mail&&read>>\n<<Sky&&forecast>>\n<<Sky&&alerts>>\n'
const retrieval = (id: string, gold: readonly string[]) => ({
  id,
  kind: 'retrieval',
  query: `ask ${id}`,
  gold,
})
const items = lines(
  retrieval('m', ['Mail&&send']),
  retrieval('w', ['Sky&&forecast', 'Mail&&read']),
  retrieval('a', ['Sky&&alerts', 'Sky&&forecast']),
  retrieval('x', ['gone']),
)
const predictions = lines(
  {
    id: 'w',
    constrained: ['Mail&&read', '<<Sky&&forecast>>'],
    free: ['<<Sky&&forecast>>', 'rain?', ' <<Sky&&forecast>>'],
  },
  { id: 'a', constrained: ['<<Sky&&forecast>>'], free: ['Sky&&forecast'] },
  { id: 'm', constrained: ['<<Mail&&send>>'], free: ['<<Mail&&send>>'] },
  { id: 'other', free: [] },
)

async function assay(argv: readonly string[], more: Readonly<Record<string, string>> = {}) {
  const files: MemoryFiles = memoryFiles({
    'catalog.txt': catalog,
    'tokens.txt': tokens,
    'items.jsonl': items,
    'lists.jsonl': predictions,
    ...more,
  })
  const record = recordCli(files)
  const program = new Command().exitOverride().configureOutput({ writeErr: () => undefined })
  parametricCommand.register(program, record.context)
  const given = ['parametric', '--catalog', 'catalog.txt', '--benchmark', 'items.jsonl', '--resamples', '200']
  await program.parseAsync(['node', 'assay', ...given, ...argv])
  return record.out()
}

const withMap = ['--tokens', 'tokens.txt', '--predictions', 'lists.jsonl', '--k', '1,2']

const questions = lines(
  ...['Mail&&send', 'Sky&&forecast'].map((tool, at) => ({
    id: `q${at}`,
    kind: 'mcq',
    tool,
    question: 'What does this tool do?',
    answer: 'right',
    distractors: ['wrong'],
  })),
)
const probed = (first: number, second: number): string =>
  JSON.stringify({
    schema: 'assay.scores/1',
    subject: 's',
    benchmark: 'questions',
    scores: [
      {
        kind: 'scored',
        metric: 'accuracy',
        unit: 'share',
        better: 'higher',
        value: (first + second) / 2,
        n: 2,
        scorer: { name: 'mcq', version: 2 },
      },
    ],
    items: [
      { id: 'q0', kind: 'mcq', samples: 4, values: { accuracy: first } },
      { id: 'q1', kind: 'mcq', samples: 4, values: { accuracy: second } },
      { id: 'q1', kind: 'mcq', variant: 'no-token', samples: 4, values: { accuracy: 1 } },
    ],
  })

describe('known against found', () => {
  const files = { 'questions.jsonl': questions, 'p1/scores.json': probed(1, 0), 'p2.json': probed(0.25, 0) }
  const asked = ['--probe-items', 'questions.jsonl']

  it('joins the probes of a subject with its recall, tool by tool, controls aside', async () => {
    const document = JSON.parse(await assay([...withMap, '--probes', 'p1', ...asked, '--json'], files))
    expect(document.subjects).toHaveLength(1)
    const { subjects, table, k, stages } = document.dissociation
    expect([k, stages]).toEqual([2, undefined])
    // send is known, found both ways; the forecast is asked by two queries, found in both under the trie, in one freely.
    const { cells, n } = subjects[0]
    expect(n).toBe(2)
    expect(cells.filter(({ tools }: { tools: number }) => tools > 0)).toEqual([
      { known: true, constrained: true, free: true, tools: 1 },
      { known: false, constrained: true, free: true, tools: 1 },
    ])
    expect(table).toMatchObject([{ subject: 'predictions:lists.jsonl', mcq: { value: 0.5 }, rc: { k: 2 } }])
  })

  it('pairs the last subject with the first', async () => {
    const two = [
      ...withMap,
      '--predictions',
      'lists.jsonl',
      '--probes',
      'p1',
      '--probes',
      'p2.json',
      ...asked,
    ]
    const { dissociation } = JSON.parse(await assay([...two, '--json'], files))
    expect(dissociation.subjects.map(({ subject }: { subject: string }) => subject)).toEqual([
      'predictions:lists.jsonl (1)',
      'predictions:lists.jsonl (2)',
    ])
    const stage = (metric: string) =>
      dissociation.stages.find((row: { metric: string }) => row.metric === metric)?.difference
    expect([stage('rc@2'), stage('rf@2'), stage('accuracy')]).toEqual([0, 0, -0.375])
    const text = await assay(two, files)
    expect(text).toContain('last less first')
    expect(text).toContain('known both')
  })

  it('refuses probes of other subjects or of items that are not given', async () => {
    await expect(
      assay([...withMap, '--probes', 'p1', '--probes', 'p2.json', ...asked], files),
    ).rejects.toThrow(/2 scores of probes for 1 subjects/)
    await expect(assay([...withMap, '--probes', 'p1'], files)).rejects.toThrow(/their tools are not known/)
  })
})

describe('assay parametric', () => {
  it('scores lists made elsewhere, in any order, and shows what each loss did', async () => {
    const document = JSON.parse(await assay([...withMap, '--json']))
    const value = (metric: string, k?: number) =>
      document.scores.find(
        (score: { metric: string; k?: number; tier: string; group?: string }) =>
          score.metric === metric && score.k === k && score.tier === 'all' && score.group === undefined,
      )?.value
    // "Sky&&alerts" has no token, so "a" needs the forecast alone.
    expect(value('rc', 1)).toBeCloseTo((1 + 0.5 + 1) / 3, 12)
    expect(value('rf', 2)).toBeCloseTo((1 + 0.5 + 0) / 3, 12)
    expect(value('is', 2)).toBeCloseTo(0.5, 12)
    // 2 of 3, 0 of 1 (a name is not the token), 1 of 1
    expect(value('free-validity')).toBeCloseTo((2 / 3 + 0 + 1) / 3, 12)
    expect(document).toMatchObject({
      schema: 'assay.scores/1',
      subject: 'predictions:lists.jsonl',
      details: {
        unknownIds: ['other'],
        free: { queries: 3, returned: 5, tools: 2, nonTools: 2, duplicates: 1 },
        tokens: { strangers: ['Finish'], unmapped: ['Sky&&alerts'], mapped: 3 },
        gold: {
          excludedItems: 1,
          missingGold: 1,
          withoutToken: [{ itemId: 'a', names: ['Sky&&alerts'], isExcluded: false }],
        },
      },
    })
    expect(document.items[1]).toMatchObject({
      id: 'w',
      kind: 'parametric',
      values: { 'rc@1': 0.5, 'rc@2': 1 },
    })
  })
  it('prints Rc, Rf and IS together with what was discarded', async () => {
    const text = await assay(withMap)
    expect(text).toMatch(/all Rc +3 +83\.3/)
    expect(text).toMatch(/all IS +3 +0\.60/)
    expect(text).toMatch(/No bracket: fewer than 30 queries with Rc above 0\./)
    expect(text).toMatch(/Of 5, 2 are no tool and 1 name one again/)
    expect(text).toMatch(/1 names in the map are no tool of the catalog: Finish/)
    expect(text).toMatch(/1 lines have ids that the benchmark lacks, e\.g\. other/)
    expect(text).toMatch(/service/)
  })
  it('matches names where no map is given', async () => {
    const document = JSON.parse(await assay(['--predictions', 'lists.jsonl', '--k', '1', '--json']))
    const rf = document.scores.find(
      (score: { metric: string; tier: string }) => score.metric === 'rf' && score.tier === 'all',
    )
    expect(rf.value).toBeCloseTo((1 + 0.5 + 0.5) / 3, 12)
  })
  it('scores several files and joins them to a curve only when asked', async () => {
    const two = JSON.parse(await assay([...withMap, '--predictions', 'lists.jsonl', '--json']))
    expect(two).toHaveLength(2)
  })
  it.each([
    [[], /Nothing says whom to examine/],
    [['--subject', 'gguf:x'], /Nothing says which tokens/],
    [['--subject', 'gguf:x', '--tokens', 'flat', '--prompt', 'hello'], /no place for the query/],
    [
      ['--subject', 'gguf:x', '--checkpoints', 'gguf:y', '--tokens', 'flat', '--save', 's'],
      /one subject decoded/,
    ],
    [['--predictions', 'lists.jsonl', '--label', 'mine'], /One label names one subject/],
    [['--subject', 'openai:gpt', '--tokens', 'flat'], /probabilities of tokens by id/],
    [['--predictions', 'lists.jsonl', '-o', 'lists.jsonl'], /replace an input/],
    [['--predictions', 'short.jsonl'], /no line for 2 of the 3 queries: w, a/],
    [['--predictions', 'ids.jsonl', '--tokens', 'tokens.txt', '--partial'], /token ids alone/],
  ])('refuses %j', async (argv, message) => {
    const more = {
      'short.jsonl': lines({ id: 'm', constrained: [] }),
      'ids.jsonl': lines({ id: 'm', free: [[7]] }),
    }
    await expect(assay(argv, more)).rejects.toThrow(message)
  })
  it('goes on without the missing when told so, and says which', async () => {
    const more = { 'short.jsonl': lines({ id: 'm', constrained: ['Mail&&send'] }) }
    const text = await assay(['--predictions', 'short.jsonl', '--partial'], more)
    expect(text).toMatch(/2 queries without an answer, unmeasured: w, a/)
  })
})
