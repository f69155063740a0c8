import { isItemsOnly } from '../report/score-text.js'
import type { DialogueScore } from '../score/dialogue/category-scores.js'
import type { DialogueScores } from '../score/dialogue/score-dialogues.js'
import type { MeasureDivision } from '../score/dialogue/strict/dialogue-measure.js'
import { strictMeasure } from '../score/dialogue/strict/measures/index.js'
import type { Floor } from '../score/score.js'
import { countText, percent } from '../text/number-text.js'
import { printable } from '../text/printable.js'
import { renderTable } from '../text/table.js'

/** One subject on one set of dialogues. */
export interface DialogueScoreColumn {
  readonly label: string
  readonly scores: Pick<DialogueScores, 'scores' | 'nulls'> & {
    readonly counts: Pick<DialogueScores['counts'], 'dialogues' | 'turns' | 'unmeasured'>
  }
}

const TITLES: readonly (readonly [MeasureDivision | 'released', string])[] = [
  ['ability', 'right'],
  ['execution', 'carried out'],
  ['effort', 'effort'],
  ['contrast', 'for contrast'],
  ['released', 'released evaluator'],
]

/** What the table of categories shows; the others are in the JSON. */
const BY_CATEGORY = [
  'turn-correct',
  'tool-f1',
  'parameter-f1',
  'data-flow-f1',
  'delta-em',
  'slot-f1',
] as const

/**
 * Scores of subjects side by side, as text: value and 95 % interval of every measure over all categories with its floor
 * and n, then the main ones by category. Errors that nobody made, and measures that say nothing of any subject, are left out.
 */
export function textOfDialogueScores(columns: readonly DialogueScoreColumn[]): string {
  if (columns.length === 0) return ''
  const tables = TITLES.map(([division, title]) => divisionTable(columns, division, title))
  const parts = [headline(columns), ...tables, categoryTable(columns), controlTable(columns), notes(columns)]
  return parts.filter((part) => part !== '').join('\n')
}

function headline(columns: readonly DialogueScoreColumn[]): string {
  return columns
    .map(({ label, scores: { counts } }) => {
      const unmeasured = counts.unmeasured === 0 ? '' : `, ${countText(counts.unmeasured)} turns unmeasured`
      return `${printable(label)}: ${countText(counts.dialogues)} dialogues, ${countText(counts.turns)} turns${unmeasured}\n`
    })
    .join('')
}

function divisionTable(
  columns: readonly DialogueScoreColumn[],
  division: MeasureDivision | 'released',
  title: string,
): string {
  const metrics = metricsOf(columns).filter((metric) => divisionOf(nameOf(metric)) === division)
  const rows = metrics.flatMap((metric) => {
    const own = columns.map((column) => findScore(column, metric))
    return own.every(isWorthless) ? [] : [[metric, ...own.map(cell), floorsOf(own), nOf(own)]]
  })
  if (rows.length === 0) return ''
  return renderTable({
    columns: [
      { title },
      ...columns.map(({ label }) => ({ title: label, maxWidth: 40 })),
      { title: 'floor' },
      { title: 'dialogues', align: 'right' },
    ],
    rows,
  })
}

function divisionOf(metric: string): MeasureDivision | 'released' | undefined {
  return metric.startsWith('compat-') ? 'released' : strictMeasure(metric)?.division
}

/** Metrics over all categories in order, with their k. */
function metricsOf(columns: readonly DialogueScoreColumn[]): readonly string[] {
  const all = columns.flatMap(({ scores }) =>
    scores.scores.filter(({ group }) => group === undefined).map(keyOf),
  )
  return [...new Set(all)]
}

function keyOf({ metric, k }: DialogueScore): string {
  return k === undefined ? metric : `${metric}@${k}`
}

function nameOf(key: string): string {
  return key.split('@')[0] ?? key
}

function findScore({ scores }: DialogueScoreColumn, key: string, group?: string): DialogueScore | undefined {
  return scores.scores.find((score) => keyOf(score) === key && score.group === group)
}

/** Unscored, or an error that was not made. */
function isWorthless(score: DialogueScore | undefined): boolean {
  if (score === undefined || score.kind === 'unscored') return true
  return score.value === 0 && /^(fault|paper-error)-/.test(score.metric)
}

/** Value with its interval, and where it stands to the floor. */
function cell(score: DialogueScore | undefined): string {
  if (score === undefined) return ''
  const verdict = score.kind === 'scored' ? score.floor?.verdict : undefined
  return verdict === undefined ? valueText(score) : `${valueText(score)} ${VERDICTS[verdict]}`
}

