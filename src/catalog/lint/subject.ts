import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../text/json.js'
import { escapedKey } from '../../text/json-pointer.js'
import type { Tool } from '../tool.js'
import { type SchemaNode, type SchemaWalk, walkSchema } from './schema/walk.js'

/**
 * `name`: a tool, service, endpoint or parameter name. `prose`: written for reading. `value`: an enum value, default
 * or example that a model reads as well.
 */
export type TextKind = 'name' | 'prose' | 'value'

export interface TextPlace {
  readonly kind: TextKind
  readonly text: string
  /** E.g. `description`, `inputSchema/properties/limit/description`. */
  readonly where: string
}

export interface SchemaSubject {
  readonly where: 'inputSchema' | 'outputSchema'
  readonly root: JsonObject
  readonly walk: SchemaWalk
}

/** A tool with what several rules look at, each computed once. */
export interface ToolSubject {
  readonly tool: Tool
  /** The texts of the tool itself; those of its service are looked at once a service. */
  readonly texts: readonly TextPlace[]
  readonly input: SchemaSubject
  readonly output: SchemaSubject | undefined
  /** Property nodes of the input schema, at any depth. */
  readonly parameters: readonly SchemaNode[]
}

export function subjectOf(tool: Tool): ToolSubject {
  const input = schemaSubject('inputSchema', tool.inputSchema)
  const output =
    tool.outputSchema === undefined ? undefined : schemaSubject('outputSchema', tool.outputSchema)
  const parameters = input.walk.nodes.filter(({ role }) => role === 'property')
  const texts: TextPlace[] = []
  const put = (kind: TextKind, where: string, text: string | undefined): void => {
    if (text !== undefined) texts.push({ kind, where, text })
  }
  put('name', 'name', tool.name)
  put('prose', 'title', tool.title)
  put('prose', 'description', tool.description)
  put('name', 'endpoint', tool.endpoint)
  for (const schema of output === undefined ? [input] : [input, output]) {
    for (const node of schema.walk.nodes) texts.push(...schemaTexts(node, schema.where))
  }
  return { tool, texts, input, output, parameters }
}

/** The texts that a service's tools have in common. */
export function serviceTexts(tool: Tool): readonly TextPlace[] {
  const texts: TextPlace[] = []
  if (tool.service !== undefined) texts.push({ kind: 'name', where: 'service', text: tool.service })
  if (tool.category !== undefined) texts.push({ kind: 'name', where: 'category', text: tool.category })
  if (tool.serviceDescription !== undefined) {
    texts.push({ kind: 'prose', where: 'serviceDescription', text: tool.serviceDescription })
  }
  return texts
}

function schemaSubject(where: SchemaSubject['where'], root: JsonObject): SchemaSubject {
  return { where, root, walk: walkSchema(root) }
}

function schemaTexts({ schema, pointer, name, role }: SchemaNode, where: string): readonly TextPlace[] {
  const texts: TextPlace[] = []
  const at = where + pointer
  if (name !== undefined && (role === 'property' || role === 'definition')) {
    texts.push({ kind: 'name', where: at, text: name })
  }
  for (const key of ['title', 'description', '$comment']) {
    const text = schema[key]
    if (typeof text === 'string') texts.push({ kind: 'prose', where: `${at}/${key}`, text })
  }
  for (const key of ['default', 'const', 'enum', 'examples', 'example']) {
    const value = schema[key]
    if (value !== undefined) collectStrings(value, `${at}/${key}`, texts, 0)
  }
  return texts
}

/** Values nest rarely; beyond eight levels nobody reads them, and a hostile schema must not cost more. */
const MAX_VALUE_DEPTH = 8

function collectStrings(value: JsonValue, where: string, texts: TextPlace[], depth: number): void {
  if (typeof value === 'string') texts.push({ kind: 'value', where, text: value })
  else if (depth >= MAX_VALUE_DEPTH) return
  else if (isJsonArray(value)) {
    for (const [at, item] of value.entries()) collectStrings(item, `${where}/${at}`, texts, depth + 1)
  } else if (isJsonObject(value)) {
    for (const key of Object.keys(value)) {
      texts.push({ kind: 'name', where: `${where}/${escapedKey(key)}`, text: key })
      collectStrings(value[key] as JsonValue, `${where}/${escapedKey(key)}`, texts, depth + 1) // an own key
    }
  }
}
