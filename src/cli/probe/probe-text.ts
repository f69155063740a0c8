import { scoreCell, valueWithInterval } from '../../report/score-text.js'
import type { NullScore } from '../../score/choice/choice-floors.js'
import type { ControlComparison } from '../../score/choice/probe-groups.js'
import type { LetterBias } from '../../score/mcq/letter-bias.js'
import type { Score } from '../../score/score.js'
import { countText, percent, pointsInterval, signedPoints } from '../../text/number-text.js'
import { printable } from '../../text/printable.js'
import { renderTable } from '../../text/table.js'
import { intervalNotes } from '../commands/interval-notes.js'
import type { RunScoreDetails, RunScoreDocument } from '../commands/score-run-document.js'
import { gapLines } from '../commands/score-run-text.js'

type ProbeDetails = NonNullable<RunScoreDetails['probe']>

/** What one kind of items adds; the scorers of MCQ and QA items write it. */
interface ProbeKind {
  readonly kind: string
  readonly methods?: Readonly<Record<string, number>>
  readonly distinctQuestions?: number
  readonly nulls?: readonly NullScore[]
  readonly controls?: readonly ControlComparison[]
  readonly unshown?: Readonly<Record<string, Readonly<Record<string, number>>>>
  readonly positions?: LetterBias
}

const PRIMARY: Readonly<Record<string, string>> = { mcq: 'accuracy', qa: 'balanced-accuracy' }

/** What `assay probe` prints of one benchmark: per kind one table, what is examined first, controls and null models below. */
export function textOfProbe(
  { subject, benchmark, scores, details }: RunScoreDocument,
  probe: ProbeDetails,
): string {
  const { counts, kinds, unmeasured } = details
  const title = `${printable(subject)} on ${printable(benchmark)}: ${countText(counts.measured)} of ${countText(counts.items)} items, tools shown by ${probe.show}`
  const parts = [
    `${title}\n`,
    unmeasured === undefined ? '' : `unmeasured: preflight found ${printable(unmeasured.join(', '))}\n`,
    ...kinds.map((kind) => kindText(kind as ProbeKind, scores, probe)), // as the scorers of these kinds write it
    'Percent, with 95 % intervals. Null models see question and options alone; rules that were searched for are scored on clusters that the search did not see.\n',
    intervalNotes(scores.filter(isPrimary))
      .map((line) => `${line}\n`)
      .join(''),
    tokenText(probe),
    kinds.map(gapLines).join(''),
    counts.otherKinds === 0 ? '' : `items that a probe does not ask: ${countText(counts.otherKinds)}\n`,
  ]
  return parts.filter((part) => part !== '').join('\n')
}

function isPrimary({ metric, scorer }: Score): boolean {
  return PRIMARY[scorer.name] === metric
}

function kindText(kind: ProbeKind, scores: readonly Score[], probe: ProbeDetails): string {
  const metric = PRIMARY[kind.kind]
  if (metric === undefined) return ''
  const own = scores.filter(({ scorer }) => scorer.name === kind.kind)
  const rows = own.filter((score) => score.metric === metric)
  const [examined] = rows.filter(({ group }) => group === undefined)
  const table = renderTable({
    columns: [
      { title: kind.kind },
      { title: metric.replace('-', ' ') },
      { title: 'n', align: 'right' },
      { title: `${metric === 'accuracy' ? '' : 'accuracy: '}${probe.show} less it` },
      { title: 'is' },
    ],
    rows: [
      ...(examined === undefined ? [] : [[probe.show, scoreCell(examined), countText(examined.n), '', '']]),
      ...rows
        .filter(({ group }) => group !== undefined)
        .map((score) =>
          controlRow(
            score,
            kind.controls?.find(({ control }) => control === score.group),
          ),
        ),
      ...(kind.nulls ?? []).map((score) => nullRow(score, examined)),
    ],
  })
  const lines = [
    floorLine(examined),
    kind.kind === 'qa' ? recallLine(own) : '',
    letterLine(kind.positions, own),
    countLine(kind, examined),
    ...(kind.nulls ?? []).map(searchLine),
    ...Object.entries(kind.unshown ?? {}).map(([showing, reasons]) => unshownLine(showing, reasons)),
  ]
  return `${table}${lines.filter((line) => line !== '').join('\n')}\n`
}

function controlRow(score: Score, comparison: ControlComparison | undefined): readonly string[] {
  const difference =
    comparison === undefined
      ? ''
      : `${signedPoints(comparison.difference)} ${pointsInterval(comparison.interval)}`
  return [score.group ?? '', scoreCell(score), countText(score.n), difference, comparison?.verdict ?? '']
}