function valueText(score: DialogueScore): string {
  if (score.kind === 'unscored') return `unscored: ${score.reason}`
  const isNumber = strictMeasure(score.metric)?.isNumber === true
  const shown = isNumber ? plain : percent
  const interval = score.interval ?? score.itemInterval
  const mark = isItemsOnly(score) ? '*' : ''
  return interval === undefined
    ? `${shown(score.value)}${score.intervalNote === undefined ? '' : '*'}`
    : `${shown(score.value)} [${interval.map(shown).join(', ')}]${mark}`
}

const VERDICTS = {
  'above-floor': '>',
  'at-floor': '=',
  'below-floor': '<',
  'not-enough-data': '?',
} as const

/** Once where it is the same for all, as it is on the same turns; else one a subject, in their order. */
function floorsOf(scores: readonly (DialogueScore | undefined)[]): string {
  const all = scores.map((score) => (score?.kind === 'scored' ? floorText(score.floor) : ''))
  const distinct = [...new Set(all.filter((text) => text !== ''))]
  return distinct.length <= 1 ? (distinct[0] ?? '') : all.map((text) => text || '–').join(' / ')
}

function floorText(floor: Floor | undefined): string {
  return floor === undefined ? '' : `${percent(floor.value)} ${floor.null}`
}

function nOf(scores: readonly (DialogueScore | undefined)[]): string {
  const all = scores.map((score) => (score === undefined ? '–' : countText(score.n)))
  return new Set(all).size === 1 ? (all[0] ?? '') : all.join(' / ')
}

function categoryTable(columns: readonly DialogueScoreColumn[]): string {
  const groups = new Set(
    columns.flatMap(({ scores }) =>
      scores.scores.flatMap(({ group }) => (group === undefined ? [] : [group])),
    ),
  )
  if (groups.size < 2) return ''
  const rows = columns.flatMap((column) =>
    [...groups].map((group) => {
      const own = BY_CATEGORY.map((metric) => findScore(column, metric, group))
      const values = own.map((score) =>
        score === undefined ? '' : score.kind === 'unscored' ? '–' : valueText(score),
      )
      return [column.label, group, ...values, nOf([own[0]])]
    }),
  )
  return renderTable({
    columns: [
      { title: 'subject', maxWidth: 30 },
      { title: 'category' },
      ...BY_CATEGORY.map((title) => ({ title })),
      { title: 'dialogues', align: 'right' },
    ],
    rows,
  })
}

/** What the instrument makes of gold, changed in one way: whether scores see what they should. */
function controlTable(columns: readonly DialogueScoreColumn[]): string {
  const nulls = columns[0]?.scores.nulls ?? []
  const rows = nulls.map(({ id, values }) => [
    id,
    ...BY_CATEGORY.map((metric) => {
      const own = values.find((value) => value.metric === metric && value.group === undefined)
      return own === undefined ? '–' : percent(own.value)
    }),
  ])
  if (rows.length === 0) return ''
  return renderTable({
    columns: [{ title: 'null agent' }, ...BY_CATEGORY.map((title) => ({ title, align: 'right' as const }))],
    rows,
  })
}

function notes(columns: readonly DialogueScoreColumn[]): string {
  const reasons = new Set(
    columns.flatMap(({ scores }) =>
      scores.scores.flatMap((score) =>
        score.kind === 'scored' && score.group === undefined && score.intervalNote !== undefined
          ? [score.intervalNote]
          : [],
      ),
    ),
  )
  const lines = [
    'Percent with 95 % intervals, clustered by template; without a category, the unweighted mean over categories.',
    'floor: the strongest null agent on the same turns; > above it, = at it, < below it, ? not enough data to tell.',
    ...differing(columns),
    ...[...reasons].map(
      (reason) => `* ${printable(reason.replace(/^unscored: /, 'no interval beyond these dialogues: '))}`,
    ),
  ]
  return lines.map((line) => `${line}\n`).join('')
}

/** Null agents answer the turns that a subject answered, so they differ where some are unmeasured. */
function differing([first, ...others]: readonly DialogueScoreColumn[]): readonly string[] {
  if (first === undefined) return []
  const own = JSON.stringify(first.scores.nulls)
  const isSame = others.every(({ scores }) => JSON.stringify(scores.nulls) === own)
  return isSame ? [] : [`Null agents as on the turns of ${printable(first.label)}.`]
}

function plain(value: number): string {
  return Math.abs(value) >= 100 ? countText(Math.round(value)) : value.toFixed(2)
}
