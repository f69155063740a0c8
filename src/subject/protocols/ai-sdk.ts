import {
  emptyObject,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
  writeJson,
} from '../../text/json.js'
import type { Message } from '../../toolcall/dialect.js'
import { writeOpenai } from '../../toolcall/render/api-chat.js'
import { SubjectFailure } from '../failure.js'
import type { StopReason, SubjectReply, Usage } from '../reply.js'
import type { ChatRequest } from '../request.js'
import { usageOf } from './openai-usage.js'
import { withExtra } from './request-members.js'

/** A call of `doGenerate`, as versions 2 and 3 of the AI SDK's language model specification want it. */
export function aiCall(
  { messages, tools, toolChoice, settings }: ChatRequest,
  extra: JsonObject,
): JsonObject {
  return {
    prompt: messages.map(promptMessage),
    ...withExtra(
      {
        maxOutputTokens: settings.maxTokens,
        temperature: settings.temperature,
        topP: settings.topP,
        topK: settings.topK,
        seed: settings.seed,
        stopSequences: settings.stop?.length === 0 ? undefined : settings.stop,
        ...(tools.length > 0 && toolChoice !== undefined && { toolChoice: { type: toolChoice } }),
      },
      extra,
    ),
    ...(tools.length > 0 && {
      tools: tools.map((tool) => ({
        type: 'function',
        name: tool.name,
        ...(tool.description !== undefined && { description: tool.description }),
        inputSchema: tool.inputSchema,
      })),
    }),
  }
}

function promptMessage(message: Message): JsonObject {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: message.content }
    case 'user':
      return { role: 'user', content: [{ type: 'text', text: message.content }] }
    case 'assistant': {
      const text =
        message.content === undefined || message.content === ''
          ? []
          : [{ type: 'text', text: message.content }]
      const calls = (message.calls ?? []).map((call, at) => ({
        type: 'tool-call',
        toolCallId: call.id ?? `call_${at}`,
        toolName: call.name,
        input: call.arguments,
      }))
      return { role: 'assistant', content: [...text, ...calls] }
    }
    case 'tool': {
      const result = {
        type: 'tool-result',
        toolCallId: message.id ?? 'call_0',
        toolName: message.name ?? 'tool',
        output: { type: 'text', value: message.content },
      }
      return { role: 'tool', content: [result] }
    }
    default:
      return message satisfies never
  }
}

export interface AiReading {
  readonly where: string
  /** Replaces secrets. */
  readonly clean: (text: string) => string
}

const STOP_REASONS: ReadonlyMap<string, StopReason> = new Map([
  ['stop', 'stop'],
  ['tool-calls', 'stop'],
  ['length', 'length'],
  ['content-filter', 'refused'],
])

/**
 * The reply in what `doGenerate` gave. Its message is put together in OpenAI's form from the SDK's parts: arguments are
 * the text that the SDK hands on, which most of its providers leave as the model wrote it.
 *
 * @throws {SubjectFailure} `schema`.
 */
export function readAiResult(result: unknown, { where, clean }: AiReading): SubjectReply {
  const plain = plainJson(result, clean)
  const content = isJsonObject(plain) ? plain.content : undefined
  if (!isJsonObject(plain) || !isJsonArray(content)) {
    throw new SubjectFailure({
      code: 'subject-schema',
      what: 'What the AI SDK gave has no list "content".',
      where,
      fix: 'Install a version of the provider that belongs to AI SDK 5 or 6.',
      failure: 'schema',
    })
  }
  const parts = content.filter(isJsonObject)
  const text = parts
    .flatMap((part) => (part.type === 'text' && typeof part.text === 'string' ? [part.text] : []))
    .join('')
  const calls = parts.filter((part) => part.type === 'tool-call')
  const finish = plain.finishReason
  const unified = isJsonObject(finish) ? finish.unified : finish
  const word = isJsonObject(finish) && typeof finish.raw === 'string' ? finish.raw : unified
  const usage = usageIn(plain.usage)
  const body = isJsonObject(plain.response) ? plain.response.body : undefined
  const raw = body === undefined || body === null ? plain : body
  return {
    output: {
      ...(text !== '' && { text }),
      message: writtenMessage(text, calls),
      stopReason: STOP_REASONS.get(typeof unified === 'string' ? unified : '') ?? 'unknown',
      ...(typeof word === 'string' && { stopDetail: word }),
    },
    raw: new TextEncoder().encode(typeof raw === 'string' ? raw : writeJson(raw)),
    ...(usage !== undefined && { usage }),
  }
}

function writtenMessage(text: string, calls: readonly JsonObject[]): string {
  if (calls.length === 0) return writeOpenai([], { content: text })
  const tool_calls = calls.map(({ toolCallId = null, toolName = null, input = null }) => ({
    id: toolCallId,
    type: 'function',
    function: { name: toolName, arguments: typeof input === 'string' ? input : writeJson(input) },
  }))
  return writeJson({ role: 'assistant', content: text === '' ? null : text, tool_calls })
}

/** Version 3 divides its counts, version 2 does not. */
function usageIn(usage: JsonValue | undefined): Usage | undefined {
  const given = isJsonObject(usage) ? usage : emptyObject()
  const at = (...path: readonly string[]): number | undefined => {
    let value: JsonValue | undefined = given
    for (const key of path) value = isJsonObject(value) ? value[key] : undefined
    return typeof value === 'number' ? value : undefined
  }
  return usageOf({
    promptTokens: at('inputTokens', 'total') ?? at('inputTokens'),
    completionTokens: at('outputTokens', 'total') ?? at('outputTokens'),
    cachedTokens: at('inputTokens', 'cacheRead') ?? at('cachedInputTokens'),
    reasoningTokens: at('outputTokens', 'reasoning') ?? at('reasoningTokens'),
  })
}

/** What a package gave, as data: anything that is no JSON is dropped. */
function plainJson(value: unknown, clean: (text: string) => string): JsonValue {
  let text: string | undefined
  try {
    text = JSON.stringify(value)
  } catch {
    return null
  }
  const reading = parseJson(clean(text ?? 'null'), { maxDepth: 1000, duplicateKeys: 'last' })
  return reading.kind === 'value' ? reading.value : null
}
