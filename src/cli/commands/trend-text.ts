import type { Trend, TrendComparison, TrendSeries, TrendStep } from '../../score/trend/trend.js'
import type { TrendPoint, TrendRun } from '../../score/trend/trend-run.js'
import {
  countText,
  percent,
  percentInterval,
  pointsInterval,
  shownP,
  signedPoints,
} from '../../text/number-text.js'
import { printable } from '../../text/printable.js'
import { sparkline } from '../../text/sparkline.js'
import { renderTable } from '../../text/table.js'

export interface TrendAbout {
  readonly margin: number
  readonly seed: number
  /** What is odd about the times. */
  readonly notes: readonly string[]
}

/** `assay.trend/1`. */
export function trendDocument({ series, comparisons, permutations }: Trend, about: TrendAbout): object {
  return {
    schema: 'assay.trend/1',
    correction: { method: 'Holm', comparisons, level: 0.05 },
    margin: about.margin,
    seed: about.seed,
    permutations,
    series: series.map((one) => ({ ...one, points: one.points.map(pointDocument) })),
    notes: about.notes,
  }
}

function pointDocument({ createdMs, ...point }: TrendPoint): object {
  return { ...point, createdAt: new Date(createdMs).toISOString() }
}

/** Later than the clock of this host by more than clocks differ. */
const SKEW_MS = 5 * 60_000

/** What is odd about the times of runs: their order is no better than the clocks of the hosts that began them. */
export function clockNotes(
  runs: readonly Pick<TrendRun, 'run' | 'createdMs'>[],
  nowMs: number,
): readonly string[] {
  const future = runs.filter(({ createdMs }) => createdMs > nowMs + SKEW_MS).map(({ run }) => run)
  const ordered = runs.toSorted((a, b) => a.createdMs - b.createdMs)
  const equal = ordered.filter(({ createdMs }, place) => createdMs === ordered[place - 1]?.createdMs)
  return [
    ...(future.length === 0
      ? []
      : [`Began later than it is here, so a clock was wrong: ${named(future)}; their place is doubtful.`]),
    ...(equal.length === 0
      ? []
      : [
          `Began in the same millisecond as another: ${named(equal.map(({ run }) => run))}; they stand by id.`,
        ]),
  ]
}

function named(runs: readonly string[]): string {
  const shown = runs.slice(0, 5).map((run) => printable(run, { maxLength: 60 }))
  return `${shown.join(', ')}${runs.length > shown.length ? ` and ${runs.length - shown.length} more` : ''}`
}

export function trendText({ series, comparisons }: Trend, { margin, notes }: TrendAbout): string {
  const end = [
    ...notes,
    'Times are those of the host that began each run.',
    comparisons === 0
      ? 'Nothing was compared.'
      : `${comparisons} ${comparisons === 1 ? 'comparison' : 'comparisons'} decided together (Holm): without any change at most 5 % of such pages carry a mark.`,
    `Points of percent, with 95 % intervals; differences up to ${percent(margin)} points do not matter.`,
  ]
  return `${series.map(seriesText).join('\n')}\n${end.join('\n')}\n`
}

const MARKS = { better: '▲ better', worse: '▼ worse' } as const

function seriesText({ subject, benchmark, kind, metric, points, steps, stretches }: TrendSeries): string {
  const scorers = [
    ...new Set(
      points.flatMap(({ scorer }) => (scorer === undefined ? [] : [`${scorer.name} ${scorer.version}`])),
    ),
  ]
  const title = `${printable(benchmark)}, ${printable(kind)} ${printable(metric)}, ${printable(subject)} (${printable(scorers.join(', '))})`
  const values = points.map(({ value }) => value)
  const known = values.filter((value) => value !== undefined)
  const range = known.length === 0 ? '' : `  ${percent(Math.min(...known))} to ${percent(Math.max(...known))}`
  const before = new Map(steps.map((step) => [step.to, step]))
  const table = renderTable({
    columns: [
      { title: 'began' },
      { title: 'run', maxWidth: 40 },
      { title: 'value', align: 'right' },
      { title: '95 %' },
      { title: 'n', align: 'right' },
      { title: 'chance', align: 'right' },
      { title: 'floor', align: 'right' },
      { title: 'step' },
      { title: 'p', align: 'right' },
      { title: 'change' },
    ],
    rows: points.map((point) => [...pointCells(point), ...stepCells(before.get(point.run))]),
  })
  const breaks = steps.flatMap((step) =>
    step.kind === 'broken'
      ? [
          `The line breaks between ${printable(step.from)} and ${printable(step.to)}. ${printable(step.reason)}`,
        ]
      : [],
  )
  const whole = stretches.map(stretchText)
  const notes = [
    ...(points.some(({ intervalNote }) => intervalNote !== undefined)
      ? ['* these items only: too few clusters for more.']
      : []),
    ...(points.some(({ itemMean }) => itemMean !== undefined)
      ? ['The value weighs items as the score does; steps compare means over the items.']
      : []),
  ]
  return [
    `${title}\n${sparkline(values)}${range}\n`,
    table,
    ...breaks.map(line),
    ...whole.map(line),
    ...notes.map(line),
  ].join('')
}

function line(text: string): string {
  return `${text}\n`
}

function pointCells({
  createdMs,
  run,
  value,
  interval,
  intervalNote,
  n,
  chance,
  floor,
}: TrendPoint): readonly string[] {
  const mark = intervalNote === undefined ? '' : ' *'
  return [
    new Date(createdMs).toISOString().slice(0, 16).replace('T', ' '),
    run,
    value === undefined ? 'unmeasured' : percent(value),
    interval === undefined ? '' : `${percentInterval(interval)}${mark}`,
    countText(n),
    chance === undefined ? '' : percent(chance),
    floor === undefined ? '' : percent(floor.value),
  ]
}

function stepCells(step: TrendStep | undefined): readonly string[] {
  if (step === undefined) return []
  if (step.kind === 'broken') return ['line breaks']
  const { difference, interval, adjustedP, verdict } = step
  return [
    `${signedPoints(difference)} ${pointsInterval(interval)}`,
    shownP(adjustedP),
    verdict === 'better' || verdict === 'worse' ? MARKS[verdict] : '',
  ]
}

function stretchText({ from, to, difference, interval, adjustedP, verdict }: TrendComparison): string {
  const change = verdict === 'better' || verdict === 'worse' ? `, ${verdict}` : ', no change shown'
  return `${printable(from)} to ${printable(to)}: ${signedPoints(difference)} ${pointsInterval(interval)}, p ${shownP(adjustedP)}${change}.`
}
