import type { MockAnswer, SeenRequest } from './mock-server.js'
import { chatAnswer } from './openai-api.js'
import { type WireToken, wireDistribution, wireModel, wireText, wireTokens } from './wire-model.js'

type Body = Readonly<Record<string, unknown>>

export interface VllmOptions {
  readonly version?: string
  /** An older server passes `logprob_token_ids` over. */
  readonly knowsLogprobIds?: boolean
}

const models = (owner: string): MockAnswer => ({
  body: { object: 'list', data: [{ id: 'm', object: 'model', owned_by: owner }] },
})

const unknown = (path: string): MockAnswer => ({ status: 404, body: { detail: `Not Found: ${path}` } })

function promptText(prompt: unknown): string {
  return typeof prompt === 'string' ? prompt : wireText(prompt as number[]) // as our own adapters write it
}

/** What the model writes after a prompt: a call in the hermes dialect where tools stand in the prompt. */
function continuation(prompt: string): { readonly text: string; readonly ids: number[] } {
  const { text, call } = wireModel(prompt, /get_weather/.test(prompt) ? ['get_weather'] : [])
  const whole =
    call === undefined
      ? text
      : `<tool_call>\n{"name": "${call.name}", "arguments": ${call.arguments}}\n</tool_call>`
  return { text: whole, ids: wireTokens(whole) }
}

/** A server's own template of a conversation. */
function templated({ messages, tools }: Body): string {
  const said = (messages as readonly { role: string; content: string }[]) // as our own adapters write it
    .map(({ role, content }) => `<|${role}|>${content}`)
    .join('\n')
  return `<|bos|>${tools === undefined ? '' : JSON.stringify(tools)}${said}<|assistant|>`
}

/** vLLM: OpenAI's formats, its own members, /version, /tokenize and /detokenize. */
export function vllmServer({ version = '0.11.2', knowsLogprobIds = true }: VllmOptions = {}) {
  return ({ path, json }: SeenRequest): MockAnswer => {
    const body = (json ?? {}) as Body // as our own adapters write it
    if (path === '/v1/models') return models('vllm')
    if (path === '/version') return { body: { version } }
    if (path === '/detokenize') return { body: { prompt: wireText(body.tokens as number[]) } }
    if (path === '/tokenize') {
      const opening = body.messages === undefined && body.add_special_tokens === true ? '<|bos|>' : ''
      const text = body.messages === undefined ? String(body.prompt) : templated(body)
      return { body: { tokens: wireTokens(opening + text), count: 1, max_model_len: 4096 } }
    }
    if (path === '/v1/chat/completions') return { body: vllmChat(body) }
    if (path === '/v1/completions') return { body: vllmCompletion(body, knowsLogprobIds) }
    return unknown(path)
  }
}

function vllmChat(body: Body): string {
  const held = heldTo(body)
  if (held === undefined) {
    const text = chatAnswer(body)
    return body.return_token_ids === true
      ? text.replace('"finish_reason"', '"token_ids": [10], "finish_reason"')
      : text
  }
  return JSON.stringify({
    choices: [
      { index: 0, message: { role: 'assistant', content: held }, finish_reason: 'stop', token_ids: [10] },
    ],
  })
}

function heldTo({ structured_outputs, guided_choice }: Body): string | undefined {
  const choices = (structured_outputs as { choice?: string[] } | undefined)?.choice ?? guided_choice // as we write it
  return Array.isArray(choices) ? String(choices[0]) : undefined
}

function vllmCompletion(body: Body, knowsLogprobIds: boolean): unknown {
  const prompt = promptText(body.prompt)
  const promptIds = typeof body.prompt === 'string' ? wireTokens(body.prompt) : (body.prompt as number[])
  const held = heldTo(body)
  const { text, ids } = held === undefined ? continuation(prompt) : { text: held, ids: wireTokens(held) }
  const asked = knowsLogprobIds ? (body.logprob_token_ids as number[] | undefined) : undefined
  const count = typeof body.logprobs === 'number' ? body.logprobs : 0
  const chosen = wireDistribution.slice(0, 1)
  const listed =
    asked === undefined
      ? wireDistribution.slice(0, count)
      : [...chosen, ...wireDistribution.filter(({ id }) => asked.includes(id))]
  const name = ({ id, token }: WireToken): string =>
    body.return_tokens_as_token_ids === true ? `token_id:${id}` : token
  const logprobs =
    count > 0 && /^Yes/.test(text)
      ? {
          tokens: chosen.map(name),
          token_logprobs: chosen.map(({ logprob }) => logprob),
          top_logprobs: [Object.fromEntries(listed.map((token) => [name(token), token.logprob]))],
        }
      : null
  const last = promptIds.at(-1) ?? 0
  const own = wireDistribution.find(({ id }) => id === last)
  const promptLogprobs =
    typeof body.prompt_logprobs === 'number' && own !== undefined
      ? [null, { [String(last)]: { logprob: own.logprob, rank: 6, decoded_token: own.token } }]
      : null
  return {
    choices: [
      {
        index: 0,
        text,
        logprobs,
        finish_reason: 'stop',
        stop_reason: null,
        prompt_logprobs: promptLogprobs,
        ...(body.return_token_ids === true && { token_ids: ids, prompt_token_ids: promptIds }),
      },
    ],
    usage: { prompt_tokens: promptIds.length, completion_tokens: ids.length },
  }
}

