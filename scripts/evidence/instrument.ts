import { clopperPearsonInterval } from '../../src/stats/clopper-pearson.js'
import { percentText } from '../../src/text/number-text.js'
import { type Exhibit, type Figure, jsonIn, type Reading } from './exhibit.js'

interface ScorerRow {
  readonly scorer: string
  readonly falseAccepts: number
  readonly ofWrong: number
  readonly falseRejects: number
  readonly ofRight: number
  readonly microseconds?: number
}

/** Errors of scorers, peers beside ours: as many of the wrong taken for right, of the right for wrong. */
export function readScorers(outputs: readonly string[]): Reading {
  const { tables } = jsonIn(outputs[0] ?? '') as {
    readonly tables: readonly { readonly title: string; readonly rows: readonly ScorerRow[] }[]
  }
  return {
    verdicts: [],
    figures: tables.flatMap(({ rows }, at) => {
      const what = ['pairs', 'outputs', 'texts'][at] ?? ''
      return rows.flatMap((row): readonly Figure[] => [
        share(`${row.scorer}: false accepts`, `${what}: false accepts`, row.falseAccepts, row.ofWrong, what),
        share(`${row.scorer}: false rejects`, `${what}: false rejects`, row.falseRejects, row.ofRight, what),
        ...(row.microseconds === undefined
          ? []
          : [
              {
                what: `${row.scorer}: CPU time of one pair`,
                group: 'time',
                value: row.microseconds,
                unit: 'microseconds',
                n: row.ofRight + row.ofWrong,
                counted: what,
              } as const,
            ]),
      ])
    }),
    faults: [],
  }
}

function share(what: string, group: string, successes: number, n: number, counted: string): Figure {
  if (n === 0) return { what, group, value: null, unit: 'share', n, counted, note: 'nothing to judge' }
  const interval = clopperPearsonInterval({ successes, n })
  return { what, group, value: successes / n, unit: 'share', n, counted, interval, over: 'independent' }
}

interface Calibration {
  readonly verdict: string
  readonly sections: readonly {
    readonly section: string
    readonly verdict: string
    readonly checks: readonly {
      readonly id: string
      readonly expected: string
      readonly measured: string
      readonly verdict: string
    }[]
  }[]
}

/** Checks of the calibration that did not pass, by section. */
export function readCalibration(outputs: readonly string[]): Reading {
  const { sections, verdict } = jsonIn(outputs[0] ?? '') as Calibration // assay.calibrate/1
  return {
    verdicts: [
      { of: 'calibration', verdict },
      ...sections.map((one) => ({ of: one.section, verdict: one.verdict })),
    ],
    figures: sections.map(({ section, checks }) => {
      // "missing": what it takes is not there, so that nothing was checked.
      const made = checks.filter((check) => check.verdict !== 'missing')
      const failed = made.filter((check) => check.verdict === 'failed')
      const figure = share(
        `${section}: checks that failed`,
        'calibration',
        failed.length,
        made.length,
        'checks',
      )
      const missing = checks.length - made.length
      return missing === 0 ? figure : { ...figure, note: `${missing} could not be made` }
    }),
    faults: [],
  }
}

/** Verdicts of the ladder on the reference subjects, as the calibration found them. */
export function readReferenceVerdicts(outputs: readonly string[]): Reading {
  const reading = readCalibration(outputs)
  const { sections } = jsonIn(outputs[0] ?? '') as Calibration
  const verdicts = sections
    .filter(({ section }) => section === 'ladder')
    .flatMap(({ checks }) => checks)
    .filter(({ id }) => /verdict/.test(id))
    .map(({ id, expected, measured }) => ({ of: `${id} (expected: ${expected})`, verdict: wordIn(measured) }))
  return { ...reading, verdicts: [...reading.verdicts, ...verdicts] }
}

/** "capable" of "verdict = capable, n = 4". */
function wordIn(measured: string): string {
  return measured.replace(/^verdict = /, '').replace(/, n = \d+$/, '')
}

