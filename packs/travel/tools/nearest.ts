import type { CheckedArguments, PackTool, ToolOutcome, ToolParameter } from '../../../src/agent/pack.js'
import { clauseText, countLine, fingerprint, withoutCount } from '../../../src/agent/tables/summary.js'
import { TableRows, tableRowsOf } from '../../../src/agent/tables/table-rows.js'
import { lostRows, PAIRS, resultOf } from '../../../src/agent/tables/table-tools.js'
import type { ToolResult } from '../../../src/agent/tool-result.js'
import type { TravelFault } from '../faults.js'
import { greatCircleMiles } from '../great-circle.js'
import type { TravelTables } from '../knowledge/knowledge-base.js'
import { pairsByName } from '../released/pairs-by-name.js'
import {
  emptyPairs,
  NEAR_DOMAINS,
  type NearDomain,
  type NearSide,
  type Pairs,
  placesByName,
  placesOf,
  roundMiles,
  singular,
} from './near-side.js'

/** Of every row of the grouped domain, so many nearest rows of the other: all pairs of a large city would be 95,000. */
const NEAREST_COUNT = 10

/** Most pairs that distances are computed for, ten times those of the largest city. */
const MAX_PAIRS = 1_000_000

const PARAMETERS: readonly ToolParameter[] = [
  ...NEAR_DOMAINS.map(
    (name): ToolParameter => ({
      name,
      type: 'result',
      shape: 'one',
      description: `Result that holds ${name}; exactly two of the three are given.`,
    }),
  ),
  {
    name: 'groupBy',
    type: 'text',
    shape: 'one',
    isMandatory: true,
    description: 'What the rows are grouped by.',
    choices: NEAR_DOMAINS.map(singular),
  },
]

/** Search for what is near: rows of two results side by side with the distance between them. */
export function nearestTool(tables: TravelTables, faults: ReadonlySet<TravelFault>): PackTool {
  return {
    name: 'search_nearest',
    role: 'nearest',
    description: `Pairs the rows of two results with the miles between them: for every row that is grouped by, the ${NEAREST_COUNT} nearest of the other.`,
    parameters: PARAMETERS,
    examples: [
      'hotels = search_hotels(city="Boise", checkin_date=["May 18, 2025"], checkout_date=["May 20, 2025"])\nrestaurants = search_restaurants(city="Boise")\nnear = search_nearest(hotels=hotels, restaurants=restaurants, groupBy="hotel")',
    ],
    run: ({ values }) => runNearest(values, tables, faults),
  }
}

function runNearest(
  values: CheckedArguments['values'],
  tables: TravelTables,
  faults: ReadonlySet<TravelFault>,
): ToolOutcome {
  const given = NEAR_DOMAINS.filter((domain) => values[domain] !== undefined)
  if (given.length !== 2) {
    return {
      kind: 'error',
      error: 'validation',
      message: 'Exactly two of hotels, restaurants and attractions are given.',
    }
  }
  const groupBy = NEAR_DOMAINS.find((domain) => singular(domain) === values.groupBy)
  const refused = refuseGroup(groupBy, given, faults)
  if (refused !== undefined) return refused
  const sides: NearSide[] = []
  for (const domain of given) {
    const side = sideOf(domain, resultOf(values[domain]), tables)
    if ('kind' in side) return side
    sides.push(side)
  }
  const grouped = sides.find(({ domain }) => domain === groupBy)
  const other = sides.find(({ domain }) => domain !== groupBy)
  if (grouped === undefined || other === undefined)
    return { kind: 'error', error: 'failed', message: 'No pairs.' }
  if (grouped.rows.length * other.rows.length > MAX_PAIRS) {
    return {
      kind: 'error',
      error: 'validation',
      message: 'The two results have too many rows to be paired; filter them first.',
    }
  }
  const pairs = faults.has('nearest-by-name') ? pairsByName(grouped, other) : nearestPairs(grouped, other)
  const rows = pairRows(grouped, other, pairs, given)
  return { kind: 'rows', rows, summary: nearestSummary(sides, String(values.groupBy), rows.count, faults) }
}

