import type { JsonNode } from '../../text/json-tree.js'
import { itemsOf, memberOf, saidIn, textOf } from '../../toolcall/payload/api-message.js'
import { responsesMessages } from '../../toolcall/render/api-chat.js'
import { functionOf } from '../../toolcall/render/chat.js'
import { bodyFailure } from '../http-failure.js'
import type { StopReason } from '../reply.js'
import type { ChatRequest } from '../request.js'
import { firstListed, heldTo, MOST_TOP_LOGPROBS, openaiToolNames } from './openai-chat.js'
import { openaiUsage } from './openai-usage.js'
import { checkToolNames, joinedBody, withExtra } from './request-members.js'
import type { ChatProtocol, WireOptions, WireReply } from './wire.js'
import { isGiven, sliceOf, type WireBody } from './wire-body.js'

/** The OpenAI Responses API: `POST /responses`. Nothing is stored at the provider. */
export const openaiResponses: ChatProtocol = {
  id: 'openai-responses',
  dialect: 'openai-responses',
  ignores: ['topK', 'seed', 'stop'],
  hasLogprobs: true,
  toolNames: openaiToolNames,
  write: (request, options) => ({ path: '/responses', body: responsesBody(request, options) }),
  read: readResponses,
}

function responsesBody(request: ChatRequest, { model, extra }: WireOptions): string {
  const { messages, tools, toolChoice, settings, choices, topLogprobs = 0, answerSchema } = request
  checkToolNames(tools, openaiToolNames)
  const asked = choices === undefined ? topLogprobs : Math.max(topLogprobs, MOST_TOP_LOGPROBS)
  const members = withExtra(
    {
      model,
      store: false,
      max_output_tokens: settings.maxTokens,
      temperature: settings.temperature,
      top_p: settings.topP,
      ...(tools.length > 0 && { tool_choice: toolChoice }),
      ...(answerSchema !== undefined && {
        text: { format: { type: 'json_schema', ...heldTo(answerSchema) } },
      }),
      ...(asked > 0 && {
        include: ['message.output_text.logprobs'],
        top_logprobs: Math.min(asked, MOST_TOP_LOGPROBS),
      }),
    },
    extra,
  )
  // Unless told otherwise, this API rewrites schemas to its strict form, and the model would see another tool.
  const declared = tools.map((tool) => ({ type: 'function', ...functionOf(tool), strict: false }))
  return joinedBody(
    { ...members, ...(tools.length > 0 && { tools: declared }) },
    responsesMessages(messages, []),
  )
}

function readResponses(body: WireBody): WireReply {
  const { root } = body
  const status = textOf(memberOf(root, 'status'))
  if (status === 'failed' || isGiven(memberOf(root, 'error'))) {
    throw bodyFailure(body) ?? body.broken('The response failed and does not say why.')
  }
  const output = memberOf(root, 'output')
  if (output?.kind !== 'array') throw body.broken('The answer has no list "output".')
  const { stopReason, stopDetail } = stopOf(root, status)
  if (output.items.length === 0 && stopReason === 'stop')
    throw body.broken('The answer has an empty "output".')
  const parts = output.items
    .filter((item) => textOf(memberOf(item, 'type')) === 'message')
    .flatMap((item) => itemsOf(memberOf(item, 'content')))
  const text = parts.flatMap((part) => saidIn({ kind: 'array', items: [part], start: 0, end: 0 })).join('')
  const firstTokens = firstListed(parts.flatMap((part) => itemsOf(memberOf(part, 'logprobs')))[0])
  return {
    output: {
      ...(text !== '' && { text }),
      message: sliceOf(body, output),
      stopReason,
      ...(stopDetail !== undefined && { stopDetail }),
    },
    ...(firstTokens.length > 0 && { firstTokens }),
    ...openaiUsage(memberOf(root, 'usage')),
  }
}

function stopOf(
  root: JsonNode,
  status: string | undefined,
): { readonly stopReason: StopReason; readonly stopDetail?: string } {
  if (status === 'completed') return { stopReason: 'stop', stopDetail: status }
  const reason = textOf(memberOf(memberOf(root, 'incomplete_details'), 'reason'))
  if (reason === 'max_output_tokens') return { stopReason: 'length', stopDetail: reason }
  if (reason === 'content_filter') return { stopReason: 'refused', stopDetail: reason }
  const word = reason ?? status
  return { stopReason: 'unknown', ...(word !== undefined && { stopDetail: word }) }
}
