import type { Score } from '../../score/score.js'
import { csvLine } from '../../text/csv.js'
import { printable } from '../../text/printable.js'
import type { ReportDocument } from '../document.js'
import type { ItemRow } from '../pages/items-page.js'

const SCORE_COLUMNS =
  'source,subject,benchmark,page,metric,k,tier,group,value,low,high,interval_of,n,clusters,chance,ceiling,floor,floor_null,floor_verdict,unscored,scorer,scorer_version'

const ITEM_COLUMNS = 'source,benchmark,item,kind,variant,trial,verdict,value,outcome,level,cluster,tools,said'

/**
 * Headline scores as CSV (RFC 4180), proportions as they are. Cells that a spreadsheet would take for formulas begin with an
 * apostrophe.
 */
export function* renderScoresCsv({ pages }: ReportDocument): Generator<string> {
  yield `${SCORE_COLUMNS}\r\n`
  const names = namesOf(pages)
  for (const { source, subject, benchmark, page, score } of pages?.overview.scores ?? []) {
    yield csvLine([names.get(source) ?? source, subject, benchmark, page, ...scoreCells(score)])
  }
}

/** Samples as CSV, a line each. */
export function* renderItemsCsv({ pages }: ReportDocument): Generator<string> {
  yield `${ITEM_COLUMNS}\r\n`
  const names = namesOf(pages)
  for (const row of pages?.items?.rows ?? [])
    yield csvLine([names.get(row.source) ?? row.source, ...itemCells(row)])
}

/** Names of folders are for people; ids of items stay as they are, to be looked up. */
function namesOf(pages: ReportDocument['pages']): ReadonlyMap<string, string> {
  return new Map(pages?.sources.map(({ id, name }) => [id, printable(name)]))
}

function scoreCells(score: Score): readonly string[] {
  const { metric, k, tier, group, n, scorer } = score
  const about = [metric, number(k), tier ?? '', group ?? '']
  const by = [scorer.name, String(scorer.version)]
  if (score.kind === 'unscored') {
    return [...about, '', '', '', '', String(n), '', '', '', '', '', '', score.reason, ...by]
  }
  const { value, interval, itemInterval, clusters, chance, ceiling, floor } = score
  const [low, high] = interval ?? itemInterval ?? []
  const covers =
    interval === undefined ? (itemInterval === undefined ? '' : 'these items only') : 'items like these'
  return [
    ...about,
    String(value),
    number(low),
    number(high),
    covers,
    String(n),
    number(clusters),
    number(chance),
    number(ceiling),
    number(floor?.value),
    floor?.null ?? '',
    floor?.verdict ?? '',
    '',
    ...by,
  ]
}

function itemCells({
  benchmark,
  item,
  kind,
  variant,
  trial,
  verdict,
  value,
  outcome,
  level,
  cluster,
  tools,
  said,
}: ItemRow): readonly string[] {
  return [
    benchmark,
    item,
    kind ?? '',
    variant ?? '',
    String(trial),
    verdict,
    number(value),
    outcome,
    level ?? '',
    cluster ?? '',
    tools.join('; '),
    said,
  ]
}

function number(value: number | undefined): string {
  return value === undefined ? '' : String(value)
}
