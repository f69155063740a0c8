import { splitJoinedName } from '../../catalog/alias.js'
import type { Tool } from '../../catalog/tool.js'
import { tameText } from '../../corpus/tame-text.js'
import { emptyObject, isJsonObject, type JsonValue, writeJson } from '../../text/json.js'
import { cleanText, cutText } from '../../text/normalize.js'

/** Characters shown of each text of a tool; the median description of real catalogs has 47, the longest 20,830. */
const NAME_LENGTH = 100
const SERVICE_LENGTH = 300
const DESCRIPTION_LENGTH = 800
const PARAMETERS = 20
const PARAMETER_LENGTH = 160

export interface ShownTool {
  /** By which answers name it, e.g. `T3`. */
  readonly id: string
  readonly tool: Tool
}

/** Ids `T1`, `T2`, … for tools in the order in which they are shown. */
export function shownTools(tools: readonly Tool[]): readonly ShownTool[] {
  return tools.map((tool, at) => ({ id: `T${at + 1}`, tool }))
}

export interface CardOptions {
  /** Whether names are shown; default true. A prompt that must not give them away leaves them out. */
  readonly hasNames?: boolean
  /** Whether parameters are shown with their descriptions instead of by name alone. */
  readonly isDetailed?: boolean
}

/**
 * A tool as a prompt shows it: one line of JSON, so that no text of it can begin a line or end the block it stands in;
 * invisible characters dropped, marks of chat templates broken, every text cut to a bounded length.
 */
export function cardOf(
  { id, tool }: ShownTool,
  { hasNames = true, isDetailed = false }: CardOptions = {},
): string {
  const card = emptyObject()
  const joined = splitJoinedName(tool.name)
  const put = (key: string, text: string | undefined, length: number): void => {
    const shown = text === undefined ? '' : shownText(text, length)
    if (shown !== '') card[key] = shown
  }
  card.tool = id
  if (hasNames) {
    put('service', tool.service ?? joined?.service, NAME_LENGTH)
    put('name', tool.endpoint ?? joined?.endpoint ?? tool.name, NAME_LENGTH)
    put('title', tool.title, NAME_LENGTH)
  }
  put('serviceText', tool.serviceDescription, SERVICE_LENGTH)
  put('text', tool.description, DESCRIPTION_LENGTH)
  const parameters = parametersOf(tool, isDetailed)
  if (parameters.length > 0) card.parameters = parameters
  return writeJson(card)
}

/** Every text that a card shows, for checks of what an answer is grounded in. */
export function cardText(tool: Tool): string {
  const { title, serviceDescription, description } = tool
  const texts = [
    shownText(tool.endpoint ?? splitJoinedName(tool.name)?.endpoint ?? tool.name, NAME_LENGTH),
    shownText(title ?? '', NAME_LENGTH),
    shownText(serviceDescription ?? '', SERVICE_LENGTH),
    shownText(description ?? '', DESCRIPTION_LENGTH),
    ...parametersOf(tool, true).map((entry) => writeJson(entry)),
  ]
  return texts.join('\n')
}

/** A stranger's text as a prompt shows it. */
function shownText(text: string, length: number): string {
  // What is cut away is not worth cleaning: a text of any length is cut first, with room for what cleaning takes out.
  return cutText(tameText(cleanText(cutText(text, length * 2))).text.trim(), length)
}

function parametersOf({ inputSchema }: Tool, isDetailed: boolean): readonly JsonValue[] {
  const { properties, required } = inputSchema
  if (!isJsonObject(properties)) return []
  const needed = new Set(Array.isArray(required) ? required : [])
  return Object.entries(properties)
    .slice(0, PARAMETERS)
    .map(([name, schema]) => {
      const shown = shownText(name, NAME_LENGTH)
      if (!isDetailed || !isJsonObject(schema)) return shown
      const parameter = emptyObject()
      parameter.name = shown
      if (typeof schema.type === 'string') parameter.type = shownText(schema.type, NAME_LENGTH)
      if (needed.has(name)) parameter.required = true
      if (Array.isArray(schema.enum)) {
        parameter.oneOf = schema.enum.slice(0, 8).map((value: JsonValue) => shownText(String(value), 40))
      }
      if (typeof schema.description === 'string') {
        parameter.text = shownText(schema.description, PARAMETER_LENGTH)
      }
      return parameter
    })
}
