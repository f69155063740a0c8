import type { Score } from '../../score/score.js'
import { markdownText } from '../../text/markdown-text.js'
import { percent, pointsInterval, signedPoints } from '../../text/number-text.js'
import type { ReportDocument } from '../document.js'
import type { ComparedPair } from '../pages/compare-page.js'
import type { HeadlineScore, Weight } from '../pages/overview-page.js'
import type { ReportSource } from '../pages/report-source.js'
import { isItemsOnly, valueWithInterval } from '../score-text.js'

const MARKS: Readonly<Record<Weight, string>> = {
  good: '🟢',
  info: '⚪',
  warn: '🟡',
  bad: '🔴',
  unmeasured: '◻️',
}

/** Lines of one list at most; a comment on a pull request holds 65,536 characters. */
const LINES = 40

/**
 * A summary as GitHub-flavoured Markdown: benchmarks first, verdicts, scores with interval and floor, comparisons, what was
 * not measured. Texts of strangers stay text.
 */
export function renderPullRequest({ pages, createdAt, assay }: ReportDocument): string {
  if (pages === undefined) return '## Assay\n\nThe report has no pages.\n'
  const { overview, sources, compare } = pages
  const names = new Map(sources.map(({ id, name }) => [id, name]))
  const parts = [
    '## Assay',
    ...list(sources.filter(({ state }) => state.kind !== 'whole').map(stateLine)),
    ...list(overview.benchmarks.map(({ weight, sentence }) => `${MARKS[weight]} ${markdownText(sentence)}`)),
    ...list(overview.verdicts.map(({ weight, sentence }) => `${MARKS[weight]} ${markdownText(sentence)}`)),
    ...scoreTable(overview.scores, names),
    ...comparisonTable(compare?.pairs ?? [], names),
    ...refusals(pages),
    ...(overview.notMeasured.length === 0
      ? []
      : [
          `Not measured: ${overview.notMeasured.map(({ what, why }) => `${markdownText(what)} (${markdownText(why)})`).join('; ')}.`,
        ]),
    `<sub>Assay ${markdownText(assay)}, ${markdownText(createdAt)}. Percent with 95 % intervals; * speaks of these items only.</sub>`,
  ]
  return `${parts.join('\n\n')}\n`
}

function stateLine({ name, state }: ReportSource): string {
  const text =
    state.kind === 'unmeasured'
      ? (state.findings[0]?.what ?? 'nothing was measured')
      : 'why' in state
        ? state.why
        : ''
  return `${MARKS.unmeasured} ${markdownText(name)}: ${markdownText(text)}`
}

function list(lines: readonly string[]): readonly string[] {
  if (lines.length === 0) return []
  const shown = lines.slice(0, LINES).map((line) => `- ${line}`)
  if (lines.length > LINES) shown.push(`- … and ${lines.length - LINES} more`)
  return [shown.join('\n')]
}

type Names = ReadonlyMap<string, string>

function scoreTable(scores: readonly HeadlineScore[], names: Names): readonly string[] {
  if (scores.length === 0) return []
  const rows = scores
    .slice(0, LINES)
    .map(({ source, subject, benchmark, score }) => [
      names.get(source) ?? source,
      subject,
      benchmark,
      `${score.metric}${score.k === undefined ? '' : `@${score.k}`}`,
      String(score.n),
      cell(score),
      floorCell(score),
    ])
  return [table(['source', 'subject', 'benchmark', 'measure', 'n', 'value', 'floor'], rows)]
}

function cell(score: Score): string {
  if (score.kind === 'unscored') return `not scored: ${score.reason}`
  return `${valueWithInterval(score)}${isItemsOnly(score) ? '*' : ''}`
}

function floorCell(score: Score): string {
  if (score.kind === 'unscored' || score.floor === undefined) return ''
  const { null: by, value, verdict } = score.floor
  return `${percent(value)} ${by}${verdict === undefined ? '' : `, ${verdict}`}`
}

function comparisonTable(pairs: readonly ComparedPair[], names: Names): readonly string[] {
  if (pairs.length === 0) return []
  const rows = pairs.slice(0, LINES).map(({ a, b, comparison }) => {
    const { metric, n, difference, interval, adjustedP, verdict } = comparison
    return [
      `${names.get(a) ?? a} → ${names.get(b) ?? b}`,
      `${comparison.kind} ${metric}`,
      String(n),
      `${signedPoints(difference)} ${pointsInterval(interval)}`,
      adjustedP < 0.0001 ? '< 0.0001' : adjustedP.toFixed(4),
      verdict,
    ]
  })
  return [table(['compared', 'measure', 'n', 'points', 'p', 'verdict'], rows)]
}

function refusals({ compare, sources }: NonNullable<ReportDocument['pages']>): readonly string[] {
  const names = new Map(sources.map(({ id, name }) => [id, name]))
  return list(
    (compare?.refused ?? []).map(
      ({ a, b, why }) =>
        `${MARKS.unmeasured} ${markdownText(names.get(a) ?? a)} and ${markdownText(names.get(b) ?? b)} are not compared: ${markdownText(why)}`,
    ),
  )
}

function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  return [columns, columns.map(() => '---'), ...rows.map((row) => row.map(markdownText))]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n')
}
