import type { SizePoint } from '../../experiment/size-curve.js'
import { valueWithInterval } from '../../report/score-text.js'
import type { Score } from '../../score/score.js'
import { countText, percent, pointsInterval, signedPoints } from '../../text/number-text.js'
import { printable } from '../../text/printable.js'
import { renderTable } from '../../text/table.js'
import type { SizeDocument } from './experiment-documents.js'
import { intervalNotes } from './interval-notes.js'

const VERDICTS = {
  better: 'better',
  worse: 'worse',
  'no-difference-shown': 'no difference shown',
  'not-enough-data': 'not enough data',
} as const

/** The curve for a terminal: what it comes to, then a line a size. */
export function textOfSizeCurve(document: SizeDocument): string {
  const { curve, subject, distractors, items, excluded, otherKinds, margin } = document
  const table = renderTable({
    columns: [
      { title: 'shown' },
      { title: 'selection', align: 'right' },
      { title: 'chance', align: 'right' },
      { title: 'false calls', align: 'right' },
      { title: 'against the smallest' },
      { title: '' },
    ],
    rows: curve.map((point) => [
      shownLabel(point),
      scoreText(point.selection),
      point.selection.kind === 'scored' && point.selection.chance !== undefined
        ? percent(point.selection.chance)
        : '',
      scoreText(point.falseCalls),
      point.change === undefined
        ? ''
        : `${signedPoints(point.change.difference)} ${pointsInterval(point.change.interval)} ${VERDICTS[point.change.verdict]}`,
      '█'.repeat(point.selection.kind === 'scored' ? Math.round(20 * point.selection.value) : 0),
    ]),
  })
  const scores = curve.flatMap(({ selection, falseCalls }) => [selection, falseCalls])
  const unscored = curve.every(({ falseCalls }) => falseCalls.kind === 'unscored')
  const lines = [
    ...intervalNotes(scores.filter((score) => score.kind === 'scored')),
    ...(unscored ? ['False calls: unscored, for a retriever always names something.'] : []),
    ...(excluded > 0 ? [`Left out: ${countText(excluded)} items whose gold the catalog lacks.`] : []),
    ...(otherKinds > 0 ? [`Passed over: ${countText(otherKinds)} items of other kinds.`] : []),
    `Percent, with 95 % intervals; Holm over the sizes; differences up to ${percent(margin)} points do not matter. Tools that would do as well as gold are never shown.`,
  ]
  return `${verdict(document)}\n${countText(items)} items, ${distractors} distractors, ${printable(subject)}\n\n${table}\n${lines.join('\n')}\n`
}

function verdict({ curve }: SizeDocument): string {
  const first = curve[0]
  const last = curve.at(-1)
  if (first?.selection.kind !== 'scored' || last?.selection.kind !== 'scored')
    return 'Unscored: too few items.'
  const from = curve.find(({ change }) => change?.verdict === 'worse')
  const falls =
    from === undefined
      ? 'no size is shown to be worse than the smallest'
      : `worse from ${shownLabel(from)} on`
  return `Selection ${percent(first.selection.value)} with ${shownLabel(first)}, ${percent(last.selection.value)} with ${shownLabel(last)}: ${falls}.`
}

function shownLabel({ size, shown }: SizePoint): string {
  const tools = Number.isInteger(shown) ? countText(shown) : shown.toFixed(1)
  if (size === 'gold') return `gold alone (${tools})`
  return size === 'all' ? `all (${tools})` : `${tools} tools`
}

function scoreText(score: Score): string {
  if (score.kind === 'unscored') return '–'
  return `${valueWithInterval(score)}${score.intervalNote === undefined ? '' : '*'}`
}
