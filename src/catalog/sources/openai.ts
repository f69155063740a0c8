import { emptyObject, isJsonObject, type JsonObject } from '../../text/json.js'
import { buildTool } from '../build-tool.js'
import { defineCatalogSource } from '../source.js'
import { isBfclFunction } from './bfcl-schema.js'
import { isGeminiDeclaration } from './gemini-schema.js'
import { headEntries, namedObject, readEntries, schemaOf, textMember } from './json-entries.js'

/**
 * Tools as OpenAI's APIs take them: chat completions (`{type, function: {…}}`), Responses (`{type, name, …}`), the older
 * `functions` list, alone or in a saved request.
 */
export const openaiSource = defineCatalogSource({
  id: 'openai',
  describes: 'tools for the OpenAI API: chat completions, Responses, or the older functions',
  detect: (input) => headEntries(input).some(isOpenaiTool),
  async *read(input, context) {
    for await (const entry of readEntries(input, context)) {
      const { value, at, isMention } = entry
      if (isJsonObject(value) && typeof value.type === 'string' && value.type !== 'function') {
        context.notice({
          code: 'tool-hosted',
          what: `A tool of type ${JSON.stringify(value.type)} has no schema of arguments and was left out.`,
          where: at,
        })
        continue
      }
      const inner = isJsonObject(value) && isJsonObject(value.function) ? value.function : value
      const json = namedObject({ value: inner, at, isMention })
      const tool = buildTool({
        name: json.name,
        description: textMember(json, 'description', at),
        inputSchema: schemaOf(json, 'parameters', at),
        annotations: strictnessOf(json),
        source: { format: 'openai', at },
      })
      yield { kind: isMention ? 'mention' : 'definition', tool }
    }
  },
})

function isOpenaiTool(entry: JsonObject): boolean {
  if (entry.type === 'function') return isJsonObject(entry.function) || typeof entry.name === 'string'
  const isBare = typeof entry.name === 'string' && isJsonObject(entry.parameters)
  return isBare && !isGeminiDeclaration(entry) && !isBfclFunction(entry)
}

/** `strict` changes how a schema is enforced, so it is kept, as an annotation. */
function strictnessOf({ strict }: JsonObject): JsonObject | undefined {
  if (typeof strict !== 'boolean') return undefined
  const annotations = emptyObject()
  annotations.strict = strict
  return annotations
}
