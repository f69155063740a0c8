import type { Catalog } from '../catalog/catalog.js'
import { InputError } from '../errors.js'
import type { Files } from '../ports.js'
import { isJsonArray, isJsonObject, type JsonValue, parseJson } from '../text/json.js'
import { readJsonText, readLines, type TextLine } from '../text/jsonl.js'
import {
  type BuiltInLayout,
  builtInLayouts,
  builtInTokens,
  type GivenToken,
  givenTokens,
  type TokenMap,
} from './token-map.js'

/** A map of 50,000 tools has 4 MB. */
const MAX_BYTES = 256 * 1024 * 1024

/**
 * The token map that a word or a file names: `flat`, `hierarchical` or `numeric` from the catalog itself; a list of
 * `<<…>>` lines such as ToolGen's `virtual_tokens.txt`; a JSON object `{tool: token}`; or JSONL of `{tool, token}`. A
 * token is a string, a list of strings (several tokens, one after the other) or a list of ids.
 *
 * @throws {InputError} `token-map-broken`, `token-map-doubled`, `token-map-strange`, `file-missing`.
 */
export async function readTokenMap(spec: string, catalog: Catalog, files: Files): Promise<TokenMap> {
  const layout = builtInLayouts.find((word) => word === spec)
  if (layout !== undefined) return withEntries(builtInTokens(catalog, layout), layout)
  const facts = await files.facts(spec)
  if (facts !== undefined && facts.sizeBytes > MAX_BYTES) {
    throw broken(spec, `The file has ${facts.sizeBytes} bytes; ${MAX_BYTES} are read at most.`)
  }
  const lines: TextLine[] = []
  for await (const line of readLines(files.stream(spec), spec)) if (line.text.trim() !== '') lines.push(line)
  const [first] = lines
  if (first === undefined) throw broken(spec, 'The file is empty.')
  if (first.text.trimStart().startsWith('{')) return fromJson(lines, spec, catalog)
  const given = lines.map(({ number, text }): GivenToken => {
    const where = `${spec}, line ${number}`
    if (!text.startsWith('<<') || !text.endsWith('>>') || text.length <= 4)
      throw broken(where, 'The line is no token in << and >>.')
    const name = catalog.position(text) === undefined ? text.slice(2, -2) : text
    return { tool: name, spelling: { kind: 'parts', parts: [text] }, where }
  })
  return givenTokens(catalog, given, { layout: 'flat', isSingle: true })
}

function withEntries(map: TokenMap, layout: BuiltInLayout): TokenMap {
  if (map.entries.length > 0) return map
  throw new InputError({
    code: 'token-map-empty',
    what: `No tool of the catalog has a token of the kind "${layout}".`,
    where: '--tokens',
    fix: 'Hierarchical tokens need tools with service and endpoint; else give a map {tool: token}.',
  })
}

function fromJson(lines: readonly TextLine[], spec: string, catalog: Catalog): TokenMap {
  const [first] = lines
  const whole = lines.length === 1 ? undefined : parseJson(lines.map(({ text }) => text).join('\n'))
  const head = first === undefined ? undefined : parseJson(first.text)
  const isLines = head?.kind === 'value' && isJsonObject(head.value) && isRecord(head.value)
  if (isLines) {
    const given = lines.map(({ number, text }) => {
      const where = `${spec}, line ${number}`
      return recordOf(readJsonText(text, { path: spec, line: number }), where)
    })
    return layoutOf(catalog, given)
  }
  const reading = whole ?? head
  if (reading?.kind !== 'value' || !isJsonObject(reading.value)) {
    const reason = reading?.kind === 'fault' ? ` ${reading.fault.reason}` : ''
    throw broken(spec, `The file is neither a JSON object {tool: token} nor JSONL.${reason}`)
  }
  const object = reading.value
  const given = Object.keys(object).map((tool): GivenToken => {
    const where = `${spec}, ${JSON.stringify(tool)}`
    return { tool, spelling: spellingOf(object[tool], where), where }
  })
  if (given.length === 0) throw broken(spec, 'The map is empty.')
  return layoutOf(catalog, given)
}

/** Tokens in << and >> are meant to be single; two of them for every tool are service and endpoint. */
function layoutOf(catalog: Catalog, given: readonly GivenToken[]): TokenMap {
  const parts = given.flatMap(({ spelling }) => (spelling.kind === 'parts' ? [spelling.parts] : []))
  const isSingle = parts.flat().every((part) => part.startsWith('<<') && part.endsWith('>>'))
  const isFlat = parts.every(({ length }) => length === 1)
  const isHierarchical = parts.length === given.length && parts.every(({ length }) => length === 2)
  const layout = isSingle && isHierarchical ? 'hierarchical' : isSingle && isFlat ? 'flat' : 'given'
  return givenTokens(catalog, given, { layout, isSingle })
}

function isRecord(object: Readonly<Record<string, JsonValue>>): boolean {
  return toolIn(object) !== undefined && tokenIn(object) !== undefined
}

function toolIn({ tool, name }: Readonly<Record<string, JsonValue>>): string | undefined {
  const found = tool ?? name
  return typeof found === 'string' ? found : undefined
}

function tokenIn({ token, tokens, ids }: Readonly<Record<string, JsonValue>>): JsonValue | undefined {
  return token ?? tokens ?? ids
}

function recordOf(value: JsonValue, where: string): GivenToken {
  const tool = isJsonObject(value) ? toolIn(value) : undefined
  const token = isJsonObject(value) ? tokenIn(value) : undefined
  if (tool === undefined || token === undefined) throw broken(where, 'The line has no "tool" and "token".')
  return { tool, spelling: spellingOf(token, where), where }
}

function spellingOf(value: JsonValue | undefined, where: string): GivenToken['spelling'] {
  if (typeof value === 'string' && value !== '') return { kind: 'parts', parts: [value] }
  if (typeof value === 'number') return { kind: 'ids', ids: [idOf(value, where)] }
  if (isJsonArray(value) && value.length > 0) {
    const parts = value.filter((part): part is string => typeof part === 'string' && part !== '')
    if (parts.length === value.length) return { kind: 'parts', parts }
    return { kind: 'ids', ids: value.map((id) => idOf(id, where)) }
  }
  throw broken(where, 'A token is neither a text, nor a list of texts, nor a list of ids.')
}

const MOST_ID = 2 ** 31 - 1

function idOf(value: JsonValue, where: string): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MOST_ID) return value
  throw broken(where, 'A list holds something that is neither a text nor a token id, or both kinds.')
}

function broken(where: string, what: string): InputError {
  return new InputError({
    code: 'token-map-broken',
    what,
    where,
    fix: 'Write {"tool": "<<token>>"}, {"tool": ["<<service>>", "<<endpoint>>"]}, {"tool": [128256]}, or one <<token>> a line.',
  })
}
