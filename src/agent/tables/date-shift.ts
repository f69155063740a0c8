import type { ArgumentFault, CheckedArguments, GivenArgument, ToolOutcome, ToolParameter } from '../pack.js'
import { laterDate, readDate, writeDate } from './written-date.js'

/** Parameters of the tool that shifts a date. */
export const DATE_SHIFT_PARAMETERS: readonly [date: ToolParameter, delta: ToolParameter] = [
  { name: 'date', type: 'date', shape: 'one', isMandatory: true, description: 'Date to start from.' },
  {
    name: 'delta_days',
    type: 'integer',
    shape: 'one',
    isMandatory: true,
    description: 'Days later; negative for days earlier.',
    minimum: -36_525,
    maximum: 36_525,
  },
]

/**
 * Reads the arguments of a shift. Beside the ISO date, which is what calls are compared by, it keeps `form`, how the date was
 * written, so that the answer can be written alike.
 */
export function checkDateShift(given: ReadonlyMap<string, GivenArgument>): CheckedArguments | ArgumentFault {
  for (const name of given.keys()) {
    if (!DATE_SHIFT_PARAMETERS.some((parameter) => parameter.name === name)) {
      return fault(name, 'unknown', `adjust_date has no parameter ${JSON.stringify(name.slice(0, 40))}.`)
    }
  }
  const date = given.get('date') ?? ABSENT
  const delta = given.get('delta_days') ?? ABSENT
  if (date.kind === 'none') return fault('date', 'missing', 'adjust_date needs "date".')
  if (delta.kind === 'none') return fault('delta_days', 'missing', 'adjust_date needs "delta_days".')
  if (date.kind !== 'text') return fault('date', 'type', '"date" takes a date, written as text.')
  const written = readDate(date.value)
  if (written === undefined) {
    return fault('date', 'format', '"date" takes dates such as 2025-05-18 or May 18, 2025.')
  }
  const days = integerOf(delta)
  if (days === undefined) return fault('delta_days', 'type', '"delta_days" takes an integer.')
  const { minimum = 0, maximum = 0 } = DATE_SHIFT_PARAMETERS[1]
  if (days < minimum || days > maximum) {
    return fault('delta_days', 'range', `"delta_days" is ${minimum} to ${maximum}.`)
  }
  return { kind: 'checked', values: { date: written.iso, delta_days: days, form: written.form } }
}

/** Runs a shift that was read so; without a form the answer is in ISO. */
export function shiftDate({ date, delta_days: days, form }: CheckedArguments['values']): ToolOutcome {
  const later = typeof date === 'string' && typeof days === 'number' ? laterDate(date, days) : undefined
  if (later === undefined) {
    const message = 'The date would leave the years 1 to 9999.'
    return { kind: 'error', error: 'validation', parameter: 'delta_days', message }
  }
  return { kind: 'value', value: writeDate(later, form === 'long' || form === 'short' ? form : 'iso') }
}

const ABSENT: GivenArgument = { kind: 'none' }

function integerOf(given: GivenArgument): number | undefined {
  if (given.kind === 'integer') {
    const value = Number(given.value)
    return Number.isSafeInteger(value) ? value : Number.POSITIVE_INFINITY
  }
  if (given.kind !== 'text' || !/^[+-]?\d{1,15}$/.test(given.value.trim())) return undefined
  return Number(given.value.trim())
}

function fault(parameter: string, reason: ArgumentFault['reason'], message: string): ArgumentFault {
  return { kind: 'fault', parameter, reason, message }
}
