import type { LintReport } from '../../catalog/lint/lint.js'
import { isJsonObject, type JsonObject, type JsonValue } from '../../text/json.js'
import { given, numberIn, objectIn, objectsIn, textIn } from '../../text/json-members.js'
import { printable } from '../../text/printable.js'
import type { LintDetails, SectionReport } from '../document.js'
import type { VerdictLine, Weight } from '../pages/overview-page.js'
import type { ReportSource, SourceKind } from '../pages/report-source.js'
import type { Contribution } from './contribution.js'
import { changeCells, changeColumns, changeSentence, changeWeight } from './spoken-change.js'

type About = Pick<ReportSource, 'id' | 'name' | 'path'>

/** Findings of each code and severity that a report lists; counts are whole. */
const LISTED = 200
const EVIDENCE = 5
/** Rows of a table. */
const ROWS = 500

/** What `assay catalog lint` found. */
export function lintSource(lint: LintReport, about: About): Contribution {
  const { totals, tools } = lint
  const verdict = totals.error > 0 ? 'bad' : totals.warn > 0 ? 'mixed' : 'good'
  const summary = `${tools} tools; errors: ${totals.error}, warnings: ${totals.warn}.`
  const section: SectionReport = {
    id: `lint ${about.id}`,
    title: 'Catalog lint',
    verdict,
    summary,
    findings: lint.counts
      .filter(({ severity }) => severity !== 'info')
      .map(({ code, severity, findings: count, tools: concerned }) => {
        const listed = lint.findings.filter((one) => one.code === code && one.severity === severity)
        const first = listed[0]?.message ?? ''
        return {
          weight: severity === 'error' ? 'bad' : 'warn',
          text: `${code}: ${count} in ${concerned} of ${tools} tools${first === '' ? '.' : `, e.g. ${first}`}`,
          evidence: [...new Set(listed.flatMap((one) => one.tools))].slice(0, EVIDENCE),
        }
      }),
    tables: [],
    details: { kind: 'lint', report: shortened(lint) },
  }
  return {
    source: sourceOf(about, 'lint'),
    verdicts: [
      lineOf(about, {
        verdict: `Catalog lint: ${verdict}`,
        weight: WEIGHTS[verdict],
        sentence: summary,
      }),
    ],
    sections: [section],
  }
}

const WEIGHTS = { good: 'good', mixed: 'warn', bad: 'bad' } as const

function shortened({ tokens, findings, ...lint }: LintReport): LintDetails['report'] {
  const seen = new Map<string, number>()
  const kept = findings.filter(({ code, severity }) => {
    const key = `${code} ${severity}`
    const count = (seen.get(key) ?? 0) + 1
    seen.set(key, count)
    return count <= LISTED
  })
  if (tokens.kind === 'unmeasured') return { ...lint, findings: kept, tokens }
  const { each: _, ...sums } = tokens
  return { ...lint, findings: kept, tokens: sums }
}

/** What `assay compare` found: one measure an entry. */
export function compareSource(documents: readonly JsonValue[], about: About): Contribution {
  const comparisons = documents.filter(isJsonObject)
  const [first] = comparisons
  const nameOf = (side: 'a' | 'b'): string =>
    printable(textIn(objectIn(first ?? {}, side) ?? {}, 'subject') ?? side.toUpperCase())
  const [a, b] = [nameOf('a'), nameOf('b')]
  const benchmarks = [...new Set(comparisons.flatMap((one) => textIn(one, 'benchmark') ?? []))]
  const what = (one: JsonObject): string =>
    [textIn(one, 'kind'), textIn(one, 'metric'), 'on', textIn(one, 'benchmark')].join(' ')
  return {
    source: {
      ...sourceOf(about, 'compare'),
      benchmarks: benchmarks.map((name) => ({ name })),
      settings: [['A', a], ['B', b], ...numbersOf(first, ['margin', 'seed'])],
    },
    verdicts: comparisons.map((one) =>
      lineOf(about, {
        page: 'compare',
        verdict: textIn(one, 'verdict') ?? 'not judged',
        weight: changeWeight(one),
        sentence: `${b} against ${a}, ${what(one)}: ${changeSentence(one)}`,
      }),
    ),
    sections: [
      {
        id: `compare ${about.id}`,
        title: `Comparison: ${b} against ${a}`,
        verdict: 'measured',
        summary: `${comparisons.length} measures, decided together.`,
        findings: comparisons.flatMap((one) => {
          const note = textIn(one, 'note')
          return note === undefined
            ? []
            : [{ weight: 'info' as const, text: `${what(one)}: ${note}`, evidence: [] }]
        }),
        tables: [],
        details: {
          kind: 'tables',
          tables: [
            {
              id: 'compare',
              title: 'Paired differences, B less A',
              columns: ['measure', ...changeColumns],
              rows: comparisons.slice(0, ROWS).map((one) => [what(one), ...changeCells(one)]),
            },
          ],
        },
      },
    ],
  }
}

