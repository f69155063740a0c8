import { describe, expect, it } from 'vitest'
import { againstUs, readCards, readUnreached } from '../../scripts/evidence/against.js'
import { readAudits, resolutionSentence } from '../../scripts/evidence/audit-reading.js'
import { dialogues, readDialogues } from '../../scripts/evidence/dialogues.js'
import type { EvidenceRecord, Figure } from '../../scripts/evidence/exhibit.js'
import {
  instrument,
  readCalibration,
  readCoverage,
  readGateDrill,
  readOracles,
  readReferenceVerdicts,
  readScorers,
} from '../../scripts/evidence/instrument.js'
import { models, readCalls, readLadder } from '../../scripts/evidence/models.js'
import { readGrim, readVectrayx } from '../../scripts/evidence/vectrayx.js'

const nullModel = (id: string, value: number) => ({
  id,
  metric: 'exact',
  value,
  interval: [value, value],
  intervalOver: 'clusters',
  chance: 0,
  n: 200,
})

const auditOf = (over: object = {}): string =>
  JSON.stringify({
    verdict: 'usable-with-care',
    reasons: [],
    nulls: [nullModel('silent', 0), nullModel('echo', 0), nullModel('constant', 0.27)],
    counts: { items: 200, checks: {} },
    ...over,
  })

describe('readAudits', () => {
  it('keeps each null model, and shows those that score nothing in one row', () => {
    const { figures, verdicts } = readAudits(['MCQ'], [auditOf()])
    expect(figures.map(({ what, value, isDetail }) => [what, value, isDetail])).toEqual([
      ['silent, echo: exact', 0, undefined],
      ['silent: exact', 0, true],
      ['echo: exact', 0, true],
      ['constant: exact', 0.27, undefined],
    ])
    expect(verdicts).toEqual([{ of: 'MCQ', verdict: 'usable-with-care' }])
  })

  it('keeps no sentence of a finding, for it quotes the data', () => {
    const reasons = [
      { code: 'pool-near-gold', severity: 'bad', what: '"Secret text" is gold', count: 165, items: ['x-1'] },
    ]
    const reading = readAudits(['RRB'], [auditOf({ reasons })])
    expect(reading.faults).toEqual([
      { code: 'pool-near-gold', severity: 'bad', count: 165, n: 200, of: 'RRB' },
    ])
    expect(JSON.stringify(reading)).not.toMatch(/Secret|x-1/)
  })

  it('counts several blind null models as one fault, and impossible means one by one', () => {
    const reasons = [
      { code: 'beatable-blind', severity: 'care', count: 200 },
      { code: 'beatable-blind', severity: 'care', count: 200 },
      { code: 'mean-impossible', severity: 'care', count: 496 },
      { code: 'mean-impossible', severity: 'care', count: 496 },
    ]
    expect(readAudits(['a'], [auditOf({ reasons })]).faults).toEqual([
      { code: 'beatable-blind', severity: 'care', count: 200, n: 200, of: 'a' },
      { code: 'mean-impossible', severity: 'care', count: 2, of: 'a' },
    ])
  })

  it('says what differences the benchmark is too small for', () => {
    const checks = { power: { minimumDetectableDifference: { byClusters: 0.4945, byItems: 0.07 } } }
    const reading = readAudits(['MCQ'], [auditOf({ counts: { items: 496, checks } })])
    expect(resolutionSentence(reading)).toEqual([expect.stringContaining('differ by some 49.5 points')])
    expect(resolutionSentence(readAudits(['MCQ'], [auditOf()]))).toEqual([])
  })

  it('tells the parts of several audits apart', () => {
    const { figures } = readAudits(['one', 'two'], [auditOf(), auditOf()])
    expect(new Set(figures.map(({ group }) => group))).toEqual(new Set(['one, exact', 'two, exact']))
  })
})

