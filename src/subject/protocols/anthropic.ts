import { memberOf, textOf } from '../../toolcall/payload/api-message.js'
import { anthropicMessages } from '../../toolcall/render/api-chat.js'
import { bodyFailure } from '../http-failure.js'
import type { StopReason } from '../reply.js'
import type { ChatRequest } from '../request.js'
import { usageOf } from './openai-usage.js'
import { checkToolNames, joinedBody, withExtra } from './request-members.js'
import { joinedResults } from './tool-results.js'
import type { ChatProtocol, ToolNameRule, WireOptions, WireReply } from './wire.js'
import { numberIn, sliceOf, type WireBody } from './wire-body.js'

const toolNames: ToolNameRule = {
  pattern: /^[A-Za-z0-9_-]{1,128}$/,
  says: 'names are 1 to 128 letters, digits, underscores and hyphens',
}

/** The API wants a limit; this one serves requests that name none. */
const DEFAULT_MAX_TOKENS = 4096

/** The Anthropic API: `POST /v1/messages`. It has no seed and gives no probabilities. */
export const anthropicChat: ChatProtocol = {
  id: 'anthropic',
  dialect: 'anthropic',
  ignores: ['seed'],
  hasLogprobs: false,
  toolNames,
  write: (request, options) => ({ path: '/v1/messages', body: messagesBody(request, options) }),
  read: readMessage,
}

const TOOL_CHOICES = { auto: 'auto', none: 'none', required: 'any' } as const

function messagesBody(request: ChatRequest, { model, extra }: WireOptions): string {
  const { messages, tools, toolChoice, settings } = request
  checkToolNames(tools, toolNames)
  const members = withExtra(
    {
      model,
      max_tokens: settings.maxTokens ?? DEFAULT_MAX_TOKENS,
      temperature: settings.temperature,
      top_p: settings.topP,
      top_k: settings.topK,
      stop_sequences: settings.stop?.length === 0 ? undefined : settings.stop,
      ...(tools.length > 0 &&
        toolChoice !== undefined && { tool_choice: { type: TOOL_CHOICES[toolChoice] } }),
    },
    extra,
  )
  const conversation = joinedResults(anthropicMessages(messages, tools), messages, {
    list: 'messages',
    parts: 'content',
    isResult: ({ type }) => type === 'tool_result',
  })
  return joinedBody(members, conversation)
}

const STOP_REASONS: ReadonlyMap<string, StopReason> = new Map([
  ['end_turn', 'stop'],
  ['tool_use', 'stop'],
  ['stop_sequence', 'stop'],
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['refusal', 'refused'],
])

function readMessage(body: WireBody): WireReply {
  const { root } = body
  const content = memberOf(root, 'content')
  if (content?.kind !== 'array') {
    throw bodyFailure(body) ?? body.broken('The answer has no list "content".')
  }
  const word = textOf(memberOf(root, 'stop_reason'))
  const text = content.items
    .filter((block) => textOf(memberOf(block, 'type')) === 'text')
    .flatMap((block) => textOf(memberOf(block, 'text')) ?? [])
    .join('')
  const usage = memberOf(root, 'usage')
  const cachedTokens = numberIn(memberOf(usage, 'cache_read_input_tokens'))
  const written = numberIn(memberOf(usage, 'cache_creation_input_tokens'))
  const fresh = numberIn(memberOf(usage, 'input_tokens'))
  const counted = usageOf({
    // The API counts what it read from and wrote to its cache apart from the rest of the prompt.
    promptTokens: fresh === undefined ? undefined : fresh + (cachedTokens ?? 0) + (written ?? 0),
    completionTokens: numberIn(memberOf(usage, 'output_tokens')),
    cachedTokens,
  })
  return {
    output: {
      ...(text !== '' && { text }),
      message: sliceOf(body, root),
      stopReason: STOP_REASONS.get(word ?? '') ?? 'unknown',
      ...(word !== undefined && { stopDetail: word }),
    },
    ...(counted !== undefined && { usage: counted }),
  }
}
