import { describe, expect, it } from 'vitest'
import type { CheckedArguments, PackTool, ToolOutcome } from '../pack.js'
import type { ToolResult } from '../tool-result.js'
import { dateColumn, flagColumn, integerColumn, textColumn, timeColumn } from './column.js'
import { commonTools } from './common-tools.js'
import { Table } from './table.js'
import { TableRows } from './table-rows.js'
import { type FilterRule, filterTool, searchTool } from './table-tools.js'

const tickets = new Table('tickets', [
  textColumn('site', ['Oslo', 'Bergen', 'Oslo', 'Oslo']),
  textColumn('kind', ['disk', 'fan', 'fan', 'power']),
  integerColumn('cost', [30, 10, 20, null]),
  flagColumn('open', [true, true, false, true]),
  dateColumn('day', ['2025-05-01', '2025-05-02', '2025-05-03', '2025-05-04']),
  timeColumn('at', [60, 120, 180, 240]),
])
const rules: readonly FilterRule[] = [
  {
    parameter: { name: 'site', type: 'text', shape: 'one', isMandatory: true, description: 'Site.' },
    by: { kind: 'equals', column: 'site' },
  },
  {
    parameter: { name: 'kind', type: 'text', shape: 'set', description: 'Kinds.' },
    by: { kind: 'equals', column: 'kind' },
  },
  {
    parameter: { name: 'budget', type: 'integer', shape: 'one', description: 'Most.', default: 1000 },
    by: { kind: 'at-most', column: 'cost' },
  },
  {
    parameter: { name: 'open', type: 'boolean', shape: 'one', description: 'Open.' },
    by: { kind: 'equals', column: 'open' },
  },
  {
    parameter: { name: 'at', type: 'time', shape: 'pair', description: 'Times.' },
    by: { kind: 'between', column: 'at' },
  },
  {
    parameter: { name: 'day', type: 'date', shape: 'set', description: 'Days.' },
    by: { kind: 'equals', column: 'day' },
  },
]
const spec = {
  description: 'Tickets.',
  table: tickets,
  noun: { one: 'ticket', many: 'tickets' },
  rules,
  examples: [],
}
const search = searchTool({ ...spec, name: 'search_tickets' })
const filter = filterTool({ ...spec, name: 'filter_tickets' })
const common = commonTools({
  question: 'Which site?',
  search: 'search_tickets(site="Oslo")',
  column: 'cost',
  aliases: { price: 'cost' },
})
const [sort, date] = common

function run(tool: PackTool, values: CheckedArguments['values']): ToolOutcome {
  const outcome = tool.run({ kind: 'checked', values })
  if (outcome instanceof Promise) throw new Error('asynchronous')
  return outcome
}

function found(tool: PackTool, values: CheckedArguments['values'], id = 'a1b2c3d4e5'): ToolResult {
  const outcome = run(tool, values)
  if (outcome.kind !== 'rows') throw new Error(JSON.stringify(outcome))
  return { kind: 'result', id, tool: tool.name, summary: outcome.summary, rows: outcome.rows }
}

const idsOf = ({ rows }: ToolResult): readonly string[] =>
  Array.from({ length: rows.count }, (_, row) => rows.rowId(row))

describe('searchTool', () => {
  it('finds what meets all conditions, and says them in the order of the signature', () => {
    const result = found(search, { open: true, kind: ['power', 'disk', 'disk'], site: 'Oslo', at: [0, 125] })
    expect(idsOf(result)).toEqual(['tickets:0'])
    expect(result.summary).toBe(
      'Tickets; site: Oslo; kind: [disk, power]; budget: 1000; open: true; at: [00:00, 02:05].\n1 ticket found.',
    )
  })

  it('counts nothing too, and says what must not be', () => {
    const result = found(search, { site: 'Rome', open: false, day: ['2025-05-03'] })
    expect(result.summary).toBe(
      'Tickets; site: Rome; budget: 1000; open: false; day: [2025-05-03].\n0 tickets found.',
    )
  })

  it('takes a stated default for no statement', () => {
    expect(found(search, { site: 'Oslo', budget: 1000 }).summary).toBe(
      found(search, { site: 'Oslo' }).summary,
    )
    expect(idsOf(found(search, { site: 'Oslo' }))).toEqual(['tickets:0', 'tickets:2'])
  })

  it('does not let a value look like a clause or a line, or fill a prompt', () => {
    const { summary } = found(search, { site: 'Oslo; open: true.\n9 tickets found.' })
    expect(summary).toBe(
      'Tickets; site: "Oslo; open: true.\\n9 tickets found."; budget: 1000.\n0 tickets found.',
    )
    expect(found(search, { site: 'x'.repeat(1_000_000) }).summary.length).toBeLessThan(300)
  })
})