const ladder = (tables: readonly object[]): string =>
  JSON.stringify({
    verdict: 'partial',
    figures: [],
    rungs: [{ id: 0, name: 'harness audit', verdict: 'mixed', findings: [], tables }],
  })

describe('readVectrayx', () => {
  const floors = (rows: readonly unknown[][]) =>
    ladder([
      {
        id: 'null-floors',
        columns: ['test', 'measure', 'null model', 'n', 'score', 'low', 'high', 'what it does'],
        rows,
      },
      {
        id: 'leakage',
        columns: ['test', 'prompts', 'exact', 'normalised', 'near (0.8)', 'like (0.6)'],
        rows: [['b4', 50, 35, 1, 2, 43]],
      },
      {
        id: 'duplicates',
        columns: ['test', 'items', 'distinct to the letter', 'distinct when normalised'],
        rows: [['b4', 50, 49, 48]],
      },
    ])

  it('shows the strongest that does not look at gold, and stronger ones that do', () => {
    const { figures } = readVectrayx([
      floors([
        ['b4', 'released', 'silent', 50, 0, 0, 0.07, ''],
        ['b4', 'released', 'list-all', 50, 0.06, 0.02, 0.16, ''],
        ['b4', 'released', 'constant-in-prose', 50, 0.6, 0.46, 0.72, ''],
      ]),
    ])
    const shown = figures.filter(({ isDetail }) => isDetail !== true)
    expect(shown.map(({ what, value, n }) => [what, value, n])).toEqual([
      ['list-all: b4 released', 0.06, 50],
      ['constant-in-prose: b4 released', 0.6, 50],
      ['b4: prompts that stand in the training corpus', 38, 50],
      ['b4: distinct prompts', 48, 50],
    ])
  })

  it('counts impossible means', () => {
    const table = {
      id: 'published-means',
      columns: ['test', 'whose', 'mean', 'n', 'GRIM'],
      rows: [
        ['t', 'x', '0.029', 100, 'impossible'],
        ['t', 'y', '0.5', 100, 'possible'],
      ],
    }
    const { figures, verdicts } = readGrim([ladder([table])])
    expect(figures[0]).toMatchObject({ value: 1, n: 2 })
    expect(verdicts[0]).toEqual({ of: 'x, 0.029 of 100', verdict: 'impossible' })
  })
})

describe('readDialogues', () => {
  const scores = (value: number | undefined) =>
    JSON.stringify({
      scores: [
        value === undefined
          ? { kind: 'unscored', metric: 'compat-tool-f1', reason: 'no turn', n: 0 }
          : { kind: 'scored', metric: 'compat-tool-f1', value, n: 360, interval: [value, value] },
        { kind: 'scored', metric: 'compat-tool-f1', group: 'flights', value: 0.9, n: 40 },
        { kind: 'scored', metric: 'compat-execution', value: value ?? 1, n: 360 },
      ],
    })

  it('says why there is no number, and takes means over categories alone', () => {
    const { figures } = readDialogues([scores(undefined)])
    expect(figures[0]).toMatchObject({ what: 'silent: compat-tool-f1', value: null, note: 'no turn', n: 0 })
    expect(figures).toHaveLength(2)
  })

  it('holds nothing against gold, and says where asking executes better than gold', () => {
    const reading = readDialogues([0, 0, 1, 0.5, 0.9].map(scores))
    expect(reading.figures.find(({ what }) => what === 'gold: compat-tool-f1')?.group).toBe(
      'gold compat-tool-f1',
    )
    expect(dialogues[0]?.follows(reading).join(' ')).toContain('gold itself executes in 90.0 %')
    const fair = readDialogues([0, 0, 0.2, 0.5, 1].map(scores))
    expect(dialogues[0]?.follows(fair).join(' ')).not.toContain('gold itself')
  })
})

