import type { JsonNode } from '../../text/json-tree.js'
import { itemsOf, memberOf, textOf } from '../../toolcall/payload/api-message.js'
import { geminiMessages } from '../../toolcall/render/api-chat.js'
import { functionOf } from '../../toolcall/render/chat.js'
import { SubjectFailure } from '../failure.js'
import { bodyFailure } from '../http-failure.js'
import type { StopReason, TokenProbability } from '../reply.js'
import type { ChatRequest } from '../request.js'
import { listedToken, sortedTokens } from './first-tokens.js'
import { usageOf } from './openai-usage.js'
import { checkToolNames, joinedBody, withExtra } from './request-members.js'
import { joinedResults } from './tool-results.js'
import type { ChatProtocol, ToolNameRule, WireOptions, WireReply } from './wire.js'
import { numberIn, sliceOf, type WireBody } from './wire-body.js'

const toolNames: ToolNameRule = {
  pattern: /^[A-Za-z_][A-Za-z0-9_.:-]{0,63}$/,
  says: 'names begin with a letter or an underscore and have up to 64 letters, digits, underscores, dots, colons and hyphens',
}

/** The API lists at most so many likeliest tokens. */
const MOST_TOP_LOGPROBS = 20

/** The Gemini API: `POST /models/MODEL:generateContent`. */
export const googleChat: ChatProtocol = {
  id: 'google',
  dialect: 'gemini',
  ignores: [],
  hasLogprobs: true,
  toolNames,
  write: (request, options) => ({
    path: `/models/${options.model
      .replace(/^models\//, '')
      .split('/')
      .map(encodeURIComponent)
      .join('/')}:generateContent`,
    body: contentBody(request, options),
  }),
  read: readContent,
}

const MODES = { auto: 'AUTO', none: 'NONE', required: 'ANY' } as const

function contentBody(request: ChatRequest, { extra }: WireOptions): string {
  const { messages, tools, toolChoice, settings, choices, topLogprobs = 0 } = request
  checkToolNames(tools, toolNames)
  const asked = choices === undefined ? topLogprobs : Math.max(topLogprobs, MOST_TOP_LOGPROBS)
  const generation = withExtra(
    {
      maxOutputTokens: settings.maxTokens,
      temperature: settings.temperature,
      topP: settings.topP,
      topK: settings.topK,
      seed: settings.seed,
      stopSequences: settings.stop?.length === 0 ? undefined : settings.stop,
      ...(asked > 0 && { responseLogprobs: true, logprobs: Math.min(asked, MOST_TOP_LOGPROBS) }),
    },
    {},
  )
  const members = withExtra(
    {
      generationConfig: Object.keys(generation).length === 0 ? undefined : generation,
      ...(tools.length > 0 &&
        toolChoice !== undefined && { toolConfig: { functionCallingConfig: { mode: MODES[toolChoice] } } }),
    },
    extra,
  )
  // `parameters` would take a part of OpenAPI's schemas only.
  const functionDeclarations = tools.map((tool) => {
    const { parameters = null, ...named } = functionOf(tool)
    return { ...named, parametersJsonSchema: parameters }
  })
  const declared = tools.length > 0 && { tools: [{ functionDeclarations }] }
  const conversation = joinedResults(geminiMessages(messages, []), messages, {
    list: 'contents',
    parts: 'parts',
    isResult: (part) => part.functionResponse !== undefined,
  })
  return joinedBody({ ...members, ...declared }, conversation)
}

const STOP_REASONS: ReadonlyMap<string, StopReason> = new Map([
  ['STOP', 'stop'],
  // The model wrote a call that the API could not read: an answer, and a wrong one.
  ['MALFORMED_FUNCTION_CALL', 'stop'],
  ['UNEXPECTED_TOOL_CALL', 'stop'],
  ['TOO_MANY_TOOL_CALLS', 'stop'],
  ['MAX_TOKENS', 'length'],
  ['SAFETY', 'refused'],
  ['RECITATION', 'refused'],
  ['BLOCKLIST', 'refused'],
  ['PROHIBITED_CONTENT', 'refused'],
  ['SPII', 'refused'],
  ['LANGUAGE', 'refused'],
])

function readContent(body: WireBody): WireReply {
  const { root } = body
  const [candidate] = itemsOf(memberOf(root, 'candidates'))
  if (candidate === undefined) throw withoutCandidate(body)
  const word = textOf(memberOf(candidate, 'finishReason'))
  const content = memberOf(candidate, 'content')
  const parts = itemsOf(memberOf(content, 'parts'))
  const said = parts
    .filter((part) => !isThought(part))
    .flatMap((part) => textOf(memberOf(part, 'text')) ?? [])
    .join('')
  const text = parts.length === 0 ? (textOf(memberOf(candidate, 'finishMessage')) ?? '') : said
  const firstTokens = firstOf(memberOf(candidate, 'logprobsResult'))
  const usage = usageIn(memberOf(root, 'usageMetadata'))
  return {
    output: {
      ...((text !== '' || parts.length === 0) && { text }),
      ...(content !== undefined && parts.length > 0 && { message: sliceOf(body, content) }),
      stopReason: STOP_REASONS.get(word ?? '') ?? 'unknown',
      ...(word !== undefined && { stopDetail: word }),
    },
    ...(firstTokens.length > 0 && { firstTokens }),
    ...(usage !== undefined && { usage }),
  }
}

function isThought(part: JsonNode): boolean {
  const thought = memberOf(part, 'thought')
  return thought?.kind === 'scalar' && thought.value === true
}

function withoutCandidate(body: WireBody): SubjectFailure {
  const reason = textOf(memberOf(memberOf(body.root, 'promptFeedback'), 'blockReason'))
  if (reason === undefined) {
    return bodyFailure(body) ?? body.broken('The answer has no candidates.')
  }
  return new SubjectFailure({
    code: 'subject-refusal',
    what: `The provider's filter refused the prompt: ${reason}.`,
    where: body.where,
    fix: 'The other samples are not affected.',
    failure: 'refusal',
    raw: body.raw,
  })
}

function firstOf(result: JsonNode | undefined): readonly TokenProbability[] {
  const [chosen] = itemsOf(memberOf(result, 'chosenCandidates'))
  const [top] = itemsOf(memberOf(result, 'topCandidates'))
  const nodes = [...(chosen === undefined ? [] : [chosen]), ...itemsOf(memberOf(top, 'candidates'))]
  return sortedTokens(
    nodes.map((node) =>
      listedToken(
        { id: numberIn(memberOf(node, 'tokenId')), text: textOf(memberOf(node, 'token')) },
        numberIn(memberOf(node, 'logProbability')),
      ),
    ),
  )
}

function usageIn(node: JsonNode | undefined) {
  const count = (key: string) => numberIn(memberOf(node, key))
  const spoken = count('candidatesTokenCount')
  const thought = count('thoughtsTokenCount')
  return usageOf({
    promptTokens: count('promptTokenCount'),
    // Thoughts are counted apart and paid for as output.
    completionTokens:
      spoken === undefined && thought === undefined ? undefined : (spoken ?? 0) + (thought ?? 0),
    cachedTokens: count('cachedContentTokenCount'),
    reasoningTokens: thought,
  })
}
