import { scoreCell } from '../../report/score-text.js'
import { leftCallsText } from '../../score/run/left-calls.js'
import type { SampleGaps } from '../../score/run/sample-ledger.js'
import type { Score } from '../../score/score.js'
import { countText, percent } from '../../text/number-text.js'
import { printable } from '../../text/printable.js'
import { renderTable } from '../../text/table.js'
import { intervalNotes } from './interval-notes.js'
import type { RunScoreDetails, RunScoreDocument } from './score-run-document.js'

/** What `assay score <run>` prints of one benchmark. */
export function textOfRunScores({ subject, benchmark, scores, details }: RunScoreDocument): string {
  const { counts, kinds, unknown, unmeasured, importedFrom } = details
  const shown = shownOf(scores)
  const title = `${printable(subject)} on ${printable(benchmark)}: ${countText(counts.measured)} of ${countText(counts.items)} items`
  const parts = [
    `${title}\n`,
    unmeasured === undefined ? '' : `unmeasured: preflight found ${printable(unmeasured.join(', '))}\n`,
    importedFrom === undefined ? '' : `${originText(importedFrom)}\n`,
    ...kinds.map(({ leftCalls }) => (leftCalls === undefined ? '' : `${leftCallsText(leftCalls)}\n`)),
    ...kinds.map(({ kind, methods }) => methodLine(kind, methods)),
    scores.length === 0 ? 'nothing was measured\n' : scoreTable(shown),
    footnotes(shown),
    kinds.map(gapLines).join(''),
    unknown.count === 0 ? '' : `samples of no item, passed over: ${countText(unknown.count)}\n`,
    counts.otherKinds === 0
      ? ''
      : `items that a run does not ask, or without gold here: ${countText(counts.otherKinds)}\n`,
  ]
  return parts.filter((part) => part !== '').join('\n')
}

function originText({ format, version }: NonNullable<RunScoreDetails['importedFrom']>): string {
  const tool = printable(version === undefined ? format : `${format} ${version}`, { maxLength: 100 })
  return `imported (${tool}): another tool asked, and preflight was not done`
}

function methodLine(kind: string, methods: unknown): string {
  if (typeof methods !== 'object' || methods === null) return ''
  const used = Object.entries(methods).map(([method, count]) => `${method} ${countText(Number(count))}`)
  return used.length === 0 ? '' : `${kind} answers by ${used.join(', ')}\n`
}

/** Tiers stand in the document; the table is of all items. */
function shownOf(scores: readonly Score[]): readonly Score[] {
  return scores.filter(({ tier }) => tier === undefined || tier === 'all')
}

function hasFloor(score: Score): boolean {
  return score.kind === 'scored' && score.floor !== undefined
}

function scoreTable(shown: readonly Score[]): string {
  const hasFloors = shown.some(hasFloor)
  return renderTable({
    columns: [
      { title: 'measure' },
      { title: 'of' },
      { title: 'value' },
      { title: 'n', align: 'right' },
      { title: 'chance', align: 'right' },
      ...(hasFloors ? [{ title: 'floor' }, { title: 'against the floor' }] : []),
    ],
    rows: shown.map((score) => [
      score.k === undefined ? score.metric : `${score.metric}@${score.k}`,
      [score.scorer.name, score.group].filter((part) => part !== undefined).join(', '),
      scoreCell(score),
      countText(score.n),
      score.kind === 'scored' && score.chance !== undefined ? percent(score.chance) : '',
      ...(hasFloors ? floorCells(score) : []),
    ]),
  })
}

function floorCells(score: Score): readonly string[] {
  const floor = score.kind === 'scored' ? score.floor : undefined
  return floor === undefined ? ['', ''] : [`${percent(floor.value)} ${floor.null}`, floor.verdict ?? '']
}

function footnotes(scores: readonly Score[]): string {
  const floors = scores.some(hasFloor)
    ? [
        'Floor: the null caller that scores best on the same items.',
        'at-floor: the paired interval of the difference holds 0.',
      ]
    : []
  return ['Percent, with 95 % intervals.', ...floors, ...intervalNotes(scores)]
    .map((line) => `${line}\n`)
    .join('')
}

type KindDetails = RunScoreDetails['kinds'][number]

export function gapLines({ kind, gaps, incomplete, otherVariants }: KindDetails): string {
  const { errors, missing, superseded } = gaps
  const lines: string[] = []
  if (errors.count > 0) {
    lines.push(`${kind} samples that ended in an error, unmeasured: ${listed(errors.count, errors.first)}`)
  }
  if (missing.count > 0) {
    lines.push(`${kind} samples that are missing, unmeasured: ${listed(missing.count, missing.first)}`)
  }
  if (incomplete !== undefined) {
    const { items, samples, first } = incomplete
    lines.push(
      `${kind} items of which rotations are missing, unmeasured with the ${countText(samples)} answers that are there: ${listed(
        items,
        first.map((item) => ({ item, trial: 0 })),
      )}`,
    )
  }
  if (otherVariants !== undefined) {
    lines.push(
      `${kind} samples of a variant that the run does not ask, passed over: ${countText(otherVariants)}`,
    )
  }
  if (superseded > 0) lines.push(`${kind} samples replaced by a later line: ${countText(superseded)}`)
  return lines.map((line) => `${line}\n`).join('')
}

type Gap = SampleGaps['missing']['first'][number] & { readonly code?: string }

function listed(count: number, first: readonly Gap[]): string {
  const shown = first.slice(0, 5).map(({ item, variant, trial, code }) => {
    const key = [item, variant, trial === 0 ? undefined : `trial ${trial}`].filter(
      (part) => part !== undefined,
    )
    const name = printable(key.join(' '), { maxLength: 80 })
    return code === undefined ? name : `${name}: ${printable(code, { maxLength: 40 })}`
  })
  return `${countText(count)} (${shown.join(', ')}${count > shown.length ? ', …' : ''})`
}
