import { isJsonObject, type JsonObject, parseJson, writeJson } from '../../text/json.js'
import { present, textIn } from '../../text/json-members.js'
import { peekJson } from '../../text/json-peek.js'
import { readLines } from '../../text/jsonl.js'
import { amountIn, momentOf, type Tell, tellAt } from '../conversation/conversation.js'
import type { Exchange, ExchangeAnswer } from '../exchange.js'
import { defineExchangeReader, type LogContext, type LogInput } from '../exchange-reader.js'
import { messageOfFailure, type Reply, replyOf } from './requests/answer.js'
import { pairOf, type RequestPair } from './requests/pair.js'
import { isRequest, questionOf } from './requests/question.js'

/** Questions of a batch, whose answers stand in another file. */
export const batchRequests = defineExchangeReader({
  id: 'batch-requests',
  describes: 'requests of a batch: JSONL with custom_id and body (OpenAI) or params (Anthropic)',
  holdsQuestions: true,
  detect(input) {
    const first = firstObject(input)
    return typeof first?.custom_id === 'string' && (isJsonObject(first.body) || isJsonObject(first.params))
  },
  read: readPairs,
})

/** Logs of requests to the APIs of OpenAI, Anthropic and Gemini, and of the gateways before them. */
export const requestLog = defineExchangeReader({
  id: 'requests',
  describes:
    'logs of requests: JSONL of {request, response}, batch results, stored conversations (OpenAI, Anthropic, Gemini)',
  detect(input) {
    const first = firstObject(input)
    if (first === undefined || first.kind !== undefined) return false
    if (typeof first.custom_id === 'string') return first.response !== undefined || isJsonObject(first.result)
    if (first.response !== undefined || first.response_body !== undefined) {
      return [first.request, first.request_body, first].some(
        (one) => typeof one === 'string' || (isJsonObject(one) && (isRequest(one) || one.body !== undefined)),
      )
    }
    return Array.isArray(first.messages) && isRequest(first)
  },
  read: readPairs,
})

function firstObject({ isFolder, head }: LogInput): JsonObject | undefined {
  const value = isFolder ? undefined : peekJson(head)?.value
  return isJsonObject(value) ? value : undefined
}

async function* readPairs({ path }: LogInput, context: LogContext): AsyncGenerator<Exchange> {
  for await (const { number, text } of readLines(context.files.stream(path), path)) {
    if (text.trim() === '') continue
    context.signal?.throwIfAborted()
    const where = `${path}, line ${number}`
    const tell = tellAt(where, context.notice)
    const reading = pairOf(text)
    if (reading.kind === 'broken') tell('line-broken', `A line is no JSON that is read. ${reading.reason}`)
    else if (reading.kind === 'other') tell('line-unknown', 'A line holds no request that is known.')
    else {
      const exchange = exchangeOf(reading.pair, { where, tell, context })
      if (exchange !== undefined) yield exchange
    }
  }
}

interface Place {
  readonly where: string
  readonly tell: Tell
  readonly context: LogContext
}

function exchangeOf(pair: RequestPair, { where, tell, context }: Place): Exchange | undefined {
  const { line, id } = pair
  const request = pair.request ?? storedRequest(id, context)
  if (request === undefined) {
    tell('question-missing', 'An answer of a batch has no question: name the file of its requests beside it.')
    return undefined
  }
  if (
    pair.request !== undefined &&
    id !== undefined &&
    context.questions?.add(id, writeJson(request)) === false
  ) {
    tell(
      'id-twice',
      `Two requests of a batch have the id ${JSON.stringify(id.slice(0, 80))}; answers belong to the first.`,
    )
  }
  const question = questionOf(request, tell)
  if (question === undefined) {
    tell('line-unknown', 'A line asks nothing.')
    return undefined
  }
  const reply = pair.response === undefined ? undefined : replyOf(pair.response)
  if (reply !== undefined && reply.otherChoices > 0)
    tell('choices-dropped', 'A response has several choices; the first counts.')
  const answer = answerOf(pair, reply)
  const { model = textIn(line, 'model') ?? reply?.model ?? 'unknown', messages, tools, settings } = question
  const provider = textIn(line, 'custom_llm_provider') ?? textIn(line, 'provider')
  const startedMs = momentOf(line.startTime ?? line.start_time ?? line.created_at ?? line.timestamp)
  const endedMs = momentOf(line.endTime ?? line.end_time)
  return {
    ...(id === undefined ? {} : { id }),
    subject: { model, ...(provider === undefined ? {} : { provider }) },
    messages,
    tools,
    settings,
    ...(answer === undefined ? {} : { answer }),
    ...present({
      usage: reply?.usage,
      cost: amountIn(line, 'response_cost', 'cost'),
      startedMs,
      durationMs: durationOf(line, startedMs, endedMs),
    }),
    where,
  }
}

function durationOf(
  line: JsonObject,
  startedMs: number | undefined,
  endedMs: number | undefined,
): number | undefined {
  if (startedMs !== undefined && endedMs !== undefined && endedMs >= startedMs) return endedMs - startedMs
  return amountIn(line, 'latency_ms', 'duration_ms', 'delay_ms')
}

function storedRequest(id: string | undefined, { questions }: LogContext): JsonObject | undefined {
  const text = id === undefined ? undefined : questions?.get(id)
  const reading = text === undefined ? undefined : parseJson(text, { duplicateKeys: 'last', maxDepth: 200 })
  return reading?.kind === 'value' && isJsonObject(reading.value) ? reading.value : undefined
}

function answerOf({ response, failure }: RequestPair, reply: Reply | undefined): ExchangeAnswer | undefined {
  if (failure !== undefined && reply?.answer.kind !== 'said')
    return { kind: 'failed', message: messageOfFailure(failure) }
  if (reply !== undefined) return reply.answer
  return response === undefined
    ? undefined
    : { kind: 'failed', message: 'The log holds no answer that is known.' }
}
