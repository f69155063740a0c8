import { scoreCell } from '../../report/score-text.js'
import { divisionOf, type MeasureDivision } from '../../score/calls/call-measures.js'
import { leftCallsText } from '../../score/run/left-calls.js'
import type { Score, ScoredValue } from '../../score/score.js'
import { countText, percent } from '../../text/number-text.js'
import { printable } from '../../text/printable.js'
import { renderTable } from '../../text/table.js'
import { intervalNotes } from './interval-notes.js'
import type { CallScoreDocument } from './score-calls-document.js'

/** What `assay score calls` prints. */
export function textOfCallScores(document: CallScoreDocument): string {
  const { subject, benchmark, scores, details } = document
  const { counts, gaps, unreachable, outcomes } = details
  const rules = details.compat === undefined ? '' : `, as ${details.compat.toUpperCase()} scores`
  const title = `${printable(subject)} on ${printable(benchmark)}: ${countText(counts.measured)} of ${countText(counts.items)} call items${rules}`
  const parts = [
    `${title}\n`,
    details.leftCalls === undefined ? '' : `${leftCallsText(details.leftCalls)}\n`,
    outcomes === undefined ? '' : `${outcomeLine(outcomes)}\n`,
    ...divisions.map((division) => scoreTable(scores, division)),
    categoryTable(scores),
    footnotes(scores.filter(({ group, metric }) => group === undefined || SHOWN.includes(metric))),
    gapLines(gaps, counts.otherKinds, unreachable),
  ]
  return parts.filter((part) => part !== '').join('\n')
}

function outcomeLine(outcomes: object): string {
  return Object.entries(outcomes)
    .map(([outcome, count]) => `${outcome} ${countText(Number(count))}`)
    .join(' · ')
}

const divisions: readonly MeasureDivision[] = ['ability', 'format', 'contrast']
const TITLES = { ability: 'ability', format: 'format', contrast: 'for contrast only' } as const

/** Format stands apart, so that it never passes for ability. */
function scoreTable(scores: readonly Score[], division: MeasureDivision): string {
  const shown = scores.filter(({ group, metric }) => group === undefined && divisionOf(metric) === division)
  if (shown.length === 0) return ''
  return renderTable({
    columns: [
      { title: TITLES[division] },
      { title: 'value' },
      { title: 'n', align: 'right' },
      { title: 'floor' },
      { title: 'against the floor' },
    ],
    rows: shown.map((score) => [
      score.metric,
      scoreCell(score),
      countText(score.n),
      floorCell(score),
      verdictCell(score),
    ]),
  })
}

/** The measures by which categories are told apart; `--json` has all. */
const SHOWN = ['exact', 'match', 'accuracy']

function categoryTable(scores: readonly Score[]): string {
  const ofGroups = scores.filter(({ group, metric }) => group !== undefined && SHOWN.includes(metric))
  if (ofGroups.length === 0) return ''
  return renderTable({
    columns: [
      { title: 'category' },
      { title: 'measure' },
      { title: 'value' },
      { title: 'n', align: 'right' },
      { title: 'floor' },
      { title: 'against the floor' },
    ],
    rows: ofGroups.map((score) => [
      score.group ?? '',
      score.metric,
      scoreCell(score),
      countText(score.n),
      floorCell(score),
      verdictCell(score),
    ]),
  })
}

function floorCell(score: Score): string {
  const floor = score.kind === 'scored' ? score.floor : undefined
  return floor === undefined ? '' : `${percent(floor.value)} ${floor.null}`
}

function verdictCell(score: Score): string {
  const floor = score.kind === 'scored' ? score.floor : undefined
  return floor?.verdict ?? ''
}

function footnotes(scores: readonly Score[]): string {
  const scored = scores.filter((score): score is ScoredValue => score.kind === 'scored')
  const lines = [
    'Percent, with 95 % intervals. Floor: the null caller that scores best on the same items.',
    'at-floor: the paired interval of the difference holds 0.',
    ...(scored.some(isGamed)
      ? ['Where the floor is all that there is to score, a measure proves nothing by itself.']
      : []),
    ...intervalNotes(scored),
  ]
  return `${lines.join('\n')}\n`
}

/** Whether a null caller has all there is to have. */
function isGamed({ floor, ceiling, better, metric }: ScoredValue): boolean {
  if (floor === undefined || divisionOf(metric) !== 'ability') return false
  return better === 'higher' ? floor.value === ceiling : floor.value === 0
}

function gapLines(
  { missing, doubled, unknown }: CallScoreDocument['details']['gaps'],
  otherKinds: number,
  unreachable: readonly string[],
): string {
  const lines = [
    ...listed('items without an output, unmeasured', missing),
    ...listed('items with several outputs, unmeasured', doubled),
    ...listed('outputs of no item, passed over', unknown),
    ...listed('items whose gold calls a tool that is not offered, so that nothing can be exact', unreachable),
  ]
  if (otherKinds > 0) lines.push(`items of other kinds, passed over: ${countText(otherKinds)}`)
  return lines.map((line) => `${line}\n`).join('')
}

function listed(what: string, ids: readonly string[]): readonly string[] {
  if (ids.length === 0) return []
  const shown = ids.slice(0, 5).map((id) => printable(id, { maxLength: 80 }))
  return [`${what}: ${countText(ids.length)} (${shown.join(', ')}${ids.length > 5 ? ', …' : ''})`]
}
