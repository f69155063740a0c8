import type { CheckedValue, ToolParameter } from '../../../src/agent/pack.js'
import type { Cells } from '../../../src/agent/tables/column.js'
import type { Condition } from '../../../src/agent/tables/condition.js'
import type { Table } from '../../../src/agent/tables/table.js'
import type { FilterRule } from '../../../src/agent/tables/table-tools.js'
import type { TravelFault } from '../faults.js'
import { AIRLINES, FLIGHT_CLASSES } from '../ontology.js'

/** Parameters of flights in the order of the signature. */
export function flightRules(faults: ReadonlySet<TravelFault>): readonly FilterRule[] {
  const hasDefaults = faults.has('layover-defaults')
  const bounds = faults.has('bounds-first-two') ? 'list' : 'pair'
  const shortest = hasDefaults ? { default: 60 } : {}
  return [
    airportRule('start', 'city', 'City of departure.'),
    airportRule('start', undefined, 'Airport of departure, its full name.'),
    airportRule('start', 'code', 'Airport of departure, its code of three letters.'),
    airportRule('end', 'city', 'City of arrival.'),
    airportRule('end', undefined, 'Airport of arrival, its full name.'),
    airportRule('end', 'code', 'Airport of arrival, its code of three letters.'),
    rule(
      {
        name: 'departure_date',
        type: 'date',
        shape: 'set',
        isMandatory: true,
        description: 'Dates of departure, any of them.',
      },
      'equals',
    ),
    rule(
      { name: 'departure_time', type: 'time', shape: bounds, description: 'Earliest and latest departure.' },
      'between',
    ),
    rule(
      { name: 'arrival_time', type: 'time', shape: bounds, description: 'Earliest and latest arrival.' },
      'between',
    ),
    rule(
      { name: 'arrival_date', type: 'date', shape: 'set', description: 'Dates of arrival, any of them.' },
      'equals',
    ),
    rule({ name: 'flight_id', type: 'text', shape: 'set', description: 'Flights by their ids.' }, 'equals'),
    rule(
      {
        name: 'airline',
        type: 'text',
        shape: 'set',
        description: 'Airlines, any of them.',
        choices: AIRLINES,
      },
      'equals',
    ),
    {
      parameter: {
        name: 'flight_class',
        type: 'text',
        shape: 'set',
        description: 'Classes, any of which the flight must offer.',
        choices: FLIGHT_CLASSES.map(({ name }) => name),
      },
      by: {
        kind: 'test',
        columns: presentColumns(),
        test: (value, _, table) => offersAny(table, namesIn(value)),
      },
    },
    {
      parameter: {
        name: 'budget',
        type: 'integer',
        shape: 'one',
        minimum: 0,
        description: 'Most dollars for a ticket of one of the asked classes, or of any.',
      },
      by: {
        kind: 'test',
        columns: FLIGHT_CLASSES.map(({ name }) => `${name}_class_price`),
        test: (value, { flight_class: classes }, table) =>
          costsAtMost(table, Number(value), namesIn(classes)),
      },
    },
    rule(
      {
        name: 'num_layovers',
        type: 'integer',
        shape: 'set',
        description: 'Numbers of layovers, any of them.',
        ...(hasDefaults ? { default: [0, 1] } : {}),
      },
      'equals',
    ),
    rule(
      { name: 'layover_1_city', type: 'text', shape: 'set', description: 'Cities of the first layover.' },
      'equals',
    ),
    rule(
      { name: 'layover_2_city', type: 'text', shape: 'set', description: 'Cities of the second layover.' },
      'equals',
    ),
    waitRule(1, shortest, faults),
    waitRule(2, shortest, faults),
    rule(
      {
        name: 'duration_minutes',
        type: 'integer',
        shape: 'one',
        minimum: 0,
        description: 'Most minutes from departure to arrival.',
      },
      'at-most',
    ),
  ]
}

/** Groups of which a search needs one each. */
export const FLIGHT_NEEDS: readonly (readonly string[])[] = (['start', 'end'] as const).map((side) => [
  `${side}_airport_city`,
  `${side}_airport`,
  `${side}_airport_code`,
])

function rule(parameter: ToolParameter, kind: 'equals' | 'between' | 'at-most'): FilterRule {
  return { parameter, by: { kind, column: parameter.name } }
}

function airportRule(
  side: 'start' | 'end',
  part: 'city' | 'code' | undefined,
  description: string,
): FilterRule {
  const name = `${side}_airport${part === undefined ? '' : `_${part}`}`
  const slot = side === 'start' ? 'origin' : 'destination'
  return rule({ name, type: 'text', shape: 'one', description, slot }, 'equals')
}

/** A limit on a layover says nothing of flights that have no such layover. */
function waitRule(
  place: 1 | 2,
  extra: Pick<ToolParameter, 'default'>,
  faults: ReadonlySet<TravelFault>,
): FilterRule {
  const name = `layover_${place}_duration_minutes`
  const parameter: ToolParameter = {
    name,
    type: 'integer',
    shape: 'one',
    minimum: 0,
    description: `Most minutes of the ${place === 1 ? 'first' : 'second'} layover of flights that have one.`,
    ...extra,
  }
  if (faults.has('missing-layover-fails')) return { parameter, by: { kind: 'at-most', column: name } }
  const test: Extract<Condition, { kind: 'test' }>['test'] = (value, _, table) => {
    const number = numbersOf(table, name)
    return (row) => (number(row) ?? 0) <= Number(value)
  }
  return { parameter, by: { kind: 'test', columns: [name], test } }
}

function presentColumns(): readonly string[] {
  return FLIGHT_CLASSES.map(({ name }) => `${name}_class_option_present`)
}

function offersAny(table: Table, classes: readonly string[]): (row: number) => boolean {
  const offered = classes.flatMap((name) => cellsOf(table, `${name}_class_option_present`) ?? [])
  return (row) => offered.some((cells) => cells[row] === 2)
}

/** A class that the flight does not have costs nothing that could be within a budget. */
function costsAtMost(table: Table, budget: number, classes: readonly string[]): (row: number) => boolean {
  const asked = classes.length === 0 ? FLIGHT_CLASSES.map(({ name }) => name) : classes
  const prices = asked.map((name) => numbersOf(table, `${name}_class_price`))
  return (row) => prices.some((price) => (price(row) ?? Number.POSITIVE_INFINITY) <= budget)
}

function namesIn(value: CheckedValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : []
}

function cellsOf(table: Table, name: string): Cells | undefined {
  const column = table.column(name)
  return column === undefined || column.kind === 'serial' ? undefined : column.cells
}

/** Numbers of a column by row, undefined where they are missing. */
function numbersOf(table: Table, name: string): (row: number) => number | undefined {
  const column = table.column(name)
  if (column?.kind !== 'integer') return () => undefined
  const { cells, base } = column
  return (row) => {
    const cell = cells[row] ?? 0
    return cell === 0 ? undefined : base + cell - 1
  }
}
