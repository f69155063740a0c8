import { Command } from 'commander'
import { beforeAll, describe, expect, it } from 'vitest'
import { recordCli } from '../../../test/contract/cli-run.js'
import { memoryFiles } from '../../../test/contract/memory-files.js'
import type { ReportDocument } from '../../report/document.js'
import { reportCommand } from './report.js'

const tool = (name: string) => ({
  name,
  inputSchema: { type: 'object', properties: { ticket: { type: 'integer' } }, required: ['ticket'] },
})

const QUOTED = `it's "new" <img src=x> =1+1\u202e`
const HOSTILE = '</script><script>alert(1)</script>'

const items = [
  {
    id: 'c1',
    kind: 'call',
    messages: [{ role: 'user', content: 'Close 7.' }],
    tools: [tool('close'), tool('open')],
    gold: { calls: [{ name: 'close', arguments: { ticket: 7 } }], order: 'any' },
  },
  {
    id: HOSTILE,
    kind: 'call',
    messages: [{ role: 'user', content: 'Open 8.' }],
    tools: [tool('close'), tool('open')],
    gold: { calls: [{ name: 'open', arguments: { ticket: 8 } }], order: 'any' },
  },
  { id: 'q1', kind: 'qa', tool: 'close', question: 'Does it close tickets?', answer: 'yes' },
  {
    id: 'm1',
    kind: 'mcq',
    tool: 'close',
    question: 'What does it do?',
    answer: 'closes',
    distractors: ['opens', 'sings'],
  },
]

const call = (name: string, ticket: unknown): string =>
  `<tool_call>\n${JSON.stringify({ name, arguments: { ticket } })}\n</tool_call>`

const sample = (item: string, more: object): string =>
  JSON.stringify({
    benchmark: 'desk',
    item,
    trial: 0,
    subject: 'desk-1',
    request: { hash: 'a' },
    decode: {},
    usage: { promptTokens: 10, completionTokens: 5 },
    timing: { startedMs: 0, durationMs: 20 },
    attempts: 1,
    ...more,
  })

const said = (text: string) => ({ output: { text, stopReason: 'stop' } })

const runJson = (changes: object = {}): string =>
  JSON.stringify({
    schema: 'assay.run/1',
    id: 'r',
    createdAt: '2026-01-01T00:00:00.000Z',
    subject: { spec: 'scripted:desk.json', label: 'desk-1', facts: { model: 'desk' }, dialect: 'hermes' },
    benchmarks: [{ name: 'desk', path: 'desk.jsonl', fingerprint: 'f', items: 4 }],
    tasks: {},
    settings: { maxTokens: 64 },
    seed: 0,
    trials: 1,
    rotations: 'one',
    sessions: [{ startedAt: '2026-01-01T00:00:00.000Z', assay: '0.1.0', node: 'v20' }],
    ...changes,
  })

const lines = (list: readonly string[]): string => list.map((line) => `${line}\n`).join('')

const samples = [
  sample('c1', said(call('close', '7'))),
  sample(HOSTILE, said(`=HYPERLINK("http://example.test") ${HOSTILE} ${call('close', 8)}\u202e`)),
  sample('q1', said('yes')),
  sample('m1', { error: { kind: 'refusal', code: 'refused', message: 'No.', retryable: false } }),
]

const scores = (exact: number): string =>
  JSON.stringify({
    schema: 'assay.scores/1',
    subject: 'desk-1',
    benchmark: 'desk',
    scores: [
      {
        kind: 'scored',
        metric: 'exact',
        unit: 'share of items',
        better: 'higher',
        scorer: { name: 'calls', version: 1 },
        value: exact,
        n: 2,
        itemInterval: [0, 1],
        floor: { null: 'constant', value: 0.5, verdict: 'at-floor' },
      },
    ],
    items: [{ id: 'c1', kind: 'call', values: { exact } }],
    details: { benchmark: { fingerprint: 'f' }, kinds: [], counts: { items: 4, measured: 4 } },
  })

const DIALOGUE = {
  id: 'd1',
  kind: 'dialogue',
  turns: [
    { role: 'user', text: 'Two pots of fern.' },
    { role: 'assistant', text: 'Done.' },
  ],
}

const CONVERSE = {
  version: 1,
  pack: {
    spec: 'mcp:node server.js',
    id: 'server',
    version: 1,
    size: 'small',
    seed: 0,
    semantics: 'strict',
    knowledge: 'k',
  },
  mode: 'json',
  running: 'teacher-forced',
  shots: { count: 0 },
  executor: 'tree',
  repairs: 0,
  maxSteps: 8,
  summaries: { policy: 'rules' },
}

