import { givenJson } from './given-json.js'
import type {
  ArgumentFault,
  CheckedArguments,
  CheckedValue,
  GivenArgument,
  PackTool,
  ToolParameter,
} from './pack.js'
import { readDate } from './tables/written-date.js'
import { readTime } from './tables/written-time.js'
import type { ToolResult } from './tool-result.js'

/**
 * Arguments that were bound to names, as the tool takes them. The tool's own reading decides where it has one, else that of
 * its parameters:
 *
 * - `None` and an empty list mean that nothing was given;
 * - integers are `int` or texts of digits, never `bool` or `float`; numbers `int` or `float`; booleans only `bool`;
 * - dates and times in the forms of `readDate` and `readTime`;
 * - sets, lists and pairs are lists or tuples, a pair of exactly two, lowest first.
 */
export function checkArguments(
  tool: PackTool,
  given: ReadonlyMap<string, GivenArgument>,
): CheckedArguments | ArgumentFault {
  if (tool.check !== undefined) return tool.check(given)
  const byName = new Map(tool.parameters.map((parameter) => [parameter.name, parameter]))
  const values: Record<string, CheckedValue> = Object.create(null)
  for (const [name, argument] of given) {
    const parameter = byName.get(name)
    if (parameter === undefined) {
      const message = `${tool.name} has no parameter ${quoted(name)}.`
      return { kind: 'fault', parameter: name, reason: 'unknown', message }
    }
    if (isAbsent(parameter, argument)) continue
    const value = readArgument(parameter, argument)
    if (value instanceof Refusal) return value.fault
    values[name] = value
  }
  for (const { name, isMandatory } of tool.parameters) {
    if (!isMandatory || name in values) continue
    return { kind: 'fault', parameter: name, reason: 'missing', message: `${tool.name} needs "${name}".` }
  }
  for (const group of tool.needsOneOf ?? []) {
    if (group.some((name) => name in values)) continue
    const names = group.map((name) => `"${name}"`).join(', ')
    return { kind: 'fault', reason: 'missing', message: `${tool.name} needs at least one of ${names}.` }
  }
  return { kind: 'checked', values }
}

/** `None` for a `None` that is a value, as JSON has it, is one. */
function isAbsent({ type }: ToolParameter, argument: GivenArgument): boolean {
  if (type === 'any') return false
  return argument.kind === 'none' || (argument.kind === 'list' && argument.items.length === 0)
}

function readArgument(parameter: ToolParameter, argument: GivenArgument): CheckedValue | Refusal {
  const { name, shape, type } = parameter
  if (shape === 'one') return readOne(parameter, argument)
  if (argument.kind !== 'list')
    return refuse(name, 'type', `"${name}" takes a list, not ${describe(argument)}.`)
  const read = argument.items.map((item) => readOne(parameter, item))
  const wrong = read.find((item) => item instanceof Refusal)
  if (wrong !== undefined) return wrong
  // What is no refusal is a value; results and JSON do not stand in one list, since one type reads them all.
  const items = read as readonly ToolResult[]
  if (shape !== 'pair') return items
  const [low, high] = read as readonly (number | string)[]
  if (items.length !== 2 || low === undefined || high === undefined) {
    const message = `"${name}" takes a list of two values, lowest first, not of ${items.length}.`
    return refuse(name, 'pair', message)
  }
  if (type !== 'text' && type !== 'any' && low > high) {
    return refuse(name, 'pair', `"${name}" takes its lower value first.`)
  }
  return items
}

function readOne(parameter: ToolParameter, argument: GivenArgument): CheckedValue | Refusal {
  switch (parameter.type) {
    case 'text':
      return argument.kind === 'text' ? chosen(parameter, argument.value) : mistyped(parameter, argument)
    case 'integer':
      return readInteger(parameter, argument)
    case 'number':
      if (argument.kind === 'float' && Number.isFinite(argument.value))
        return ranged(parameter, argument.value)
      return argument.kind === 'integer'
        ? ranged(parameter, Number(argument.value))
        : mistyped(parameter, argument)
    case 'boolean':
      return argument.kind === 'boolean' ? argument.value : mistyped(parameter, argument)
    case 'date':
    case 'time':
      return readMoment(parameter, argument)
    case 'result':
      return argument.kind === 'result' ? argument.result : mistyped(parameter, argument)
    case 'any':
      return argument.kind === 'result' ? argument.result : givenJson(argument)
    default:
      return parameter.type satisfies never
  }
}

