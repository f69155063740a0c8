import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../text/json.js'
import { splitJoinedName } from '../alias.js'
import { buildTool } from '../build-tool.js'
import { defineCatalogSource, type ToolRecord } from '../source.js'
import { brokenTool, headValues, readValues, textMember } from './json-entries.js'

/**
 * ToolSense's catalog (one tool a line) and the tools inside its RRB, MCQ and QA files: of each item the gold, then
 * the pool. Those are mentions, of which the first of a name counts.
 */
export const toolsenseSource = defineCatalogSource({
  id: 'toolsense',
  describes: 'a ToolSense catalog, or the tools in its RRB, MCQ or QA items',
  detect: (input) =>
    headValues(input).some((value) => isToolSenseTool(value) || mentionedIn(value).some(isToolSenseTool)),
  async *read(input, context) {
    for await (const { value, at } of readValues(input, context)) {
      if (isToolSenseTool(value)) {
        yield recordOf(value, { at, kind: 'definition' })
        continue
      }
      const mentioned = mentionedIn(value)
      if (mentioned.length === 0) throw brokenTool('This is neither a tool nor an item with tools.', at)
      for (const item of mentioned) yield recordOf(item, { at, kind: 'mention' })
    }
  },
})

function isToolSenseTool(value: JsonValue): boolean {
  return isJsonObject(value) && typeof value.tool_name === 'string' && !('api_list' in value)
}

function mentionedIn(value: JsonValue): readonly JsonValue[] {
  if (!isJsonObject(value)) return []
  const members = [value.tool, value.tools, value.analyzed_tools]
  return members.flatMap((member) => {
    if (isJsonArray(member)) return member
    return isJsonObject(member) ? [member] : []
  })
}

function recordOf(
  value: JsonValue,
  { at, kind }: { readonly at: string; readonly kind: 'definition' | 'mention' },
): ToolRecord {
  const json: JsonObject | undefined = isJsonObject(value) ? value : undefined
  const name = json === undefined ? undefined : textMember(json, 'tool_name', at)
  if (json === undefined || name === undefined || name === '')
    throw brokenTool('The tool has no "tool_name".', at)
  const joined = splitJoinedName(name)
  const tool = buildTool({
    name,
    service: textMember(json, 'tool_title', at) ?? joined?.service,
    serviceDescription: textMember(json, 'tool_description', at),
    endpoint: textMember(json, 'api_title', at) ?? joined?.endpoint,
    description: textMember(json, 'api_description', at),
    source: { format: 'toolsense', at },
  })
  return { kind, tool }
}
