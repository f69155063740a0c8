import { isJsonArray, isJsonObject, type JsonObject, writeJson } from '../../../text/json.js'
import { objectIn, objectsOf, present, textIn } from '../../../text/json-members.js'
import { type JsonNode, type JsonObjectNode, parseJsonTree, valueOfNode } from '../../../text/json-tree.js'
import { amountIn } from '../../conversation/conversation.js'
import { stopReasonOf } from '../../conversation/stop-reason.js'
import type { ExchangeAnswer, ExchangeUsage } from '../../exchange.js'
import { messageOfStream, streamIn } from './streamed.js'

/** What a response said, and what it cost. */
export interface Reply {
  readonly answer: ExchangeAnswer
  readonly model?: string
  readonly usage?: ExchangeUsage
  /** Choices beyond the first, which are not read. */
  readonly otherChoices: number
}

/** A body nests deeper than a schema only where somebody wants a reader to fall. */
const MAX_DEPTH = 200

/**
 * The answer in the body of a response: OpenAI chat and Responses, Anthropic, Gemini, whole or as the chunks of a stream.
 * The message stays exactly as it stood; of a stream it is put together.
 *
 * @returns undefined where the text is no answer of these APIs.
 */
export function replyOf(text: string): Reply | undefined {
  const reading = parseJsonTree(text, { duplicateKeys: 'kept', maxDepth: MAX_DEPTH })
  const value = reading.kind === 'tree' ? valueOfNode(reading.root) : undefined
  const chunks = streamIn(text, value)
  if (chunks !== undefined) {
    const whole = messageOfStream(chunks)
    return whole === undefined ? undefined : replyOf(whole)
  }
  if (reading.kind !== 'tree' || reading.root.kind !== 'object' || !isJsonObject(value)) return undefined
  const answer = answerIn(reading.root, { text, value })
  if (answer === undefined) return undefined
  const usage = usageOf(
    objectIn(value, 'usage') ?? objectIn(value, 'usageMetadata') ?? objectIn(value, 'usage_metadata'),
  )
  const model = textIn(value, 'model') ?? textIn(value, 'modelVersion')
  const choices = value.choices ?? value.candidates
  return {
    answer,
    ...(model === undefined ? {} : { model }),
    ...(usage === undefined ? {} : { usage }),
    otherChoices: isJsonArray(choices) ? Math.max(0, choices.length - 1) : 0,
  }
}

interface Body {
  readonly text: string
  readonly value: JsonObject
}

function answerIn(root: JsonObjectNode, { text, value }: Body): ExchangeAnswer | undefined {
  const raw = (node: JsonNode): string => text.slice(node.start, node.end)
  const failure = value.error ?? undefined
  const isEmpty = value.choices === undefined && value.content === undefined && value.candidates === undefined
  if (failure !== undefined && (isEmpty || value.type === 'error')) {
    return { kind: 'failed', message: messageOfFailure(failure) }
  }
  const choice = firstOf(memberOf(root, 'choices'))
  if (choice !== undefined) {
    const [json] = objectsOf(value.choices)
    const message = memberOf(choice, 'message') ?? textMessage(choice)
    if (message === undefined) return undefined
    const written = typeof message === 'string' ? message : raw(message)
    if (!written.startsWith('{')) return undefined
    return {
      kind: 'said',
      dialect: 'openai',
      message: written,
      ...stopReasonOf(textIn(json, 'finish_reason')),
    }
  }
  const output = memberOf(root, 'output')
  if (output?.kind === 'array') {
    const cut = textIn(objectIn(value, 'incomplete_details'), 'reason')
    const reason = stopReasonOf(cut ?? textIn(value, 'status'))
    return { kind: 'said', dialect: 'openai-responses', message: raw(output), ...reason }
  }
  const candidate = firstOf(memberOf(root, 'candidates'))
  if (candidate !== undefined) {
    const [json] = objectsOf(value.candidates)
    const content = memberOf(candidate, 'content')
    const message = content?.kind === 'object' ? raw(content) : '{"parts":[],"role":"model"}'
    return {
      kind: 'said',
      dialect: 'gemini',
      message,
      ...stopReasonOf(textIn(json, 'finishReason') ?? textIn(json, 'finish_reason')),
    }
  }
  const content = memberOf(root, 'content')
  if (content !== undefined && (value.role === 'assistant' || value.type === 'message')) {
    const isAnthropic = content.kind === 'array' && value.tool_calls === undefined
    if (!isAnthropic)
      return { kind: 'said', dialect: 'openai', message: raw(root), ...stopReasonOf(undefined) }
    const message = `{"role":"assistant","content":${raw(content)}}`
    return { kind: 'said', dialect: 'anthropic', message, ...stopReasonOf(textIn(value, 'stop_reason')) }
  }
  // A bare message of the chat API whose content is left out.
  return value.role === 'assistant' && value.tool_calls !== undefined
    ? { kind: 'said', dialect: 'openai', message: raw(root), ...stopReasonOf(undefined) }
    : undefined
}

/** A choice of the older completions API. */
function textMessage(choice: JsonObjectNode): string | undefined {
  const text = memberOf(choice, 'text')
  if (text?.kind !== 'scalar' || typeof text.value !== 'string') return undefined
  return writeJson({ role: 'assistant', content: text.value })
}

function memberOf(node: JsonObjectNode, key: string): JsonNode | undefined {
  return node.members.findLast((member) => member.key === key)?.value
}

function firstOf(node: JsonNode | undefined): JsonObjectNode | undefined {
  const first = node?.kind === 'array' ? node.items[0] : undefined
  return first?.kind === 'object' ? first : undefined
}

/** What an error says of itself. */
export function messageOfFailure(failure: unknown): string {
  if (typeof failure === 'string') return failure.slice(0, MAX_MESSAGE)
  const { message, type, code, error } = (failure ?? {}) as Readonly<Record<string, unknown>> // any JSON; members are looked at below
  if (typeof message === 'string') return message.slice(0, MAX_MESSAGE)
  if (error !== undefined && error !== failure) return messageOfFailure(error)
  const word = [type, code].find((one) => typeof one === 'string' || typeof one === 'number')
  return word === undefined ? 'The log says no more than that it failed.' : String(word).slice(0, MAX_MESSAGE)
}

const MAX_MESSAGE = 2000

function usageOf(usage: JsonObject | undefined): ExchangeUsage | undefined {
  if (usage === undefined) return undefined
  const input = objectIn(usage, 'prompt_tokens_details') ?? objectIn(usage, 'input_tokens_details')
  const output = objectIn(usage, 'completion_tokens_details') ?? objectIn(usage, 'output_tokens_details')
  const read = present({
    promptTokens: amountIn(usage, 'prompt_tokens', 'input_tokens', 'promptTokenCount'),
    completionTokens: amountIn(usage, 'completion_tokens', 'output_tokens', 'candidatesTokenCount'),
    cachedTokens:
      amountIn(input, 'cached_tokens') ??
      amountIn(usage, 'cache_read_input_tokens', 'cachedContentTokenCount'),
    reasoningTokens: amountIn(output, 'reasoning_tokens') ?? amountIn(usage, 'thoughtsTokenCount'),
  })
  return Object.keys(read).length === 0 ? undefined : read
}
