import type { Catalog } from '../catalog/catalog.js'
import { toolNamed } from '../catalog/tool-named.js'
import { InputError } from '../errors.js'
import { isJsonArray, isJsonObject, type JsonValue, parseJson } from '../text/json.js'
import { nearestWord } from '../text/nearest.js'
import { printable, quoted } from '../text/printable.js'

/** Where the tools of one catalog went in another. Names as the catalogs spell them. */
export interface ToolMapping {
  /**
   * By the name before, the names after: one where the tool was renamed or merged into another, several where it was
   * split, none where it was taken away. A tool that is not listed keeps its name.
   */
  readonly tools: ReadonlyMap<string, readonly string[]>
  /** What is allowed and worth a look. */
  readonly notices: readonly string[]
}

export const emptyMapping: ToolMapping = { tools: new Map(), notices: [] }

/** Longest mapping, in characters; one of 125,000 tools has about 10 million. */
const MAX_CHARACTERS = 64 * 1024 * 1024

export interface MappingRequest {
  readonly text: string
  /** Of the file, for messages. */
  readonly path: string
  readonly before: Catalog
  readonly after: Catalog
}

/**
 * Reads a mapping: a JSON object from each name before to the list of its names after.
 *
 *     {"get_user": ["fetch_user"], "update": ["update_title", "update_body"], "ping": []}
 *
 * @throws {InputError} `mapping-invalid` for what is no such object, a name of no tool, a tool that is listed twice (by its
 * name and an alias, or in one list), each with its place.
 */
export function readMapping({ text, path, before, after }: MappingRequest): ToolMapping {
  if (text.length > MAX_CHARACTERS) throw invalid(path, 'The file is too large for a mapping.')
  const reading = parseJson(text)
  if (reading.kind === 'fault') {
    const { reason, line, column } = reading.fault
    throw invalid(`${path}, line ${line}, column ${column}`, `This is not valid JSON. ${reason}`)
  }
  if (!isJsonObject(reading.value)) throw invalid(path, 'A mapping is one object.')
  const tools = new Map<string, readonly string[]>()
  const notices: string[] = []
  for (const [from, targets] of Object.entries(reading.value)) {
    const where = `${path}, ${quoted(from, 80)}`
    const name = toolNamed(from, before)
    if (name === undefined) throw invalid(where, unknown(from, before, 'before'))
    if (tools.has(name)) throw invalid(where, `The tool "${printable(name)}" is listed twice.`)
    const names = targetsOf(targets, after, where)
    tools.set(name, names)
    if (after.position(name) !== undefined && !names.includes(toolNamed(name, after) ?? '')) {
      notices.push(
        `"${printable(name)}" is in the catalog after as well, and the mapping takes its gold elsewhere.`,
      )
    }
  }
  return { tools, notices }
}

function targetsOf(value: JsonValue, after: Catalog, where: string): readonly string[] {
  if (!isJsonArray(value)) throw invalid(where, 'The names after are no list.')
  const names = new Set<string>()
  for (const entry of value) {
    if (typeof entry !== 'string') throw invalid(where, 'A name after is no text.')
    const name = toolNamed(entry, after)
    if (name === undefined) throw invalid(where, unknown(entry, after, 'after'))
    if (names.has(name)) throw invalid(where, `The list names "${printable(name)}" twice.`)
    names.add(name)
  }
  return [...names]
}

/** Names that a mistyped one is compared with, at most. */
const MAX_COMPARED = 5000

/** The known name that is nearest, for hints. */
export function nearestTool(name: string, catalog: Catalog): string | undefined {
  if (name.length > 200) return undefined
  const names = catalog.tools.slice(0, MAX_COMPARED).map((tool) => tool.name)
  return nearestWord(
    name,
    names.filter((known) => known.length <= 200),
  )
}

function unknown(name: string, catalog: Catalog, side: 'before' | 'after'): string {
  const nearest = nearestTool(name, catalog)
  const hint = nearest === undefined ? '' : ` Did you mean "${printable(nearest)}"?`
  return `The catalog ${side} has no tool ${quoted(name, 80)}.${hint}`
}

function invalid(where: string, what: string): InputError {
  return new InputError({
    code: 'mapping-invalid',
    what,
    where,
    fix: 'Write {"name before": ["name after", …], …}: several names where a tool was split, none where it is gone.',
  })
}