/** Digits that a double cannot hold are no number of anything that a pack counts. */
const MOST_DIGITS = 15

function readInteger(parameter: ToolParameter, argument: GivenArgument): CheckedValue | Refusal {
  if (argument.kind === 'integer') {
    const value = Number(argument.value)
    if (Number.isSafeInteger(value)) return ranged(parameter, value)
    return refuse(parameter.name, 'range', `"${parameter.name}" is out of range.`)
  }
  if (argument.kind === 'text' && /^[+-]?\d+$/.test(argument.value.trim())) {
    const digits = argument.value.trim()
    if (digits.length <= MOST_DIGITS) return ranged(parameter, Number(digits))
    return refuse(parameter.name, 'range', `"${parameter.name}" is out of range.`)
  }
  return mistyped(parameter, argument)
}

function readMoment(parameter: ToolParameter, argument: GivenArgument): CheckedValue | Refusal {
  if (argument.kind !== 'text') return mistyped(parameter, argument)
  const { name, type } = parameter
  if (type === 'time') {
    const minutes = readTime(argument.value)
    if (minutes !== undefined) return minutes
    return refuse(
      name,
      'format',
      `"${name}" takes times such as 15:30 or 03:30 PM, not ${quoted(argument.value)}.`,
    )
  }
  const date = readDate(argument.value)
  if (date !== undefined) return date.iso
  const forms = '2025-05-18 or May 18, 2025'
  return refuse(name, 'format', `"${name}" takes dates such as ${forms}, not ${quoted(argument.value)}.`)
}

function chosen({ name, choices }: ToolParameter, value: string): CheckedValue | Refusal {
  if (choices === undefined || choices.includes(value)) return value
  const listed =
    choices.length <= 12 ? `one of ${choices.map((choice) => `"${choice}"`).join(', ')}` : 'other values'
  return refuse(name, 'choice', `"${name}" takes ${listed}, not ${quoted(value)}.`)
}

function ranged({ name, minimum, maximum }: ToolParameter, value: number): CheckedValue | Refusal {
  if (minimum !== undefined && value < minimum)
    return refuse(name, 'range', `"${name}" is at least ${minimum}.`)
  if (maximum !== undefined && value > maximum)
    return refuse(name, 'range', `"${name}" is at most ${maximum}.`)
  return value
}

const NOUNS: Readonly<Record<ToolParameter['type'], string>> = {
  text: 'a text',
  integer: 'an integer',
  number: 'a number',
  boolean: 'True or False',
  date: 'a date, written as text',
  time: 'a time, written as text',
  result: 'the result of an earlier call',
  any: 'a value',
}

function mistyped({ name, type, shape }: ToolParameter, argument: GivenArgument): Refusal {
  const noun = shape === 'one' ? NOUNS[type] : `a list, each item ${NOUNS[type]}`
  return refuse(name, 'type', `"${name}" takes ${noun}, not ${describe(argument)}.`)
}

function describe(argument: GivenArgument): string {
  switch (argument.kind) {
    case 'none':
      return 'None'
    case 'boolean':
      return argument.value ? 'True' : 'False'
    case 'integer':
      return argument.value < 1_000_000_000n && argument.value > -1_000_000_000n
        ? `${argument.value}`
        : 'a large integer'
    case 'float':
      return `the float ${argument.value}`
    case 'text':
      return quoted(argument.value)
    case 'list':
      return 'a list'
    case 'dict':
      return 'a dict'
    case 'result':
      return 'the result of a call'
    default:
      return argument satisfies never
  }
}

/** What a stranger wrote, short enough for a message. */
function quoted(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text)
}

/** Told from values by its class: JSON of a stranger may look like a fault. */
class Refusal {
  readonly fault: ArgumentFault

  constructor(fault: ArgumentFault) {
    this.fault = fault
  }
}

function refuse(parameter: string, reason: ArgumentFault['reason'], message: string): Refusal {
  return new Refusal({ kind: 'fault', parameter, reason, message })
}