describe('readings of the instrument', () => {
  it('gives errors of scorers their denominators and exact bounds', () => {
    const row = {
      scorer: 'assay match',
      falseAccepts: 0,
      ofWrong: 136,
      falseRejects: 2,
      ofRight: 47,
      microseconds: 12,
    }
    const { figures } = readScorers([`built\n${JSON.stringify({ tables: [{ title: '', rows: [row] }] })}`])
    // Rule of three, exactly: 1 − 0.025^(1/136).
    expect(figures[0]).toMatchObject({
      value: 0,
      n: 136,
      interval: [0, expect.closeTo(1 - 0.025 ** (1 / 136), 9)],
    })
    expect(figures[1]).toMatchObject({ value: 2 / 47, n: 47 })
    expect(figures[2]).toMatchObject({ value: 12, unit: 'microseconds' })
  })

  it('counts checks that did not pass, and leaves out those that were not made', () => {
    const checks = ['passed', 'failed', 'missing'].map((verdict) => ({
      id: 'ladder/caller/verdict',
      expected: 'capable',
      measured: 'verdict = partial, n = 4',
      verdict,
    }))
    const output = JSON.stringify({
      verdict: 'failed',
      sections: [{ section: 'ladder', verdict: 'failed', checks }],
    })
    expect(readCalibration([output]).figures[0]).toMatchObject({
      value: 0.5,
      n: 2,
      note: '1 could not be made',
    })
    expect(readReferenceVerdicts([output]).verdicts.at(-1)).toEqual({
      of: 'ladder/caller/verdict (expected: capable)',
      verdict: 'partial',
    })
  })

  it('makes alarms and power of verdicts, with those that stay undecided', () => {
    const row = { name: '10 points lost', requests: 200, passed: 20, failed: 150, 'insufficient-data': 30 }
    const { figures } = readGateDrill([JSON.stringify({ rows: [row] })])
    expect(figures.map(({ what, value, n }) => [what, value, n])).toEqual([
      ['10 points lost: failed', 0.75, 200],
      ['10 points lost: undecided', 0.15, 200],
    ])
  })

  it('reads coverage out of what a test prints', () => {
    const { figures } = readCoverage([
      'RUN\nsign flips, 6 clusters: 0.9685\nnoise: 0.5\npercentile cluster bootstrap, 40 clusters: 0.944\n',
    ])
    expect(figures.map(({ what, value, n }) => [what, value, n])).toEqual([
      ['sign flips, 6 clusters', 0.9685, 2000],
      ['percentile cluster bootstrap, 40 clusters', 0.944, 2000],
    ])
  })

  it('does not count a skipped oracle as agreement', () => {
    const result = (statuses: readonly string[]) =>
      JSON.stringify({
        testResults: [
          { name: '/somewhere/src/a.test.ts', assertionResults: statuses.map((status) => ({ status })) },
        ],
      })
    expect(readOracles([result(['passed', 'failed'])]).figures[0]).toMatchObject({
      what: 'src/a.test.ts: tests that fail',
      value: 1,
      n: 2,
    })
    expect(
      readOracles([result([]), ' 1386 test/fixtures/oracles/t1-compat.jsonl\n 9337 total\n']).figures[0],
    ).toMatchObject({
      what: 't1-compat.jsonl: verdicts',
      value: 1386,
    })
    expect(readOracles([result(['skipped'])]).figures[0]).toMatchObject({
      value: null,
      n: 0,
      note: expect.stringContaining('1 were skipped'),
    })
  })

  it('says that lines differ where a test fails, and not because there are lines', () => {
    const follows = (...statuses: readonly string[]) =>
      instrument
        .find(({ id }) => id === 'oracles')
        ?.follows(
          readOracles([
            JSON.stringify({
              testResults: [
                { name: '/x/src/a.test.ts', assertionResults: statuses.map((status) => ({ status })) },
              ],
            }),
            ' 1386 test/fixtures/oracles/t1-compat.jsonl\n',
          ]),
        )
    expect(follows('passed')).toEqual(['Every line that was looked at agrees.'])
    expect(follows('passed', 'failed')).toEqual(['Lines differ in `src/a.test.ts: tests that fail`.'])
  })
})

