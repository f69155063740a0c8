import type { LadderDocument } from '../../ladder/ladder-document.js'
import type { RungResult, RungTable } from '../../ladder/rung.js'
import type { RungFinding } from '../../ladder/rung-finding.js'
import { valueWithInterval } from '../../report/score-text.js'
import type { Score } from '../../score/score.js'
import { percent } from '../../text/number-text.js'
import { printable } from '../../text/printable.js'
import { renderTable } from '../../text/table.js'

export interface LadderTextOptions {
  /** The ladder's folder. */
  readonly folder: string
  /** Every table, not only the short ones. */
  readonly isWhole: boolean
}

/** Rows of a table that a terminal is shown unless all are wanted. */
const SHORT_ROWS = 14
const CITED = 5
/** Tables of the corpus that a terminal is shown unless all are wanted. */
const HEADLINES: ReadonlySet<string> = new Set(['corpus', 'corpus-tools', 'corpus-templates'])
const WIDEST_CELL = 60

/** A ladder for people: the verdict first, then the rungs in order. */
export function textOfLadder(document: LadderDocument, { folder, isWhole }: LadderTextOptions): string {
  const { subject, corpus, rungs, batteries } = document
  const who = subject === null ? 'no subject' : printable(subject.label)
  const lines = [
    `${who} on ${corpus.isPractice === true ? 'the practice corpus' : printable(corpus.path)} (${corpus.rows} rows, dialect ${corpus.dialect}, ${corpus.tools.length} tools)`,
    '',
    ...verdictLines(document),
    '',
    ...tablesOf(
      isWhole ? corpus.statistics : corpus.statistics.filter(({ id }) => HEADLINES.has(id)),
      isWhole,
    ),
    batteryTable(batteries),
    ...rungs.flatMap((rung) => rungLines(rung, isWhole)),
    `Written: ${printable(folder)}`,
  ]
  return `${lines.join('\n')}\n`
}

function verdictLines({ verdict, decidedBy, because, caveats, next, needed }: LadderDocument): string[] {
  return [
    `VERDICT  ${verdict}${decidedBy === null ? '' : `  (decided by rung ${decidedBy})`}`,
    `  ${printable(because)}`,
    ...caveats.map((caveat) => `  note: ${printable(caveat)}`),
    ...(needed ?? []).map(({ metric, n }) => `  needed: about ${n} cases for ${metric}`),
    ...next.flatMap(({ what, command }) => [
      `  next: ${printable(what)}`,
      ...(command === undefined ? [] : [`        ${printable(command)}`]),
    ]),
  ]
}

function batteryTable(batteries: LadderDocument['batteries']): string {
  if (batteries.length === 0) return ''
  return renderTable({
    columns: [
      { title: 'battery' },
      { title: 'cases', align: 'right' },
      { title: 'answered', align: 'right' },
      { title: 'missing', align: 'right' },
      { title: 'why', maxWidth: WIDEST_CELL },
    ],
    rows: batteries.map(({ id, cases, answered, missing, why }) => [
      id,
      String(cases),
      String(answered),
      String(missing),
      why ?? '',
    ]),
  })
}

function rungLines(rung: RungResult, isWhole: boolean): string[] {
  const { id, name, claim, verdict, summary, evidence, findings, tables } = rung
  return [
    `RUNG ${id}  ${name}: ${verdict}`,
    `  claim: ${claim}`,
    `  ${printable(summary)}`,
    '',
    ...(evidence.length === 0 ? [] : [evidenceTable(evidence)]),
    ...findings.flatMap(findingLines),
    ...(findings.length === 0 ? [] : ['']),
    ...tablesOf(tables, isWhole),
  ]
}

function evidenceTable(evidence: readonly Score[]): string {
  const hasFloors = evidence.some((score) => score.kind === 'scored' && score.floor !== undefined)
  return renderTable({
    columns: [
      { title: 'measure' },
      { title: 'of' },
      { title: 'value' },
      { title: 'n', align: 'right' },
      { title: 'clusters', align: 'right' },
      ...(hasFloors ? [{ title: 'floor' }, { title: 'against the floor' }] : []),
    ],
    rows: evidence.map((score) => [
      score.metric,
      score.group ?? '',
      valueCell(score),
      String(score.n),
      score.kind === 'scored' && score.clusters !== undefined ? String(score.clusters) : '',
      ...(hasFloors ? floorCells(score) : []),
    ]),
  })
}

function valueCell(score: Score): string {
  if (score.kind === 'unscored') return `unscored: ${score.reason}`
  const isItemsOnly = score.interval === undefined && score.itemInterval !== undefined
  if (score.unit === 'probability' && score.value < 0.001) return score.value.toExponential(2)
  if (score.unit !== 'proportion' && score.unit !== 'probability') return plain(score)
  return `${valueWithInterval(score)}${isItemsOnly ? ' (these cases only)' : ''}`
}

function plain({ value, interval, itemInterval }: Extract<Score, { kind: 'scored' }>): string {
  const shown = interval ?? itemInterval
  const text = value.toPrecision(4)
  return shown === undefined ? text : `${text} [${shown.map((bound) => bound.toPrecision(4)).join(', ')}]`
}

function floorCells(score: Score): readonly string[] {
  if (score.kind === 'unscored' || score.floor === undefined) return ['', '']
  const { floor } = score
  return [`${percent(floor.value)} ${floor.null}`, floor.verdict ?? '']
}

const WEIGHT: Readonly<Record<RungFinding['severity'], string>> = {
  blocking: 'BLOCKS',
  warn: 'warns ',
  info: 'note  ',
}

function findingLines({ code, severity, what, cases }: RungFinding): string[] {
  const cited = cases.slice(0, CITED).map((id) => printable(id, { maxLength: WIDEST_CELL }))
  const more = cases.length > CITED ? ', …' : ''
  return [
    `  ${WEIGHT[severity]} ${code}: ${printable(what)}`,
    ...(cited.length === 0 ? [] : [`         e.g. ${cited.join(', ')}${more}`]),
  ]
}

function tablesOf(tables: readonly RungTable[], isWhole: boolean): string[] {
  return tables.flatMap(({ title, columns, rows, note }) => {
    const shown = isWhole ? rows : rows.slice(0, SHORT_ROWS)
    const left = rows.length - shown.length
    return [
      title,
      renderTable({
        columns: columns.map((column) => ({ title: column, maxWidth: WIDEST_CELL })),
        rows: shown.map((row) => row.map(cellText)),
      }).trimEnd(),
      ...(left > 0 ? [`… ${left} more rows: --all, or ladder.json`] : []),
      ...(note === undefined ? [] : [printable(note)]),
      '',
    ]
  })
}

function cellText(cell: string | number | null): string {
  if (cell === null) return '–'
  if (typeof cell === 'string') return cell
  if (Number.isInteger(cell)) return String(cell)
  return Math.abs(cell) < 0.001 ? cell.toExponential(2) : cell.toPrecision(4)
}
