import type { CheckedArguments, CheckedValue, ToolOutcome, ToolParameter } from '../../../src/agent/pack.js'
import type { Condition } from '../../../src/agent/tables/condition.js'
import { dayOf } from '../../../src/agent/tables/day.js'
import type { Table } from '../../../src/agent/tables/table.js'
import type { FilterRule } from '../../../src/agent/tables/table-tools.js'
import type { TravelFault } from '../faults.js'
import { AMENITIES, ATTRACTION_TYPES, CUISINES, DIETS } from '../ontology.js'

type Faults = ReadonlySet<TravelFault>

/** Parameters of hotels in the order of the signature; a filter has neither city nor state. */
export function hotelRules(faults: Faults): readonly FilterRule[] {
  const bounds = faults.has('bounds-first-two') ? 'list' : 'pair'
  return [
    ...placeRules(faults),
    stayRule('checkin_date', 'Dates of arrival, any of them.', faults),
    stayRule('checkout_date', 'Dates of departure, any of them.', faults),
    numberRule(
      'num_rooms',
      { kind: 'at-least', column: 'num_rooms_available' },
      'Rooms that must be free.',
      1,
    ),
    numberRule(
      'num_people',
      { kind: 'at-least', column: 'max_occupancy' },
      'Guests that a room must hold.',
      1,
    ),
    numberRule('budget', { kind: 'at-most', column: 'price_per_night' }, 'Most dollars for a night.', 0),
    listRule('neighborhood', 'Neighborhoods, any of them.'),
    listRule('hotel_name', 'Hotels by name.'),
    boundsRule({
      name: 'rating',
      type: 'number',
      shape: bounds,
      description: 'Lowest and highest rating, 1.0 to 5.0.',
    }),
    boundsRule({
      name: 'stars',
      type: 'integer',
      shape: bounds,
      description: 'Fewest and most stars, 1 to 5.',
    }),
    ...AMENITIES.map(({ name, about }) =>
      flagRule(name, `Whether the hotel must have ${about}; False: must not.`),
    ),
  ]
}

/** Parameters of restaurants. */
export function restaurantRules(faults: Faults): readonly FilterRule[] {
  const bounds = faults.has('bounds-first-two') ? 'list' : 'pair'
  const diets = DIETS.filter(({ name }) => !(faults.has('no-nightshade') && name.includes('nightshade')))
  return [
    ...placeRules(faults),
    listRule('neighborhood', 'Neighborhoods, any of them.'),
    listRule('restaurant_name', 'Restaurants by name.'),
    listRule('cuisine', 'Cuisines, any of them.', CUISINES),
    boundsRule({
      name: 'rating',
      type: 'number',
      shape: bounds,
      description: 'Lowest and highest rating, 1.0 to 5.0.',
    }),
    numberRule('budget', { kind: 'at-most', column: 'price_per_person' }, 'Most dollars for a person.', 0),
    ...diets.map(({ name, about }) =>
      flagRule(name, `Whether the restaurant must have ${about}; False: must not.`),
    ),
  ]
}

/** Parameters of attractions, of which a search needs the city or the state. */
export function attractionRules(): readonly FilterRule[] {
  return [
    textRule('city', 'City.'),
    textRule('state', 'State, two letters.'),
    listRule('neighborhood', 'Neighborhoods, any of them.'),
    listRule('type', 'Types, any of them.', ATTRACTION_TYPES),
    listRule('attraction_name', 'Attractions by name.'),
  ]
}

export const ATTRACTION_NEEDS: readonly (readonly string[])[] = [['city', 'state']]

/** What arrival and departure have against each other. */
export function refuseStay(values: CheckedArguments['values']): ToolOutcome | undefined {
  const { checkin_date: ins, checkout_date: outs } = values
  if (!Array.isArray(ins) || !Array.isArray(outs) || staysOf(ins, outs).length > 0) return undefined
  return {
    kind: 'error',
    error: 'validation',
    parameter: 'checkout_date',
    message: 'No date of "checkout_date" comes after a date of "checkin_date".',
  }
}

function placeRules(faults: Faults): readonly FilterRule[] {
  const city: FilterRule = {
    parameter: { name: 'city', type: 'text', shape: 'one', isMandatory: true, description: 'City.' },
    by: { kind: 'equals', column: 'city' },
  }
  if (faults.has('no-state')) return [city]
  return [city, textRule('state', 'State, two letters, where cities of several states have the name.')]
}

/** A question for the state asks for the place, as one for the city does. */
function textRule(name: 'city' | 'state', description: string): FilterRule {
  return {
    parameter: { name, type: 'text', shape: 'one', description, slot: 'city' },
    by: { kind: 'equals', column: name },
  }
}

function listRule(name: string, description: string, choices?: readonly string[]): FilterRule {
  const parameter: ToolParameter = { name, type: 'text', shape: 'set', description }
  return {
    parameter: choices === undefined ? parameter : { ...parameter, choices },
    by: { kind: 'equals', column: name },
  }
}

function flagRule(name: string, description: string): FilterRule {
  return {
    parameter: { name, type: 'boolean', shape: 'one', description },
    by: { kind: 'equals', column: name },
  }
}

function boundsRule(parameter: ToolParameter): FilterRule {
  return { parameter, by: { kind: 'between', column: parameter.name } }
}

function numberRule(name: string, by: Condition, description: string, minimum: number): FilterRule {
  return { parameter: { name, type: 'integer', shape: 'one', minimum, description }, by }
}

/**
 * Dates of a stay. Some arrival must come before some departure, both while the rooms are free: the rule of the arrival looks
 * at both. With `dates-independent` each date must lie within the window by itself.
 */
function stayRule(name: 'checkin_date' | 'checkout_date', description: string, faults: Faults): FilterRule {
  const parameter: ToolParameter = { name, type: 'date', shape: 'set', isMandatory: true, description }
  return {
    parameter,
    by: {
      kind: 'test',
      columns: ['start_date_available', 'end_date_available'],
      test: (value, values, table) => {
        const { checkin_date: ins, checkout_date: outs } = values
        if (faults.has('dates-independent') || !Array.isArray(ins) || !Array.isArray(outs)) {
          return isFreeOn(
            table,
            daysIn(value).map((day) => [day, day]),
          )
        }
        return name === 'checkin_date' ? isFreeOn(table, staysOf(ins, outs)) : () => true
      },
    },
  }
}

type Stay = readonly [arrival: number, departure: number]

function staysOf(ins: readonly unknown[], outs: readonly unknown[]): readonly Stay[] {
  const departures = daysIn(outs)
  return daysIn(ins).flatMap((arrival) =>
    departures.flatMap((departure): readonly Stay[] => (departure > arrival ? [[arrival, departure]] : [])),
  )
}

function daysIn(value: CheckedValue | readonly unknown[]): readonly number[] {
  return Array.isArray(value) ? value.map((date) => dayOf(String(date))) : []
}

/** Whether the window of a row holds one of the stays. */
function isFreeOn(table: Table, stays: readonly Stay[]): (row: number) => boolean {
  const start = table.column('start_date_available')
  const end = table.column('end_date_available')
  if (start?.kind !== 'date' || end?.kind !== 'date') return () => false
  return (row) => {
    const opens = start.base + (start.cells[row] ?? 0) - 1
    const closes = end.base + (end.cells[row] ?? 0) - 1
    return stays.some(([arrival, departure]) => arrival >= opens && departure <= closes)
  }
}
