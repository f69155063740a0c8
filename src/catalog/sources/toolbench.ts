import { InputError } from '../../errors.js'
import {
  emptyObject,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonReadOptions,
  type JsonValue,
} from '../../text/json.js'
import { peekJson } from '../../text/json-peek.js'
import { toolSenseSpelling } from '../alias.js'
import { buildTool } from '../build-tool.js'
import { defineCatalogSource, type SourceContext, type SourceInput, type ToolRecord } from '../source.js'
import { SCHEMA_RULES } from '../stored-tool.js'
import { walkFiles } from '../walk.js'
import { brokenTool, headValues, readValues, textMember } from './json-entries.js'
import { parameterSchema } from './toolbench-parameters.js'

/** The crawl that ToolBench comes from repeats keys here and there; whoever read it before took the last. */
const RULES: JsonReadOptions = { ...SCHEMA_RULES, duplicateKeys: 'last' }

/**
 * ToolBench's tools: the tree `category/service.json`, one such file, or the flat list `tools.json`. Each API of a
 * service is a tool named `service&&api`; the spelling that ToolSense has for it is an alias.
 */
export const toolbenchSource = defineCatalogSource({
  id: 'toolbench',
  describes: "ToolBench's tree of category/service.json, or its flat tools.json",
  detect(input) {
    if (!input.isFolder) return headValues(input).some(isService)
    const sample = input.sample === undefined ? undefined : peekJson(input.sample.head)?.value
    return sample !== undefined && (isJsonArray(sample) ? sample.some(isService) : isService(sample))
  },
  async *read(input, context) {
    if (input.isFolder) yield* readTree(input.path, context)
    else yield* readServices(input, context, undefined)
  },
})

function isService(value: JsonValue): boolean {
  return isJsonObject(value) && isJsonArray(value.api_list)
}

async function* readTree(folder: string, context: SourceContext): AsyncGenerator<ToolRecord> {
  for await (const { path, names } of walkFiles(folder, context.files)) {
    if (!path.toLowerCase().endsWith('.json')) continue
    const category = names.at(-2)
    try {
      yield* readServices({ path, isFolder: false, head: '' }, context, category)
    } catch (error) {
      if (!(error instanceof InputError)) throw error
      context.notice({
        code: 'file-skipped',
        what: `A file was left out: ${error.what}`,
        where: error.where ?? path,
      })
    }
  }
}

async function* readServices(
  input: SourceInput,
  context: SourceContext,
  category: string | undefined,
): AsyncGenerator<ToolRecord> {
  for await (const { value, at } of readValues(input, context, RULES)) {
    if (!isJsonObject(value) || !isJsonArray(value.api_list)) {
      throw brokenTool('This is no service of ToolBench: it has no "api_list".', at)
    }
    for (const [position, api] of value.api_list.entries()) {
      yield recordOf(api, { service: value, category, at: `${at}, api_list[${position}]` })
    }
  }
}

interface Placement {
  readonly service: JsonObject
  readonly category: string | undefined
  readonly at: string
}

function recordOf(api: JsonValue, { service, category, at }: Placement): ToolRecord {
  const serviceName =
    textMember(service, 'tool_name', at) ??
    textMember(service, 'name', at) ??
    textMember(service, 'title', at)
  if (serviceName === undefined) throw brokenTool('The service has neither "tool_name" nor "name".', at)
  const endpoint = isJsonObject(api) ? textMember(api, 'name', at) : undefined
  if (!isJsonObject(api) || endpoint === undefined) throw brokenTool('The API has no "name".', at)
  const name = `${serviceName}&&${endpoint}`
  const { schema, originalTypes } = parameterSchema(api, at)
  const tool = buildTool({
    name,
    service: serviceName,
    serviceDescription: textMember(service, 'tool_description', at),
    endpoint,
    description: textMember(api, 'description', at),
    category: textMember(service, 'category_name', at) ?? category,
    inputSchema: schema,
    outputSchema: responseSchema(api.schema),
    annotations: originalTypes === undefined ? undefined : annotationsOf(originalTypes),
    aliases: [toolSenseSpelling(name)],
    source: { format: 'toolbench', at },
  })
  return { kind: 'definition', tool }
}

function annotationsOf(originalTypes: JsonObject): JsonObject {
  const annotations = emptyObject()
  annotations.originalTypes = originalTypes
  return annotations
}

/** `schema` describes the answer where it is a schema; often it is an empty text. */
function responseSchema(value: JsonValue | undefined): JsonObject | undefined {
  if (!isJsonObject(value)) return undefined
  return typeof value.type === 'string' || isJsonObject(value.properties) ? value : undefined
}
