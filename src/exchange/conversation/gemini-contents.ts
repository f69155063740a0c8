import { isJsonObject, type JsonObject, type JsonValue, writeJson } from '../../text/json.js'
import { objectIn, objectsOf, textIn } from '../../text/json-members.js'
import { Conversation, type Tell } from './conversation.js'

/** Contents of the Gemini API. */
export function geminiContents(
  { system, contents }: { readonly system: JsonValue | undefined; readonly contents: JsonValue | undefined },
  tell: Tell,
): readonly JsonObject[] {
  const conversation = new Conversation(tell)
  if (typeof system === 'string') conversation.system(system)
  else if (isJsonObject(system)) conversation.system(textOfParts(partsOf(system), tell))
  if (typeof contents === 'string') conversation.user(contents)
  const list = isJsonObject(contents) ? [contents] : objectsOf(contents)
  for (const content of list) {
    const parts = partsOf(content)
    const results = membersOf(parts, 'functionResponse', 'function_response')
    const calls = membersOf(parts, 'functionCall', 'function_call')
    const text = textOfParts(parts, tell)
    if (textIn(content, 'role') === 'model') {
      conversation.assistant(
        text,
        calls.map((call) => ({
          id: textIn(call, 'id'),
          name: textIn(call, 'name') ?? '',
          arguments: call.args ?? {},
        })),
      )
      continue
    }
    for (const result of results) {
      conversation.tool(writeJson(result.response ?? null), {
        id: textIn(result, 'id'),
        name: textIn(result, 'name'),
      })
    }
    if (results.length === 0 || text !== '') conversation.user(text)
  }
  return conversation.messages
}

function partsOf(content: JsonObject): readonly JsonObject[] {
  return objectsOf(content.parts)
}

function membersOf(parts: readonly JsonObject[], key: string, snake: string): readonly JsonObject[] {
  return parts.map((part) => objectIn(part, key) ?? objectIn(part, snake)).filter((one) => one !== undefined)
}

const CALL_KEYS = ['functionCall', 'function_call', 'functionResponse', 'function_response']

function textOfParts(parts: readonly JsonObject[], tell: Tell): string {
  return parts
    .flatMap((part) => {
      if (part.thought === true || CALL_KEYS.some((key) => key in part)) return []
      const text = textIn(part, 'text')
      if (text !== undefined) return [text]
      const kind = Object.keys(part)[0] ?? 'empty'
      tell('content-dropped', `A part of a message is no text and was left out: ${kind.slice(0, 40)}.`)
      return []
    })
    .join('\n')
}
