import { InputError } from '../../errors.js'
import { documentText } from '../../text/document-text.js'
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonReadOptions,
  type JsonValue,
} from '../../text/json.js'
import { type JsonPeek, peekJson } from '../../text/json-peek.js'
import { readJsonLines, readJsonText } from '../../text/jsonl.js'
import type { SourceContext, SourceInput } from '../source.js'
import { SCHEMA_RULES } from '../stored-tool.js'

/** A JSON value of a source, and where it stands. */
export interface JsonEntry {
  readonly value: JsonValue
  readonly at: string
  /** Whether it came with a request or an item that speaks of the tool, not with a list that defines it. */
  readonly isMention: boolean
}

const peeks = new WeakMap<SourceInput, JsonPeek | 'none'>()

/** What the head of an input shows, read once per input. */
export function peekInput(input: SourceInput): JsonPeek | undefined {
  let peek = peeks.get(input)
  if (peek === undefined) {
    peek = peekJson(input.head) ?? 'none'
    peeks.set(input, peek)
  }
  return peek === 'none' ? undefined : peek
}

/** Whether the input is JSONL: a second value follows the first, or the name says so. */
export function isJsonLines(input: SourceInput): boolean {
  return peekInput(input)?.hasMore === true || /\.(?:jsonl|ndjson)$/i.test(input.path)
}

/** The first values of an input as far as its head shows them: lines, members of an array, or the document. */
export function headValues(input: SourceInput): readonly JsonValue[] {
  const peek = peekInput(input)
  if (peek === undefined) return []
  return isJsonArray(peek.value) ? peek.value.slice(0, 20) : [peek.value]
}

/** The first objects that could be tools, found as `readEntries` finds them. */
export function headEntries(input: SourceInput): readonly JsonObject[] {
  const found: JsonObject[] = []
  for (const value of headValues(input)) {
    for (const entry of entriesIn({ value, at: '', isMention: false })) {
      if (isJsonObject(entry.value)) found.push(entry.value)
    }
  }
  return found
}

/**
 * The values of an input one after another: each line of JSONL, each member of a document that is an array, or the
 * document itself.
 *
 * @throws {InputError} `json-broken`, `json-refused`, `document-too-large`, naming file, line and column.
 */
export async function* readValues(
  input: SourceInput,
  { files }: Pick<SourceContext, 'files'>,
  rules: JsonReadOptions = SCHEMA_RULES,
): AsyncGenerator<JsonEntry> {
  const { path } = input
  if (isJsonLines(input)) {
    for await (const { number, value } of readJsonLines(files.stream(path), path, rules)) {
      yield { value, at: `${path}, line ${number}`, isMention: false }
    }
    return
  }
  const document = readJsonText(await readDocument(path, files), { path, ...rules })
  if (!isJsonArray(document)) {
    yield { value: document, at: path, isMention: false }
    return
  }
  for (const [position, value] of document.entries()) {
    yield { value, at: `${path}, [${position}]`, isMention: false }
  }
}

/** Like `readValues`, with lists of tools (`tools`, `functionDeclarations`, an MCP result, …) taken apart. */
export async function* readEntries(
  input: SourceInput,
  context: Pick<SourceContext, 'files'>,
): AsyncGenerator<JsonEntry> {
  for await (const entry of readValues(input, context)) yield* entriesIn(entry)
}

const LIST_MEMBERS = ['tools', 'functions', 'functionDeclarations', 'function_declarations', 'result']
const SCHEMA_MEMBERS = ['inputSchema', 'input_schema', 'parameters', 'parametersJsonSchema', 'function']
/** Members of requests and items, whose tools are mentioned, not defined. */
const REQUEST_MEMBERS = ['messages', 'input', 'contents', 'conversations']

function* entriesIn(entry: JsonEntry, depth = 0): Generator<JsonEntry> {
  const { value, at } = entry
  if (depth > 6) return
  if (isJsonArray(value)) {
    for (const [position, item] of value.entries()) {
      yield* entriesIn({ ...entry, value: item, at: `${at}[${position}]` }, depth + 1)
    }
    return
  }
  const lists =
    isJsonObject(value) && !isToolLike(value) ? LIST_MEMBERS.filter((key) => isList(value[key])) : []
  if (!isJsonObject(value) || lists.length === 0) {
    yield entry
    return
  }
  const isMention = entry.isMention || REQUEST_MEMBERS.some((key) => key in value)
  for (const key of lists) {
    yield* entriesIn({ value: value[key] as JsonValue, at: `${at}, ${key}`, isMention }, depth + 1)
  }
}

function isList(value: JsonValue | undefined): boolean {
  return isJsonArray(value) || (isJsonObject(value) && isJsonArray(value.tools))
}

function isToolLike(value: JsonObject): boolean {
  return typeof value.name === 'string' && SCHEMA_MEMBERS.some((key) => isJsonObject(value[key]))
}

/**
 * The text of a document of bounded size.
 *
 * @throws {InputError} `document-too-large`, `not-utf8`, and what reading throws.
 */
export function readDocument(path: string, files: SourceContext['files']): Promise<string> {
  return documentText(
    path,
    files,
    'Split it, or write one tool a line (.jsonl), which is read piece by piece.',
  )
}

/**
 * The object with a name that an entry must be.
 *
 * @throws {InputError} `tool-broken`.
 */
export function namedObject({ value, at }: JsonEntry): JsonObject & { readonly name: string } {
  if (!isJsonObject(value)) throw brokenTool('This is not an object that describes a tool.', at)
  const { name } = value
  if (typeof name !== 'string' || name === '') throw brokenTool('The tool has no "name".', at)
  // `name` was just seen to be a text.
  return value as JsonObject & { readonly name: string }
}

/**
 * A member that must be a schema object where it is given.
 *
 * @throws {InputError} `tool-broken`.
 */
export function schemaOf(tool: JsonObject, member: string, at: string): JsonObject | undefined {
  const value = tool[member]
  if (value === undefined || value === null) return undefined
  if (!isJsonObject(value)) throw brokenTool(`"${member}" must be an object.`, at)
  return value
}

/**
 * A member that must be a text where it is given.
 *
 * @throws {InputError} `tool-broken`.
 */
export function textMember(tool: JsonObject, member: string, at: string): string | undefined {
  const value = tool[member]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') throw brokenTool(`"${member}" must be a text.`, at)
  return value
}

export function brokenTool(what: string, where: string): InputError {
  const fix = 'Correct the tool, or name the right format with --format.'
  return new InputError({ code: 'tool-broken', what, where, fix })
}
