import { isJsonObject, type JsonObject, parseJson, splitJson, writeJson } from '../../../text/json.js'
import { textIn } from '../../../text/json-members.js'
import { isRequest, speaksAnthropic } from './question.js'

/** A line of a log of requests: what was sent and, where it is there, what came back. */
export interface RequestPair {
  /** Members of the line beside the two. */
  readonly line: JsonObject
  /** Of a batch. */
  readonly id?: string
  readonly request?: JsonObject
  /** Body of the response, as text. */
  readonly response?: string
  /** Why there is no answer, as the log says it. */
  readonly failure?: unknown
}

/** The members that may hold long bodies stay text until it is known what they are. */
const BODIES: ReadonlySet<string> = new Set([
  'request',
  'request_body',
  'response',
  'response_body',
  'result',
  'completion',
  'chunks',
])
const INNER: ReadonlySet<string> = new Set(['body', 'message', 'chunks'])
const LOOSE = { duplicateKeys: 'last', maxDepth: 200 } as const

export type PairReading =
  | { readonly kind: 'pair'; readonly pair: RequestPair }
  | { readonly kind: 'broken'; readonly reason: string }
  | { readonly kind: 'other' }

/**
 * Takes a line apart: `{request, response}` with or without `{body}`, `{request_body, response_body}`, lines of OpenAI's batch
 * API (`custom_id` with `body`, or with `response`), of Anthropic's (`custom_id` with `params`, or with `result`), a request whose
 * answer stands beside it, a conversation that ends with the answer, and a bare request. Nothing else of the line is taken:
 * headers are never looked at.
 */
export function pairOf(text: string): PairReading {
  const reading = splitJson(text, BODIES, LOOSE)
  if (reading.kind === 'fault') return { kind: 'broken', reason: reading.fault.reason }
  const { value: line, raw } = reading
  if (!isJsonObject(line)) return { kind: 'other' }
  const id = textIn(line, 'custom_id')
  const request =
    requestIn(raw.get('request') ?? raw.get('request_body')) ??
    [line.params, line.body, line.input, line].find(
      (one): one is JsonObject => isJsonObject(one) && isRequest(one),
    )
  const answer = answerIn(raw, line)
  if (
    request === undefined &&
    (id === undefined || (answer.response === undefined && answer.failure === undefined))
  ) {
    return { kind: 'other' }
  }
  const pair = { line, ...(id === undefined ? {} : { id }), ...(request === undefined ? {} : { request }) }
  if (answer.response !== undefined || answer.failure !== undefined)
    return { kind: 'pair', pair: { ...pair, ...answer } }
  return { kind: 'pair', pair: endingWithAnswer(pair) }
}

function requestIn(text: string | undefined): JsonObject | undefined {
  if (text === undefined) return undefined
  const reading = parseJson(text, LOOSE)
  const value = reading.kind === 'value' ? reading.value : undefined
  if (typeof value === 'string') return requestIn(value)
  if (!isJsonObject(value)) return undefined
  if (typeof value.body === 'string') return requestIn(value.body)
  if (isJsonObject(value.body)) return { ...modelOf(value), ...value.body }
  for (const key of ['json', 'params', 'data']) {
    const inner = value[key]
    if (isJsonObject(inner) && isRequest(inner)) return inner
  }
  return isRequest(value) ? value : undefined
}

function modelOf({ model }: JsonObject): JsonObject {
  return typeof model === 'string' ? { model } : {}
}

function answerIn(
  raw: ReadonlyMap<string, string>,
  line: JsonObject,
): Pick<RequestPair, 'response' | 'failure'> {
  const failure = line.error ?? line.error_str ?? undefined
  const text =
    raw.get('response') ??
    raw.get('response_body') ??
    raw.get('result') ??
    raw.get('completion') ??
    raw.get('chunks')
  if (text === undefined || text === 'null') {
    if (failure !== undefined) return { failure }
    return isJsonObject(line.output) || Array.isArray(line.output) ? { response: writeJson(line.output) } : {}
  }
  return bodyOf(text) ?? (failure === undefined ? { response: text } : { failure })
}

/** The body inside of what was logged as the response. */
function bodyOf(text: string): Pick<RequestPair, 'response' | 'failure'> | undefined {
  if (text.startsWith('"')) {
    const reading = parseJson(text)
    return reading.kind === 'value' && typeof reading.value === 'string'
      ? { response: reading.value }
      : undefined
  }
  const reading = splitJson(text, INNER, LOOSE)
  if (reading.kind === 'fault' || !isJsonObject(reading.value)) return undefined
  const { value, raw } = reading
  const body = raw.get('body') ?? raw.get('chunks')
  const status = value.status_code ?? value.status
  const isRefused = typeof status === 'number' && status >= 400
  if (isRefused) return { failure: failureIn(body) ?? `status ${status}` }
  // Of a batch of Anthropic's: {type: "succeeded", message} or {type: "errored", error}.
  const type = textIn(value, 'type')
  if (type === 'succeeded') return { response: raw.get('message') ?? '' }
  if (type === 'errored' || type === 'canceled' || type === 'expired') return { failure: value.error ?? type }
  if (body === undefined || body === 'null') return { response: text }
  return body.startsWith('"') ? bodyOf(body) : { response: body }
}

function failureIn(body: string | undefined): unknown {
  const reading = body === undefined ? undefined : parseJson(body, LOOSE)
  const value = reading?.kind === 'value' ? reading.value : undefined
  return isJsonObject(value) ? (value.error ?? value) : value
}

/** A conversation whose last message is the assistant's: that message is the answer. */
function endingWithAnswer(pair: Omit<RequestPair, 'response' | 'failure'>): RequestPair {
  const { request } = pair
  const messages = request?.messages
  if (request === undefined || !Array.isArray(messages) || messages.length < 2) return pair
  const last: unknown = messages.at(-1)
  const answer = isJsonObject(last as JsonObject) ? (last as JsonObject) : undefined // an entry of JSON
  if (answer?.role !== 'assistant') return pair
  const response = speaksAnthropic(request) ? { ...answer, type: 'message' } : answer
  return { ...pair, request: { ...request, messages: messages.slice(0, -1) }, response: writeJson(response) }
}