/** The gate over simulated pull requests. */
export function readGateDrill(outputs: readonly string[]): Reading {
  const { rows } = jsonIn(outputs[0] ?? '') as {
    readonly rows: readonly {
      readonly name: string
      readonly requests: number
      readonly failed: number
      readonly 'insufficient-data': number
    }[]
  }
  return {
    verdicts: [],
    figures: rows.flatMap(({ name, requests, failed, 'insufficient-data': undecided }) => [
      share(`${name}: failed`, name, failed, requests, 'pull requests'),
      share(`${name}: undecided`, `${name}, undecided`, undecided, requests, 'pull requests'),
    ]),
    faults: [],
  }
}

const COVERAGE_RUNS = 2000

/** Lines such as "sign flips, 6 clusters: 0.968", each a share of simulated benchmarks. */
export function readCoverage(outputs: readonly string[]): Reading {
  const lines = [
    ...(outputs[0] ?? '').matchAll(
      /^((?:sign flips|percentile cluster bootstrap), \d+ clusters): ([\d.]+)$/gm,
    ),
  ]
  return {
    verdicts: [],
    figures: lines.map(([, label = '', value = '']) =>
      share(
        label,
        'coverage',
        Math.round(Number(value) * COVERAGE_RUNS),
        COVERAGE_RUNS,
        'simulated benchmarks',
      ),
    ),
    faults: [],
  }
}

/** Tests that hold every line of an oracle against ours; a line that differs fails its test. */
export function readOracles(outputs: readonly string[]): Reading {
  const { testResults } = jsonIn(outputs[0] ?? '') as {
    readonly testResults: readonly {
      readonly name: string
      readonly assertionResults: readonly { readonly status: string }[]
    }[]
  }
  return {
    verdicts: [],
    figures: [
      ...oracleLines(outputs[1] ?? ''),
      ...testResults.toSorted(byName).map(({ name, assertionResults }) => {
        const run = assertionResults.filter(({ status }) => status === 'passed' || status === 'failed')
        const failed = run.filter(({ status }) => status === 'failed').length
        const left = assertionResults.length - run.length
        return {
          what: `${name.slice(name.indexOf('src/'))}: tests that fail`,
          group: 'oracles',
          value: run.length === 0 ? null : failed,
          unit: 'count',
          n: run.length,
          counted: 'tests',
          ...(left === 0 ? {} : { note: `${left} were skipped: their data are not there` }),
        } as const
      }),
    ],
    faults: [],
  }
}

/** Tests end in any order. */
function byName(left: { readonly name: string }, right: { readonly name: string }): number {
  return left.name < right.name ? -1 : 1
}

/** Lines such as " 1386 test/fixtures/oracles/t1-compat.jsonl". */
function oracleLines(output: string): readonly Figure[] {
  return [...output.matchAll(/^ *(\d+) \S*\/([^/\s]+\.jsonl)$/gm)].map(([, lines = '', file = '']) => ({
    what: `${file}: verdicts`,
    group: 'verdicts',
    value: Number(lines),
    unit: 'count',
    n: Number(lines),
    counted: 'lines',
  }))
}

const ORACLE_TESTS = [
  'src/score/calls/bfcl-compat/bfcl-oracle.test.ts',
  'src/ladder/keyword-tests/rules/released-harness.test.ts',
  'src/score/dialogue/compat/oracle.test.ts',
  'src/score/scorers/ndcg-toolgen.test.ts',
]