/** What `assay calibrate` found: whether the instrument reads reference subjects right. */
export function calibrateSource(json: JsonObject, about: About): Contribution {
  const sections = objectsIn(json, 'sections')
  const checks = sections.flatMap((one) =>
    objectsIn(one, 'checks').map((check) => ({ section: textIn(one, 'section') ?? '', check })),
  )
  const wrong = checks.filter(({ check }) => textIn(check, 'verdict') !== 'passed')
  const isPassed = textIn(json, 'verdict') === 'passed' && wrong.length === 0
  const summary = isPassed
    ? `The instrument reads its reference subjects right: ${checks.length} checks passed.`
    : `${wrong.length} of ${checks.length} checks of the instrument did not pass.`
  return {
    source: {
      ...sourceOf(about, 'calibrate'),
      ...given('assay', textIn(json, 'assay')),
      settings: numbersOf(json, ['seed', 'items']),
    },
    verdicts: [
      lineOf(about, {
        verdict: `Calibration: ${isPassed ? 'passed' : 'failed'}`,
        weight: isPassed ? 'good' : 'bad',
        sentence: summary,
      }),
    ],
    sections: [
      {
        id: `calibrate ${about.id}`,
        title: 'Calibration',
        verdict: isPassed ? 'good' : 'bad',
        summary,
        findings: wrong.slice(0, ROWS).map(({ section, check }) => ({
          weight: 'bad',
          text: `${section}: ${textIn(check, 'says') ?? textIn(check, 'id') ?? 'a check'} Expected ${textIn(check, 'expected') ?? '?'}, measured ${textIn(check, 'measured') ?? '?'}.`,
          evidence: [],
        })),
        tables: [],
        details: {
          kind: 'tables',
          tables: sections.map((one) => ({
            id: textIn(one, 'section') ?? '',
            title: textIn(one, 'section') ?? '',
            columns: ['check', 'expected', 'measured', 'verdict'],
            rows: objectsIn(one, 'checks')
              .slice(0, ROWS)
              .map((check) =>
                ['says', 'expected', 'measured', 'verdict'].map((key) => textIn(check, key) ?? null),
              ),
          })),
        },
      },
    ],
  }
}

function sourceOf(about: About, kind: SourceKind): ReportSource {
  return { ...about, kind, state: { kind: 'whole' }, benchmarks: [], settings: [], notices: [] }
}

function numbersOf(
  json: JsonObject | undefined,
  keys: readonly string[],
): readonly (readonly [string, string])[] {
  return keys.flatMap((key) => {
    const value = json && numberIn(json, key)
    return value === undefined ? [] : [[key, String(value)] as const]
  })
}

function lineOf(
  { id }: About,
  line: Pick<VerdictLine, 'verdict' | 'sentence'> & {
    readonly weight: Weight
    readonly page?: VerdictLine['page']
  },
): VerdictLine {
  return { source: id, page: 'overview', evidence: [], ...line }
}
