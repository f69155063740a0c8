import type { Tier } from '../benchmark/item.js'
import type { Score } from '../score/score.js'
import type { JsonObject } from '../text/json.js'
import { percent, percentInterval } from '../text/number-text.js'
import type {
  BenchmarkAuditDetails,
  BenchmarkFacts,
  Finding,
  LintDetails,
  ReportDocument,
  ScoreTable,
  SectionReport,
  SectionVerdict,
} from './document.js'
import type { ReportPages } from './pages/report-pages.js'
import { findScore, isItemsOnly, valueWithInterval } from './score-text.js'

/** A report as a sequence of plain parts, which each renderer sets in its own way. Texts are not escaped. */
export type Block =
  | { readonly kind: 'heading'; readonly level: 1 | 2 | 3; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly entries: readonly string[] }
  | {
      readonly kind: 'table'
      readonly columns: readonly string[]
      readonly rows: readonly (readonly string[])[]
    }

/** How much is said. `summary` is for a terminal, `full` for a file. */
export type Extent = 'summary' | 'full'

/** Items whose lost gold is named one by one. */
const LOSSES = 20

/** Verdicts first, then what they rest on. */
export function outlineOf(report: ReportDocument, extent: Extent): readonly Block[] {
  return [
    { kind: 'heading', level: 1, text: 'Assay report' },
    {
      kind: 'list',
      entries: report.sections.map(
        ({ title, verdict, summary }) => `${title}: ${WORDS[verdict]}. ${summary}`,
      ),
    },
    ...askedVerdicts(report),
    ...absences(report),
    ...askedScores(report, extent),
    ...catalogBlocks(report, extent),
    ...report.benchmarks.flatMap(benchmarkBlocks),
    ...report.sections.flatMap((section) => sectionBlocks(section, extent)),
    ...(extent === 'full' ? identityBlocks(report) : []),
  ]
}

const WORDS: Readonly<Record<SectionVerdict, string>> = {
  good: 'good',
  mixed: 'with care',
  bad: 'bad',
  measured: 'measured',
  unmeasured: 'unmeasured',
}

/** Rows of scores in a summary. */
const SCORES = 40

/** What was found by asking, whose sources stand beside the audit. */
function asked<Line extends { readonly source: string }>(
  { pages }: ReportDocument,
  linesOf: (pages: ReportPages) => readonly Line[],
): readonly Line[] {
  if (pages === undefined) return []
  const others = new Set(pages.sources.filter(({ kind }) => kind !== 'audit').map(({ id }) => id))
  return linesOf(pages).filter(({ source }) => others.has(source))
}

function askedVerdicts(report: ReportDocument): readonly Block[] {
  const lines = asked(report, ({ overview }) => overview.verdicts)
  if (lines.length === 0) return []
  const entries = lines.map(({ subject, verdict, sentence }) =>
    subject === undefined || sentence.startsWith(subject) ? sentence : `${subject}: ${verdict}. ${sentence}`,
  )
  return [{ kind: 'list', entries }]
}

function askedScores(report: ReportDocument, extent: Extent): readonly Block[] {
  const lines = asked(report, ({ overview }) => overview.scores)
  if (lines.length === 0) return []
  const shown = extent === 'full' ? lines : lines.slice(0, SCORES)
  return [
    { kind: 'heading', level: 2, text: 'Scores of subjects' },
    {
      kind: 'table',
      columns: ['page', 'subject', 'benchmark', 'metric', 'n', 'value [95 %]', 'chance', 'floor', 'ceiling'],
      rows: shown.map(({ page, subject, benchmark, score }) => [
        page,
        subject,
        benchmark,
        metricOf(score),
        `${score.n}`,
        ...(score.kind === 'scored'
          ? [
              valueWithInterval(score),
              bound(score.chance),
              score.floor === undefined ? '' : `${percent(score.floor.value)} (${score.floor.null})`,
              bound(score.ceiling),
            ]
          : [score.reason, '', '', '']),
      ]),
    },
    ...(shown.length === lines.length
      ? []
      : [{ kind: 'list' as const, entries: more(lines.length - shown.length) }]),
  ]
}

function metricOf({ metric, k, tier, group }: Score): string {
  return [k === undefined ? metric : `${metric}@${k}`, tier, group]
    .filter((part) => part !== undefined)
    .join(' ')
}

function bound(value: number | undefined): string {
  return value === undefined ? '' : percent(value)
}

function absences({ notMeasured }: ReportDocument): readonly Block[] {
  if (notMeasured.length === 0) return []
  return [{ kind: 'list', entries: notMeasured.map(({ what, why }) => `${what}: not measured, ${why}.`) }]
}

