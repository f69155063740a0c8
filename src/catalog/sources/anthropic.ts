import { emptyObject, isJsonObject, type JsonObject, type JsonValue } from '../../text/json.js'
import { buildTool } from '../build-tool.js'
import { defineCatalogSource } from '../source.js'
import { headEntries, namedObject, readEntries, schemaOf, textMember } from './json-entries.js'

/** Tools as Anthropic's Messages API takes them, alone or in a saved request. */
export const anthropicSource = defineCatalogSource({
  id: 'anthropic',
  describes: 'tools for the Anthropic Messages API',
  detect: (input) =>
    headEntries(input).some((entry) => typeof entry.name === 'string' && isJsonObject(entry.input_schema)),
  async *read(input, context) {
    for await (const entry of readEntries(input, context)) {
      const { value, at, isMention } = entry
      if (isServerTool(value)) {
        context.notice({
          code: 'tool-hosted',
          what: `A tool of type ${JSON.stringify(value.type)} has no schema of arguments and was left out.`,
          where: at,
        })
        continue
      }
      const json = namedObject(entry)
      const tool = buildTool({
        name: json.name,
        description: textMember(json, 'description', at),
        inputSchema: schemaOf(json, 'input_schema', at),
        annotations: extrasOf(json),
        source: { format: 'anthropic', at },
      })
      yield { kind: isMention ? 'mention' : 'definition', tool }
    }
  },
})

/** Tools that Anthropic runs or defines carry a dated type and no schema. */
function isServerTool(value: JsonValue): value is JsonObject & { readonly type: string } {
  if (!isJsonObject(value) || isJsonObject(value.input_schema)) return false
  return typeof value.type === 'string' && value.type !== 'custom'
}

/** What changes how the tool is shown or enforced is kept, as annotations. */
function extrasOf(json: JsonObject): JsonObject | undefined {
  const annotations = emptyObject()
  for (const key of ['strict', 'input_examples']) {
    const value = json[key]
    if (value !== undefined && value !== null) annotations[key] = value
  }
  return Object.keys(annotations).length === 0 ? undefined : annotations
}
