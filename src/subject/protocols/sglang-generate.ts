import { writeJson } from '../../text/json.js'
import type { JsonNode } from '../../text/json-tree.js'
import { itemsOf, memberOf, textOf } from '../../toolcall/payload/api-message.js'
import { bodyFailure } from '../http-failure.js'
import type { StopReason, TokenProbability } from '../reply.js'
import { labelPattern } from './choices.js'
import type { CompletionProtocol } from './completion-protocol.js'
import { listedToken, sortedTokens } from './first-tokens.js'
import { usageOf } from './openai-usage.js'
import { withExtra } from './request-members.js'
import type { WireReply } from './wire.js'
import { idsIn, numberIn, type WireBody } from './wire-body.js'

/** SGLang's own completions, `POST /generate`: exact probabilities of any token that is asked for. */
export const sglangGenerate: CompletionProtocol = {
  id: 'sglang',
  ignores: ['seed'],
  takesIds: true,
  changesTexts: true,
  givesIds: true,
  constrains: true,
  holdsSchema: true,
  hidesSpecials: false,
  mostTopLogprobs: 1000,
  defaultDepth: 20,
  write: ({ prompt, settings, topLogprobs, listed, labels, schema }, { extra }) => ({
    path: '/generate',
    atRoot: true,
    body: writeJson(
      withExtra(
        {
          ...(typeof prompt === 'string' ? { text: prompt } : { input_ids: prompt }),
          sampling_params: withExtra(
            {
              max_new_tokens: settings.maxTokens,
              temperature: settings.temperature,
              top_p: settings.topP,
              top_k: settings.topK,
              stop: settings.stop?.length === 0 ? undefined : settings.stop,
              skip_special_tokens: false,
              spaces_between_special_tokens: false,
              ...(labels !== undefined && { regex: labelPattern(labels) }),
              // As a text.
              ...(schema !== undefined && { json_schema: writeJson(schema) }),
            },
            {},
          ),
          ...((topLogprobs > 0 || listed !== undefined) && {
            return_logprob: true,
            return_text_in_logprobs: true,
            top_logprobs_num: topLogprobs,
            ...(listed !== undefined && listed.length > 0 && { token_ids_logprob: listed }),
          }),
        },
        extra,
      ),
    ),
  }),
  read: readGenerated,
}

const STOP_REASONS: ReadonlyMap<string, StopReason> = new Map([
  ['stop', 'stop'],
  ['length', 'length'],
])

function readGenerated(body: WireBody): WireReply {
  const { root } = body
  const text = textOf(memberOf(root, 'text'))
  if (text === undefined) throw bodyFailure(body) ?? body.broken('The answer has no "text".')
  const about = memberOf(root, 'meta_info')
  const finish = memberOf(about, 'finish_reason')
  const word = textOf(memberOf(finish, 'type')) ?? textOf(finish)
  if (word === 'abort') {
    const reason = textOf(memberOf(finish, 'message')) ?? 'no reason given'
    throw body.broken(`The server broke off: ${reason}`)
  }
  const tokenIds = idsIn(memberOf(root, 'output_ids'))
  const [chosen] = itemsOf(memberOf(about, 'output_token_logprobs'))
  const ofFirst = (key: string) => itemsOf(itemsOf(memberOf(about, key))[0]).map(tripleOf)
  const firstTokens = sortedTokens([
    tripleOf(chosen),
    ...ofFirst('output_top_logprobs'),
    ...ofFirst('output_token_ids_logprobs'),
  ])
  const usage = usageOf({
    promptTokens: numberIn(memberOf(about, 'prompt_tokens')),
    completionTokens: numberIn(memberOf(about, 'completion_tokens')),
    cachedTokens: numberIn(memberOf(about, 'cached_tokens')),
  })
  return {
    output: {
      text,
      ...(tokenIds !== undefined && { tokenIds }),
      stopReason: STOP_REASONS.get(word ?? '') ?? 'unknown',
      ...(word !== undefined && { stopDetail: word }),
    },
    ...(firstTokens.length > 0 && { firstTokens }),
    ...(usage !== undefined && { usage }),
  }
}

/** `[logprob, id, text or null]`. */
function tripleOf(node: JsonNode | undefined): TokenProbability | undefined {
  const [logprob, id, text] = itemsOf(node)
  return listedToken({ id: numberIn(id), text: textOf(text) }, numberIn(logprob))
}
