import { fromGeminiSchema, isGeminiDeclaration } from '../../catalog/sources/gemini-schema.js'
import {
  canonicalJson,
  emptyObject,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../../text/json.js'
import { objectsOf, textIn } from '../../text/json-members.js'
import type { Tell } from './conversation.js'

/**
 * Tools in the form of a call item, from the tool lists of OpenAI (chat, Responses, functions), Anthropic, Gemini and
 * MCP. Tools without a schema that the provider runs itself are left out and told; of two with one name the first counts.
 */
export function offeredTools(value: JsonValue | undefined, tell: Tell): readonly JsonObject[] {
  const tools = new Map<string, JsonObject>()
  for (const entry of objectsOf(value).flatMap(declarationsIn)) {
    const tool = toolOf(entry)
    if (tool === undefined) {
      const type = textIn(entry, 'type') ?? Object.keys(entry)[0] ?? 'unnamed'
      tell('tool-hosted', `A tool without a name and schema of its own was left out: ${type.slice(0, 60)}.`)
      continue
    }
    const name = String(tool.name)
    const earlier = tools.get(name)
    if (earlier === undefined) tools.set(name, tool)
    else if (canonicalJson(earlier) !== canonicalJson(tool)) {
      tell(
        'tool-twice',
        `Two different tools of one request are named ${JSON.stringify(name.slice(0, 80))}; the first counts.`,
      )
    }
  }
  return [...tools.values()]
}

/** Gemini wraps its declarations. */
function declarationsIn(entry: JsonObject): readonly JsonObject[] {
  const wrapped = entry.functionDeclarations ?? entry.function_declarations
  return isJsonArray(wrapped) ? objectsOf(wrapped) : [entry]
}

const SCHEMA_MEMBERS = [
  'inputSchema',
  'input_schema',
  'parametersJsonSchema',
  'parameters_json_schema',
  'parameters',
]

function toolOf(entry: JsonObject): JsonObject | undefined {
  const inner = isJsonObject(entry.function) ? entry.function : entry
  const name = textIn(inner, 'name')
  if (name === undefined || name === '') return undefined
  const member = SCHEMA_MEMBERS.find((key) => isJsonObject(inner[key]))
  const type = textIn(entry, 'type')
  const isHosted = member === undefined && type !== undefined && type !== 'function' && type !== 'custom'
  if (isHosted) return undefined
  const given = member === undefined ? undefined : inner[member]
  const schema = isJsonObject(given) ? given : undefined
  const isGemini = member === 'parameters' && isGeminiDeclaration(inner)
  const tool = emptyObject()
  tool.name = name
  const description = textIn(inner, 'description')
  if (description !== undefined) tool.description = description
  tool.inputSchema = schema === undefined ? NO_ARGUMENTS : isGemini ? fromGeminiSchema(schema) : schema
  return tool
}

const NO_ARGUMENTS: JsonObject = Object.assign(emptyObject(), { type: 'object' })
