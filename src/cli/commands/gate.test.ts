import { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { recordCli } from '../../../test/contract/cli-run.js'
import { type MemoryFiles, memoryFiles } from '../../../test/contract/memory-files.js'
import { type DeskRun, deskRun, goldOf, wrongOf } from '../../../test/generators/desk-run.js'
import type { GateDocument } from '../../gate/gate-document.js'
import type { CliContext } from '../command.js'
import { gateCommand } from './gate.js'

const POLICY = `schema: assay.policy/1
rules:
  - {id: right, kind: threshold, metric: accuracy, atLeast: 0.6}
  - {id: no-loss, kind: no-worse, margin: 0.1}
`
const THRESHOLD =
  'schema: assay.policy/1\nrules: [{id: right, kind: threshold, metric: accuracy, atLeast: 0.6}]\n'

/** Wrong in every n-th question. */
const wrongEvery = (every: number) => (question: number) =>
  question % every === 0 ? wrongOf(question) : goldOf(question)

const run = (folder: string, more: Partial<DeskRun> = {}) =>
  deskRun({ folder, questions: 120, said: wrongEvery(10), ...more })

const given = (...parts: readonly Readonly<Record<string, string>>[]): MemoryFiles =>
  memoryFiles(Object.assign({ 'assay.gate.yaml': POLICY, 'threshold.yaml': THRESHOLD }, ...parts))

async function assay(files: MemoryFiles, argv: readonly string[], overrides: Partial<CliContext> = {}) {
  const record = recordCli(files, overrides)
  const program = new Command('assay').exitOverride().configureOutput({ writeErr: () => {} })
  gateCommand.register(program, record.context)
  await program.parseAsync([
    'node',
    'assay',
    'gate',
    '--resamples',
    '1000',
    '--permutations',
    '1000',
    ...argv,
  ])
  return record
}

async function judged(files: MemoryFiles, argv: readonly string[]): Promise<[GateDocument, number]> {
  const { out, exitCode } = await assay(files, [...argv, '--json'])
  return [JSON.parse(out()), exitCode()]
}

async function* zeros(): AsyncGenerator<Uint8Array> {
  for (;;) yield new Uint8Array(65_536)
}

const base = (name: string): readonly string[] => ['--baseline', name, '--audit', 'new.audit.json']

describe('assay gate', () => {
  it('passes a run that is as good as its baseline, with exit 0', async () => {
    const [document, exit] = await judged(given(run('old'), run('new')), ['new', ...base('old')])
    expect(document).toMatchObject({
      schema: 'assay.gate/1',
      verdict: 'passed',
      subjects: ['agent'],
      seed: 0,
      comparisons: [{ metric: 'accuracy', n: 120, clusters: 40, difference: 0 }],
    })
    expect(document.rules.map(({ id, verdict, implied }) => [id, verdict, implied])).toEqual([
      ['right', 'passed', undefined],
      ['no-loss', 'passed', undefined],
      ['usable desk', 'passed', true],
      ['measured desk of agent', 'passed', true],
    ])
    expect(exit).toBe(0)
  })

  it('fails a loss with exit 1, and does not know of few items with exit 4', async () => {
    const loss = given(run('old'), run('new', { said: wrongEvery(3) }))
    expect(await judged(loss, ['new', ...base('old')])).toMatchObject([{ verdict: 'failed' }, 1])
    const few = given(run('old', { questions: 9 }), run('new', { questions: 9, said: goldOf }))
    expect(await judged(few, ['new', ...base('old')])).toMatchObject([{ verdict: 'insufficient-data' }, 4])
  })

  it('takes a run for its own baseline', async () => {
    const [document] = await judged(given(run('new')), ['new', ...base('new')])
    expect(document.verdict).toBe('passed')
    expect(document.comparisons[0]?.interval[0]).toBeLessThan(0)
  })

  it('saves scores that compare as the run itself does', async () => {
    const files = given(run('old', { said: wrongEvery(8) }), run('new'))
    const { out } = await assay(files, ['old', '--save-baseline', 'baseline.json'])
    expect(out()).toBe('')
    const [ofFile] = await judged(files, ['new', ...base('baseline.json')])
    const [ofRun] = await judged(files, ['new', ...base('old')])
    expect(ofFile).toEqual(ofRun)
    expect(ofFile.comparisons[0]?.difference).toBeCloseTo(3 / 120, 12)
  })

  it('saves a run that is gated only where it passes', async () => {
    const files = given(run('old'), run('new', { said: wrongEvery(3) }))
    const { err } = await assay(files, [
      'new',
      ...base('old'),
      '--policy',
      'assay.gate.yaml',
      '--save-baseline',
      'b.json',
    ])
    expect(files.contents.has('b.json')).toBe(false)
    expect(err()).toContain('not saved: the gate did not pass')
    const argv = [
      'old',
      '--policy',
      'threshold.yaml',
      '--audit',
      'old.audit.json',
      '--save-baseline',
      'b.json',
    ]
    expect((await assay(files, argv)).exitCode()).toBe(0)
    expect(files.contents.has('b.json')).toBe(true)
  })

  it('scores the samples again, whatever scores.json says, and leaves the folder as it is', async () => {
    const files = given(run('new'))
    const before = new Map(files.contents)
    await judged(files, ['new', '--policy', 'threshold.yaml', '--audit', 'new.audit.json'])
    expect(files.contents).toEqual(before)
    await expect(judged(files, ['new/scores.json', '--policy', 'threshold.yaml'])).rejects.toMatchObject({
      code: 'gate-source',
      what: expect.stringContaining('scored again from its samples'),
    })
  })

  it('does not pass what nobody audited, or what lacks samples', async () => {
    const argv = ['new', '--policy', 'threshold.yaml']
    expect(await judged(given(run('new')), argv)).toMatchObject([{ verdict: 'failed' }, 1])
    const gaps: DeskRun['said'] = (question) =>
      question === 5 ? null : question === 6 ? undefined : goldOf(question)
    const [document] = await judged(given(run('new', { said: gaps })), [...argv, '--audit', 'new.audit.json'])
    expect(document.verdict).toBe('failed')
    expect(document.rules.at(-1)?.checks[0]?.sentence).toBe(
      'agent on desk: 118 of 120 samples were measured. 1 ended in an error, 1 are missing.',
    )
  })

  it('does not pass a run that preflight blocked, nor one without any sample', async () => {
    const preflight = {
      verdict: 'unmeasured',
      findings: [{ severity: 'blocking', code: 'template-differs', what: '' }],
    }
    const argv = ['new', '--policy', 'threshold.yaml', '--audit', 'new.audit.json']
    const [blocked] = await judged(given(run('new', { changes: { preflight } })), argv)
    expect(blocked.rules.map(({ verdict }) => verdict)).toEqual(['unmeasured', 'passed', 'unmeasured'])
    const [empty, exit] = await judged(given(run('new', { said: () => null })), argv)
    expect([empty.verdict, exit]).toEqual(['failed', 1])
  })

  it('takes what a baseline lacks for undecided, and what the run lacks for unmeasured', async () => {
    const half: DeskRun['said'] = (question) => (question < 60 ? goldOf(question) : null)
    const old = given(run('old', { said: half }), run('new'))
    const [document] = await judged(old, ['new', ...base('old')])
    expect(document.rules[1]).toMatchObject({ verdict: 'insufficient-data' })
    const now = given(run('old'), run('new', { said: half }))
    expect((await judged(now, ['new', ...base('old')]))[0].rules[1]).toMatchObject({ verdict: 'unmeasured' })
  })

  it('knows a run whose folder holds an audit', async () => {
    const files = given(run('new'), { 'new/audit.json': String(run('new')['new.audit.json']) })
    const argv = ['new', '--policy', 'threshold.yaml', '--audit', 'new/audit.json']
    expect((await judged(files, argv))[0].verdict).toBe('passed')
  })

  it('does not pass retrieval items whose tool the catalog has lost', async () => {
    const questions = 60
    const tools = Array.from({ length: questions - 1 }, (_, at) => ({
      name: `tool_${at}`,
      inputSchema: { type: 'object' },
    }))
    const items = Array.from({ length: questions }, (_, at) => ({
      id: `r${at}`,
      kind: 'retrieval',
      query: `do ${at}`,
      gold: [`tool_${at}`],
    }))
    const files = given(
      deskRun({
        folder: 'new',
        questions,
        said: (question) => `tool_${question}`,
        items,
        variant: 'catalog',
      }),
      {
        'catalog.jsonl': tools.map((tool) => `${JSON.stringify(tool)}\n`).join(''),
        'recall.yaml':
          'schema: assay.policy/1\nrules: [{kind: threshold, metric: recall@1, group: catalog, atLeast: 0.9}]\n',
      },
    )
    const argv = ['new', '--policy', 'recall.yaml', '--audit', 'new.audit.json', '--catalog', 'catalog.jsonl']
    const [document] = await judged(files, argv)
    expect(document.rules.map(({ verdict }) => verdict)).toEqual(['passed', 'passed', 'unmeasured'])
    expect(document.rules.at(-1)?.checks[0]?.sentence).toContain('1 are of items that were left out')
  })

  it('stops at a policy without an end, whatever its size is said to be', async () => {
    const files = given(run('new'))
    const endless: MemoryFiles = {
      ...files,
      facts: async (path) =>
        path === 'zero.yaml' ? { kind: 'file', sizeBytes: 0, isSpecial: true } : files.facts(path),
      stream: (path) => (path === 'zero.yaml' ? zeros() : files.stream(path)),
    }
    await expect(assay(endless, ['new', '--policy', 'zero.yaml'])).rejects.toThrow(/larger than 1 MiB/)
  })

  it('finds flaky items, and bounds their share', async () => {
    const flaky: DeskRun['said'] = (question, trial) =>
      question < 30 && trial === 1 ? wrongOf(question) : goldOf(question)
    const files = given(run('new', { said: flaky, trials: 3 }), {
      'flaky.yaml': 'schema: assay.policy/1\nrules: [{kind: threshold, metric: flaky, atMost: 0.1}]\n',
    })
    const [document] = await judged(files, ['new', '--policy', 'flaky.yaml', '--audit', 'new.audit.json'])
    expect(document.flaky).toMatchObject([{ repeated: 120, flaky: 30 }])
    expect(document.rules[0]).toMatchObject({ verdict: 'failed', checks: [{ value: 0.25 }] })
  })

  it('judges a ladder, and an audit with its sections', async () => {
    const files = given({
      'ladder.yaml': 'schema: assay.policy/1\nrules: [{kind: ladder, verdicts: [capable]}]\n',
      'section.yaml': 'schema: assay.policy/1\nrules: [{kind: section, section: lint, verdicts: [good]}]\n',
      'audit/report.json': JSON.stringify({
        schema: 'assay.report/1',
        assay: '0',
        createdAt: '',
        seed: 0,
        benchmarks: [],
        subjects: [],
        notMeasured: [],
        sections: [
          { id: 'lint', title: 'Lint', verdict: 'good', summary: 'Fine.', findings: [], tables: [] },
          {
            id: 'calls',
            title: 'Calls',
            verdict: 'unmeasured',
            summary: 'Nobody was asked.',
            findings: [],
            tables: [],
          },
        ],
      }),
    })
    const [document, exit] = await judged(files, ['audit', '--policy', 'section.yaml'])
    expect([document.verdict, exit]).toEqual(['failed', 1])
    expect(document.rules.map(({ id, verdict }) => [id, verdict])).toEqual([
      ['rules[0]', 'passed'],
      ['section calls', 'unmeasured'],
    ])
    const [missing] = await judged(files, ['audit', '--policy', 'ladder.yaml'])
    expect(missing.rules[0]?.verdict).toBe('unmeasured')
  })

  it('scores the runs beside an audit, whose own audits of benchmarks count', async () => {
    const parts = run('audit/calls')
    const judgement = JSON.parse(String(parts['audit/calls.audit.json'])) as {
      benchmark: { fingerprint: string }
    }
    const score = {
      kind: 'scored',
      metric: 'recall',
      k: 5,
      unit: 'share of needs',
      better: 'higher',
      scorer: { name: 'recall', version: 1 },
      value: 0.9,
      n: 60,
      interval: [0.8, 0.95],
    }
    const section = { title: 'T', verdict: 'measured', summary: 'Done.', findings: [], tables: [] }
    const files = given(parts, {
      'audit/audit.json': '{}',
      'audit/report/report.json': JSON.stringify({
        schema: 'assay.report/1',
        assay: '0',
        createdAt: '',
        seed: 0,
        benchmarks: [],
        subjects: [],
        notMeasured: [],
        sections: [
          { ...section, id: 'retrieval', tables: [{ subject: 'bm25', benchmark: 'other', scores: [score] }] },
          { ...section, id: 'benchmark-audit', details: { kind: 'benchmark-audit', audits: [judgement] } },
        ],
      }),
      'both.yaml': `schema: assay.policy/1
rules:
  - {kind: threshold, metric: accuracy, subject: agent, atLeast: 0.6}
  - {kind: threshold, metric: recall, subject: bm25, atLeast: 0.6}
  - {kind: usable, benchmark: desk}
`,
    })
    const [document] = await judged(files, ['audit', '--policy', 'both.yaml'])
    expect(document.subjects.toSorted()).toEqual(['agent', 'bm25'])
    expect(document.rules.map(({ id, verdict }) => [id, verdict])).toEqual([
      ['rules[0]', 'passed'],
      ['rules[1]', 'passed'],
      ['rules[2]', 'passed'],
      // The benchmark of the table was not audited.
      ['usable other', 'unmeasured'],
      ['measured desk of agent', 'passed'],
      ['section retrieval', 'passed'],
      ['section benchmark-audit', 'passed'],
    ])
  })

  it('says in words what was found', async () => {
    const { out } = await assay(given(run('old'), run('new', { said: wrongEvery(3) })), [
      'new',
      ...base('old'),
    ])
    expect(out()).toMatch(/^Gate: failed\. Of 4 rules 1 failed, 1 could not be decided\.\n/)
    expect(out()).toMatch(/failed {8}no-loss: what decides is not worse than the baseline by 0\.1 or more\n/)
    expect(out()).toMatch(
      /accuracy of agent on desk: -0\.\d+ \[.*\] beside the baseline .*: worse than the baseline\./,
    )
    expect(out()).toMatch(/One comparison with the baseline: where nothing has changed/)
  })

  it('writes JUnit and JSON, and never over an input', async () => {
    const files = given(run('old'), run('new', { said: wrongEvery(3) }))
    const { out } = await assay(files, [
      'new',
      ...base('old'),
      '--junit',
      'gate.xml',
      '-o',
      'gate.json',
      '--json',
    ])
    expect(files.contents.get('gate.json')).toBe(out())
    expect(files.contents.get('gate.xml')).toContain('tests="4" failures="1" errors="1" skipped="0"')
    for (const argv of [
      ['--junit', 'new/samples.jsonl'],
      ['-o', 'assay.gate.yaml'],
      ['--save-baseline', 'old/run.json'],
      ['-o', 'new.audit.json'],
    ]) {
      await expect(assay(files, ['new', ...base('old'), ...argv])).rejects.toMatchObject({
        code: 'output-is-input',
      })
    }
  })

  it.each<[string, readonly string[], string]>([
    ['no policy', ['new', '--policy', 'gone.yaml'], 'policy-missing'],
    ['a rule on a baseline that is not named', ['new'], 'baseline-missing'],
    ['a baseline that is not there', ['new', '--baseline', 'gone'], 'baseline-missing'],
    ['a baseline that is no scores', ['new', '--baseline', 'threshold.yaml'], 'json-broken'],
    ['a run that is not there', ['gone'], 'report-source-missing'],
    ['a folder without a run', ['empty', '--policy', 'threshold.yaml'], 'report-source-missing'],
    ['a run without trials', ['zero', '--policy', 'threshold.yaml'], 'run-invalid'],
    [
      'an audit that is none',
      ['new', '--policy', 'threshold.yaml', '--audit', 'old.items.jsonl'],
      'report-source-invalid',
    ],
    [
      'scores for an audit',
      ['new', '--policy', 'threshold.yaml', '--audit', 'old/scores.json'],
      'gate-source',
    ],
    ['other items', ['new', '--baseline', 'other'], 'benchmark-differs'],
    ['a baseline of an audit', ['audit', '--save-baseline', 'b.json'], 'baseline-unsaved'],
    ['points', ['new', '--policy', 'points.yaml'], 'policy-invalid'],
  ])('refuses %s', async (_what, argv, code) => {
    const files = given(
      run('old'),
      run('new'),
      run('other', { questions: 60 }),
      run('zero', { changes: { trials: 0 } }),
      {
        'empty/readme.md': '',
        'points.yaml': 'schema: assay.policy/1\nrules: [{kind: no-worse, margin: 5}]\n',
        'audit/report.json':
          '{"schema":"assay.report/1","assay":"0","createdAt":"","seed":0,"benchmarks":[],"subjects":[],"sections":[],"notMeasured":[]}',
      },
    )
    await expect(assay(files, argv)).rejects.toMatchObject({ name: 'InputError', code })
  })
})

describe('assay gate --github', () => {
  const hostile = 'x\n::set-output name=a::b\r\n##[add-mask]y%0A::error::z,:'

  async function annotated(argv: readonly string[] = []) {
    const flaky: DeskRun['said'] = (question, trial) =>
      question < 30 && trial === 1 ? wrongOf(question) : goldOf(question)
    const files = given(
      run('new', { said: flaky, trials: 2, label: hostile, idOf: (question) => `${hostile}${question}` }),
      {
        'hostile.yaml': JSON.stringify({
          schema: 'assay.policy/1',
          rules: [{ id: hostile, kind: 'threshold', metric: 'accuracy', benchmark: hostile, atLeast: 0.5 }],
        }),
        'summary.md': 'before\n',
      },
    )
    const record = await assay(files, ['new', '--policy', 'hostile.yaml', '--github', ...argv], {
      variable: (name) => (name === 'GITHUB_STEP_SUMMARY' ? 'summary.md' : undefined),
    })
    return { ...record, files }
  }

  it('lets no text of a stranger become a command', async () => {
    const { out } = await annotated()
    const lines = out().split('\n')
    const commands = lines.filter((line) => line.trimStart().startsWith('::'))
    const token = /^::stop-commands::([0-9a-f-]{36})$/.exec(commands[0] ?? '')?.[1]
    expect(commands[1]).toBe(`::${token}::`)
    expect(commands.slice(2).map((line) => line.split(' ', 1)[0])).toEqual([
      '::error',
      '::error',
      '::warning',
      '::notice',
    ])
    expect(out()).not.toContain('##[')
    // A percent sign of theirs stays one: %0A would be read as a line break.
    expect(out()).toContain('y%250A')
    expect(out()).not.toContain('\r')
    for (const line of commands.slice(2)) {
      const [, title = '', message = ''] = /^::\w+ title=([^:,]*)::(.*)$/.exec(line) ?? []
      expect(title).toMatch(/^Assay gate/)
      expect(message).not.toBe('')
      expect(message).not.toMatch(/%(?!25|0A|0D)/)
    }
  })

  it('keeps standard output for JSON alone, and annotates on the other', async () => {
    const { out, err } = await annotated(['--json'])
    expect(JSON.parse(out())).toMatchObject({ schema: 'assay.gate/1', verdict: 'failed' })
    expect(err()).toMatch(/::stop-commands::[^]*::error title=/)
  })

  it('adds to the summary of the step, with strangers as text', async () => {
    const { files } = await annotated()
    const summary = String(files.contents.get('summary.md'))
    expect(summary).toMatch(/^before\n## Assay gate: 🔴 failed\n/)
    expect(summary.split('\n').filter((line) => line.startsWith('|'))).toHaveLength(5)
    expect(summary).not.toMatch(/(?<!\\)::/)
  })

  it('says so where there is no summary to add to', async () => {
    const { err } = await assay(given(run('new')), ['new', '--policy', 'threshold.yaml', '--github'])
    expect(err()).toContain('GITHUB_STEP_SUMMARY is not set')
  })
})