function refuseGroup(
  groupBy: NearDomain | undefined,
  given: readonly NearDomain[],
  faults: ReadonlySet<TravelFault>,
): ToolOutcome | undefined {
  const isInside = groupBy !== undefined && given.includes(groupBy)
  if (faults.has('nearest-attraction-group')) {
    const isForgotten = groupBy === 'attractions' && !given.includes('hotels')
    return isInside && !isForgotten
      ? undefined
      : { kind: 'error', error: 'failed', message: 'The tool failed: its result was never assigned.' }
  }
  if (isInside) return undefined
  const message = '"groupBy" must name one of the two results.'
  return { kind: 'error', error: 'validation', parameter: 'groupBy', message }
}

function sideOf(
  domain: NearDomain,
  result: ToolResult | undefined,
  tables: TravelTables,
): NearSide | ToolOutcome {
  const noun = { one: singular(domain), many: domain }
  if (result === undefined) return lostRows(undefined, noun, domain)
  const table = tables[domain]
  const reading = tableRowsOf(result.rows, [
    table,
    ...Object.values(tables).filter((other) => other !== table),
  ])
  if (reading.kind === 'lost') return lostRows(reading.column, noun, domain)
  const side = reading.rows.sides.find((candidate) => candidate.table === table)
  if (side === undefined) return lostRows(undefined, noun, domain)
  return { domain, result, table, rows: Uint32Array.from(new Set(Array.from(side.rows))) }
}

/** The nearest rows of `other` for every row of `grouped`, by name of the latter, then by distance. */
function nearestPairs(grouped: NearSide, other: NearSide): Pairs {
  const from = placesOf(grouped)
  const to = placesOf(other)
  const kept = Math.min(NEAREST_COUNT, to.length)
  const pairs: Pairs = emptyPairs(kept * from.length)
  let at = 0
  for (const place of placesByName(grouped)) {
    const start = from[place]
    const miles = to.map((end) => (start === undefined ? 0 : greatCircleMiles(start, end)))
    const nearest = Array.from(miles, (_, index) => index).sort(
      (left, right) => (miles[left] ?? 0) - (miles[right] ?? 0) || left - right,
    )
    for (const index of nearest.slice(0, kept)) {
      pairs.grouped[at] = grouped.rows[place] ?? 0
      pairs.other[at] = other.rows[index] ?? 0
      pairs.miles[at++] = roundMiles(miles[index] ?? 0)
    }
  }
  return pairs
}

/** Sides in the order of the signature, whichever is grouped by. */
function pairRows(grouped: NearSide, other: NearSide, pairs: Pairs, given: readonly NearDomain[]): TableRows {
  const sides = [
    { domain: grouped.domain, table: grouped.table, rows: pairs.grouped },
    { domain: other.domain, table: other.table, rows: pairs.other },
  ].sort((left, right) => given.indexOf(left.domain) - given.indexOf(right.domain))
  return new TableRows(sides, [{ name: 'distance_miles', values: pairs.miles }])
}

function nearestSummary(
  sides: readonly NearSide[],
  groupBy: string,
  count: number,
  faults: ReadonlySet<TravelFault>,
): string {
  const about = sides.map(({ domain, result }) =>
    faults.has('no-fingerprint') ? domain : `${domain} ${fingerprint(result)}`,
  )
  const [groupClause] = PARAMETERS.slice(-1).map((parameter) => clauseText({ parameter, value: groupBy }))
  const lines = [
    `Nearest; ${about.join(' and ')}; ${groupClause ?? ''}.`,
    ...sides.map(({ result }) => withoutCount(result.summary)),
  ]
  if (count > 0 || !faults.has('no-count-at-zero')) lines.push(countLine(count, PAIRS))
  return lines.join('\n')
}
