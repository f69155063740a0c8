import type { JsonObject } from '../../text/json.js'
import { writeJson } from '../../text/json.js'
import type { JsonNode } from '../../text/json-tree.js'
import { itemsOf, memberOf, textOf } from '../../toolcall/payload/api-message.js'
import { bodyFailure } from '../http-failure.js'
import type { TokenProbability } from '../reply.js'
import { isAtLeast } from '../server.js'
import type { CompletionProtocol, PromptOptions, PromptRequest } from './completion-protocol.js'
import { listedToken, sortedTokens } from './first-tokens.js'
import { openaiStop } from './openai-chat.js'
import { openaiUsage } from './openai-usage.js'
import { withExtra } from './request-members.js'
import type { WireReply } from './wire.js'
import { idsIn, isGiven, numberIn, type WireBody } from './wire-body.js'

/** OpenAI's old completions, `POST /completions`, as LM Studio and others speak them. */
export const openaiCompletions: CompletionProtocol = {
  id: 'completions',
  ignores: ['topK'],
  takesIds: true,
  changesTexts: false,
  givesIds: false,
  constrains: false,
  holdsSchema: false,
  hidesSpecials: false,
  mostTopLogprobs: 5,
  defaultDepth: 5,
  write: (request, options) => ({
    path: '/completions',
    body: writeJson(withExtra(membersOf(request, options), options.extra)),
  }),
  read: readCompletion,
}

/** LM Studio takes texts alone. */
export const lmStudioCompletions: CompletionProtocol = {
  ...openaiCompletions,
  id: 'lmstudio',
  takesIds: false,
}

/** vLLM's completions: special tokens kept, nothing put before the prompt, ids of prompt and output given. */
export const vllmCompletions: CompletionProtocol = {
  id: 'vllm',
  ignores: [],
  takesIds: true,
  changesTexts: false,
  givesIds: true,
  constrains: true,
  holdsSchema: true,
  hidesSpecials: false,
  mostTopLogprobs: 20,
  defaultDepth: 20,
  write: (request, options) => ({
    path: '/completions',
    body: writeJson(withExtra(vllmMembers(request, options), options.extra)),
  }),
  read: readCompletion,
}

function membersOf(
  { prompt, settings, topLogprobs }: PromptRequest,
  { model }: PromptOptions,
): Readonly<Record<string, JsonObject[string] | undefined>> {
  return {
    model,
    prompt,
    echo: false,
    max_tokens: settings.maxTokens,
    temperature: settings.temperature,
    top_p: settings.topP,
    seed: settings.seed,
    stop: settings.stop?.length === 0 ? undefined : settings.stop,
    logprobs: topLogprobs > 0 ? topLogprobs : undefined,
  }
}

function vllmMembers(
  request: PromptRequest,
  options: PromptOptions,
): Readonly<Record<string, JsonObject[string] | undefined>> {
  const { settings, listed, topLogprobs } = request
  return {
    ...membersOf(request, options),
    top_k: settings.topK,
    skip_special_tokens: false,
    spaces_between_special_tokens: false,
    add_special_tokens: false,
    return_token_ids: true,
    ...(listed !== undefined && {
      logprobs: Math.max(1, topLogprobs),
      return_tokens_as_token_ids: true,
      ...(listed.length > 0 && { logprob_token_ids: listed }),
    }),
    ...vllmConstraint(request, options),
  }
}

function vllmConstraint({ labels, schema }: PromptRequest, { version }: PromptOptions): JsonObject {
  const isNew = isAtLeast(version, 0, 11)
  if (labels !== undefined)
    return isNew ? { structured_outputs: { choice: labels } } : { guided_choice: labels }
  if (schema === undefined) return {}
  return isNew ? { structured_outputs: { json: schema } } : { guided_json: schema }
}

/** The probability of the last token of a prompt, given those before it: exact, whatever its rank. */
export function vllmPromptLogprobBody(promptIds: readonly number[], { model, extra }: PromptOptions): string {
  return writeJson(
    withExtra({ model, prompt: promptIds, max_tokens: 1, temperature: 0, prompt_logprobs: 1 }, extra),
  )
}

/** @returns undefined when the answer does not hold it. */
export function readPromptLogprob(body: WireBody, id: number): TokenProbability | undefined {
  const [choice] = itemsOf(memberOf(body.root, 'choices'))
  const last = itemsOf(memberOf(choice, 'prompt_logprobs') ?? memberOf(body.root, 'prompt_logprobs')).at(-1)
  const entry = memberOf(last, String(id))
  return listedToken(
    { id, text: textOf(memberOf(entry, 'decoded_token')) },
    numberIn(memberOf(entry, 'logprob')),
  )
}

function readCompletion(body: WireBody): WireReply {
  const { root } = body
  const choices = memberOf(root, 'choices')
  const [choice] = itemsOf(choices)
  const text = textOf(memberOf(choice, 'text'))
  if (choice === undefined || text === undefined) {
    const failure = bodyFailure(body)
    if (failure !== undefined) throw failure
    throw body.broken(
      choice !== undefined
        ? 'The first choice has no text.'
        : choices?.kind === 'array'
          ? 'The answer has no choices.'
          : 'The answer has no list "choices".',
    )
  }
  const tokenIds = idsIn(memberOf(choice, 'token_ids'))
  const promptIds = idsIn(memberOf(choice, 'prompt_token_ids') ?? memberOf(root, 'prompt_token_ids'))
  const firstTokens = firstOf(memberOf(choice, 'logprobs'), tokenIds?.[0])
  return {
    output: {
      text,
      ...(tokenIds !== undefined && { tokenIds }),
      ...openaiStop(textOf(memberOf(choice, 'finish_reason'))),
    },
    ...(promptIds !== undefined && { promptIds }),
    ...(firstTokens.length > 0 && { firstTokens }),
    ...openaiUsage(memberOf(root, 'usage')),
  }
}

/** In the old format a mapping from text to log-probability; some servers give the list of the chat format. */
function firstOf(logprobs: JsonNode | undefined, chosenId: number | undefined): readonly TokenProbability[] {
  if (!isGiven(logprobs)) return []
  const [place] = itemsOf(memberOf(logprobs, 'content'))
  const chosenText = textOf(itemsOf(memberOf(logprobs, 'tokens'))[0] ?? memberOf(place, 'token'))
  const chosen = listedToken(
    { id: chosenId, text: chosenText },
    numberIn(itemsOf(memberOf(logprobs, 'token_logprobs'))[0] ?? memberOf(place, 'logprob')),
  )
  const [top] = itemsOf(memberOf(logprobs, 'top_logprobs'))
  const others =
    top?.kind === 'object'
      ? top.members.map(({ key, value }) => listedToken({ text: key }, numberIn(value)))
      : itemsOf(memberOf(place, 'top_logprobs') ?? top).map((node) =>
          listedToken(
            { id: numberIn(memberOf(node, 'id')), text: textOf(memberOf(node, 'token')) },
            numberIn(memberOf(node, 'logprob')),
          ),
        )
  // The chosen token stands in the list once more, there without its id.
  const rest = others.filter(
    (token) =>
      token === undefined ||
      token.id !== undefined ||
      chosen?.text === undefined ||
      token.text !== chosen.text,
  )
  return sortedTokens([chosen, ...rest])
}