function catalogBlocks({ catalog }: ReportDocument, extent: Extent): readonly Block[] {
  if (catalog === undefined) return []
  const { tools, services, fingerprint, sources, notices } = catalog
  const blocks: Block[] = [
    { kind: 'heading', level: 2, text: 'Catalog' },
    {
      kind: 'text',
      text: `${tools} tools of ${services} services, fingerprint ${fingerprint.slice(0, 12)}.`,
    },
    {
      kind: 'list',
      entries: sources.map(
        ({ source, tools: from, formats }) => `${source}: ${from} tools (${formats.join(', ')})`,
      ),
    },
  ]
  if (notices.length === 0) return blocks
  const shown = extent === 'full' ? notices : notices.slice(0, 3)
  return [
    ...blocks,
    { kind: 'text', text: `${notices.length} notices: what sources left out or changed.` },
    {
      kind: 'list',
      entries: [
        ...shown.map(({ what, where }) => `${where}: ${what}`),
        ...more(notices.length - shown.length),
      ],
    },
  ]
}

function more(count: number): readonly string[] {
  return count > 0 ? [`… and ${count} more; report.json has them all.`] : []
}

function benchmarkBlocks({
  name,
  counts,
  fingerprint,
  catalogMatch,
  losses,
  notices,
}: BenchmarkFacts): readonly Block[] {
  const { clusters, retrieval } = counts
  const parts = [`${counts.items} items`]
  if (retrieval !== undefined) {
    const { easy, medium, hard } = retrieval.tiers
    parts.push(`easy ${easy}, medium ${medium}, hard ${hard}`)
  }
  if (clusters !== undefined)
    parts.push(`${clusters.named} clusters (effectively ${clusters.effective.toFixed(1)})`)
  const entries = notices.map(({ what, where }) => `${where}: ${what}`)
  if (catalogMatch.kind === 'changed') {
    entries.push(
      losses.length === 0
        ? 'The catalog is not the one that the benchmark was made for; all gold is still in it.'
        : 'The catalog is not the one that the benchmark was made for.',
    )
  }
  for (const { itemId, names, isExcluded } of losses.slice(0, LOSSES)) {
    entries.push(`${itemId} lost gold: ${names.join(', ')}${isExcluded ? '; it is not scored' : ''}.`)
  }
  return [
    { kind: 'heading', level: 2, text: `Benchmark ${name}` },
    { kind: 'text', text: `${parts.join('; ')}; fingerprint ${fingerprint.slice(0, 12)}.` },
    ...(entries.length === 0
      ? []
      : [{ kind: 'list' as const, entries: [...entries, ...more(losses.length - LOSSES)] }]),
  ]
}

function sectionBlocks(section: SectionReport, extent: Extent): readonly Block[] {
  const { title, findings, tables, details } = section
  return [
    { kind: 'heading', level: 2, text: title },
    ...(details?.kind === 'lint' ? lintBlocks(details) : []),
    ...(details?.kind === 'benchmark-audit' ? auditBlocks(details) : []),
    ...benchmarksOf(tables).flatMap((benchmark) => recallBlocks(benchmark, tables)),
    ...(extent === 'full' ? tables.flatMap(measureBlocks) : []),
    ...findingBlocks(findings, extent),
  ]
}

function lintBlocks({ report }: LintDetails): readonly Block[] {
  const { tokens, equivalence } = report
  const entries: string[] = []
  if (equivalence.kind === 'measured') {
    entries.push(
      `${equivalence.classes} classes of near-duplicates hold ${equivalence.toolsInClasses} tools; ${equivalence.confusablePairs} further pairs are easily confused.`,
    )
  }
  if (!('reason' in tokens)) {
    entries.push(
      `Showing all tools to a model costs ${tokens.total} tokens (${tokens.tokenizer}); the median tool costs ${tokens.median}.`,
    )
  }
  return entries.length === 0 ? [] : [{ kind: 'list', entries }]
}

/** What null models score: how much of a score is worth nothing. */
function auditBlocks({ audits }: BenchmarkAuditDetails): readonly Block[] {
  const rows = audits.flatMap(({ benchmark, nulls }) =>
    nulls.map(({ id, kind, group, metric, value, interval, chance }) => [
      benchmark.name,
      `${kind}${group === undefined ? '' : ` ${group}`}, ${metric}`,
      id,
      interval === undefined ? percent(value) : `${percent(value)} ${percentInterval(interval)}`,
      percent(chance),
    ]),
  )
  if (rows.length === 0) return []
  return [
    { kind: 'text', text: 'What models score that know nothing, in percent.' },
    { kind: 'table', columns: ['benchmark', 'measure', 'null model', 'value', 'chance'], rows },
  ]
}

function findingBlocks(findings: readonly Finding[], extent: Extent): readonly Block[] {
  if (findings.length === 0) return []
  const shown = extent === 'full' ? findings : findings.slice(0, 8)
  const entries = shown.map(({ text, evidence }) =>
    evidence.length === 0 ? text : `${text} See ${evidence.join(', ')}.`,
  )
  return [{ kind: 'list', entries: [...entries, ...more(findings.length - shown.length)] }]
}

