import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, writeJson } from '../../../text/json.js'
import { objectIn, objectsOf, textIn } from '../../../text/json-members.js'
import { entriesBelow, numbered, structured } from './attributes.js'
import type { Span } from './span.js'

/** A conversation in the form of the OpenAI chat API, whatever convention the attributes follow. */
export interface SpanConversation {
  readonly messages: readonly JsonObject[]
  /** The answer, and why it ended. */
  readonly answer?: JsonObject
  readonly finish?: string
  /** Answers beyond the first. */
  readonly otherAnswers: number
  readonly tools: JsonValue
}

/**
 * Reads what a span was asked and said: the GenAI conventions of OpenTelemetry (messages as attributes, or the older events),
 * OpenInference's and Traceloop's. Undefined where the content was not recorded.
 */
export function conversationOfSpan(span: Span): SpanConversation | undefined {
  return [fromMessages, fromEvents, fromOpenInference, fromTraceloop]
    .map((read) => read(span))
    .find((one) => one !== undefined && one.messages.length > 0)
}

/** `gen_ai.input.messages` and its siblings: parts, in JSON or as a structure. */
function fromMessages({ attributes }: Span): SpanConversation | undefined {
  const input = structured(attributes['gen_ai.input.messages'])
  if (!isJsonArray(input)) return undefined
  const instructions = structured(attributes['gen_ai.system_instructions'])
  const system =
    isJsonArray(instructions) || typeof instructions === 'string'
      ? [{ role: 'system', content: partsText(instructions) }]
      : []
  const outputs = objectsOf(structured(attributes['gen_ai.output.messages']))
  const reasons = structured(attributes['gen_ai.response.finish_reasons'])
  const [output, ...others] = outputs
  const finish =
    textIn(output, 'finish_reason') ??
    (isJsonArray(reasons) && typeof reasons[0] === 'string' ? reasons[0] : undefined)
  const [answer] = output === undefined ? [] : messagesOfParts({ ...output, role: 'assistant' })
  return {
    messages: [...system, ...objectsOf(input).flatMap(messagesOfParts)],
    ...(answer === undefined ? {} : { answer }),
    ...(finish === undefined ? {} : { finish }),
    otherAnswers: others.length,
    tools: structured(attributes['gen_ai.tool.definitions']) ?? [],
  }
}

/** One message in parts; every result of a tool is a message of its own. */
function messagesOfParts(message: JsonObject): readonly JsonObject[] {
  const parts = objectsOf(message.parts)
  if (parts.length === 0) return [message]
  const results = parts.filter(({ type }) => type === 'tool_call_response')
  const calls = parts
    .filter(({ type }) => type === 'tool_call')
    .map((part) => ({
      ...idOf(part),
      type: 'function',
      function: { name: part.name ?? '', arguments: argumentsText(part.arguments) },
    }))
  const rest = parts.filter(({ type }) => type !== 'tool_call_response' && type !== 'tool_call')
  const own = {
    role: message.role ?? 'user',
    content: rest.map((part) =>
      part.type === 'text' ? { type: 'text', text: part.content ?? part.text ?? '' } : part,
    ),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  }
  return [
    ...results.map((part) => ({
      role: 'tool',
      ...(typeof part.id === 'string' ? { tool_call_id: part.id } : {}),
      content: plainText(part.response ?? part.result),
    })),
    ...(results.length > 0 && rest.length === 0 ? [] : [own]),
  ]
}

function partsText(value: JsonValue): string {
  if (typeof value === 'string') return value
  return objectsOf(value)
    .flatMap((part) => textIn(part, 'content') ?? textIn(part, 'text') ?? [])
    .join('\n')
}

function idOf({ id }: JsonObject): JsonObject {
  return typeof id === 'string' ? { id } : {}
}

function plainText(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : writeJson(value)
}

function argumentsText(value: JsonValue | undefined): string {
  return value === undefined || value === null ? '{}' : plainText(value)
}

const MESSAGE_EVENT = /^gen_ai\.(system|user|assistant|tool)\.message$/

/** The older events of a span, one for each message. */
function fromEvents({ events, attributes }: Span): SpanConversation | undefined {
  const messages: JsonObject[] = []
  const choices: JsonObject[] = []
  for (const { name, attributes: given } of events) {
    const content = structured(given['gen_ai.event.content'] ?? given.body)
    const body = isJsonObject(content) ? { ...given, ...content } : given
    const [, role] = MESSAGE_EVENT.exec(name) ?? []
    if (role !== undefined) messages.push(eventMessage(body, textIn(body, 'role') ?? role))
    else if (name === 'gen_ai.choice') choices.push(body)
  }
  const [choice, ...others] = choices
  const inner = structured(choice?.message)
  const finish = textIn(choice, 'finish_reason')
  return {
    messages,
    ...(choice === undefined
      ? {}
      : {
          answer: eventMessage(
            isJsonObject(inner) ? inner : { ...choice, content: inner ?? choice.content ?? null },
            'assistant',
          ),
        }),
    ...(finish === undefined ? {} : { finish }),
    otherAnswers: others.length,
    tools:
      structured(attributes['gen_ai.tool.definitions']) ??
      structured(attributes['gen_ai.request.tools']) ??
      [],
  }
}

