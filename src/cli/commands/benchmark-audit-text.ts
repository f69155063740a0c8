import { countText, percent, percentInterval } from '../../text/number-text.js'
import { printable } from '../../text/printable.js'
import { renderTable } from '../../text/table.js'
import type { BenchmarkAudit, PlacedFinding } from '../../validity/audit-benchmark.js'
import type { NullFloor } from '../../validity/floors/null-floor.js'

/** The catalog that an audit looked into. */
export interface AuditCatalog {
  readonly source: string
  readonly tools: number
  readonly fingerprint: string
  /** The items brought their tools; the real catalog may hold more. */
  readonly isFromItems: boolean
}

/** Items shown of each reason. */
const EXAMPLES = 3
const ID_WIDTH = 40

const VERDICTS: Readonly<Record<BenchmarkAudit['verdict'], string>> = {
  usable: 'USABLE',
  'usable-with-care': 'USABLE WITH CARE',
  'not-usable': 'NOT USABLE',
}

/** An audit for a terminal: the verdict, why, what knowing nothing scores, what was not looked at. */
export function textOfAudit(
  audit: BenchmarkAudit,
  catalog: AuditCatalog | undefined,
  output: string | undefined,
): string {
  const { benchmark, verdict, reasons, notes, counts, unchecked } = audit
  const kinds = Object.entries(counts.kinds).map(([kind, count]) => `${count} ${kind}`)
  const clusters =
    counts.clusters === undefined
      ? 'no clusters named'
      : `${counts.clusters.named} clusters, as good as ${counts.clusters.effective.toFixed(1)}`
  const where =
    catalog === undefined
      ? 'no catalog'
      : `catalog of ${countText(catalog.tools)} tools${catalog.isFromItems ? ' that the items bring' : ''}`
  return [
    `${printable(benchmark.name)}: ${VERDICTS[verdict]}\n`,
    `${kinds.join(', ')} items; ${clusters}; ${where}\n`,
    ...(reasons.length === 0 ? [] : ['\n', ...reasons.map(reasonText)]),
    ...(audit.nulls.length === 0
      ? []
      : ['\nWhat models score that know nothing, in percent:\n', nullTable(audit.nulls)]),
    ...(notes.length === 0 ? [] : ['\nWorth knowing:\n', ...notes.map(({ what }) => `  ${what}\n`)]),
    ...(unchecked.length === 0
      ? []
      : ['\nNot looked at:\n', ...unchecked.map(({ check, why }) => `  ${check}: ${why}\n`)]),
    ...(output === undefined ? [] : [`\nWritten: ${printable(output)}\n`]),
  ].join('')
}

function reasonText({ code, severity, what, items, count }: PlacedFinding): string {
  const shown = items.slice(0, EXAMPLES).map((id) => printable(id, { maxLength: ID_WIDTH }))
  const more = count > shown.length ? ', …' : ''
  const see = shown.length === 0 ? '' : `\n      see ${shown.join(', ')}${more}`
  return `${severity.padEnd(4)}  ${code}\n      ${what}${see}\n`
}

type ShownFloor = BenchmarkAudit['nulls'][number]

function nullTable(nulls: readonly ShownFloor[]): string {
  const groups = new Map<string, ShownFloor[]>()
  for (const floor of nulls) {
    const title = `${floor.kind}${floor.group === undefined ? '' : ` ${floor.group}`}, ${floor.metric}`
    groups.set(title, [...(groups.get(title) ?? []), floor])
  }
  const rows = [...groups].flatMap(([title, floors]) =>
    floors.map((floor, at) => [
      at === 0 ? title : '',
      floor.id,
      percent(floor.value),
      intervalText(floor),
      percent(floor.chance),
      blindText(floor),
    ]),
  )
  const isPartial = nulls.some(({ intervalOver }) => intervalOver === 'these-items')
  const table = renderTable({
    columns: [
      { title: '' },
      { title: 'null model' },
      { title: 'value', align: 'right' },
      { title: '95 %' },
      { title: 'chance', align: 'right' },
      { title: 'blind' },
    ],
    rows,
  })
  return isPartial ? `${table}* too few clusters for more than these items\n` : table
}

function intervalText({ interval, intervalOver }: ShownFloor): string {
  if (interval === undefined) return ''
  return `${percentInterval(interval)}${intervalOver === 'these-items' ? '*' : ''}`
}

function blindText({ blind, inSample }: Pick<NullFloor, 'blind' | 'inSample'>): string {
  const made = inSample === undefined ? '' : ` (${percent(inSample)} where it saw the answers)`
  if (blind === undefined) return made.trim()
  switch (blind.verdict) {
    case 'above':
      return `above chance, p ${blind.pAdjusted.toPrecision(2)}${made}`
    case 'below':
      return `below chance, p ${blind.pAdjusted.toPrecision(2)}${made}`
    case 'chance':
      return `not above chance${made}`
    case 'not-enough-data':
      return `not enough data${made}`
    default:
      return blind.verdict satisfies never
  }
}
