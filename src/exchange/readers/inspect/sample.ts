import { isJsonArray, type JsonObject, type JsonValue, writeJson } from '../../../text/json.js'
import { idOf, objectIn, objectsOf, present, textIn } from '../../../text/json-members.js'
import {
  amountIn,
  Conversation,
  type EarlierCall,
  momentOf,
  type Tell,
  textOfContent,
} from '../../conversation/conversation.js'
import { offeredTools } from '../../conversation/offered-tools.js'
import { stopReasonOf } from '../../conversation/stop-reason.js'
import type { Exchange, ExchangeAnswer, ExchangeSettings, ExchangeUsage } from '../../exchange.js'
import { Attachments } from './attachments.js'

/** What a log says of all its samples. */
export interface InspectHeader {
  /** The examined model. */
  readonly model: string
}

export interface SampleReading {
  readonly header: InspectHeader
  readonly where: string
  readonly tell: Tell
  readonly turns: 'first' | 'all'
}

/**
 * The exchanges of one sample: what its events say that the model was asked and answered. The examined model alone counts,
 * no grader and no played user; an attempt that was repeated does not. Without events the messages tell what was said,
 * but not which tools were offered.
 */
export function* exchangesOfSample(sample: JsonObject, reading: SampleReading): Generator<Exchange> {
  const { header, where, tell, turns } = reading
  const id = idOf(sample.id)
  const shared = { ...(id === undefined ? {} : { id }), subject: { model: header.model }, where }
  const events = modelEvents(sample, reading)
  if (events.length === 0) {
    const exchange = fromMessages(sample, tell)
    if (exchange !== undefined) yield { ...shared, ...exchange }
    return
  }
  const pool = objectIn(sample, 'events_data')?.messages
  for (const [place, event] of (turns === 'all' ? events : events.slice(0, 1)).entries()) {
    const attachments = new Attachments(objectIn(sample, 'attachments'))
    const messages = conversationOf(
      inputOf(event, pool).map((message) => attachments.resolve(message)),
      tell,
    )
    const answer = answerOf(event, attachments, tell)
    if (attachments.isExhausted) {
      tell('exchange-too-large', 'A conversation is longer than what is read at once, and was left out.')
      continue
    }
    yield {
      ...shared,
      ...(place === 0 ? {} : { turn: place + 1 }),
      messages,
      tools: offeredTools(attachments.resolve(event.tools ?? []), tell),
      settings: settingsOf(objectIn(event, 'config')),
      answer,
      ...present({ usage: usageOf(objectIn(objectIn(event, 'output'), 'usage')), ...timingOf(event) }),
    }
  }
}

function modelEvents({ events }: JsonObject, { header, tell }: SampleReading): readonly JsonObject[] {
  const all = objectsOf(events).filter(({ event, pending }) => event === 'model' && pending !== true)
  const own = all.filter(
    ({ model, role }) => (model === header.model || model === undefined) && typeof role !== 'string',
  )
  if (own.length < all.length)
    tell('other-model', 'A sample holds answers of models that are not examined; they were left out.')
  const sizes = own.map(sizeOf)
  const kept = own.filter((event, place) => !isFailed(event) || sizes[place] !== sizes[place + 1])
  if (kept.length < own.length)
    tell('attempt-failed', 'An attempt failed and was repeated; the repetition counts.')
  return kept
}

function sizeOf({ input, input_refs: refs }: JsonObject): number {
  return isJsonArray(refs)
    ? refs.length + JSON.stringify(refs).length * 1e6
    : isJsonArray(input)
      ? input.length
      : 0
}

function isFailed({ error }: JsonObject): boolean {
  return error !== undefined && error !== null
}

/** The input of an event stands in it, or in a pool of the sample, by ranges from and to (not included). */
function inputOf(
  { input, input_refs: refs }: JsonObject,
  pool: JsonValue | undefined,
): readonly JsonObject[] {
  const own = objectsOf(input)
  if (!isJsonArray(refs) || !isJsonArray(pool)) return own
  const referred = refs.flatMap((range) => {
    const [from, to] = isJsonArray(range) ? range : []
    return typeof from === 'number' && typeof to === 'number' && from >= 0
      ? objectsOf(pool.slice(from, to))
      : []
  })
  return [...referred, ...own]
}

function conversationOf(messages: readonly JsonValue[], tell: Tell): readonly JsonObject[] {
  const conversation = new Conversation(tell)
  for (const message of objectsOf(messages)) {
    const text = textOfContent(message.content, tell)
    const role = textIn(message, 'role')
    if (role === 'system') conversation.system(text)
    else if (role === 'assistant') conversation.assistant(text, callsOf(message))
    else if (role === 'tool') {
      // Of a tool that failed the error is what the model is told.
      const told = textIn(objectIn(message, 'error'), 'message')
      conversation.tool(text === '' && told !== undefined ? told : text, {
        id: textIn(message, 'tool_call_id'),
        name: textIn(message, 'function'),
      })
    } else conversation.user(text)
  }
  return conversation.messages
}