function eventMessage(body: JsonObject, role: string): JsonObject {
  const calls = objectsOf(structured(body.tool_calls)).map((call) => {
    const inner = objectIn(call, 'function') ?? call
    return {
      ...idOf(call),
      type: 'function',
      function: { name: inner.name ?? '', arguments: argumentsText(inner.arguments) },
    }
  })
  return {
    role,
    content: structured(body.content) ?? null,
    ...(role === 'tool' && typeof body.id === 'string' ? { tool_call_id: body.id } : {}),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  }
}

function fromOpenInference({ attributes }: Span): SpanConversation | undefined {
  const messages = entriesBelow(attributes, 'llm.input_messages').map(openInferenceMessage)
  const [answer, ...others] = entriesBelow(attributes, 'llm.output_messages').map(openInferenceMessage)
  const finish = textIn(attributes, 'llm.finish_reason')
  return {
    messages,
    ...(answer === undefined ? {} : { answer: { ...answer, role: 'assistant' } }),
    ...(finish === undefined ? {} : { finish }),
    otherAnswers: others.length,
    tools: entriesBelow(attributes, 'llm.tools').flatMap(openInferenceTool),
  }
}

function openInferenceMessage(entry: JsonObject): JsonObject {
  const message = objectIn(entry, 'message') ?? entry
  const parts = numbered(message.contents).map((part) => {
    const content = objectIn(part, 'message_content') ?? part
    return content.type === undefined || content.type === 'text'
      ? { type: 'text', text: content.text ?? '' }
      : { type: content.type }
  })
  const calls = numbered(message.tool_calls).map((one) => {
    const call = objectIn(one, 'tool_call') ?? one
    const inner = objectIn(call, 'function') ?? call
    return {
      ...idOf(call),
      type: 'function',
      function: { name: inner.name ?? '', arguments: argumentsText(inner.arguments) },
    }
  })
  return {
    role: message.role ?? 'user',
    content: parts.length > 0 ? parts : (message.content ?? null),
    ...(typeof message.tool_call_id === 'string' ? { tool_call_id: message.tool_call_id } : {}),
    ...(typeof message.name === 'string' ? { name: message.name } : {}),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  }
}

/** The definition as the provider took it; or the schema alone, with name and description beside it. */
function openInferenceTool(entry: JsonObject): readonly JsonObject[] {
  const tool = objectIn(entry, 'tool') ?? entry
  const schema = structured(tool.json_schema)
  const name = textIn(tool, 'name')
  if (!isJsonObject(schema)) return name === undefined ? [] : [{ name, ...descriptionOf(tool) }]
  const isDefinition = schema.name !== undefined || isJsonObject(schema.function)
  if (isDefinition) return [schema]
  return name === undefined ? [] : [{ name, ...descriptionOf(tool), inputSchema: schema }]
}

function descriptionOf({ description }: JsonObject): JsonObject {
  return typeof description === 'string' ? { description } : {}
}

function fromTraceloop({ attributes }: Span): SpanConversation | undefined {
  const messages = entriesBelow(attributes, 'gen_ai.prompt').map(traceloopMessage)
  const [first, ...others] = entriesBelow(attributes, 'gen_ai.completion')
  const finish = textIn(first, 'finish_reason')
  return {
    messages,
    ...(first === undefined ? {} : { answer: { ...traceloopMessage(first), role: 'assistant' } }),
    ...(finish === undefined ? {} : { finish }),
    otherAnswers: others.length,
    tools: entriesBelow(attributes, 'llm.request.functions').map((entry) => ({
      ...entry,
      parameters: structured(entry.parameters) ?? {},
    })),
  }
}

function traceloopMessage(entry: JsonObject): JsonObject {
  const calls = numbered(entry.tool_calls).map((call) => ({
    ...idOf(call),
    type: 'function',
    function: { name: call.name ?? '', arguments: argumentsText(call.arguments) },
  }))
  return {
    role: entry.role ?? 'user',
    content: structured(entry.content) ?? null,
    ...(typeof entry.tool_call_id === 'string' ? { tool_call_id: entry.tool_call_id } : {}),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  }
}