export const instrument: readonly Exhibit[] = [
  {
    id: 'open-cases',
    section: 'instrument',
    title: 'Scorers and parsers on cases whose answer is known',
    about:
      'Pairs of gold and emitted calls, whole outputs, and texts of all dialects: adversarial cases from public bug reports, and traps of our own. We wrote both the cases and the scorer, and mended the scorer until no case failed: the upper bound says what a new case drawn like these might do, and new cases are not drawn like these. A peer that cannot say is not counted. Not all promise what ours does: promptfoo’s `tool-call-f1` compares sets of names by its own description, and @mcpjam/sdk’s defaults allow more arguments and more calls. Versions stand in `bench/call-peers/package.json`.',
    commands: ['npm run --silent bench -- scorers --json'],
    inputs: ['./test/fixtures/cases', './test/fixtures/battery', './bench/call-peers/package.json'],
    needs: ['call-peers'],
    read: readScorers,
    follows: ({ figures }) => {
      const ours = figures.filter(({ what, unit }) => what.startsWith('assay') && unit === 'share')
      const wrong = ours.filter(({ value }) => (value ?? 0) > 0)
      const worst = Math.max(...ours.map(({ interval }) => interval?.[1] ?? 1))
      return [
        wrong.length === 0
          ? `No false accept and no false reject of ours is known; the widest upper bound is ${percentText(worst)}.`
          : `Ours errs in ${wrong.map(({ what }) => what).join('; ')}.`,
      ]
    },
  },
  {
    id: 'oracles',
    section: 'instrument',
    title: 'Agreement with public reference scorers',
    about:
      'Verdicts that the public scorers of BFCL, VectraYX, T1 and ToolGen gave when they were run on inputs of our making; each file in `test/fixtures/oracles` says in its README which commit gave them. A line that differs fails its test. Where we think a public scorer wrong we reproduce it under its own name and score otherwise by default.',
    commands: [
      `ASSAY_DATA=$DATA npx vitest run --project fast --testTimeout=300000 --reporter=json ${ORACLE_TESTS.join(' ')}`,
      'wc -l test/fixtures/oracles/*.jsonl',
    ],
    inputs: ['./test/fixtures/oracles', 'bfcl'],
    needs: ['data'],
    read: readOracles,
    follows: ({ figures }) => {
      const failing = figures.filter(({ group, value }) => group === 'oracles' && (value ?? 0) > 0)
      return [
        failing.length === 0
          ? 'Every line that was looked at agrees.'
          : `Lines differ in ${failing.map(({ what }) => `\`${what}\``).join(', ')}.`,
      ]
    },
  },
  {
    id: 'calibration',
    section: 'instrument',
    title: 'The instrument on bad answers, agents and faults that are known',
    about:
      'Transcripts: answers of 28 dialects whose outcome is known. Dialogues: agents whose scores are known. Faults: the instrument is broken on purpose, and must notice, or left alone, and must not.',
    commands: ['node bin/assay.js calibrate --only transcripts --only dialogues --only faults --json'],
    inputs: [],
    needs: [],
    read: readCalibration,
    follows: () => [
      'Checks resemble each other, so that the bound is a rough one; and no calibration finds a fault that nobody thought of.',
    ],
  },
  {
    id: 'gate-drill',
    section: 'instrument',
    title: 'The gate on simulated pull requests',
    about:
      'Each pull request compares 500 paired items of which three in ten differ, with a margin of ten points, through the gate itself. Where nothing has changed, `failed` is a false alarm; where ten points are lost it is power. Likeness is how strongly items of a cluster go the same way.',
    commands: ['npm run --silent bench -- gate-drill --json'],
    inputs: [],
    needs: [],
    read: readGateDrill,
    follows: () => ['What is undecided neither passes nor fails: it ends with an exit code of its own.'],
  },
  {
    id: 'coverage',
    section: 'instrument',
    title: 'Coverage of the intervals',
    about:
      'The share of 2,000 simulated benchmarks whose nominal 95 % interval holds the truth: sign flips decide comparisons of two subjects, the cluster bootstrap gives the intervals of scores.',
    commands: ['npm run --silent test:slow -- statistics-coverage'],
    inputs: [],
    needs: [],
    read: readCoverage,
    follows: () => [
      'Below 20 effective clusters Assay gives no clustered interval at all and says "these items only"; at 20 and somewhat above, its 95 % are to be read as what this table says.',
    ],
  },
]
