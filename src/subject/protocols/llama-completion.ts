import { writeJson } from '../../text/json.js'
import { itemsOf, memberOf, textOf } from '../../toolcall/payload/api-message.js'
import { bodyFailure } from '../http-failure.js'
import type { StopReason } from '../reply.js'
import { labelGrammar } from './choices.js'
import type { CompletionProtocol } from './completion-protocol.js'
import { firstListed } from './openai-chat.js'
import { usageOf } from './openai-usage.js'
import { withExtra } from './request-members.js'
import type { WireReply } from './wire.js'
import { idsIn, isGiven, numberIn, type WireBody } from './wire-body.js'

/**
 * The llama.cpp server's own completions, `POST /completion`. A text would get a BOS of the server's, so prompts go as
 * ids; its text leaves special tokens out, so they are put back from the ids.
 */
export const llamaCompletion: CompletionProtocol = {
  id: 'llamacpp',
  ignores: [],
  takesIds: true,
  changesTexts: true,
  givesIds: true,
  constrains: true,
  holdsSchema: true,
  hidesSpecials: true,
  mostTopLogprobs: 1_000_000,
  defaultDepth: 100,
  write: ({ prompt, settings, topLogprobs, listed, labels, schema }, { extra }) => ({
    path: '/completion',
    atRoot: true,
    body: writeJson(
      withExtra(
        {
          prompt,
          n_predict: settings.maxTokens,
          // Below 0 the server takes the likeliest token and gives the plain softmax of all logits.
          temperature: listed === undefined ? settings.temperature : -1,
          top_p: settings.topP,
          top_k: settings.topK,
          seed: settings.seed,
          stop: settings.stop?.length === 0 ? undefined : settings.stop,
          return_tokens: true,
          ...(topLogprobs > 0 && { n_probs: topLogprobs }),
          ...(labels !== undefined && { grammar: labelGrammar(labels) }),
          ...(schema !== undefined && { json_schema: schema }),
        },
        extra,
      ),
    ),
  }),
  read: readLlama,
}

const STOP_REASONS: ReadonlyMap<string, StopReason> = new Map([
  ['eos', 'stop'],
  ['word', 'stop'],
  ['limit', 'length'],
])

function readLlama(body: WireBody): WireReply {
  const { root } = body
  const text = textOf(memberOf(root, 'content'))
  if (text === undefined) throw bodyFailure(body) ?? body.broken('The answer has no text "content".')
  const tokenIds = idsIn(memberOf(root, 'tokens'))
  const word = textOf(memberOf(root, 'stop_type'))
  const places = memberOf(root, 'completion_probabilities')
  const [place] = itemsOf(isGiven(places) ? places : memberOf(root, 'probs'))
  const firstTokens = firstListed(place)
  const usage = usageOf({
    promptTokens: numberIn(memberOf(root, 'tokens_evaluated')),
    completionTokens: numberIn(memberOf(root, 'tokens_predicted')),
    cachedTokens: numberIn(memberOf(memberOf(root, 'timings'), 'cache_n')),
  })
  return {
    output: {
      text,
      ...(tokenIds !== undefined && tokenIds.length > 0 && { tokenIds }),
      stopReason: STOP_REASONS.get(word ?? '') ?? 'unknown',
      ...(word !== undefined && { stopDetail: word }),
    },
    ...(firstTokens.length > 0 && { firstTokens }),
    ...(usage !== undefined && { usage }),
  }
}
