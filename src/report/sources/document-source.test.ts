import { describe, expect, it } from 'vitest'
import { memoryFiles } from '../../../test/contract/memory-files.js'
import type { Contribution } from './contribution.js'
import { readDocumentSource } from './document-source.js'

function read(value: unknown): Promise<Contribution> {
  const files = memoryFiles({ 'x.json': typeof value === 'string' ? value : JSON.stringify(value) })
  return readDocumentSource({ id: 's1', name: 'x.json', path: 'x.json', files })
}

const score = {
  kind: 'scored',
  metric: 'selection',
  unit: 'share of needs',
  better: 'higher',
  scorer: { name: 'experiment-selection', version: 1 },
  value: 0.5,
  n: 10,
  itemInterval: [0.2, 0.8],
}
const change = {
  metric: 'selection',
  n: 10,
  difference: -0.25,
  interval: [-0.5, 0],
  p: 0.06,
  adjustedP: 0.12,
  verdict: 'not-enough-data',
  needed: 320.4,
}
const measure = 0.5
const measures = {
  cosine: measure,
  oneMinusCosine: measure,
  relativeNorm: measure,
  normChange: measure,
  meanAbs: measure,
  maxAbs: measure,
  identicalShare: { kind: 'unscored', reason: 'blocks' },
}
const side = { path: 'a', format: 'safetensors', tensors: 1, sizeBytes: 4 }
const drift = {
  schema: 'assay.drift/1',
  a: side,
  b: side,
  seed: 0,
  tensors: [{ ...measures, name: 'w', dtype: 'F32', shape: [1], elements: 1 }],
  rows: [],
  groups: [],
  leftOut: [],
  notices: [],
  conclusions: ['Nothing moved.'],
}
const ladder = {
  schema: 'assay.ladder/1',
  assay: '0.1.0',
  createdAt: '2026-01-01T00:00:00.000Z',
  seed: 0,
  subject: null,
  verdict: 'unmeasured',
  because: 'There is no subject.',
  decidedBy: null,
  figures: [],
  caveats: [],
  next: [],
  corpus: { path: 'c', fingerprint: 'f', examples: 1, dialect: 'hermes' },
  batteries: [],
  rungs: [
    {
      id: 0,
      name: 'harness',
      claim: 'It can be believed.',
      verdict: 'unmeasured',
      summary: 'Nobody was asked.',
      evidence: [score],
      findings: [],
      tables: [],
    },
  ],
}
const lint = {
  schema: 'assay.lint/1',
  tools: 2,
  totals: { error: 1, warn: 0, info: 0 },
  affected: { error: 1, warn: 0, info: 0 },
  counts: [{ code: 'name-long', severity: 'error', findings: 1, tools: 1, listed: 1 }],
  findings: [{ code: 'name-long', severity: 'error', tools: ['x'], message: 'The name is long.' }],
  classes: [],
  equivalence: { kind: 'unmeasured', reason: 'switched off' },
  tokens: { kind: 'unmeasured', reason: 'switched off' },
}
const audit = {
  schema: 'assay.audit/1',
  benchmark: { name: 'desk', fingerprint: 'f' },
  verdict: 'not-usable',
  reasons: [{ what: 'Names tell the answer.', severity: 'bad', items: [], count: 1 }],
  nulls: [],
  counts: { items: 3 },
  notes: [],
  unchecked: [{ check: 'leak', looksAt: 'leaks', why: 'No corpus was named.' }],
}
const report = {
  schema: 'assay.report/1',
  assay: '0.1.0',
  createdAt: '2026-01-01T00:00:00.000Z',
  seed: 0,
  benchmarks: [],
  subjects: [],
  sections: [{ id: 'x', title: 'X', verdict: 'good', summary: 'Fine.', findings: [], tables: [] }],
  notMeasured: [],
}

