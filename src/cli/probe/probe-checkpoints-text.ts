import type { CheckpointCurve } from '../../score/parametric/dissociation.js'
import type { ScoreComparison } from '../../score/run/compare-scores.js'
import { percent, percentInterval } from '../../text/number-text.js'
import { printable } from '../../text/printable.js'
import { renderTable } from '../../text/table.js'

const SHOWN: ReadonlySet<string> = new Set(['accuracy', 'balanced-accuracy'])

/** The curve over checkpoints, and the last against the first. */
export function checkpointText(
  { checkpoints, rows }: CheckpointCurve,
  change: readonly ScoreComparison[],
): string {
  const shown = rows.filter(({ metric }) => SHOWN.has(metric))
  const curve = renderTable({
    columns: [
      { title: 'measure' },
      ...checkpoints.map((name) => ({ title: printable(name), align: 'right' as const })),
    ],
    rows: shown.map(({ metric, group, values }) => [
      group === undefined ? metric : `${metric}, ${printable(group)}`,
      ...values.map((value) => (value === null ? '' : percent(value))),
    ]),
  })
  const lines = change.map(({ benchmark, kind, metric, difference, interval, p, verdict, n }) => {
    const sign = difference > 0 ? '+' : ''
    return `Last against first, ${kind} ${metric} on ${printable(benchmark)}: ${sign}${percent(difference)} ${percentInterval(interval)}, p ${p.toPrecision(2)}, n ${n}: ${verdict}.\n`
  })
  return `${curve}\n${lines.join('')}`
}