/** Arguments that inspect_ai could not parse are gone; what it says of them stands in their place, and is no JSON. */
function callsOf(message: JsonObject): readonly EarlierCall[] {
  return objectsOf(message.tool_calls).map((call) => ({
    id: textIn(call, 'id'),
    name: textIn(call, 'function') ?? '',
    arguments: textIn(call, 'parse_error') ?? call.arguments ?? {},
  }))
}

function answerOf(event: JsonObject, attachments: Attachments, tell: Tell): ExchangeAnswer {
  if (isFailed(event)) {
    const { error } = event
    return {
      kind: 'failed',
      message: (typeof error === 'string' ? error : writeJson(error ?? null)).slice(0, 2000),
    }
  }
  const [choice] = objectsOf(objectIn(event, 'output')?.choices)
  const resolved = attachments.resolve(objectIn(choice, 'message') ?? null)
  const [message] = objectsOf([resolved])
  if (message === undefined) return { kind: 'failed', message: 'The event holds no answer.' }
  return {
    kind: 'said',
    dialect: 'openai',
    message: messageText(message, tell),
    ...stopReasonOf(textIn(choice, 'stop_reason')),
  }
}

/** The message in the form of the chat API: inspect_ai keeps calls parsed, whatever API gave them. */
function messageText(message: JsonObject, tell: Tell): string {
  const thoughts = objectsOf(message.content).flatMap((part) =>
    part.type === 'reasoning' ? (textIn(part, 'reasoning') ?? []) : [],
  )
  const calls = callsOf(message).map(({ id, name, arguments: given }) => ({
    ...(id === undefined ? {} : { id }),
    type: 'function',
    function: { name, arguments: typeof given === 'string' ? given : writeJson(given) },
  }))
  if (objectsOf(message.tool_calls).some((call) => typeof call.parse_error === 'string')) {
    tell(
      'call-unparsed',
      'A call had arguments that inspect_ai could not parse and did not keep; it counts as malformed.',
    )
  }
  return writeJson({
    role: 'assistant',
    content: textOfContent(message.content, tell),
    ...(thoughts.length === 0 ? {} : { reasoning_content: thoughts.join('\n') }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  })
}

function settingsOf(config: JsonObject | undefined): ExchangeSettings {
  const stop = isJsonArray(config?.stop_seqs) ? config.stop_seqs.filter((one) => typeof one === 'string') : []
  return present({
    maxTokens: amountIn(config, 'max_tokens'),
    temperature: amountIn(config, 'temperature'),
    topP: amountIn(config, 'top_p'),
    topK: amountIn(config, 'top_k'),
    seed: amountIn(config, 'seed'),
    stop: stop.length === 0 ? undefined : stop,
  })
}

function usageOf(usage: JsonObject | undefined): ExchangeUsage | undefined {
  const read = present({
    promptTokens: amountIn(usage, 'input_tokens'),
    completionTokens: amountIn(usage, 'output_tokens'),
    cachedTokens: amountIn(usage, 'input_tokens_cache_read'),
    reasoningTokens: amountIn(usage, 'reasoning_tokens'),
  })
  return Object.keys(read).length === 0 ? undefined : read
}

function timingOf(event: JsonObject): Pick<Exchange, 'startedMs' | 'durationMs'> {
  const seconds = amountIn(event, 'working_time') ?? amountIn(objectIn(event, 'output'), 'time')
  return present({
    startedMs: momentOf(event.timestamp),
    durationMs: seconds === undefined ? undefined : Math.round(seconds * 1000),
  })
}

/** What a sample without events was asked and said. */
function fromMessages(sample: JsonObject, tell: Tell): Omit<Exchange, 'subject' | 'where'> | undefined {
  const attachments = new Attachments(objectIn(sample, 'attachments'))
  const { input } = sample
  const all = objectsOf(attachments.resolve(sample.messages ?? []))
  const place = all.findIndex(({ role }) => role === 'assistant')
  const asked = place === -1 ? all : all.slice(0, place)
  const given =
    asked.length > 0 ? asked : isJsonArray(input) ? input : [{ role: 'user', content: input ?? '' }]
  const messages = conversationOf(given, tell)
  if (messages.length === 0 || attachments.isExhausted) {
    tell('sample-broken', 'A sample holds no conversation, and was left out.')
    return undefined
  }
  tell('tools-unknown', 'A sample holds no events, so that it is not known which tools were offered.')
  const said = all[place]
  const error = objectIn(sample, 'error')
  const [choice] = objectsOf(objectIn(sample, 'output')?.choices)
  const answer: ExchangeAnswer | undefined =
    said !== undefined
      ? {
          kind: 'said',
          dialect: 'openai',
          message: messageText(said, tell),
          ...stopReasonOf(textIn(choice, 'stop_reason')),
        }
      : error !== undefined
        ? { kind: 'failed', message: (textIn(error, 'message') ?? 'The sample failed.').slice(0, 2000) }
        : undefined
  return { messages, tools: [], ...(answer === undefined ? {} : { answer }) }
}
