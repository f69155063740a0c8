import type { CheckedArguments, PackTool, ToolOutcome, ToolParameter } from '../../../src/agent/pack.js'
import { type Clause, countLine, searchSummary } from '../../../src/agent/tables/summary.js'
import type { Table } from '../../../src/agent/tables/table.js'
import { TableRows, tableRowsOf } from '../../../src/agent/tables/table-rows.js'
import { lostRows, resultOf } from '../../../src/agent/tables/table-tools.js'
import type { DeskTables } from '../knowledge/make-tables.js'

/** Far above what a site and a product give: some 15 hosts and 300 vulnerabilities. */
const MOST_PAIRS = 200_000

const NOUN = { one: 'affected host', many: 'affected hosts' }

const parameters: readonly ToolParameter[] = [
  { name: 'hosts', type: 'result', shape: 'one', isMandatory: true, description: 'Result that holds hosts.' },
  {
    name: 'vulnerabilities',
    type: 'result',
    shape: 'one',
    isMandatory: true,
    description: 'Result that holds vulnerabilities.',
  },
  {
    name: 'group_by',
    type: 'text',
    shape: 'one',
    default: 'host',
    choices: ['host', 'vulnerability'],
    description: 'Which side keeps together; within it the highest score, or the first host, comes first.',
  },
]

/** Pairs a host with each vulnerability of the product and version that it runs. */
export function affectedTool({ hosts, vulnerabilities }: DeskTables, examples: readonly string[]): PackTool {
  return {
    name: 'search_affected',
    role: 'nearest',
    description:
      'Pairs hosts with the vulnerabilities that they have: same product, version below the fixed one.',
    parameters,
    examples,
    run: ({ values }) => {
      const left = rowsIn(values.hosts, hosts, 'hosts', [hosts, vulnerabilities])
      if ('kind' in left) return left
      const right = rowsIn(values.vulnerabilities, vulnerabilities, 'vulnerabilities', [
        hosts,
        vulnerabilities,
      ])
      if ('kind' in right) return right
      const pairs = pairsOf({ hosts, vulnerabilities }, left.rows, right.rows)
      if (pairs === undefined) {
        const message = `These are more than ${MOST_PAIRS} pairs; narrow one of the results first.`
        return { kind: 'error', error: 'validation', message }
      }
      const order = values.group_by === 'vulnerability' ? byVulnerability : byHost
      pairs.sort((a, b) => order(a, b) || a.host - b.host || a.vulnerability - b.vulnerability)
      return {
        kind: 'rows',
        rows: new TableRows([
          { table: hosts, rows: Uint32Array.from(pairs, ({ host }) => host) },
          { table: vulnerabilities, rows: Uint32Array.from(pairs, ({ vulnerability }) => vulnerability) },
        ]),
        summary: searchSummary(NOUN, clausesOf(values), countLine(pairs.length, NOUN)),
      }
    },
  }
}

function clausesOf(values: CheckedArguments['values']): readonly Clause[] {
  return parameters.flatMap((parameter) => {
    const value = values[parameter.name] ?? parameter.default
    return value === undefined ? [] : [{ parameter, value }]
  })
}

/** The distinct rows of one table in a result, rising. */
function rowsIn(
  value: CheckedArguments['values'][string] | undefined,
  table: Table,
  parameter: string,
  tables: readonly Table[],
): { readonly rows: readonly number[] } | ToolOutcome {
  const noun = { one: parameter, many: parameter }
  const result = resultOf(value)
  if (result === undefined) return lostRows(undefined, noun, parameter)
  const reading = tableRowsOf(result.rows, tables)
  if (reading.kind === 'lost') return lostRows(reading.column, noun, parameter)
  const side = reading.rows.sides.find((one) => one.table === table)
  if (side === undefined) return lostRows(undefined, noun, parameter)
  return { rows: [...new Set(Array.from(side.rows))].sort((a, b) => a - b) }
}

interface Pair {
  readonly host: number
  readonly vulnerability: number
  readonly hostname: string
  readonly score: number
}

function pairsOf(
  { hosts, vulnerabilities }: Pick<DeskTables, 'hosts' | 'vulnerabilities'>,
  hostRows: readonly number[],
  vulnerabilityRows: readonly number[],
): Pair[] | undefined {
  const byProduct = new Map<unknown, number[]>()
  for (const row of vulnerabilityRows) {
    const product = vulnerabilities.value(row, 'product')
    const known = byProduct.get(product)
    if (known === undefined) byProduct.set(product, [row])
    else known.push(row)
  }
  const pairs: Pair[] = []
  for (const host of hostRows) {
    const version = Number(hosts.value(host, 'version'))
    const hostname = String(hosts.value(host, 'hostname'))
    for (const vulnerability of byProduct.get(hosts.value(host, 'product')) ?? []) {
      if (version >= Number(vulnerabilities.value(vulnerability, 'fixed_in'))) continue
      if (pairs.length >= MOST_PAIRS) return undefined
      pairs.push({
        host,
        vulnerability,
        hostname,
        score: Number(vulnerabilities.value(vulnerability, 'cvss')),
      })
    }
  }
  return pairs
}

function byHost(a: Pair, b: Pair): number {
  if (a.hostname !== b.hostname) return a.hostname < b.hostname ? -1 : 1
  return b.score - a.score
}

/** Ids rise with the rows. */
function byVulnerability(a: Pair, b: Pair): number {
  return a.vulnerability - b.vulnerability || (a.hostname < b.hostname ? -1 : 1)
}