function benchmarksOf(tables: readonly ScoreTable[]): readonly string[] {
  return [...new Set(tables.map(({ benchmark }) => benchmark))]
}

const ROWS: readonly (Tier | 'all')[] = ['all', 'easy', 'medium', 'hard']

/** Recall of all subjects on one benchmark, with ceiling and chance as the rows beside them. */
function recallBlocks(benchmark: string, tables: readonly ScoreTable[]): readonly Block[] {
  const ofBenchmark = tables.filter((table) => table.benchmark === benchmark)
  const first = ofBenchmark[0]?.scores ?? []
  const ks = [
    ...new Set(
      first.flatMap(({ metric, k, group }) => (isRecall(metric, group) && k !== undefined ? [k] : [])),
    ),
  ]
  const rows = ROWS.flatMap((tier) => tierRows(tier, { ks, tables: ofBenchmark }))
  const isPartial = ofBenchmark.some(({ scores }) =>
    scores.some((score) => score.kind === 'scored' && isItemsOnly(score)),
  )
  const isFloored = ofBenchmark.some(({ scores }) =>
    scores.some((score) => isRecall(score.metric, score.group) && isAtFloor(score)),
  )
  return [
    { kind: 'heading', level: 3, text: `Recall on ${benchmark}` },
    { kind: 'text', text: 'Percent of the needed tools among the first k, 95 % interval in brackets.' },
    { kind: 'table', columns: ['tier', 'n', 'subject', ...ks.map((k) => `@${k}`)], rows },
    ...(isPartial
      ? [
          {
            kind: 'text' as const,
            text: '* too few clusters for an interval beyond these items: it speaks of these items only.',
          },
        ]
      : []),
    ...(isFloored
      ? [
          {
            kind: 'text' as const,
            text: '† at the floor: a null model (any order, popularity, matching names) finds as much on the same items.',
          },
        ]
      : []),
  ]
}

function isRecall(metric: string, group: string | undefined): boolean {
  return metric === 'recall' && group === undefined
}

interface RowSource {
  readonly ks: readonly number[]
  readonly tables: readonly ScoreTable[]
}

function tierRows(tier: Tier | 'all', { ks, tables }: RowSource): readonly (readonly string[])[] {
  const at = (scores: readonly Score[], k: number): Score | undefined =>
    findScore(scores, { metric: 'recall', k, tier })
  const bound = (name: 'ceiling' | 'chance'): readonly string[] => [
    '',
    '',
    name,
    ...ks.map((k) => {
      const score = at(tables[0]?.scores ?? [], k)
      const value = score?.kind === 'scored' ? score[name] : undefined
      return value === undefined ? '' : percent(value)
    }),
  ]
  return [
    ...tables.map(({ subject, scores }, index) => [
      index === 0 ? tier : '',
      index === 0 ? `${at(scores, ks[0] ?? 1)?.n ?? 0}` : '',
      subject,
      ...ks.map((k) => cell(at(scores, k))),
    ]),
    bound('ceiling'),
    bound('chance'),
  ]
}

function cell(score: Score | undefined): string {
  if (score === undefined) return ''
  if (score.kind === 'unscored') return `unscored: ${score.reason}`
  return `${valueWithInterval(score)}${isItemsOnly(score) ? '*' : ''}${isAtFloor(score) ? '†' : ''}`
}

/** Whether a null model does as well, as far as the items can tell. */
function isAtFloor(score: Score): boolean {
  if (score.kind === 'unscored') return false
  return score.floor?.verdict === 'at-floor' || score.floor?.verdict === 'below-floor'
}

/** Every measure of one subject, over all tiers. */
function measureBlocks({ subject, benchmark, scores }: ScoreTable): readonly Block[] {
  const rows = scores
    .filter(({ metric, tier, group }) => tier === 'all' && !isRecall(metric, group))
    .map((score) => [
      `${score.group === undefined ? '' : `${score.group}: `}${score.metric}${score.k === undefined ? '' : `@${score.k}`}`,
      `${score.n}`,
      cell(score),
      score.kind === 'scored' && score.ceiling !== undefined ? percent(score.ceiling) : '',
      score.kind === 'scored' && score.chance !== undefined ? percent(score.chance) : '',
    ])
  return [
    { kind: 'heading', level: 3, text: `Other measures of ${subject} on ${benchmark}` },
    { kind: 'table', columns: ['measure', 'n', 'value', 'ceiling', 'chance'], rows },
  ]
}

function identityBlocks({ assay, createdAt, seed, subjects }: ReportDocument): readonly Block[] {
  return [
    { kind: 'heading', level: 2, text: 'How it was measured' },
    {
      kind: 'list',
      entries: [
        `Assay ${assay}, ${createdAt}, seed ${seed}.`,
        ...subjects.map(({ id, identity }) => `${id}: ${described(identity)}.`),
      ],
    },
  ]
}

function described(identity: JsonObject): string {
  return Object.entries(identity)
    .map(([key, value]) => `${key} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')
}
