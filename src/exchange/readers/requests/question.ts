import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../../text/json.js'
import { objectIn, objectsOf, present, textIn } from '../../../text/json-members.js'
import { anthropicMessages } from '../../conversation/anthropic-messages.js'
import { amountIn, Conversation, type Tell } from '../../conversation/conversation.js'
import { geminiContents } from '../../conversation/gemini-contents.js'
import { offeredTools } from '../../conversation/offered-tools.js'
import { openaiChat } from '../../conversation/openai-chat.js'
import { openaiResponses } from '../../conversation/openai-responses.js'
import type { ExchangeSettings } from '../../exchange.js'

/** What a request asked, offered and set. */
export interface Question {
  readonly model: string | undefined
  readonly messages: readonly JsonObject[]
  readonly tools: readonly JsonObject[]
  readonly settings: ExchangeSettings
}

/** Whether an object asks a model something. */
export function isRequest(body: JsonObject): boolean {
  return (
    isJsonArray(body.messages) ||
    isJsonArray(body.contents) ||
    isJsonArray(body.input) ||
    typeof body.input === 'string' ||
    typeof body.prompt === 'string'
  )
}

/** The body of a request to one of the APIs; undefined where it asks nothing. */
export function questionOf(body: JsonObject, tell: Tell): Question | undefined {
  const messages = messagesOf(body, tell)
  if (messages.length === 0) return undefined
  const parameters = objectIn(body, 'model_parameters') ?? objectIn(body, 'optional_params')
  return {
    model: textIn(body, 'model'),
    messages,
    tools: offeredTools(body.tools ?? body.functions ?? parameters?.tools ?? parameters?.functions, tell),
    settings: settingsOf({ ...parameters, ...body }),
  }
}

function messagesOf(body: JsonObject, tell: Tell): readonly JsonObject[] {
  const { messages, contents, system, input, instructions, prompt } = body
  if (contents !== undefined) {
    return geminiContents({ system: body.systemInstruction ?? body.system_instruction, contents }, tell)
  }
  if (isJsonArray(messages)) {
    return speaksAnthropic(body) ? anthropicMessages({ system, messages }, tell) : openaiChat(messages, tell)
  }
  if (input !== undefined) return openaiResponses({ instructions, input }, tell)
  const conversation = new Conversation(tell)
  if (typeof prompt === 'string') conversation.user(prompt)
  return conversation.messages
}

const BLOCKS: ReadonlySet<JsonValue | undefined> = new Set(['tool_use', 'tool_result', 'thinking'])

/** Whether a request is one of the Anthropic API; a plain text conversation reads the same either way. */
export function speaksAnthropic({ system, tools, messages, anthropic_version }: JsonObject): boolean {
  if (system !== undefined || anthropic_version !== undefined) return true
  if (objectsOf(tools).some((tool) => isJsonObject(tool.input_schema))) return true
  return objectsOf(messages).some(({ content }) => objectsOf(content).some(({ type }) => BLOCKS.has(type)))
}

function settingsOf(body: JsonObject): ExchangeSettings {
  const inner = { ...objectIn(body, 'generation_config'), ...objectIn(body, 'generationConfig'), ...body }
  const stop = inner.stop ?? inner.stop_sequences ?? inner.stopSequences
  const texts = (isJsonArray(stop) ? stop : [stop]).filter((one) => typeof one === 'string')
  return present({
    maxTokens: amountIn(inner, 'max_tokens', 'max_completion_tokens', 'max_output_tokens', 'maxOutputTokens'),
    temperature: amountIn(inner, 'temperature'),
    topP: amountIn(inner, 'top_p', 'topP'),
    topK: amountIn(inner, 'top_k', 'topK'),
    seed: amountIn(inner, 'seed'),
    stop: texts.length === 0 ? undefined : texts,
  })
}