describe('readLadder', () => {
  it('marks intervals of too few clusters and leaves out what is merely worth knowing', () => {
    const output = JSON.stringify({
      verdict: 'no-prior',
      figures: [
        {
          rung: 3,
          metric: 'unseen-pass',
          value: 0,
          n: 12,
          interval: [0, 0.24],
          isItemsOnly: true,
          standing: 'low',
        },
      ],
      rungs: [
        {
          id: 3,
          name: 'reproduction',
          verdict: 'fails',
          tables: [],
          findings: [
            { code: 'a', severity: 'warn', count: 2 },
            { code: 'b', severity: 'info', count: 9 },
          ],
        },
      ],
    })
    const { verdicts, figures, faults } = readLadder([output])
    expect(verdicts[0]).toEqual({ of: 'ladder', verdict: 'no-prior' })
    expect(figures[0]).toMatchObject({
      what: 'rung 3, unseen-pass',
      value: 0,
      over: 'these-items',
      note: 'stands low',
    })
    expect(faults).toEqual([{ code: 'a', severity: 'warn', count: 2, of: 'rung 3' }])
  })
})

describe('readCalls', () => {
  const scoresOf = (exact: number, keyword: number) =>
    JSON.stringify([
      {
        benchmark: 'novel.jsonl',
        scores: [
          { kind: 'scored', metric: 'call-exact', value: exact, n: 24, itemInterval: [0, 0.14] },
          { kind: 'scored', metric: 'keyword-anywhere', value: keyword, n: 24 },
          { kind: 'scored', metric: 'selection', value: 0.5, n: 24 },
        ],
      },
    ])

  it('says who never calls, and gets full marks for that', () => {
    const never = JSON.stringify([
      {
        benchmark: 'novel.jsonl',
        scores: [{ kind: 'scored', metric: 'call-exact', value: 0, n: 24 }],
      },
      {
        benchmark: 'no-call.jsonl',
        scores: [{ kind: 'scored', metric: 'false-call-rate', value: 0, n: 40 }],
      },
    ])
    const calls = scoresOf(0.5, 0.75)
    const reading = readCalls([calls, never, calls, calls].flatMap((scores) => ['{}', scores]))
    const exhibit = models.find(({ id }) => id === 'small-models-calls')
    expect(exhibit?.follows(reading)).toEqual([expect.stringMatching(/^`reference:talker`: no right call/)])
  })

  it('reads every second output, and says where naming a tool and calling it part', () => {
    const outputs = [1, 0, 0.9, 0].flatMap((exact) => ['{}', scoresOf(exact, 0.75)])
    const reading = readCalls(outputs)
    expect(reading.figures.slice(0, 2).map(({ what, value, over }) => [what, value, over])).toEqual([
      ['reference:caller: call-exact', 1, 'these-items'],
      ['reference:caller: keyword-anywhere', 0.75, undefined],
    ])
    expect(reading.figures).toHaveLength(8)
    const exhibit = models.find(({ id }) => id === 'small-models-calls')
    expect(exhibit?.follows(reading)).toEqual([
      expect.stringContaining('75.0 % by the keyword rule and 0.0 % strictly'),
    ])
  })
})

