import type { JsonObject } from '../../text/json.js'
import type { JsonNode } from '../../text/json-tree.js'
import { itemsOf, memberOf, saidIn, textOf } from '../../toolcall/payload/api-message.js'
import { openaiMessages } from '../../toolcall/render/api-chat.js'
import { bodyFailure } from '../http-failure.js'
import type { StopReason, TokenProbability } from '../reply.js'
import type { ChatRequest } from '../request.js'
import { listedToken, sortedTokens } from './first-tokens.js'
import { openaiUsage } from './openai-usage.js'
import { checkToolNames, joinedBody, withExtra } from './request-members.js'
import type { ChatProtocol, ToolNameRule, WireOptions, WireReply } from './wire.js'
import { idsIn, isGiven, numberIn, sliceOf, type WireBody } from './wire-body.js'

/** The API lists at most so many likeliest tokens, and most servers that speak it, too. */
export const MOST_TOP_LOGPROBS = 20

export const openaiToolNames: ToolNameRule = {
  pattern: /^[A-Za-z0-9_-]{1,64}$/,
  says: 'names are 1 to 64 letters, digits, underscores and hyphens',
}

/** The OpenAI chat API: `POST /chat/completions`. */
export const openaiChat: ChatProtocol = {
  id: 'openai-chat',
  dialect: 'openai',
  ignores: ['topK'],
  hasLogprobs: true,
  toolNames: openaiToolNames,
  write: (request, options) => {
    checkToolNames(request.tools, openaiToolNames)
    return { path: '/chat/completions', body: chatBody(request, options, {}) }
  },
  read: readChat,
}

/** Servers that speak the same format on their own machines: they take `top_k` and any name of a tool. */
export const compatibleChat: ChatProtocol = {
  ...openaiChat,
  id: 'compatible-chat',
  ignores: [],
  toolNames: { pattern: /^[^]+$/, says: 'a name may not be empty' },
  write: (request, options) => {
    const { topK } = request.settings
    return {
      path: '/chat/completions',
      body: chatBody(request, options, topK === undefined ? {} : { top_k: topK }),
    }
  },
}

function chatBody(
  { messages, tools, toolChoice, settings, choices, topLogprobs = 0, answerSchema }: ChatRequest,
  { model, extra, tokenLimit = 'max_completion_tokens' }: WireOptions,
  more: { readonly top_k?: number },
): string {
  const asked = choices === undefined ? topLogprobs : Math.max(topLogprobs, MOST_TOP_LOGPROBS)
  const members = withExtra(
    {
      model,
      [tokenLimit]: settings.maxTokens,
      temperature: settings.temperature,
      top_p: settings.topP,
      seed: settings.seed,
      stop: settings.stop?.length === 0 ? undefined : settings.stop,
      ...(tools.length > 0 && { tool_choice: toolChoice }),
      ...(answerSchema !== undefined && {
        response_format: { type: 'json_schema', json_schema: heldTo(answerSchema) },
      }),
      ...(asked > 0 && { logprobs: true, top_logprobs: Math.min(asked, MOST_TOP_LOGPROBS) }),
      ...more,
    },
    extra,
  )
  return joinedBody(members, openaiMessages(messages, tools))
}

/** A schema as the APIs of OpenAI take it; without `strict` it is only a wish. */
export function heldTo(schema: JsonObject): JsonObject {
  return { name: 'answer', strict: true, schema }
}

const STOP_REASONS: ReadonlyMap<string, StopReason> = new Map([
  ['stop', 'stop'],
  ['tool_calls', 'stop'],
  ['function_call', 'stop'],
  ['eos', 'stop'],
  ['stop_sequence', 'stop'],
  ['end_turn', 'stop'],
  ['length', 'length'],
  ['max_tokens', 'length'],
  ['content_filter', 'refused'],
])

/** A `finish_reason` as one of ours, with the server's own word. */
export function openaiStop(word: string | undefined): {
  readonly stopReason: StopReason
  readonly stopDetail?: string
} {
  return {
    stopReason: STOP_REASONS.get(word ?? '') ?? 'unknown',
    ...(word !== undefined && { stopDetail: word }),
  }
}

function readChat(body: WireBody): WireReply {
  const { root } = body
  const choices = memberOf(root, 'choices')
  const [choice] = itemsOf(choices)
  if (choice === undefined) {
    const failure = bodyFailure(body)
    if (failure !== undefined) throw failure
    throw body.broken(
      choices?.kind === 'array' ? 'The answer has no choices.' : 'The answer has no list "choices".',
    )
  }
  const word = textOf(memberOf(choice, 'finish_reason'))
  const message = memberOf(choice, 'message')
  if (word === 'error' || message?.kind !== 'object') {
    const failure = bodyFailure(body, choice)
    throw failure ?? body.broken('The first choice has no message.')
  }
  const firstTokens = firstListed(itemsOf(memberOf(memberOf(choice, 'logprobs'), 'content'))[0])
  const text = saidIn(memberOf(message, 'content')).join('')
  const tokenIds = idsIn(memberOf(choice, 'token_ids'))
  const promptIds = idsIn(memberOf(root, 'prompt_token_ids'))
  return {
    output: {
      ...(text !== '' && { text }),
      ...(tokenIds !== undefined && { tokenIds }),
      message: sliceOf(body, message),
      ...openaiStop(word),
    },
    ...(promptIds !== undefined && { promptIds }),
    ...(firstTokens.length > 0 && { firstTokens }),
    ...openaiUsage(memberOf(root, 'usage')),
  }
}

/** The likeliest tokens at one place, the chosen one among them. */
export function firstListed(place: JsonNode | undefined): readonly TokenProbability[] {
  if (!isGiven(place)) return []
  const tokens = [place, ...itemsOf(memberOf(place, 'top_logprobs'))]
  return sortedTokens(
    tokens.map((node) =>
      listedToken(
        { id: numberIn(memberOf(node, 'id')), text: textOf(memberOf(node, 'token')) },
        numberIn(memberOf(node, 'logprob')),
      ),
    ),
  )
}
