import { emptyObject, type JsonObject, type JsonValue } from '../../text/json.js'
import { isResult } from '../canonical-arguments.js'
import type { PackTool, ToolParameter } from '../pack.js'
import { valueText } from './tool-config.js'

/** JSON Schema of the arguments of a tool: its own, else what its parameters say; a result is a handle, `{"$ref": "r3"}`. */
export function toolSchema(tool: PackTool): JsonObject {
  if (tool.inputSchema !== undefined) return tool.inputSchema
  const { parameters, needsOneOf = [] } = tool
  const properties = emptyObject()
  for (const parameter of parameters) properties[parameter.name] = parameterSchema(parameter)
  const required = parameters.filter(({ isMandatory }) => isMandatory === true).map(({ name }) => name)
  const groups = needsOneOf.map(
    (names): JsonObject => ({ anyOf: names.map((name) => ({ required: [name] })) }),
  )
  return Object.assign(emptyObject(), {
    type: 'object',
    properties,
    ...(required.length === 0 ? {} : { required }),
    ...(groups.length === 0 ? {} : { allOf: groups }),
    additionalProperties: false,
  })
}

function parameterSchema(parameter: ToolParameter): JsonObject {
  const { shape, description, minimum, maximum } = parameter
  const one = valueSchema(parameter)
  const bounds = {
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
  }
  const said = { description: `${description}${defaultText(parameter)}` }
  if (shape === 'one') return Object.assign(emptyObject(), { ...one, ...bounds, ...said })
  return Object.assign(emptyObject(), {
    type: 'array',
    items: { ...one, ...bounds },
    ...(shape === 'pair' ? { minItems: 2, maxItems: 2 } : { minItems: 1 }),
    ...said,
  })
}

function valueSchema({ type, choices }: ToolParameter): { readonly [key: string]: JsonValue } {
  switch (type) {
    case 'text':
      return { type: 'string', ...(choices === undefined ? {} : { enum: choices }) }
    case 'integer':
    case 'number':
    case 'boolean':
      return { type }
    case 'date':
    case 'time':
      return { type: 'string' }
    case 'result':
      return {
        type: 'object',
        properties: { $ref: { type: 'string' } },
        required: ['$ref'],
        additionalProperties: false,
      }
    case 'any':
      return {}
    default:
      return type satisfies never
  }
}

/** In words: a default that a server would fill in is not the agent's to state. */
function defaultText({ type, shape, default: value }: ToolParameter): string {
  const pair = shape === 'pair' ? ' Two values, lowest first.' : ''
  const form =
    type === 'date' ? ' A date, as the user wrote it or YYYY-MM-DD.' : type === 'time' ? ' HH:MM.' : ''
  const stated = value === undefined || isResult(value) ? '' : ` Default: ${valueText({ type }, value)}.`
  return `${form}${pair}${stated}`
}