const files = () =>
  memoryFiles({
    'desk.jsonl': lines(items.map((item) => JSON.stringify(item))),
    'a/run.json': runJson(),
    'a/samples.jsonl': lines(samples),
    'a/scores.json': scores(0),
    'b/run.json': runJson(),
    'b/samples.jsonl': lines(samples),
    'b/scores.json': scores(1),
    'cut/run.json': runJson(),
    'cut/samples.jsonl': `${samples[0]}\n${samples[1]?.slice(0, 40)}`,
    'unscored/run.json': runJson(),
    'unscored/samples.jsonl': lines(samples),
    [`${QUOTED}/run.json`]: runJson(),
    [`${QUOTED}/samples.jsonl`]: lines(samples),
    'bytes/run.json': runJson(),
    'bytes/samples.jsonl': new Uint8Array([
      ...new TextEncoder().encode(`${samples[0]?.slice(0, 60)}`),
      0xff,
      ...new TextEncoder().encode(`${samples[0]?.slice(60)}\n`),
    ]),
    'half/run.json': runJson(),
    'half/samples.jsonl': new Uint8Array([
      ...new TextEncoder().encode(`${samples[0]}\n{"benchmark":"`),
      0xe2,
      0x82,
    ]),
    'edited.json': '{"schema":"assay.ladder/1","rungs":[{}]}',
    'older/run.json': runJson({ schema: 'assay.run/0' }),
    'blocked/run.json': runJson({
      preflight: {
        verdict: 'unmeasured',
        findings: [{ code: 'bos-twice', severity: 'blocking', what: 'Two beginnings.', fix: '' }],
      },
    }),
    'blocked/samples.jsonl': lines(samples),
    'nobody/ladder.json': JSON.stringify({
      schema: 'assay.ladder/1',
      assay: '0.1.0',
      createdAt: '2026-01-01T00:00:00.000Z',
      seed: 0,
      subject: null,
      verdict: 'unmeasured',
      because: 'There is no subject.',
      decidedBy: 0,
      figures: [],
      caveats: [],
      next: [],
      corpus: { path: 'corpus.jsonl', fingerprint: 'c', examples: 3, dialect: 'hermes' },
      batteries: [],
      rungs: [],
    }),
    'served.jsonl': `${JSON.stringify(DIALOGUE)}\n`,
    'served/run.json': runJson({
      benchmarks: [{ name: 'talk', path: 'served.jsonl', fingerprint: 'f', items: 1 }],
      converse: CONVERSE,
    }),
    'served/turns.jsonl': '',
    'strange.json': '{"schema":"assay.report/9","sections":[]}',
    'list.json': '[]',
    'broken.json': '{"schema":',
    'empty/x': '',
  })

async function assay(...argv: readonly string[]) {
  const record = recordCli(files())
  const program = new Command('assay').exitOverride().configureOutput({ writeErr: () => {} })
  reportCommand.register(program, record.context)
  await program.parseAsync(['node', 'assay', 'report', ...argv])
  return record
}

async function pagesOf(...argv: readonly string[]): Promise<NonNullable<ReportDocument['pages']>> {
  const { out } = await assay(...argv, '--changed-items', '--json')
  const { pages } = JSON.parse(out()) as ReportDocument // just printed
  if (pages === undefined) throw new Error('no pages')
  return pages
}

