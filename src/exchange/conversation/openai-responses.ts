import type { JsonObject, JsonValue } from '../../text/json.js'
import { objectsOf, textIn } from '../../text/json-members.js'
import { Conversation, type EarlierCall, type Tell, textOfContent } from './conversation.js'

/** Input of the OpenAI Responses API: a text, or items. Calls that follow one another are one message. */
export function openaiResponses(
  {
    instructions,
    input,
  }: { readonly instructions: JsonValue | undefined; readonly input: JsonValue | undefined },
  tell: Tell,
): readonly JsonObject[] {
  const conversation = new Conversation(tell)
  conversation.system(textOfContent(instructions, tell))
  if (typeof input === 'string') conversation.user(input)
  let calls: EarlierCall[] = []
  const flush = (text = ''): void => {
    if (calls.length > 0 || text !== '') conversation.assistant(text, calls)
    calls = []
  }
  for (const item of objectsOf(input)) {
    const type = textIn(item, 'type') ?? 'message'
    if (type === 'function_call') {
      calls.push({
        id: textIn(item, 'call_id'),
        name: textIn(item, 'name') ?? '',
        arguments: item.arguments ?? '',
      })
      continue
    }
    if (type === 'reasoning') continue
    if (type === 'message' && textIn(item, 'role') === 'assistant') {
      flush()
      conversation.assistant(textOfContent(item.content, tell))
      continue
    }
    flush()
    if (type === 'function_call_output') {
      conversation.tool(textOfContent(item.output, tell), { id: textIn(item, 'call_id') })
    } else if (type !== 'message') {
      tell(
        'content-dropped',
        `An item of the conversation is no message and was left out: ${type.slice(0, 40)}.`,
      )
    } else if (textIn(item, 'role') === 'user') conversation.user(textOfContent(item.content, tell))
    else conversation.system(textOfContent(item.content, tell))
  }
  flush()
  return conversation.messages
}
