import { writeJson } from '../../text/json.js'
import { itemsOf, memberOf, textOf } from '../../toolcall/payload/api-message.js'
import { bodyFailure } from '../http-failure.js'
import type { StopReason } from '../reply.js'
import type { CompletionProtocol } from './completion-protocol.js'
import { firstListed } from './openai-chat.js'
import { usageOf } from './openai-usage.js'
import { withExtra } from './request-members.js'
import type { WireReply } from './wire.js'
import { numberIn, type WireBody } from './wire-body.js'

/** Ollama's own completions, `POST /api/generate` with `raw`: no template around the prompt. It leaves special tokens out. */
export const ollamaGenerate: CompletionProtocol = {
  id: 'ollama',
  ignores: [],
  takesIds: false,
  changesTexts: false,
  givesIds: false,
  constrains: false,
  holdsSchema: true,
  hidesSpecials: false,
  mostTopLogprobs: 20,
  defaultDepth: 20,
  write: ({ prompt, settings, topLogprobs, schema }, { model, extra }) => {
    const options = withExtra(
      {
        num_predict: settings.maxTokens,
        temperature: settings.temperature,
        top_p: settings.topP,
        top_k: settings.topK,
        seed: settings.seed,
        stop: settings.stop?.length === 0 ? undefined : settings.stop,
      },
      {},
    )
    const members = {
      model,
      prompt,
      raw: true,
      ...(schema !== undefined && { format: schema }),
      ...(topLogprobs > 0 && { logprobs: true, top_logprobs: topLogprobs }),
      ...(Object.keys(options).length > 0 && { options }),
    }
    // This API streams unless told otherwise.
    const body = writeJson({ ...withExtra(members, extra), stream: false })
    return { path: '/api/generate', atRoot: true, body }
  },
  read: readGenerated,
}

const STOP_REASONS: ReadonlyMap<string, StopReason> = new Map([
  ['stop', 'stop'],
  ['length', 'length'],
])

function readGenerated(body: WireBody): WireReply {
  const { root } = body
  const text = textOf(memberOf(root, 'response'))
  if (text === undefined) throw bodyFailure(body) ?? body.broken('The answer has no text "response".')
  const word = textOf(memberOf(root, 'done_reason'))
  const firstTokens = firstListed(itemsOf(memberOf(root, 'logprobs'))[0])
  const usage = usageOf({
    promptTokens: numberIn(memberOf(root, 'prompt_eval_count')),
    completionTokens: numberIn(memberOf(root, 'eval_count')),
  })
  return {
    output: {
      text,
      stopReason: STOP_REASONS.get(word ?? '') ?? 'unknown',
      ...(word !== undefined && { stopDetail: word }),
    },
    ...(firstTokens.length > 0 && { firstTokens }),
    ...(usage !== undefined && { usage }),
  }
}
