import type { ChatMessage } from '../../benchmark/call-item.js'
import { InputError } from '../../errors.js'
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, parseJson } from '../../text/json.js'
import type { Message, WrittenCall } from '../../toolcall/dialect.js'

/**
 * The messages of a call item as a conversation. Earlier calls of the assistant may stand as `tool_calls` in OpenAI's
 * shape, or as `calls` with name and arguments.
 *
 * @throws {InputError} `item-invalid` for a role that is none, and for calls that cannot be read.
 */
export function conversationOf(messages: readonly ChatMessage[], where: string): readonly Message[] {
  return messages.map((message, index) => messageOf(message, `${where}, message ${index + 1}`))
}

function messageOf({ role, text, json }: ChatMessage, where: string): Message {
  switch (role) {
    case 'system':
    case 'developer':
      return { role: 'system', content: text }
    case 'user':
      return { role: 'user', content: text }
    case 'assistant':
      return assistantOf(text, json, where)
    case 'tool':
    case 'function':
      return {
        role: 'tool',
        content: text,
        ...textMember('id', json.tool_call_id ?? json.id),
        ...textMember('name', json.name),
      }
    default:
      throw invalid(where, `There is no role ${JSON.stringify(role.slice(0, 80))}.`)
  }
}

function assistantOf(text: string, json: JsonObject, where: string): Message {
  const listed = json.tool_calls ?? json.calls ?? []
  if (!isJsonArray(listed)) throw invalid(where, 'The calls of the assistant are no list.')
  const calls = listed.map((call) => callOf(call, where))
  const reasoning = json.reasoning ?? json.reasoning_content
  return {
    role: 'assistant',
    ...(text === '' ? {} : { content: text }),
    ...(typeof reasoning === 'string' ? { reasoning } : {}),
    ...(calls.length === 0 ? {} : { calls }),
  }
}

function callOf(entry: JsonValue, where: string): WrittenCall {
  const outer = isJsonObject(entry) ? entry : undefined
  const call = isJsonObject(outer?.function) ? outer.function : outer
  const name = call?.name
  const given = call?.arguments
  const reading = typeof given === 'string' ? parseJson(given) : undefined
  const value = reading?.kind === 'value' ? reading.value : given
  if (typeof name === 'string' && isJsonObject(value)) {
    return { name, arguments: value, ...textMember('id', outer?.id) }
  }
  throw invalid(where, 'An earlier call has no name, or no object of arguments.')
}

function textMember<Key extends string>(
  key: Key,
  value: JsonValue | undefined,
): { readonly [name in Key]?: string } {
  // The computed key is the one that the type names.
  return typeof value === 'string' ? ({ [key]: value } as { readonly [name in Key]: string }) : {}
}

function invalid(where: string, what: string): InputError {
  return new InputError({
    code: 'item-invalid',
    what,
    where,
    fix: 'Roles are system, user, assistant and tool; earlier calls are {"name": …, "arguments": {…}}.',
  })
}