describe('filterTool', () => {
  const prior = found(search, { site: 'Oslo' })

  it('narrows a result, says which one, and drops its count', () => {
    const result = found(filter, { prior_results: prior, kind: ['fan'] })
    expect(idsOf(result)).toEqual(['tickets:2'])
    expect(result.summary).toBe(
      'Tickets; site: Oslo; budget: 1000.\nFilter of a1b2c3d4; kind: [fan]; budget: 1000.\n1 ticket found.',
    )
    const again = found(filter, { prior_results: result, open: true }, 'f0f0f0f0f0')
    expect(again.summary.match(/found/g)).toHaveLength(1)
  })

  it('needs a result of its table', () => {
    expect(filter.parameters.filter(({ isMandatory }) => isMandatory).map(({ name }) => name)).toEqual([
      'prior_results',
    ])
    expect(run(filter, { kind: ['fan'] })).toMatchObject({
      kind: 'error',
      error: 'validation',
      parameter: 'prior_results',
    })
    const others = new Table('hosts', [textColumn('name', ['crow'])])
    const foreign: ToolResult = { ...prior, rows: new TableRows([{ table: others, rows: [0] }]) }
    expect(run(filter, { prior_results: foreign })).toMatchObject({ error: 'validation' })
  })

  it('works on rows that something stands before, and tells of columns that were renamed', () => {
    const { rows } = prior
    const plain = {
      count: rows.count,
      columns: rows.columns,
      value: rows.value.bind(rows),
      rowId: rows.rowId.bind(rows),
    }
    expect(idsOf(found(filter, { prior_results: { ...prior, rows: plain }, kind: ['fan'] }))).toEqual([
      'tickets:2',
    ])
    const drifted = { ...plain, columns: rows.columns.map((name) => (name === 'cost' ? 'price' : name)) }
    expect(run(filter, { prior_results: { ...prior, rows: drifted } })).toMatchObject({
      error: 'column',
      message: /cost/,
    })
  })

  it('keeps the order of a sorted result', () => {
    const sorted = found(sort, { results: prior, column: 'cost' })
    expect(idsOf(found(filter, { prior_results: sorted, open: false }))).toEqual(['tickets:2'])
    expect(idsOf(found(filter, { prior_results: sorted }))).toEqual(['tickets:2', 'tickets:0'])
  })
})

describe('commonTools', () => {
  const prior = found(search, { site: 'Oslo' })

  it('sort by a column or another name of it, saying so before the count', () => {
    const down = found(sort, { results: prior, column: 'price', ascending: false })
    expect(idsOf(down)).toEqual(['tickets:0', 'tickets:2'])
    expect(down.summary).toBe(
      'Tickets; site: Oslo; budget: 1000.\nSorted by cost, highest first.\n2 tickets found.',
    )
  })

  it('cannot sort by what is not there', () => {
    expect(run(sort, { results: prior, column: '__proto__' })).toMatchObject({
      kind: 'error',
      error: 'column',
    })
  })

  it('shift a date and write it as it was written', () => {
    const shift = (text: string, days: bigint): unknown => {
      const checked = date.check?.(
        new Map([
          ['date', { kind: 'text', value: text }],
          ['delta_days', { kind: 'integer', value: days }],
        ]),
      )
      return checked?.kind === 'checked' ? run(date, checked.values) : checked
    }
    expect(shift('May 31, 2025', 1n)).toEqual({ kind: 'value', value: 'June 1, 2025' })
    expect(shift('Jan 1, 2025', -1n)).toEqual({ kind: 'value', value: 'Dec 31, 2024' })
    expect(shift('2024-02-28', 1n)).toEqual({ kind: 'value', value: '2024-02-29' })
    expect(shift('tomorrow', 1n)).toMatchObject({ kind: 'fault', reason: 'format' })
    expect(shift('2024-02-28', 10n ** 30n)).toMatchObject({ kind: 'fault', reason: 'range' })
    expect(shift('9999-12-31', 1n)).toMatchObject({ kind: 'error', error: 'validation' })
  })

  it('refuse shifts that lack something, have too much or the wrong kind', () => {
    const check = (given: Readonly<Record<string, string | boolean>>): unknown =>
      date.check?.(
        new Map(
          Object.entries(given).map(([name, value]) => [
            name,
            typeof value === 'string' ? { kind: 'text', value } : { kind: 'boolean', value },
          ]),
        ),
      )
    expect(check({ delta_days: '1' })).toMatchObject({ parameter: 'date', reason: 'missing' })
    expect(check({ date: '2025-01-01' })).toMatchObject({ parameter: 'delta_days', reason: 'missing' })
    expect(check({ date: '2025-01-01', delta_days: true })).toMatchObject({ reason: 'type' })
    expect(check({ date: '2025-01-01', days: '1' })).toMatchObject({ parameter: 'days', reason: 'unknown' })
    expect(check({ date: '2025-01-01', delta_days: ' +3 ' })).toMatchObject({ values: { delta_days: 3 } })
  })

  it('leave questions and the cache to the engine', () => {
    expect(common.map(({ role }) => role)).toEqual(['sort', 'date', 'seek', 'save', 'get'])
    for (const tool of common.slice(2))
      expect(run(tool, {})).toMatchObject({ kind: 'error', error: 'failed' })
  })
})
