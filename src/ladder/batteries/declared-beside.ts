import type { Tool } from '../../catalog/tool.js'
import {
  emptyObject,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
  writeJson,
} from '../../text/json.js'
import { bracketExtent } from '../../text/json-extent.js'
import { spacedJson } from '../../toolcall/render/spaced-json.js'

/**
 * A system text with one more tool, declared as it declares the others: a line `name(argument, argument): what it does`
 * behind the last such line, or a JSON object of the same members behind the last such object. Undefined where the text
 * declares the tools in another way.
 */
export function declaredBeside(
  system: string,
  { tools, added }: { readonly tools: readonly Tool[]; readonly added: Tool },
): string | undefined {
  return besideJson(system, { tools, added }) ?? besideLines(system, { tools, added })
}

interface Declaring {
  readonly tools: readonly Tool[]
  readonly added: Tool
}

function besideLines(system: string, { tools, added }: Declaring): string | undefined {
  const lines = system.split('\n')
  let last: { readonly at: number; readonly before: string; readonly after: string } | undefined
  for (const [at, line] of lines.entries()) {
    for (const { name } of tools) {
      const found = line.indexOf(`${name}(`)
      if (found === -1 || !/^[\s\-*•·\d.)`]*$/.test(line.slice(0, found))) continue
      const close = line.indexOf(')', found)
      if (close !== -1) last = { at, before: line.slice(0, found), after: line.slice(close + 1) }
    }
  }
  if (last === undefined) return undefined
  const names = Object.keys(propertiesOf(added.inputSchema)).join(', ')
  const separator = /^(`?\s*(?:->|[:—–-])\s*)/.exec(last.after)?.[1] ?? ': '
  const end = /[.;]$/.exec(last.after)?.[0] ?? ''
  const text = `${numbered(last.before)}${added.name}(${names})${separator}${added.description ?? ''}${end}`
  return [...lines.slice(0, last.at + 1), text, ...lines.slice(last.at + 1)].join('\n')
}

/** `3. ` becomes `4. `; other bullets stay. */
function numbered(before: string): string {
  return before.replace(/\d+/, (number) => String(Number(number) + 1))
}

interface DeclaredObject {
  readonly json: JsonObject
  readonly start: number
  readonly end: number
}

function besideJson(system: string, { tools, added }: Declaring): string | undefined {
  const names = new Set(tools.map(({ name }) => name))
  const found: DeclaredObject[] = []
  for (let at = system.indexOf('{'); at !== -1 && found.length < MOST_OBJECTS; ) {
    const extent = bracketExtent(system, at)
    const end = extent.kind === 'complete' ? extent.end : at + 1
    const reading = extent.kind === 'complete' ? parseJson(system.slice(at, end)) : undefined
    const json = reading?.kind === 'value' ? reading.value : undefined
    const isDeclaration = isJsonObject(json) && names.has(nameOf(json) ?? '')
    if (isDeclaration) found.push({ json, start: at, end })
    at = system.indexOf('{', isDeclaration ? end : at + 1)
  }
  const last = found.at(-1)
  if (last === undefined) return undefined
  const previous = found.at(-2)
  const separator = previous === undefined ? '\n' : system.slice(previous.end, last.start)
  const old = system.slice(last.start, last.end)
  const shaped = reshaped(last.json, added)
  const isIndented = old.includes('\n')
  const text = isIndented
    ? writeJson(shaped, 2)
    : old.includes('": ')
      ? spacedJson(shaped)
      : writeJson(shaped)
  return (
    system.slice(0, last.end) + (separator.length > 40 ? '\n' : separator) + text + system.slice(last.end)
  )
}

/** Far above real preambles. */
const MOST_OBJECTS = 500

function nameOf(json: JsonObject): string | undefined {
  const inner = isJsonObject(json.function) ? json.function : json
  return typeof inner.name === 'string' ? inner.name : undefined
}

/** The members of a declaration, with what the added tool says in them. */
function reshaped(json: JsonObject, added: Tool): JsonObject {
  const result = emptyObject()
  for (const [key, value] of Object.entries(json)) {
    if (key === 'function' && isJsonObject(value)) result[key] = reshaped(value, added)
    else if (key === 'name') result[key] = added.name
    else if (key === 'description') result[key] = added.description ?? ''
    else if (isJsonObject(value)) result[key] = schemaLike(value, added)
    else result[key] = value
  }
  return result
}

/** A schema stays a schema; a plain map of names stays one. */
function schemaLike(old: JsonObject, added: Tool): JsonValue {
  return isJsonObject(old.properties) || old.type === 'object'
    ? added.inputSchema
    : propertiesOf(added.inputSchema)
}

function propertiesOf(schema: JsonObject): JsonObject {
  return isJsonObject(schema.properties) ? schema.properties : emptyObject()
}
