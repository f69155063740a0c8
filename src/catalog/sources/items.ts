import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../text/json.js'
import { buildTool } from '../build-tool.js'
import { defineCatalogSource } from '../source.js'
import { partsOf } from '../store.js'
import { headValues, readValues, schemaOf } from './json-entries.js'

/** The tools that stand in Assay's own items: in `tools`, or in `tool`. Names without a definition are passed over. */
export const itemsSource = defineCatalogSource({
  id: 'items',
  describes: "the tools in Assay's own items (calls)",
  detect: (input) =>
    headValues(input).some(
      (value) => isJsonObject(value) && typeof value.id === 'string' && toolsIn(value).some(isTool),
    ),
  async *read(input, context) {
    for await (const { value, at } of readValues(input, context)) {
      for (const item of toolsIn(value)) {
        if (!isTool(item)) continue
        const tool = buildTool({
          ...partsOf(item, at),
          inputSchema: schemaOf(item, 'inputSchema', at),
          outputSchema: schemaOf(item, 'outputSchema', at),
          source: { format: 'items', at },
        })
        yield { kind: 'mention', tool }
      }
    }
  },
})

function toolsIn(value: JsonValue): readonly JsonValue[] {
  if (!isJsonObject(value)) return []
  const tools = isJsonArray(value.tools) ? value.tools : []
  return value.tool === undefined ? tools : [value.tool, ...tools]
}

function isTool(value: JsonValue): value is JsonObject {
  return isJsonObject(value) && typeof value.name === 'string' && isJsonObject(value.inputSchema)
}
