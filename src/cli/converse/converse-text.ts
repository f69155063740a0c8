import { valueWithInterval } from '../../report/score-text.js'
import type { DialogueScore } from '../../score/dialogue/category-scores.js'
import { strictMeasure } from '../../score/dialogue/strict/measures/index.js'
import { countText, percent } from '../../text/number-text.js'
import { printable } from '../../text/printable.js'
import { renderTable } from '../../text/table.js'
import type { ConverseScoreDocument } from './converse-score-document.js'

/** The scores of a run of dialogues, for people. */
export function textOfConverse({ subject, benchmark, scores, details }: ConverseScoreDocument): string {
  const { counts, converse, acts, faults, nulls, summaries } = details
  const { mode, running, shots, executor } = converse
  const led = [
    mode === 'code' ? `plans in Python, ${shots.count} shots, ${executor} executor` : 'JSON calls',
    running,
    ...(converse.inject === undefined ? [] : [`failures in ${percent(converse.inject.rate)} of the calls`]),
  ].join(' · ')
  const of = converse.user === undefined ? '' : ' with a played user, held against no gold'
  const parts = [
    `${printable(subject)} on ${printable(benchmark)}: ${countText(counts.played)} of ${countText(counts.planned)} dialogues, ${countText(counts.turns)} turns${of}\n${led}\n`,
    counts.unmeasured === 0 ? '' : `${countText(counts.unmeasured)} turns without an answer are unmeasured\n`,
    scores.length === 0 ? 'nothing was measured\n' : scoreTable(scores, 'measure'),
    scoreTable(scores, 'released evaluator'),
    categoryTable(scores),
    actTable(acts),
    listed('turns ended by an error', faults),
    summaries === undefined
      ? ''
      : `summaries by a model: ${countText(summaries.faithful)} of ${countText(summaries.written)} faithful, ${countText(summaries.leavingOut)} leave out a constraint, ${countText(summaries.inventing)} invent a number or a date\n`,
    nulls.length === 0
      ? ''
      : `floor: the best of ${nulls
          .filter(({ kind }) => kind === 'floor')
          .map(({ id }) => id)
          .join(', ')} on the same turns\n`,
  ]
  return parts.filter((part) => part !== '').join('\n')
}

/** Strict measures, or those that the released evaluator has of the same turns. */
function scoreTable(scores: readonly DialogueScore[], title: 'measure' | 'released evaluator'): string {
  const shown = scores.filter(
    (score) =>
      score.group === undefined && !isQuiet(score) && isCompat(score) === (title === 'released evaluator'),
  )
  if (shown.length === 0) return ''
  return renderTable({
    columns: [
      { title },
      { title: 'value' },
      { title: 'counted', align: 'right' },
      { title: 'dialogues', align: 'right' },
      { title: 'floor' },
      { title: 'against the floor' },
    ],
    rows: shown.map((score) => {
      const floor = score.kind === 'scored' ? score.floor : undefined
      return [
        nameOf(score),
        cellOf(score),
        countText(score.counted),
        countText(score.n),
        floor === undefined ? '' : `${numberIn(floor.value, score)} ${floor.null}`,
        floor?.verdict ?? '',
      ]
    }),
  })
}

/** The main figures of each category. */
const MAIN = [
  'turn-correct',
  'tool-f1',
  'parameter-f1',
  'data-flow-f1',
  'executed',
  'delta-em',
  'dialogue-correct',
]

function categoryTable(scores: readonly DialogueScore[]): string {
  const groups = [...new Set(scores.flatMap(({ group }) => (group === undefined ? [] : [group])))]
  const metrics = [...new Set(scores.map(({ metric }) => metric))].filter((metric) => MAIN.includes(metric))
  if (groups.length < 2 || metrics.length === 0) return ''
  return renderTable({
    columns: [{ title: 'category' }, ...metrics.map((title) => ({ title, align: 'right' as const }))],
    rows: groups.map((group) => [
      group,
      ...metrics.map((metric) => {
        const score = scores.find((one) => one.group === group && one.metric === metric)
        return score?.kind === 'scored' ? numberIn(score.value, score) : ''
      }),
    ]),
  })
}

function actTable(acts: ConverseScoreDocument['details']['acts']): string {
  const columns = [...new Set(Object.values(acts).flatMap((own) => Object.keys(own)))].sort()
  if (columns.length === 0) return ''
  return renderTable({
    columns: [{ title: 'gold \\ subject' }, ...columns.map((title) => ({ title, align: 'right' as const }))],
    rows: Object.entries(acts).map(([gold, own]) => [
      gold,
      ...columns.map((column) => (own[column] === undefined ? '' : countText(own[column]))),
    ]),
  })
}

function listed(title: string, counts: Readonly<Record<string, number>>): string {
  const parts = Object.entries(counts).sort(([, left], [, right]) => right - left)
  if (parts.length === 0) return ''
  return `${title}: ${parts.map(([name, count]) => `${printable(name)} ${countText(count)}`).join(', ')}\n`
}

function nameOf({ metric, k }: DialogueScore): string {
  return k === undefined ? metric : `${metric}@${k}`
}

function cellOf(score: DialogueScore): string {
  if (score.kind === 'unscored') return `unscored: ${score.reason}`
  return isProportion(score) ? valueWithInterval(score) : numberIn(score.value, score)
}

/** Proportions and the like are printed as percent, anything else as it is. */
function numberIn(value: number, score: Pick<DialogueScore, 'metric'>): string {
  return isProportion(score) ? percent(value) : value.toFixed(2)
}

function isProportion({ metric }: Pick<DialogueScore, 'metric'>): boolean {
  return strictMeasure(metric)?.isNumber !== true
}

function isCompat({ metric }: Pick<DialogueScore, 'metric'>): boolean {
  return metric.startsWith('compat-')
}

/** Classes of errors that never came, and what there was nothing of: they stand in the document. */
function isQuiet(score: DialogueScore): boolean {
  if (score.kind === 'unscored') return true
  return score.value === 0 && /^(?:fault|paper-error)-/.test(score.metric)
}
