import { isResult } from '../canonical-arguments.js'
import type { CheckedArguments, PackTool, ToolOutcome, ToolParameter } from '../pack.js'
import type { ToolResult } from '../tool-result.js'
import { type Condition, rowTest } from './condition.js'
import { matchingPlaces, matchingRows, type RowTest } from './row-test.js'
import { type Clause, countLine, filterSummary, type Noun, searchSummary } from './summary.js'
import type { Table } from './table.js'
import { TableRows, tableRowsOf } from './table-rows.js'

/** A parameter, and what it asks of a row. */
export interface FilterRule {
  readonly parameter: ToolParameter
  readonly by: Condition
}

export interface TableToolSpec {
  readonly name: string
  readonly description: string
  readonly table: Table
  readonly noun: Noun
  /** In the order of the signature, which is the order of the clauses of a summary. */
  readonly rules: readonly FilterRule[]
  readonly needsOneOf?: readonly (readonly string[])[]
  readonly examples: readonly string[]
  /** Default: `STRICT_SUMMARIES`. */
  readonly summaries?: SummaryStyle
  /** What arguments that are right one by one have against each other. */
  readonly refuse?: (values: CheckedArguments['values']) => ToolOutcome | undefined
}

/** How what was found is put into words. */
export interface SummaryStyle {
  readonly search: (found: {
    readonly noun: Noun
    readonly clauses: readonly Clause[]
    readonly count: number
  }) => string
  readonly filter: (found: {
    readonly noun: Noun
    readonly prior: ToolResult
    readonly clauses: readonly Clause[]
    readonly count: number
  }) => string
}

/** Every condition, and the count whatever it is. */
export const STRICT_SUMMARIES: SummaryStyle = {
  search: ({ noun, clauses, count }) => searchSummary(noun, clauses, countLine(count, noun)),
  filter: ({ noun, prior, clauses, count }) => filterSummary(prior, clauses, countLine(count, noun)),
}

/** A search of a whole table: a conjunction over the given parameters. Rows come in the order of the table. */
export function searchTool(spec: TableToolSpec): PackTool {
  const { name, description, table, noun, rules, needsOneOf, examples, summaries = STRICT_SUMMARIES } = spec
  return {
    name,
    role: 'search',
    description,
    parameters: rules.map(({ parameter }) => parameter),
    ...(needsOneOf === undefined ? {} : { needsOneOf }),
    examples,
    run: ({ values }) => {
      const refused = spec.refuse?.(values)
      if (refused !== undefined) return refused
      const rows = matchingRows(table, rowTests(rules, values, table))
      return {
        kind: 'rows',
        rows: new TableRows([{ table, rows }]),
        summary: summaries.search({ noun, clauses: clausesOf(rules, values), count: rows.length }),
      }
    },
  }
}

/** What rows of several tables side by side are called. */
export const PAIRS: Noun = { one: 'pair', many: 'pairs' }

/** Name of the parameter that takes the result to be filtered. */
export const PRIOR_RESULTS = 'prior_results'

export interface FilterToolSpec extends Omit<TableToolSpec, 'needsOneOf'> {
  /** Tables beside which rows of this one may stand in a result, e.g. after a search for what is near. */
  readonly beside?: readonly Table[]
}

/** The same conditions on an earlier result, all of them optional; the rows keep their order. */
export function filterTool(spec: FilterToolSpec): PackTool {
  const { name, description, table, noun, rules, examples, beside = [], summaries = STRICT_SUMMARIES } = spec
  return {
    name,
    role: 'filter',
    description,
    parameters: [
      priorResults(noun),
      ...rules.map(({ parameter: { isMandatory: _, ...optional } }) => optional),
    ],
    examples,
    run: ({ values }) => {
      const refused = spec.refuse?.(values)
      if (refused !== undefined) return refused
      const prior = resultOf(values[PRIOR_RESULTS])
      if (prior === undefined) return wrongResult(noun)
      const reading = tableRowsOf(prior.rows, [table, ...beside])
      if (reading.kind === 'lost') return lostRows(reading.column, noun)
      const side = reading.rows.sides.find((candidate) => candidate.table === table)
      if (side === undefined) return wrongResult(noun)
      const places = matchingPlaces(side.rows, rowTests(rules, values, table))
      return {
        kind: 'rows',
        rows: reading.rows.at(places),
        summary: summaries.filter({
          noun: reading.rows.sides.length > 1 ? PAIRS : noun,
          prior,
          clauses: clausesOf(rules, values),
          count: places.length,
        }),
      }
    },
  }
}

function priorResults({ many }: Noun): ToolParameter {
  return {
    name: PRIOR_RESULTS,
    type: 'result',
    shape: 'one',
    isMandatory: true,
    description: `Result of an earlier call that holds ${many}.`,
  }
}

/** A checked argument that is a single result. */
export function resultOf(value: CheckedArguments['values'][string] | undefined): ToolResult | undefined {
  return isResult(value) ? value : undefined
}

function wrongResult({ many }: Noun, parameter = PRIOR_RESULTS): ToolOutcome {
  return {
    kind: 'error',
    error: 'validation',
    parameter,
    message: `${parameter} must be a result that holds ${many}.`,
  }
}

/** Outcome for a result whose rows cannot be found again in their table. */
export function lostRows(column: string | undefined, noun: Noun, parameter = PRIOR_RESULTS): ToolOutcome {
  if (column === undefined) return wrongResult(noun, parameter)
  return { kind: 'error', error: 'column', parameter, message: `The rows have no column ${column}.` }
}

/** A default counts as given: a call that states it is the same call. */
function rowTests(
  rules: readonly FilterRule[],
  values: CheckedArguments['values'],
  table: Table,
): readonly RowTest[] {
  return rules.flatMap(({ parameter, by }) => {
    const value = values[parameter.name] ?? parameter.default
    return value === undefined || value === null ? [] : [rowTest(by, value, { table, values })]
  })
}

function clausesOf(rules: readonly FilterRule[], values: CheckedArguments['values']): readonly Clause[] {
  return rules.flatMap(({ parameter }) => {
    const value = values[parameter.name] ?? parameter.default
    return value === undefined || value === null ? [] : [{ parameter, value }]
  })
}
