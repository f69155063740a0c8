import { InputError } from '../errors.js'
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  splitJson,
  writeJson,
} from '../text/json.js'
import { type JsonOrigin, jsonFaultError, readJsonText, readLines } from '../text/jsonl.js'
import { buildTool, type ToolParts } from './build-tool.js'
import { SCHEMA_RULES, SchemaStore, storedTool } from './stored-tool.js'
import { emptyInputSchema, type PlaceholderField, type Tool, toolToJson } from './tool.js'

/** One tool as a line of `catalog.jsonl`, with its LF. */
export function catalogLine(tool: Tool): string {
  return `${writeJson(toolToJson(tool))}\n`
}

export interface CatalogLine {
  readonly number: number
  readonly tool: Tool
}

/**
 * Reads `catalog.jsonl`, schemas checked but not kept as objects: memory is about that of the file. Blank lines are
 * passed over, members that a tool does not have are left out.
 *
 * @throws {InputError} `json-broken`, `json-refused`, `tool-broken`, `line-too-long`, naming file and line.
 */
export async function* readCatalogLines(
  pieces: AsyncIterable<Uint8Array>,
  path: string,
  store: SchemaStore = new SchemaStore(),
): AsyncGenerator<CatalogLine> {
  const emptySchema = store.add(writeJson(emptyInputSchema()))
  for await (const { number, text } of readLines(pieces, path)) {
    if (text.trim() === '') continue
    yield { number, tool: toolOfLine(text, { path, line: number }, { store, emptySchema }) }
  }
}

/**
 * One line of `catalog.jsonl` as a tool, schemas and all.
 *
 * @throws {InputError} as `readCatalogLines`.
 */
export function toolOfCatalogLine(
  text: string,
  origin: { readonly path: string; readonly line: number },
): Tool {
  const json = readJsonText(text, { ...origin, ...SCHEMA_RULES })
  const at = `${origin.path}, line ${origin.line}`
  if (!isJsonObject(json)) throw broken('A line holds something that is not an object.', at)
  return buildTool({
    ...partsOf(json, at),
    inputSchema: objectOf(json, 'inputSchema', at),
    outputSchema: objectOf(json, 'outputSchema', at),
  })
}

const SCHEMA_MEMBERS: ReadonlySet<string> = new Set(['inputSchema', 'outputSchema'])

function toolOfLine(
  text: string,
  origin: JsonOrigin & { readonly line: number },
  { store, emptySchema }: { readonly store: SchemaStore; readonly emptySchema: number },
): Tool {
  const reading = splitJson(text, SCHEMA_MEMBERS, SCHEMA_RULES)
  if (reading.kind === 'fault') throw jsonFaultError(reading.fault, origin)
  const at = `${origin.path}, line ${origin.line}`
  if (!isJsonObject(reading.value)) throw broken('A line holds something that is not an object.', at)
  const keep = (member: string): number | undefined => {
    const raw = reading.raw.get(member)
    if (raw === undefined || raw === 'null') return undefined
    if (!raw.startsWith('{')) throw broken(`"${member}" must be an object.`, at)
    return store.add(raw)
  }
  const { inputSchema: _, outputSchema: __, ...fields } = buildTool(partsOf(reading.value, at))
  return storedTool(fields, {
    store,
    input: keep('inputSchema') ?? emptySchema,
    output: keep('outputSchema'),
  })
}

/**
 * A tool's members from JSON in Assay's own shape, schemas left out.
 *
 * @throws {InputError} `tool-broken` when a member has the wrong type.
 */
export function partsOf(json: JsonObject, at: string): ToolParts {
  const text = (member: string): string | undefined => {
    const value = json[member]
    if (value === undefined || value === null) return undefined
    if (typeof value === 'string') return detached(value)
    throw broken(`"${member}" must be a text.`, at)
  }
  const name = text('name')
  if (name === undefined || name === '') throw broken('The tool has no "name".', at)
  return {
    name,
    title: text('title'),
    description: text('description'),
    annotations: objectOf(json, 'annotations', at),
    service: text('service'),
    serviceDescription: text('serviceDescription'),
    endpoint: text('endpoint'),
    category: text('category'),
    aliases: textsOf(json.aliases, at),
    tokenText: text('tokenText'),
    placeholders: placeholdersOf(objectOf(json, 'placeholders', at), at),
    source: sourceOf(json.source) ?? { format: 'assay', at },
  }
}

/** A copy of its own: a slice would keep the whole line, schemas included, in memory. */
function detached(text: string): string {
  return text.length < 13 ? text : (JSON.parse(JSON.stringify(text)) as string) // a text stays a text
}

function objectOf(json: JsonObject, member: string, at: string): JsonObject | undefined {
  const value = json[member]
  if (value === undefined || value === null) return undefined
  if (!isJsonObject(value)) throw broken(`"${member}" must be an object.`, at)
  return value
}

function textsOf(value: JsonValue | undefined, at: string): readonly string[] | undefined {
  if (value === undefined || value === null) return undefined
  if (!isJsonArray(value)) throw broken('"aliases" must be a list of texts.', at)
  return value.map((alias) => {
    if (typeof alias !== 'string') throw broken('"aliases" must be a list of texts.', at)
    return detached(alias)
  })
}

const PLACEHOLDER_FIELDS: readonly PlaceholderField[] = [
  'title',
  'description',
  'service',
  'serviceDescription',
  'endpoint',
  'category',
]

function placeholdersOf(json: JsonObject | undefined, at: string): Tool['placeholders'] {
  if (json === undefined) return undefined
  const placeholders: Partial<Record<PlaceholderField, string>> = {}
  for (const field of PLACEHOLDER_FIELDS) {
    const value = json[field]
    if (value === undefined) continue
    if (typeof value !== 'string') throw broken('"placeholders" must hold texts.', at)
    placeholders[field] = value
  }
  return placeholders
}

function sourceOf(value: JsonValue | undefined): Tool['source'] | undefined {
  if (!isJsonObject(value) || typeof value.format !== 'string' || typeof value.at !== 'string')
    return undefined
  return { format: value.format, at: detached(value.at) }
}

function broken(what: string, where: string): InputError {
  return new InputError({
    code: 'tool-broken',
    what,
    where,
    fix: 'A line of a catalog is {"name": …, "description": …, "inputSchema": {…}, …}, one tool a line.',
  })
}
