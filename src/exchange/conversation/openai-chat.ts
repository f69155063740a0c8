import { isJsonObject, type JsonObject, type JsonValue } from '../../text/json.js'
import { objectsOf, textIn } from '../../text/json-members.js'
import { Conversation, type EarlierCall, type Tell, textOfContent } from './conversation.js'

/** Messages of the OpenAI chat API, and of all that speak it. */
export function openaiChat(messages: JsonValue | undefined, tell: Tell): readonly JsonObject[] {
  const conversation = new Conversation(tell)
  for (const message of objectsOf(messages)) {
    const text = textOfContent(message.content, tell)
    switch (textIn(message, 'role')) {
      case 'system':
      case 'developer':
        conversation.system(text)
        break
      case 'user':
        conversation.user(text)
        break
      case 'assistant':
        conversation.assistant(text, callsIn(message))
        break
      case 'tool':
      case 'function':
        conversation.tool(text, { id: textIn(message, 'tool_call_id'), name: textIn(message, 'name') })
        break
      default:
        tell(
          'role-unknown',
          `A message with the role ${JSON.stringify(message.role ?? null).slice(0, 60)} was left out.`,
        )
    }
  }
  return conversation.messages
}

/** Calls of a message: `tool_calls`, or the older `function_call`. */
function callsIn(message: JsonObject): readonly EarlierCall[] {
  const older = isJsonObject(message.function_call) ? [{ function: message.function_call }] : []
  return [...objectsOf(message.tool_calls), ...older].flatMap((entry: JsonObject) => {
    const call = isJsonObject(entry.function) ? entry.function : entry
    const name = textIn(call, 'name')
    return name === undefined ? [] : [{ id: textIn(entry, 'id'), name, arguments: call.arguments ?? '' }]
  })
}
