import type { Tool } from '../../catalog/tool.js'
import {
  ExactNumber,
  emptyObject,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  writeJson,
} from '../../text/json.js'
import { printable, quoted } from '../../text/printable.js'
import { checkSchema } from '../../toolcall/schema/check-schema.js'
import { isResult } from '../canonical-arguments.js'
import { givenJson } from '../given-json.js'
import type {
  ArgumentFault,
  CheckedArguments,
  GivenArgument,
  PackTool,
  ToolOutcome,
  ToolParameter,
} from '../pack.js'
import { pythonNames } from './python-names.js'

/** Longest description that a prompt shows, in characters. */
const LONGEST_DESCRIPTION = 4000
const LONGEST_PARAMETER = 1000

const GIVES = 'Gives a Result with a row for each thing that it answers.'

export interface ServedToolSpec {
  readonly tool: Pick<Tool, 'name' | 'description' | 'inputSchema'>
  /** As plans call it. */
  readonly name: string
  readonly writes: boolean
  /** @param args by the names that the server gave them. */
  readonly answer: (args: JsonObject) => ToolOutcome | Promise<ToolOutcome>
}

/**
 * A tool that somebody else defines, by its JSON Schema. Arguments are plain JSON, judged by the schema before anything is
 * called; those that it does not declare are refused. A parameter whose name Python cannot write goes by another one in
 * plans, and by either in JSON.
 */
export function servedTool({ tool, name, writes, answer }: ServedToolSpec): PackTool {
  const { inputSchema } = tool
  const properties = isJsonObject(inputSchema.properties) ? inputSchema.properties : emptyObject()
  const originals = Object.keys(properties)
  const names = pythonNames(originals, [])
  const required = isJsonArray(inputSchema.required) ? inputSchema.required : []
  const parameters = originals.map((original, place): ToolParameter => {
    const schema = properties[original]
    const isMandatory = required.includes(original)
    return {
      name: names[place] ?? original,
      type: 'any',
      shape: 'one',
      ...(isMandatory ? { isMandatory } : {}),
      ...(isJsonObject(schema) && schema.default !== undefined ? { default: schema.default } : {}),
      description: describeParameter(schema),
    }
  })
  const byEither = new Map<string, number>()
  for (const [place, original] of originals.entries()) byEither.set(original, place)
  for (const [place, plain] of names.entries()) byEither.set(plain, place)

  const originalArguments = ({ values }: CheckedArguments): JsonObject => {
    const args = emptyObject()
    for (const [place, original] of originals.entries()) {
      const value = values[names[place] ?? original]
      // `check` lets no result through.
      if (value !== undefined && !isResult(value)) args[original] = value as JsonValue
    }
    return args
  }

  const check = (given: ReadonlyMap<string, GivenArgument>): CheckedArguments | ArgumentFault => {
    const values: Record<string, JsonValue> = Object.create(null)
    for (const [key, argument] of given) {
      const place = byEither.get(key)
      const plain = place === undefined ? undefined : names[place]
      if (plain === undefined) return fault(key, 'unknown', `${name} has no parameter ${quoted(key)}.`)
      if (holdsResult(argument)) {
        const message = `"${plain}" takes plain values; give it what a row holds, e.g. found.search_results[0]["id"].`
        return fault(plain, 'type', message)
      }
      // `None` for what may be left out says that it is.
      if (argument.kind === 'none' && parameters[place ?? -1]?.isMandatory !== true) continue
      values[plain] = givenJson(argument)
    }
    const missing = parameters.find((parameter) => parameter.isMandatory && !(parameter.name in values))
    if (missing !== undefined) return fault(missing.name, 'missing', `${name} needs "${missing.name}".`)
    const checked: CheckedArguments = { kind: 'checked', values }
    const args = originalArguments(checked)
    if (holdsInexact(args))
      return { kind: 'fault', reason: 'range', message: 'A number is too large to be sent exactly.' }
    const { verdict, faults } = checkSchema(args, inputSchema)
    if (verdict !== 'invalid') return checked
    const [first] = faults
    const property = first?.path.split('/')[1]
    const blamed = property === undefined ? undefined : originals.indexOf(property)
    const parameter = blamed === undefined || blamed < 0 ? undefined : names[blamed]
    const message = printable(first?.message ?? 'The arguments do not fit the schema.', { maxLength: 300 })
    return { kind: 'fault', reason: 'type', message, ...(parameter === undefined ? {} : { parameter }) }
  }

  return {
    name,
    role: 'call',
    description: `${printable(tool.description ?? '', { maxLength: LONGEST_DESCRIPTION })} ${GIVES}`.trim(),
    parameters,
    examples: [],
    ...(writes ? { writes } : {}),
    inputSchema,
    check,
    run: (args) => answer(plainNumbers(originalArguments(args))),
  }
}

function fault(parameter: string, reason: ArgumentFault['reason'], message: string): ArgumentFault {
  return { kind: 'fault', parameter, reason, message }
}

function describeParameter(schema: JsonValue | undefined): string {
  if (!isJsonObject(schema)) return 'any value'
  const { type, description, enum: values } = schema
  const types = isJsonArray(type) ? type.filter((one) => typeof one === 'string').join(' or ') : type
  const parts = [
    typeof types === 'string' && types !== '' ? `${types}.` : '',
    typeof description === 'string' ? description : '',
    isJsonArray(values)
      ? `One of ${values
          .slice(0, 50)
          .map((value) => writeJson(value))
          .join(', ')}.`
      : '',
  ]
  return (
    printable(parts.filter((part) => part !== '').join(' '), { maxLength: LONGEST_PARAMETER }) || 'any value'
  )
}

function holdsResult(argument: GivenArgument): boolean {
  switch (argument.kind) {
    case 'result':
      return true
    case 'list':
      return argument.items.some(holdsResult)
    case 'dict':
      return argument.entries.some(([, value]) => holdsResult(value))
    default:
      return false
  }
}

/** Whole numbers that a double does not hold: the wire has no other kind. */
function holdsInexact(value: JsonValue): boolean {
  if (value instanceof ExactNumber) {
    return /^-?\d+$/.test(value.text) && !Number.isSafeInteger(Number(value.text)) && value.text !== '-0'
  }
  if (isJsonArray(value)) return value.some(holdsInexact)
  return isJsonObject(value) && Object.values(value).some(holdsInexact)
}

/** Numbers that keep their spelling as the plain ones that they equal. */
function plainNumbers(value: JsonObject): JsonObject
function plainNumbers(value: JsonValue): JsonValue
function plainNumbers(value: JsonValue): JsonValue {
  if (value instanceof ExactNumber) return Number(value.text)
  if (isJsonArray(value)) return value.map((item) => plainNumbers(item))
  if (!isJsonObject(value)) return value
  const plain = emptyObject()
  for (const [key, member] of Object.entries(value)) plain[key] = plainNumbers(member)
  return plain
}
