import type { Tool } from '../../catalog/tool.js'
import { InputError } from '../../errors.js'
import { isJsonObject, type JsonObject, type JsonValue, writeJson } from '../../text/json.js'
import { quoted } from '../../text/printable.js'
import type { ToolNameRule } from './wire.js'

/** Members that decide what is asked; a config that set them would make another subject or another question. */
const OWN_MEMBERS: ReadonlySet<string> = new Set([
  'model',
  'messages',
  'input',
  'contents',
  'prompt',
  'tools',
  'stream',
  'n',
])

/**
 * Members of a body with those of the config on top: objects are joined member by member, one level deep, anything
 * else is replaced, and `null` leaves a member out.
 *
 * @throws {InputError} `subject-extra` for a member that decides what is asked.
 */
export function withExtra(
  members: Readonly<Record<string, JsonValue | undefined>>,
  extra: JsonObject,
): JsonObject {
  const result: Record<string, JsonValue> = {}
  for (const key of Object.keys(members)) {
    const value = members[key]
    if (value !== undefined) result[key] = value
  }
  for (const [key, value] of Object.entries(extra)) {
    if (OWN_MEMBERS.has(key)) {
      throw new InputError({
        code: 'subject-extra',
        what: `"${key}" decides what is asked, so it cannot be set beside it.`,
        where: `extra.${key} of a subject`,
        fix: 'Take it out of "extra"; the model is named in the spec, and messages and tools come from the items.',
      })
    }
    const own = result[key]
    if (value === null) delete result[key]
    else if (isJsonObject(own) && isJsonObject(value)) result[key] = withExtra(own, value)
    else result[key] = value
  }
  return result
}

/** The JSON of a body: `members`, and behind them the members of the JSON object `conversation`. */
export function joinedBody(members: JsonObject, conversation: string): string {
  const head = writeJson(members)
  if (conversation === '{}') return head
  return head === '{}' ? conversation : `${head.slice(0, -1)},${conversation.slice(1)}`
}

/**
 * Names are never changed for an API: a call would no longer name what the catalog names.
 *
 * @throws {InputError} `tool-name-refused`.
 */
export function checkToolNames(tools: readonly Tool[], { pattern, says }: ToolNameRule): void {
  for (const { name, source } of tools) {
    if (pattern.test(name)) continue
    throw new InputError({
      code: 'tool-name-refused',
      what: `The API takes no tool named ${quoted(name, 120)}: ${says}.`,
      where: source.at,
      fix: 'Rename the tool in its catalog, or examine the model through raw completions (completions:…), where any name can be offered.',
    })
  }
}