describe('readDocumentSource', () => {
  it.each([
    ['a ladder', ladder, 'ladder'],
    ['drift', drift, 'drift'],
    ['lint', lint, 'lint'],
    ['an audit of a benchmark', audit, 'benchmark-audit'],
    ['an audit', report, 'audit'],
  ])('knows %s', async (_, value, kind) => {
    const { source } = await read(value)
    expect(source).toMatchObject({ kind, state: { kind: 'whole' } })
  })

  it.each([
    [
      'ladder',
      { ...ladder, rungs: [{ ...ladder.rungs[0], evidence: [{ ...score, value: '1' }] }] },
      'rungs[0].evidence[0].value is no number',
    ],
    [
      'ladder',
      { ...ladder, rungs: [{ ...ladder.rungs[0], verdict: 'fine' }] },
      'rungs[0].verdict is none of holds',
    ],
    ['ladder', { ...ladder, subject: 'me' }, 'subject is no object'],
    [
      'drift',
      { ...drift, tensors: [{ ...drift.tensors[0], cosine: null }] },
      'tensors[0].cosine is no number',
    ],
    ['drift', { ...drift, conclusions: [{}] }, 'conclusions[0] is no text'],
    ['lint', { ...lint, counts: [{ code: 1 }] }, 'counts[0].code is no text'],
    ['audit of a benchmark', { ...audit, counts: {} }, 'counts.items is no number'],
    [
      'audit',
      {
        ...report,
        sections: [{ ...report.sections[0], findings: [{ weight: 'bad', text: ['x'], evidence: [] }] }],
      },
      'sections[0].findings[0].text is no text',
    ],
    [
      'audit',
      { ...report, sections: [{ ...report.sections[0], details: { kind: 'lint', report: {} } }] },
      'sections[0].details.report.tools is no number',
    ],
  ])('refuses an edited %s with the place of the fault', async (_, value, fault) => {
    await expect(read(value)).rejects.toMatchObject({
      code: 'report-source-invalid',
      what: expect.stringContaining(fault),
      where: 'x.json',
    })
  })

  it('shows lint and audits of benchmarks as sections, and what was not looked at', async () => {
    const linted = await read(lint)
    expect(linted.sections).toMatchObject([
      { id: 'lint s1', verdict: 'bad', findings: [{ weight: 'bad', evidence: ['x'] }] },
    ])
    const audited = await read(audit)
    expect(audited.benchmarkLines).toMatchObject([{ benchmark: 'desk', verdict: 'not-usable', items: 3 }])
    expect(audited.notMeasured).toEqual([{ what: 'leaks', why: 'No corpus was named.' }])
  })

  it('shows a comparison: a sentence and a row for each measure', async () => {
    const compared = {
      schema: 'assay.compare/1',
      benchmark: 'desk',
      kind: 'call',
      a: { subject: 'before\u202e' },
      b: { subject: 'after' },
      ...change,
    }
    const { source, verdicts, sections } = await read([compared, compared])
    expect(source.kind).toBe('compare')
    expect(verdicts?.[0]).toMatchObject({ page: 'compare', weight: 'unmeasured' })
    expect(verdicts?.[0]?.sentence).toMatch(
      /-25\.0 points \[-50\.0, 0\.0\] \(n = 10\), not-enough-data; about 321 items/,
    )
    expect(verdicts?.[0]?.sentence).not.toContain('\u202e')
    expect(sections?.[0]?.details).toMatchObject({
      tables: [{ rows: [['call selection on desk', 10, -0.25, -0.5, 0, 0.12, 'not-enough-data'], {}] }],
    })
  })

  it('shows experiments of each kind', async () => {
    const catalog = await read({
      schema: 'assay.experiment/1',
      kind: 'catalog',
      subject: 'bm25',
      before: { tools: 2 },
      after: { tools: 3 },
      overall: [change],
      tools: [
        { ...change, tool: '=x', before: 1, after: 0, lost: 1, gained: 0, to: [{ tool: 'y', queries: 1 }] },
      ],
    })
    expect(catalog.verdicts?.[0]?.sentence).toContain('bm25, selection with the catalog after')
    expect(catalog.sections?.[0]?.details).toMatchObject({
      tables: [{ rows: [['=x', 1, 0, 1, 0, 10, -0.25, -0.5, 0, 0.12, 'not-enough-data', 'y (1)']] }],
    })
    const size = await read({
      schema: 'assay.experiment/1',
      kind: 'size',
      curve: [
        { size: 2, shown: 2, selection: score },
        { size: 'all', shown: 9, selection: score, change },
      ],
    })
    expect(size.sections?.[0]?.details).toMatchObject({
      tables: [
        {
          rows: [
            ['2', 2, 10, 0.5, 0.2, 0.8, null],
            ['all', 9, 10, 0.5, 0.2, 0.8, null],
          ],
        },
      ],
    })
    const pairs = await read({
      schema: 'assay.experiment/1',
      kind: 'pairs',
      pairs: 1,
      items: 2,
      result: {
        scores: [score],
        confusions: [{ expected: 'a', fired: 'b', items: 2, words: [{ word: 'w' }] }],
      },
    })
    expect(pairs.headlines).toMatchObject([{ benchmark: 'confusable pairs', score: { metric: 'selection' } }])
    expect(pairs.sections?.[0]).toMatchObject({
      tables: [{ scores: [score] }],
      details: { tables: [{ rows: [['a', 'b', 2, 'w']] }] },
    })
    await expect(
      read({ schema: 'assay.experiment/1', kind: 'pairs', result: { scores: [{}] } }),
    ).rejects.toMatchObject({ code: 'scores-invalid' })
  })

  it('shows a calibration that failed, and what was measured in place of what', async () => {
    const { verdicts, sections } = await read({
      schema: 'assay.calibrate/1',
      verdict: 'failed',
      sections: [
        {
          section: 'subjects',
          checks: [
            { id: 'a', says: 'It can call.', expected: 'capable', measured: 'capable', verdict: 'passed' },
            { id: 'b', says: 'It repeats.', expected: 'memorised', measured: 'capable', verdict: 'failed' },
          ],
        },
      ],
    })
    expect(verdicts).toMatchObject([
      { weight: 'bad', sentence: '1 of 2 checks of the instrument did not pass.' },
    ])
    expect(sections?.[0]?.findings).toMatchObject([
      { text: 'subjects: It repeats. Expected memorised, measured capable.' },
    ])
  })

  it('tells checkpoints of one name apart', async () => {
    const one = { schema: 'assay.scores/1', subject: 'm', benchmark: 'b', scores: [], items: [] }
    const { source } = await read({ checkpoints: [one, { ...one, subject: 'other' }, one] })
    expect(source.subject?.label).toBe('m (1)')
    const alone = await read({ checkpoints: [one, { ...one, benchmark: 'c' }] })
    expect(alone.source.subject?.label).toBe('m')
  })

  it('reads scores of several checkpoints, with their curve', async () => {
    const scores = {
      schema: 'assay.scores/1',
      subject: 'one',
      benchmark: 'b',
      scores: [{ ...score, metric: 'rc', k: 5 }],
      items: [],
      details: {},
    }
    const { source, headlines, sections } = await read({
      checkpoints: [scores, [{ ...scores, subject: 'two' }]],
      curve: { checkpoints: ['one', 'two'], rows: [{ metric: 'rc', values: [0.5, null] }] },
      change: [{ ...change, benchmark: 'b', kind: 'retrieval' }],
    })
    expect(source.kind).toBe('scores')
    expect(headlines?.map(({ subject }) => subject)).toEqual(['one', 'two'])
    expect(sections?.[0]?.details).toMatchObject({
      tables: [{ columns: ['measure', 'one', 'two'], rows: [['rc', 0.5, null]] }, { id: 'change' }],
    })
  })

  it.each([
    ['a bare list', [], 'none'],
    ['a later schema', { schema: 'assay.ladder/2' }, 'assay.ladder/2'],
    ['no object', 7, 'none'],
  ])('says of %s that it is of another version', async (_, value, schema) => {
    expect((await read(value)).source.state).toMatchObject({ kind: 'other-version', schema })
    const state = (await read(value)).source.state
    if (schema !== 'none' && 'why' in state) expect(state.why).toContain(schema)
  })
})