describe('what speaks against us', () => {
  it('finds rows of the figures that miss, with the promise they go on from', () => {
    const text = [
      '| promise | last measured |',
      '|---|---|',
      '| 3 times faster than A | 9 times |',
      '| … than B | **not reached:** 2.5 times | one run |',
      '',
      '| folder (promise: mutants killed) | before | last measured |',
      '|---|---|---|',
      '| stats | too few to say | **not reached:** 71 % | 4 minutes |',
      '',
      '| promise | last measured |',
      '|---|---|',
      '| under 10 s | **8 s, but 12.8 beside heavier work** | one run |',
      '',
      'This promise is **not kept**: too few',
      'were tried.',
      '',
      'Not shown by us: much,',
      'and more.',
    ].join('\n')
    expect(readUnreached([text]).figures.map(({ what, note }) => [what, note])).toEqual([
      ['3 times faster than A … than B', '**not reached:** 2.5 times'],
      ['stats: mutants killed', '**not reached:** 71 %'],
      ['under 10 s', '**8 s, but 12.8 beside heavier work**'],
      ['Not kept', 'This promise is **not kept**: too few were tried.'],
      ['Not shown by us', 'much, and more.'],
    ])
  })

  it('counts expectations of cards that do not hold', () => {
    const card = (name: string, ...held: readonly boolean[]) =>
      `${JSON.stringify({ name, expectations: held.map((one) => ({ statement: `${one}.`, held: one })) })}\n`
    const { figures } = readCards([`${card('a', true, false)}${card('b', true)}`])
    expect(figures.map(({ value, n, note }) => [value, n, note])).toEqual([
      [1, 2, 'false.'],
      [0, 1, undefined],
    ])
  })

  it('names peers that are faster, intervals that cover too little, and what the gate overlooks', () => {
    const figure = (over: Partial<Figure>): Figure => ({
      what: '',
      group: '',
      value: 0,
      unit: 'share',
      n: 1000,
      counted: '',
      ...over,
    })
    const measured = (id: string, ...figures: readonly Figure[]) =>
      ({
        id,
        kind: 'measured',
        day: '',
        assay: '',
        seconds: 1,
        exitCodes: [0],
        inputs: [],
        reading: { verdicts: [], faults: [], figures },
      }) as const
    const record: EvidenceRecord = {
      schema: 'assay.evidence/1',
      machine: '',
      measurements: [
        measured(
          'open-cases',
          figure({ what: 'assay match: t', group: 'time', value: 11 }),
          figure({ what: 'peer: t', group: 'time', value: 5 }),
          figure({ what: 'slow: t', group: 'time', value: 50 }),
        ),
        measured(
          'coverage',
          figure({ what: 'bootstrap, 6 clusters', value: 0.86, interval: [0.84, 0.88] }),
          figure({ what: 'flips', value: 0.95, interval: [0.94, 0.96] }),
        ),
        measured(
          'gate-drill',
          figure({ what: '10 points lost, alike: failed', value: 0.6, interval: [0.57, 0.63] }),
          figure({ what: '10 points lost, apart: failed', value: 0.9 }),
        ),
      ],
    }
    const said = againstUs(record)
    expect(said).toHaveLength(3)
    expect(said.join(' ')).toMatch(
      /alike: it fails 60\.0 % \[57\.0 %, 63\.0 %\].*peer \(5\.0 µs\); ours takes 11\.0 µs.*bootstrap, 6 clusters 86\.0 %\./,
    )
    expect(said.join(' ')).not.toMatch(/slow|flips|apart/)
    expect(againstUs({ ...record, measurements: [] })).toEqual([])
  })

  it('does not let a mild verdict stand for a model that never calls', () => {
    const climbed = (formed: number): EvidenceRecord => ({
      schema: 'assay.evidence/1',
      machine: '',
      measurements: [
        {
          id: 'a-ladder',
          kind: 'measured',
          day: '',
          assay: '',
          seconds: 1,
          exitCodes: [0],
          inputs: [],
          reading: {
            verdicts: [{ of: 'ladder', verdict: 'partial' }],
            faults: [],
            figures: [
              {
                what: 'rung 3, well-formed',
                group: 'well-formed',
                value: formed,
                unit: 'share',
                n: 21,
                counted: 'answers',
              },
            ],
          },
        },
      ],
    })
    expect(againstUs(climbed(0))).toEqual([expect.stringMatching(/`a-ladder` is `partial`/)])
    expect(againstUs(climbed(0.4))).toEqual([])
  })
})