/** SGLang: its own /generate, /v1/tokenize and /v1/detokenize. */
export function sglangServer({ path, json }: SeenRequest): MockAnswer {
  const body = (json ?? {}) as Body // as our own adapters write it
  if (path === '/v1/models') return models('sglang')
  if (path === '/v1/tokenize') return { body: { tokens: wireTokens(String(body.prompt)), count: 1 } }
  if (path === '/v1/detokenize') return { body: { text: wireText(body.tokens as number[]) } }
  if (path === '/v1/chat/completions') return { body: chatAnswer(body) }
  if (path !== '/generate') return unknown(path)
  const prompt = body.input_ids === undefined ? String(body.text) : wireText(body.input_ids as number[])
  const { text, ids } = continuation(prompt)
  const triple = ({ id, token, logprob }: WireToken) => [logprob, id, token]
  const asked = (body.token_ids_logprob as number[] | undefined) ?? []
  return {
    body: {
      text,
      output_ids: ids,
      meta_info: {
        finish_reason: { type: 'stop', matched: 2 },
        prompt_tokens: 20,
        completion_tokens: 1,
        cached_tokens: 4,
        ...(body.return_logprob === true && {
          output_token_logprobs: wireDistribution.slice(0, 1).map(triple),
          output_top_logprobs: [wireDistribution.slice(0, Number(body.top_logprobs_num)).map(triple)],
          output_token_ids_logprobs: [
            wireDistribution
              .filter(({ id }) => asked.includes(id))
              .map(({ id, logprob }) => [logprob, id, null]),
          ],
        }),
      },
    },
  }
}

/** A template that detection can read: hermes calls between markers. */
const LLAMA_TEMPLATE =
  '{{ bos_token }}{% for message in messages %}<|im_start|>{{ message.role }}\n{{ message.content or \'\' }}{% if message.tool_calls %}{% for call in message.tool_calls %}\n<tool_call>\n{"name": {{ call.function.name | tojson }}, "arguments": {{ call.function.arguments | tojson }}}\n</tool_call>{% endfor %}{% endif %}<|im_end|>\n{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}'

/** The llama.cpp server: its own /completion, /props, /tokenize, /detokenize and /apply-template. */
export function llamaServer({ path, json }: SeenRequest): MockAnswer {
  const body = (json ?? {}) as Body // as our own adapters write it
  if (path === '/v1/models') return models('llamacpp')
  if (path === '/props') {
    return {
      body: {
        build_info: 'b6500-abc',
        chat_template: LLAMA_TEMPLATE,
        bos_token: '<|bos|>',
        eos_token: '<|end|>',
      },
    }
  }
  if (path === '/tokenize') {
    const opening = body.add_special === true ? '<|bos|>' : ''
    return { body: { tokens: wireTokens(opening + String(body.content)) } }
  }
  if (path === '/detokenize') return { body: { content: wireText(body.tokens as number[]) } }
  if (path === '/apply-template') return { body: { prompt: templated(body).replace('<|bos|>', '') } }
  if (path === '/v1/chat/completions') return { body: chatAnswer(body) }
  if (path !== '/completion') return unknown(path)
  const { text, ids } = continuation(promptText(body.prompt))
  const listed = wireDistribution.slice(0, Math.min(5, Number(body.n_probs ?? 0)))
  return {
    body: {
      content: text,
      tokens: [...ids, 2],
      stop: true,
      stop_type: 'eos',
      stopping_word: '',
      tokens_evaluated: 20,
      tokens_predicted: ids.length + 1,
      timings: { cache_n: 4 },
      ...(listed.length > 0 && {
        completion_probabilities: [{ ...listed[0], bytes: [], top_logprobs: listed }],
      }),
    },
  }
}

/** Ollama: its own /api/generate. */
export function ollamaServer({ path, json }: SeenRequest): MockAnswer {
  const body = (json ?? {}) as Body // as our own adapters write it
  if (path === '/v1/models') return models('library')
  if (path === '/api/version') return { body: { version: '0.12.11' } }
  if (path === '/v1/chat/completions') return { body: chatAnswer(body) }
  if (path !== '/api/generate') return unknown(path)
  const [chosen] = wireDistribution
  return {
    body: {
      model: 'm',
      response: continuation(promptText(body.prompt)).text,
      done: true,
      done_reason: 'stop',
      prompt_eval_count: 20,
      eval_count: 1,
      ...(body.logprobs === true && {
        logprobs: [
          {
            token: chosen?.token,
            logprob: chosen?.logprob,
            top_logprobs: wireDistribution
              .slice(0, Math.min(5, Number(body.top_logprobs)))
              .map(({ token, logprob }) => ({ token, logprob })),
          },
        ],
      }),
    },
  }
}

/** LM Studio and others that speak OpenAI's formats and nothing more. */
export function plainServer(owner = 'organization_owner') {
  return ({ path, json }: SeenRequest): MockAnswer => {
    const body = (json ?? {}) as Body // as our own adapters write it
    if (path === '/v1/models') return models(owner)
    if (path === '/v1/chat/completions') return { body: chatAnswer(body) }
    if (path !== '/v1/completions') return unknown(path)
    const count = Math.min(5, Number(body.logprobs ?? 0))
    return {
      body: {
        choices: [
          {
            index: 0,
            text: continuation(promptText(body.prompt)).text,
            finish_reason: 'stop',
            logprobs:
              count === 0
                ? null
                : {
                    tokens: ['Yes'],
                    token_logprobs: [Math.log(0.6)],
                    top_logprobs: [
                      Object.fromEntries(
                        wireDistribution.slice(0, count).map(({ token, logprob }) => [token, logprob]),
                      ),
                    ],
                  },
          },
        ],
        usage: { prompt_tokens: 20, completion_tokens: 1 },
      },
    }
  }
}
