import { isJsonArray, type JsonValue } from '../../text/json.js'
import { pythonLiteral } from '../../toolcall/render/python-literal.js'
import { isResult } from '../canonical-arguments.js'
import type { CheckedValue, PackTool, ToolParameter, ToolRole } from '../pack.js'

/** What comes back, by role. */
const RETURNS: Readonly<Record<ToolRole, string>> = {
  search: 'Result',
  filter: 'Result',
  nearest: 'Result',
  sort: 'Result',
  date: 'str, a date',
  seek: 'None',
  save: 'None',
  get: 'Result',
  call: 'whatever the tool answers',
}

/** The tools of a world as a prompt lists them: number, definition, arguments, examples. */
export function toolConfig(tools: readonly PackTool[]): string {
  return tools.map((tool, index) => toolText(tool, index + 1)).join('\n\n')
}

function toolText(tool: PackTool, number: number): string {
  const { name, description, parameters, needsOneOf = [], examples, role } = tool
  const isFlag = (one: ToolParameter): boolean =>
    one.type === 'boolean' && one.shape === 'one' && one.isMandatory !== true && one.default === undefined
  const flags = parameters.filter(isFlag)
  // Dozens of flags of one kind would make up half of the prompt.
  const isGathered = flags.length > 3
  const listed = isGathered ? parameters.filter((one) => !isFlag(one)) : parameters
  return [
    `${number}. ${name}`,
    `   Definition: ${description}`,
    ...(parameters.length === 0 ? ['   Arguments: none'] : ['   Arguments:']),
    ...listed.map(parameterText),
    ...(isGathered ? [`     ${flags.map((flag) => flag.name).join(', ')} (bool, optional)`] : []),
    ...needsOneOf.map((group) => `   Mandatory: at least one of ${group.join(', ')}`),
    `   Returns: ${RETURNS[role]}`,
    ...(examples.length === 0 ? [] : ['   Usage:', ...examples.map((example) => `     ${example}`)]),
  ].join('\n')
}

function parameterText(parameter: ToolParameter): string {
  const { name, isMandatory, description, choices } = parameter
  const facts = [typeText(parameter), isMandatory === true ? 'mandatory' : 'optional']
  if (parameter.default !== undefined) facts.push(`default ${valueText(parameter, parameter.default)}`)
  const offered = choices === undefined ? '' : ` One of ${choices.join(', ')}.`
  return `     ${name} (${facts.join(', ')}): ${description}${offered}`
}

const TYPES: Readonly<Record<ToolParameter['type'], string>> = {
  text: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  date: 'str',
  time: 'str HH:MM',
  result: 'Result',
  any: 'any',
}

function typeText({ type, shape }: ToolParameter): string {
  const one = TYPES[type]
  if (shape === 'one') return one
  return shape === 'pair' ? `list[${one}] of two, lowest first` : `list[${one}]`
}

/** A value of a parameter as Python writes it, times as HH:MM. */
export function valueText({ type }: Pick<ToolParameter, 'type'>, value: CheckedValue): string {
  if (isResult(value)) return 'a Result'
  const json = value as JsonValue // results are none of defaults but for the one above
  if (type !== 'time') return pythonLiteral(json)
  return pythonLiteral(isJsonArray(json) ? json.map(clockText) : clockText(json))
}

/** Minutes from midnight as HH:MM. */
export function clockText(value: JsonValue): JsonValue {
  if (typeof value !== 'number') return value
  return `${String(Math.floor(value / 60)).padStart(2, '0')}:${String(value % 60).padStart(2, '0')}`
}
