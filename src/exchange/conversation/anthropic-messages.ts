import { isJsonArray, type JsonObject, type JsonValue } from '../../text/json.js'
import { objectsOf, textIn } from '../../text/json-members.js'
import { Conversation, type Tell, textOfContent } from './conversation.js'

/** Messages of the Anthropic API. Results of tools stand in messages of the user there, and become messages of their own. */
export function anthropicMessages(
  { system, messages }: { readonly system: JsonValue | undefined; readonly messages: JsonValue | undefined },
  tell: Tell,
): readonly JsonObject[] {
  const conversation = new Conversation(tell)
  conversation.system(textOfContent(system, tell))
  for (const message of objectsOf(messages)) {
    const { content } = message
    const blocks = isJsonArray(content) ? objectsOf(content) : []
    const plain = blocks.filter(({ type }) => type !== 'tool_use' && type !== 'tool_result')
    const text = isJsonArray(content) ? textOfContent(plain, tell) : textOfContent(content, tell)
    if (textIn(message, 'role') === 'assistant') {
      const calls = blocks
        .filter(({ type }) => type === 'tool_use')
        .map((block) => ({
          id: textIn(block, 'id'),
          name: textIn(block, 'name') ?? '',
          arguments: block.input ?? null,
        }))
      conversation.assistant(text, calls)
      continue
    }
    const results = blocks.filter(({ type }) => type === 'tool_result')
    for (const result of results) {
      conversation.tool(textOfContent(result.content, tell), { id: textIn(result, 'tool_use_id') })
    }
    if (results.length === 0 || text !== '') conversation.user(text)
  }
  return conversation.messages
}
