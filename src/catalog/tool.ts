import { emptyObject, type JsonObject, type JsonValue } from '../text/json.js'

/** Where a tool was read, for messages and reports. Not part of its content. */
export interface ToolSource {
  /** Id of the catalog source that read it, e.g. `openapi`. */
  readonly format: string
  /** File, server or address, and the place inside it, e.g. `crm.yaml, paths./users/{id}.get`. */
  readonly at: string
}

/** MCP's Tool shape plus ours. Names are opaque: any Unicode, never split on white space, never HTML. */
export interface Tool {
  readonly name: string
  readonly title?: string
  readonly description?: string
  /** JSON Schema of the arguments; an empty object schema when the source gives none. */
  readonly inputSchema: JsonObject
  readonly outputSchema?: JsonObject
  readonly annotations?: JsonObject
  /** Who offers the tool: an API, a server, a product. */
  readonly service?: string
  /** What the source says of the service as a whole, the same for all its tools. */
  readonly serviceDescription?: string
  /** The tool within its service, e.g. an API's own name or `GET /users/{id}`. */
  readonly endpoint?: string
  readonly category?: string
  /** Other spellings by which gold or tokens refer to the tool. */
  readonly aliases?: readonly string[]
  /** The virtual token that stands for the tool in a model's vocabulary. */
  readonly tokenText?: string
  /**
   * Texts that the source held in place of nothing ("None", "-"), by field. Such fields are absent; recipes that must
   * reproduce published figures can ask for the placeholder.
   */
  readonly placeholders?: Readonly<Partial<Record<PlaceholderField, string>>>
  readonly source: ToolSource
}

export type PlaceholderField =
  | 'title'
  | 'description'
  | 'service'
  | 'serviceDescription'
  | 'endpoint'
  | 'category'

/** `{"type":"object","properties":{}}`: takes no arguments. */
export function emptyInputSchema(): JsonObject {
  const schema = emptyObject()
  schema.type = 'object'
  schema.properties = emptyObject()
  return schema
}

/** A tool as the plain JSON of `catalog.jsonl`, absent fields left out, in the order of `Tool`. */
export function toolToJson(tool: Tool): JsonObject {
  const json = emptyObject()
  const put = (key: string, value: JsonValue | undefined): void => {
    if (value !== undefined) json[key] = value
  }
  put('name', tool.name)
  put('title', tool.title)
  put('description', tool.description)
  put('inputSchema', tool.inputSchema)
  put('outputSchema', tool.outputSchema)
  put('annotations', tool.annotations)
  put('service', tool.service)
  put('serviceDescription', tool.serviceDescription)
  put('endpoint', tool.endpoint)
  put('category', tool.category)
  put('aliases', tool.aliases)
  put('tokenText', tool.tokenText)
  put('placeholders', tool.placeholders)
  put('source', { format: tool.source.format, at: tool.source.at })
  return json
}
