import { documentText } from '../../text/document-text.js'
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
  writeJson,
} from '../../text/json.js'
import { objectsOf, present, textIn } from '../../text/json-members.js'
import { peekJson } from '../../text/json-peek.js'
import { readLines } from '../../text/jsonl.js'
import { amountIn, type Tell, tellAt, textOfContent } from '../conversation/conversation.js'
import { offeredTools } from '../conversation/offered-tools.js'
import { openaiChat } from '../conversation/openai-chat.js'
import { stopReasonOf } from '../conversation/stop-reason.js'
import type { Exchange, ExchangeAnswer, ExchangeSettings } from '../exchange.js'
import { defineExchangeReader, type LogContext, type LogInput } from '../exchange-reader.js'
import { attributesOf, structured } from './otel/attributes.js'
import { conversationOfSpan, type SpanConversation } from './otel/conversation-of-span.js'
import { type Span, spansIn } from './otel/span.js'

const LOOSE = { duplicateKeys: 'last', maxDepth: 300 } as const

/** Traces with requests to models: OTLP in JSON, whole or a document a line, and exports of one span a line. */
export const otelTraces = defineExchangeReader({
  id: 'otel',
  describes:
    'OpenTelemetry traces: OTLP in JSON or a span a line, with gen_ai.*, OpenInference or Traceloop attributes',
  detect({ isFolder, head }) {
    if (isFolder) return false
    const value = peekJson(head)?.value
    const [first] = isJsonArray(value) ? objectsOf(value) : isJsonObject(value) ? [value] : []
    if (first === undefined) return false
    if (
      isJsonArray(first.resourceSpans) ||
      isJsonArray(first.resource_spans) ||
      isJsonArray(first.resourceLogs)
    )
      return true
    const keys = Object.keys(attributesOf(first.attributes))
    const isSpan = 'context' in first || 'traceId' in first || 'trace_id' in first || 'parentSpanId' in first
    return (
      isSpan &&
      'attributes' in first &&
      (keys.some((key) => /^(?:gen_ai|llm|openinference)\./.test(key)) || 'kind' in first)
    )
  },
  async *read(input, context) {
    for await (const { value, where } of documentsOf(input, context)) {
      for (const span of spansIn(value)) {
        context.signal?.throwIfAborted()
        const exchange = exchangeOf(span, where, tellAt(where, context.notice))
        if (exchange !== undefined) yield exchange
      }
    }
  },
})

interface Document {
  readonly value: JsonValue
  readonly where: string
}

async function* documentsOf({ path, head }: LogInput, context: LogContext): AsyncGenerator<Document> {
  const isLines = /\.(?:jsonl|ndjson)$/i.test(path) || peekJson(head)?.hasMore === true
  if (!isLines) {
    const text = await documentText(
      path,
      context.files,
      'Let the exporter write a document a line, which is read line by line.',
    )
    yield* documentIn(text, path, context)
    return
  }
  for await (const { number, text } of readLines(context.files.stream(path), path)) {
    if (text.trim() !== '') yield* documentIn(text, `${path}, line ${number}`, context)
  }
}

function* documentIn(text: string, where: string, { notice }: LogContext): Generator<Document> {
  const reading = parseJson(text, LOOSE)
  if (reading.kind === 'value') yield { value: reading.value, where }
  else
    notice({
      code: 'line-broken',
      what: `A document is no JSON that is read. ${reading.fault.reason}`,
      where,
    })
}

const OPERATIONS: ReadonlySet<string> = new Set(['chat', 'generate_content', 'text_completion', 'completion'])

/** Whether a span is a request to a model, not the work around it. */
function asksModel({ attributes }: Span): boolean {
  const operation = textIn(attributes, 'gen_ai.operation.name') ?? textIn(attributes, 'llm.request.type')
  if (operation !== undefined) return OPERATIONS.has(operation)
  if (attributes['openinference.span.kind'] !== undefined)
    return attributes['openinference.span.kind'] === 'LLM'
  return MODELS.some((key) => attributes[key] !== undefined)
}

const MODELS = [
  'gen_ai.request.model',
  'gen_ai.response.model',
  'llm.model_name',
  'llm.request.model',
  'llm.response.model',
]

function exchangeOf(span: Span, where: string, tell: Tell): Exchange | undefined {
  if (!asksModel(span)) {
    tell('span-other', 'A span is no request to a model.')
    return undefined
  }
  const conversation = conversationOfSpan(span)
  if (conversation === undefined) {
    tell(
      'content-not-recorded',
      'A span does not hold what was asked: recording content is off by default in most tools.',
    )
    return undefined
  }
  const { attributes, startedMs, endedMs } = span
  const messages = openaiChat(conversation.messages, tell)
  if (conversation.otherAnswers > 0)
    tell('choices-dropped', 'A response has several choices; the first counts.')
  const provider =
    textIn(attributes, 'gen_ai.provider.name') ??
    textIn(attributes, 'gen_ai.system') ??
    textIn(attributes, 'llm.provider')
  const model = MODELS.map((key) => textIn(attributes, key)).find((one) => one !== undefined) ?? 'unknown'
  const answer = answerOf(span, conversation, tell)
  const usage = present({
    promptTokens: amountIn(
      attributes,
      'gen_ai.usage.input_tokens',
      'gen_ai.usage.prompt_tokens',
      'llm.token_count.prompt',
    ),
    completionTokens: amountIn(
      attributes,
      'gen_ai.usage.output_tokens',
      'gen_ai.usage.completion_tokens',
      'llm.token_count.completion',
    ),
  })
  return {
    subject: { model, ...(provider === undefined ? {} : { provider }) },
    messages,
    tools: offeredTools(conversation.tools, tell),
    settings: settingsOf(attributes),
    ...(answer === undefined ? {} : { answer }),
    ...(Object.keys(usage).length === 0 ? {} : { usage }),
    ...present({
      startedMs,
      durationMs:
        startedMs !== undefined && endedMs !== undefined && endedMs >= startedMs
          ? endedMs - startedMs
          : undefined,
    }),
    where,
  }
}

function answerOf(
  { failure }: Span,
  { answer, finish }: SpanConversation,
  tell: Tell,
): ExchangeAnswer | undefined {
  if (answer === undefined) return failure === undefined ? undefined : { kind: 'failed', message: failure }
  const calls = objectsOf(answer.tool_calls)
  const message = writeJson({
    role: 'assistant',
    content: textOfContent(answer.content, tell),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  })
  return { kind: 'said', dialect: 'openai', message, ...stopReasonOf(finish) }
}

function settingsOf(attributes: JsonObject): ExchangeSettings {
  const given = structured(attributes['llm.invocation_parameters'])
  const parameters = isJsonObject(given) ? given : undefined
  return present({
    maxTokens:
      amountIn(attributes, 'gen_ai.request.max_tokens') ??
      amountIn(parameters, 'max_tokens', 'max_completion_tokens'),
    temperature: amountIn(attributes, 'gen_ai.request.temperature') ?? amountIn(parameters, 'temperature'),
    topP: amountIn(attributes, 'gen_ai.request.top_p') ?? amountIn(parameters, 'top_p'),
    topK: amountIn(attributes, 'gen_ai.request.top_k') ?? amountIn(parameters, 'top_k'),
    seed: amountIn(attributes, 'gen_ai.request.seed') ?? amountIn(parameters, 'seed'),
  })
}
