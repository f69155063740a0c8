import { isJsonArray, isJsonObject, type JsonValue } from '../../text/json.js'
import { buildTool } from '../build-tool.js'
import type { McpListing } from '../mcp-tools.js'
import { defineCatalogSource, type ToolRecord } from '../source.js'
import {
  brokenTool,
  headEntries,
  isJsonLines,
  namedObject,
  peekInput,
  readEntries,
  schemaOf,
  textMember,
} from './json-entries.js'

/** Saved results of MCP's `tools/list`: the message, its result, pages of results, or a bare list of tools. */
export const mcpSource = defineCatalogSource({
  id: 'mcp',
  describes: 'a saved tools/list result of MCP, or a list of MCP tools',
  detect(input) {
    const value = peekInput(input)?.value
    if (isJsonObject(value) && isJsonLines(input) && (typeof value.name === 'string' || 'id' in value)) {
      // Lines of tools are Assay's own catalog, lines with ids are items or messages.
      return 'jsonrpc' in value && headEntries(input).some(isMcpTool)
    }
    return isEmptyPage(value) || headEntries(input).some(isMcpTool)
  },
  async *read(input, context) {
    for await (const entry of readEntries(input, context)) {
      const { value, at } = entry
      if (isJsonObject(value) && isJsonObject(value.error)) {
        throw brokenTool('This is an error that a server answered, not a list of tools.', at)
      }
      yield { ...recordOf(value, { at }), kind: entry.isMention ? 'mention' : 'definition' }
    }
  },
})

function isMcpTool(entry: JsonValue): boolean {
  return isJsonObject(entry) && typeof entry.name === 'string' && 'inputSchema' in entry
}

function isEmptyPage(value: JsonValue | undefined): boolean {
  if (!isJsonObject(value)) return false
  return isEmptyPage(value.result) || (isJsonArray(value.tools) && value.tools.length === 0)
}

/** Tools of a live server: its name is the service, its instructions describe it. */
export function* recordsOfListing({ server, tools }: McpListing, address: string): Generator<ToolRecord> {
  for (const [position, value] of tools.entries()) {
    yield recordOf(value, {
      at: `${address}, tools[${position}]`,
      service: server.name,
      serviceDescription: server.instructions,
    })
  }
}

interface Placement {
  readonly at: string
  readonly service?: string | undefined
  readonly serviceDescription?: string | undefined
}

function recordOf(value: JsonValue, { at, service, serviceDescription }: Placement): ToolRecord {
  const json = namedObject({ value, at, isMention: false })
  const annotations = schemaOf(json, 'annotations', at)
  const title = textMember(json, 'title', at) ?? textMember(annotations ?? json, 'title', at)
  const tool = buildTool({
    name: json.name,
    title,
    description: textMember(json, 'description', at),
    inputSchema: schemaOf(json, 'inputSchema', at),
    outputSchema: schemaOf(json, 'outputSchema', at),
    annotations,
    service,
    serviceDescription,
    source: { format: 'mcp', at },
  })
  return { kind: 'definition', tool }
}