describe('assay report', () => {
  // The command loads what it runs when it runs: on a busy machine that takes longer than one test may.
  beforeAll(() => import('./report-run.js'), 180_000)

  it('judges every sample once more and keeps what it saw', async () => {
    const { items: page, calls, sources } = await pagesOf('a')
    expect(sources[0]).toMatchObject({
      kind: 'run',
      state: { kind: 'whole' },
      counts: { samples: 4, errors: 1, promptTokens: 40, durationMs: 80 },
    })
    expect(page?.rows.map(({ verdict, outcome, level }) => [verdict, outcome, level])).toEqual([
      ['wrong', 'called', 'S5'],
      ['wrong', 'called', 'S6'],
      ['right', 'yes', undefined],
      ['error', 'refused', undefined],
    ])
    expect(page?.evidence[0]?.calls).toMatchObject({
      isExact: false,
      strict: [{ name: 'close', arguments: '{"ticket":"7"}' }],
      lenient: [{ name: 'close', arguments: '{"ticket":7}' }],
      repairs: [{ code: 'string-to-integer' }],
      faults: [{ call: 0, path: '/ticket' }],
    })
    expect(calls?.results[0]).toMatchObject({
      n: 2,
      outcomes: { called: 2 },
      confusions: [{ gold: 'open', called: 'close', count: 1 }],
    })
    expect(calls?.results[0]?.levels.map(({ reached }) => reached)).toEqual([2, 2, 2, 2, 2, 2, 1, 0])
  })

  it('scores a run that keeps no scores, and writes nothing into its folder', async () => {
    const { sources, calls, overview } = await pagesOf('unscored')
    expect(sources[0]?.state).toEqual({ kind: 'whole' })
    expect(calls?.results[0]?.scores.find(({ metric }) => metric === 'exact')).toMatchObject({
      kind: 'scored',
      value: 0,
      n: 2,
    })
    expect(overview.verdicts.some(({ page }) => page === 'probes')).toBe(true)
    const { files: after } = await assay('unscored', '--changed-items', '--md', 'r.md')
    expect([...after.contents.keys()].filter((name) => name.startsWith('unscored/'))).toHaveLength(2)
  })

  it('leaves a run unscored whose items have changed, and says so', async () => {
    const { out } = await assay('unscored', '--json')
    const { pages } = JSON.parse(out()) as ReportDocument // just printed
    expect(pages?.sources[0]?.state).toMatchObject({
      kind: 'unscored',
      why: expect.stringContaining('fingerprint is another'),
    })
  })

  it('names a folder with quotes and marks as text in every form', async () => {
    const written = await assay(
      QUOTED,
      'a',
      '--changed-items',
      '--md',
      'r.md',
      '--junit',
      'r.xml',
      '--csv',
      's.csv',
    )
    const text = (name: string): string => String(written.files.contents.get(name))
    expect(text('r.xml')).not.toContain('<img')
    expect(text('r.md')).not.toMatch(/[^\\]<img/)
    expect(text('s.csv')).toContain(`"it's ""new"" <img src=x> =1+1`)
    for (const name of ['r.xml', 'r.md', 's.csv']) expect(text(name)).not.toContain('\u202e')
  })

  it('takes half a character at the end for a cut', async () => {
    const { sources } = await pagesOf('half')
    expect(sources[0]?.state).toMatchObject({ kind: 'cut', why: expect.stringContaining('samples.jsonl') })
  })

  it('compares runs and lists what flipped', async () => {
    const { compare } = await pagesOf('a', 'b')
    expect(compare?.pairs).toMatchObject([
      {
        a: 's1',
        b: 's2',
        comparison: { metric: 'exact', difference: 1 },
        flipped: [{ item: 'c1', a: 0, b: 1 }],
      },
    ])
  })

  it.each([
    ['cut', { kind: 'cut', why: expect.stringContaining('crash') }],
    ['older', { kind: 'other-version', schema: 'assay.run/0' }],
    ['blocked', { kind: 'unmeasured', findings: [{ code: 'bos-twice' }] }],
    ['nobody', { kind: 'whole' }],
    ['strange.json', { kind: 'other-version', schema: 'assay.report/9' }],
    ['list.json', { kind: 'other-version', schema: 'none' }],
  ])('says what %s is', async (source, state) => {
    const { sources, overview } = await pagesOf(source)
    expect(sources[0]?.state).toMatchObject(state)
    if (source === 'nobody') {
      expect(sources[0]).not.toHaveProperty('subject')
      expect(overview.verdicts[0]).toMatchObject({ verdict: 'no subject', weight: 'unmeasured' })
    }
    if (source === 'blocked') expect(overview.verdicts[0]?.sentence).toContain('Two beginnings.')
  })

  it('writes what strangers said as text, whatever the form', async () => {
    const { files: written } = await assay(
      'a',
      '--changed-items',
      '--md',
      'r.md',
      '--junit',
      'r.xml',
      '--csv',
      's.csv',
      '--items-csv',
      'i.csv',
    )
    const text = (name: string): string => String(written.contents.get(name))
    expect(text('i.csv')).toMatch(/'=HYPERLINK/)
    expect(text('i.csv')).not.toContain('\u202e')
    expect(text('s.csv').split('\r\n')[1]).toMatch(/^a,desk-1,desk,calls,exact,,,,0,0,1,these items only,2/)
    expect(text('r.xml')).toContain('<failure message="at the floor">')
    expect(text('r.md')).not.toContain('<script>')
  })

  it.each([
    ['empty', 'report-source-missing'],
    ['missing', 'report-source-missing'],
    ['broken.json', 'report-source-invalid'],
    ['edited.json', 'report-source-invalid'],
    ['bytes', 'not-utf8'],
  ])('refuses %s', async (source, code) => {
    await expect(assay(source, '--json')).rejects.toMatchObject({ code })
  })

  it('says that its page is not built', async () => {
    const { readTemplate } = await import('./report-run.js')
    expect(() => readTemplate('file:///nowhere/at/all/report.js')).toThrow(
      expect.objectContaining({ code: 'report-page-missing' }),
    )
  })

  it('shows dialogues of a pack that is a server without starting it', async () => {
    const { sources } = await pagesOf('served')
    expect(sources[0]).toMatchObject({ kind: 'converse', state: { kind: 'cut' } })
    expect(sources[0]?.notices.map(({ what }) => what)).toEqual([
      expect.stringContaining('does not come with Assay, and a report starts and asks nothing'),
    ])
    const { openDialogues } = await import('../report/open-dialogues.js')
    const { readRun } = await import('../../run/read-run.js')
    const { loadBenchmark } = await import('../../benchmark/load.js')
    const { context } = recordCli(files())
    const run = await readRun('served', context.files)
    const benchmark = await loadBenchmark('served.jsonl', context)
    const facts = run.converse
    if (facts === undefined) throw new Error('no dialogues')
    await expect(
      openDialogues({ run, facts, benchmark, changedItems: true, seed: 0, resamples: 10 }, context),
    ).rejects.toMatchObject({ code: 'pack-not-opened' })
  })

  it('writes nothing over a source', async () => {
    await expect(assay('strange.json', '-o', 'strange.json')).rejects.toMatchObject({
      code: 'output-is-input',
    })
  })
})
