import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../text/json.js'
import { buildTool } from '../build-tool.js'
import { defineCatalogSource } from '../source.js'
import { fromGeminiSchema, isGeminiDeclaration } from './gemini-schema.js'
import { headEntries, headValues, namedObject, readEntries, schemaOf, textMember } from './json-entries.js'

/** Function declarations as Gemini's API takes them, with or without their wrapper, alone or in a saved request. */
export const geminiSource = defineCatalogSource({
  id: 'gemini',
  describes: 'function declarations for the Gemini API',
  detect: (input) =>
    headValues(input).some(holdsDeclarations) || headEntries(input).some(isGeminiDeclaration),
  async *read(input, context) {
    for await (const entry of readEntries(input, context)) {
      const { value, at, isMention } = entry
      if (isJsonObject(value) && value.name === undefined) {
        context.notice({
          code: 'tool-hosted',
          what: `A tool of Gemini's own (${Object.keys(value).join(', ')}) has no schema of arguments and was left out.`,
          where: at,
        })
        continue
      }
      const json = namedObject(entry)
      const tool = buildTool({
        name: json.name,
        description: textMember(json, 'description', at),
        inputSchema: schemaIn(json, ['parametersJsonSchema', 'parameters_json_schema', 'parameters'], at),
        outputSchema: schemaIn(json, ['responseJsonSchema', 'response_json_schema', 'response'], at),
        source: { format: 'gemini', at },
      })
      yield { kind: isMention ? 'mention' : 'definition', tool }
    }
  },
})

/** The first of the members that is there; the last of them is in Gemini's dialect, the others are JSON Schema. */
function schemaIn(json: JsonObject, members: readonly string[], at: string): JsonObject | undefined {
  for (const [position, member] of members.entries()) {
    const schema = schemaOf(json, member, at)
    if (schema !== undefined) return position === members.length - 1 ? fromGeminiSchema(schema) : schema
  }
  return undefined
}

function holdsDeclarations(value: JsonValue): boolean {
  if (!isJsonObject(value)) return false
  if ('functionDeclarations' in value || 'function_declarations' in value) return true
  return isJsonArray(value.tools) && value.tools.some(holdsDeclarations)
}