function nullRow(score: NullScore, examined: Score | undefined): readonly string[] {
  const isFloor = examined?.kind === 'scored' && examined.floor?.null === score.null
  const floor = examined?.kind === 'scored' ? examined.floor : undefined
  const difference =
    !isFloor || floor?.difference === undefined
      ? ''
      : `${signedPoints(floor.difference)}${floor.differenceInterval === undefined ? '' : ` ${pointsInterval(floor.differenceInterval)}`}`
  return [
    `null ${score.null}`,
    scoreCell(score),
    countText(score.n),
    difference,
    isFloor ? (floor?.verdict ?? '') : '',
  ]
}

function floorLine(score: Score | undefined): string {
  const floor = score?.kind === 'scored' ? score.floor : undefined
  if (score?.kind !== 'scored' || floor === undefined) return ''
  const chance = score.chance === undefined ? '' : ` Chance is ${percent(score.chance)}.`
  const lead = floor.difference === undefined ? '' : `; the subject less it ${signedPoints(floor.difference)}`
  return `Floor: ${floor.null}, ${percent(floor.value)} by text alone${lead}: ${floor.verdict ?? 'not compared'}.${chance}`
}

function recallLine(scores: readonly Score[]): string {
  const value = (metric: string, group?: string): string => {
    const found = scores.find((score) => score.metric === metric && score.group === group)
    return found?.kind === 'scored' ? valueWithInterval(found) : 'unscored'
  }
  return `Recall of yes ${value('class-recall', 'yes')}, of no ${value('class-recall', 'no')}; the majority answer has ${value('majority-share')} of the answers.`
}

function letterLine(positions: LetterBias | undefined, scores: readonly Score[]): string {
  if (positions === undefined || positions.bias === undefined) return ''
  const total = positions.letters.reduce((sum, { chosen }) => sum + chosen, 0)
  const chosen = positions.letters.map(({ letter, chosen: count }) => `${letter} ${percent(count / total)}`)
  const right = scores.flatMap((score) =>
    score.metric === 'accuracy-at' && score.kind === 'scored'
      ? [`${score.group} ${percent(score.value)}`]
      : [],
  )
  const test = [
    positions.chiSquare === undefined
      ? ''
      : `chi² ${positions.chiSquare.toFixed(1)} with ${positions.degreesOfFreedom}`,
    positions.p === undefined ? '' : `p ${positions.p.toPrecision(2)} by sign flips of clusters`,
  ].filter((part) => part !== '')
  return `Letters chosen: ${chosen.join(', ')} (${test.join('; ')}). Accuracy where the answer stands at ${right.join(', ')}.`
}

function countLine({ methods = {}, distinctQuestions }: ProbeKind, examined: Score | undefined): string {
  const parts: string[] = []
  if (distinctQuestions !== undefined)
    parts.push(
      `${countText(distinctQuestions)} distinct ${distinctQuestions === 1 ? 'question' : 'questions'}`,
    )
  if (examined?.kind === 'scored' && examined.clusters !== undefined) {
    parts.push(
      `${countText(examined.clusters)} clusters, ${(examined.effectiveClusters ?? 0).toFixed(1)} effective`,
    )
  }
  const used = Object.entries(methods).map(([method, count]) => `${method} ${countText(count)}`)
  if (used.length > 0) parts.push(`answers by ${used.join(', ')}`)
  return parts.length === 0 ? '' : `${parts.join('; ')}.`
}

function searchLine({ search, null: id }: NullScore): string {
  if (search === undefined) return ''
  if (search.rule === undefined) return `${id}: of ${countText(search.words)} words none makes a rule.`
  const p =
    search.p === undefined ? '' : `, p ${search.p.toPrecision(2)} by max-statistic permutation of clusters`
  return `${id}: ${printable(search.rule, { maxLength: 80 })}: ${percent(search.inSample)} where it was searched, of ${countText(search.words)} words${p}.`
}

function unshownLine(showing: string, reasons: Readonly<Record<string, number>>): string {
  const shown = Object.entries(reasons).map(([why, count]) => `${countText(count)} (${printable(why)})`)
  return `Not shown by ${showing}, unmeasured there: ${shown.join(', ')}.`
}

function tokenText({ tokens }: ProbeDetails): string {
  const { split } = tokens ?? {}
  if (split === undefined) return ''
  const named = split.first.map((part) => printable(part, { maxLength: 60 })).join(', ')
  return `Tokens of tools that this model writes as several: ${countText(split.split)} of ${countText(split.shown)} (${named}${split.split > split.first.length ? ', …' : ''}).\n`
}
