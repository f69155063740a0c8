import type { CheckedArguments, PackTool, ToolOutcome } from '../pack.js'
import type { ResultRows } from '../tool-result.js'
import { checkDateShift, DATE_SHIFT_PARAMETERS, shiftDate } from './date-shift.js'
import { sortedPlaces } from './sorted-rows.js'
import { countLine, countOfSummary, withoutCount } from './summary.js'
import { TableRows } from './table-rows.js'
import { resultOf } from './table-tools.js'

export interface CommonToolsSpec {
  /** Example of a question, in the words of the pack. */
  readonly question: string
  /** A call in Python whose result the examples sort and save, e.g. `search_hosts(site="Oslo")`. */
  readonly search: string
  /** A column that those rows have. */
  readonly column: string
  /** Names under which a column may be asked for too, e.g. `rating_hotels` for `rating`. */
  readonly aliases?: Readonly<Record<string, string>>
  /** What a summary says of the order. Default: `Sorted by price, lowest first.` */
  readonly sortedLine?: (column: string, isAscending: boolean) => string
}

type CommonTools = readonly [sort: PackTool, date: PackTool, seek: PackTool, save: PackTool, get: PackTool]

/** The five tools that every pack has: sort, shift a date, ask the user, save and get. */
export function commonTools(spec: CommonToolsSpec): CommonTools {
  return [sortTool(spec), dateTool, seekTool(spec), saveTool(spec), getTool(spec)]
}

function sortTool({ search, column, aliases = {}, sortedLine = lineOfOrder }: CommonToolsSpec): PackTool {
  return {
    name: 'sort_results',
    role: 'sort',
    description: 'Sorts the rows of an earlier result by one of their columns; missing values come last.',
    parameters: [
      { name: 'results', type: 'result', shape: 'one', isMandatory: true, description: 'Result to sort.' },
      { name: 'column', type: 'text', shape: 'one', isMandatory: true, description: 'Name of the column.' },
      {
        name: 'ascending',
        type: 'boolean',
        shape: 'one',
        default: true,
        description: 'Whether the lowest value comes first.',
      },
    ],
    examples: [
      `found = ${search}\nbest_first = sort_results(results=found, column="${column}", ascending=False)`,
    ],
    run: ({ values }) => sortRows(values, { aliases, sortedLine }),
  }
}

function lineOfOrder(column: string, isAscending: boolean): string {
  return `Sorted by ${column}, ${isAscending ? 'lowest' : 'highest'} first.`
}

function sortRows(
  values: CheckedArguments['values'],
  { aliases, sortedLine }: Required<Pick<CommonToolsSpec, 'aliases' | 'sortedLine'>>,
): ToolOutcome {
  const prior = resultOf(values.results)
  const asked = values.column
  if (prior === undefined || typeof asked !== 'string') {
    return { kind: 'error', error: 'validation', parameter: 'results', message: 'results must be a result.' }
  }
  const isAscending = values.ascending !== false
  const column = prior.rows.columns.includes(asked) ? asked : (aliases[asked] ?? asked)
  const places = sortedPlaces(prior.rows, column, isAscending)
  if (places === undefined) {
    const shown = JSON.stringify(asked.slice(0, 40))
    return {
      kind: 'error',
      error: 'column',
      parameter: 'column',
      message: `The rows have no column ${shown}.`,
    }
  }
  const count = countOfSummary(prior.summary) ?? countLine(prior.rows.count, { one: 'row', many: 'rows' })
  return {
    kind: 'rows',
    rows: rowsAt(prior.rows, places),
    summary: `${withoutCount(prior.summary)}\n${sortedLine(column, isAscending)}\n${count}`,
  }
}

/** Rows at these places, whatever they are. */
function rowsAt(rows: ResultRows, places: Uint32Array): ResultRows {
  if (rows instanceof TableRows) return rows.at(places)
  return {
    count: places.length,
    columns: rows.columns,
    value: (row, column) => rows.value(places[row] ?? -1, column),
    rowId: (row) => rows.rowId(places[row] ?? -1),
  }
}

const dateTool: PackTool = {
  name: 'adjust_date',
  role: 'date',
  description: 'Gives the date so many days later, or earlier, written as the given one is.',
  parameters: DATE_SHIFT_PARAMETERS,
  examples: ['return_date = adjust_date(date="May 18, 2025", delta_days=-2)'],
  check: checkDateShift,
  run: ({ values }) => shiftDate(values),
}

function seekTool({ question }: CommonToolsSpec): PackTool {
  return {
    name: 'seek_information',
    role: 'seek',
    description: 'Asks the user for what is missing and mandatory.',
    parameters: [
      { name: 'query', type: 'text', shape: 'one', isMandatory: true, description: 'The question.' },
    ],
    examples: [`seek_information(${JSON.stringify(question)})`],
    run: engineOnly,
  }
}

function saveTool({ search }: CommonToolsSpec): PackTool {
  return {
    name: 'save_to_cache',
    role: 'save',
    description: 'Keeps a result for later turns, under a key of its own.',
    parameters: [
      { name: 'key', type: 'text', shape: 'one', isMandatory: true, description: 'Key, used only once.' },
      { name: 'value', type: 'result', shape: 'one', isMandatory: true, description: 'Result to keep.' },
    ],
    examples: [`found = ${search}\nsave_to_cache(key="found", value=found)`],
    run: engineOnly,
  }
}

function getTool({ search }: CommonToolsSpec): PackTool {
  return {
    name: 'get_results_from_cache',
    role: 'get',
    description: 'Gives back a result that was kept.',
    parameters: [
      { name: 'key', type: 'text', shape: 'one', isMandatory: true, description: 'Key it was kept under.' },
    ],
    examples: [
      `save_to_cache(key="earlier", value=${search})\nearlier = get_results_from_cache(key="earlier")`,
    ],
    run: engineOnly,
  }
}

/** The engine keeps the cache and hears the questions; it never comes here. */
function engineOnly(): ToolOutcome {
  return { kind: 'error', error: 'failed', message: 'This tool is carried out by the engine.' }
}
