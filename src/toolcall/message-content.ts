import { InputError } from '../errors.js'
import { isJsonArray, isJsonObject, type JsonValue } from '../text/json.js'

/**
 * The text of a message for a dialect of model text, which reads what the model wrote and not what a server made of it.
 *
 * @param where file and line, for the error.
 * @returns undefined when its content is no text.
 * @throws {InputError} `message-parsed` for a message whose calls a server has taken out of the text: read as text it
 * would be silence.
 */
export function messageContent(message: JsonValue, where?: string): string | undefined {
  if (!isJsonObject(message)) return undefined
  const { content, tool_calls: calls } = message
  if (isJsonArray(calls) && calls.length > 0) {
    throw new InputError({
      code: 'message-parsed',
      what: 'The message holds tool_calls: a server has taken the calls out of the text that this dialect reads.',
      ...(where === undefined ? {} : { where }),
      fix: "Read such messages with --dialect openai, or ask again with the server's own tool parsing off.",
    })
  }
  return typeof content === 'string' ? content : undefined
}
