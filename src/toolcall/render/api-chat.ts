import type { Tool } from '../../catalog/tool.js'
import { type JsonObject, writeJson } from '../../text/json.js'
import type { Message, RenderCallsOptions, WrittenCall } from '../dialect.js'
import { functionOf, wrappedFunction } from './chat.js'

type Assistant = Extract<Message, { role: 'assistant' }>

/** Ids where a conversation has none: by their place. */
function idOf({ id }: WrittenCall, index: number): string {
  return id ?? `call_${index}`
}

// OpenAI chat

function openaiMessage({ content: said = '', calls = [] }: Assistant): JsonObject {
  const tool_calls = calls.map((call, index) => ({
    id: idOf(call, index),
    type: 'function',
    function: { name: call.name, arguments: writeJson(call.arguments) },
  }))
  return { role: 'assistant', content: said === '' ? null : said, ...(calls.length > 0 && { tool_calls }) }
}

export function writeOpenai(
  calls: readonly WrittenCall[],
  { content = '' }: RenderCallsOptions = {},
): string {
  return writeJson(openaiMessage({ role: 'assistant', calls, content }))
}

/** The body of a request. */
export function openaiMessages(messages: readonly Message[], tools: readonly Tool[]): string {
  const list = messages.map((message): JsonObject => {
    if (message.role === 'assistant') return openaiMessage(message)
    if (message.role !== 'tool') return { role: message.role, content: message.content }
    return { role: 'tool', tool_call_id: message.id ?? 'call_0', content: message.content }
  })
  return writeJson({ messages: list, ...(tools.length > 0 && { tools: tools.map(wrappedFunction) }) })
}

// OpenAI Responses

function responsesItems({ content: said = '', calls = [] }: Assistant): readonly JsonObject[] {
  const message = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: said }] }
  const items = calls.map((call, index) => ({
    type: 'function_call',
    call_id: idOf(call, index),
    name: call.name,
    arguments: writeJson(call.arguments),
  }))
  return [...(said === '' ? [] : [message]), ...items]
}

export function writeResponses(
  calls: readonly WrittenCall[],
  { content = '' }: RenderCallsOptions = {},
): string {
  return writeJson(responsesItems({ role: 'assistant', calls, content }))
}

export function responsesMessages(messages: readonly Message[], tools: readonly Tool[]): string {
  const input = messages.flatMap((message): readonly JsonObject[] => {
    if (message.role === 'assistant') return responsesItems(message)
    if (message.role !== 'tool') return [{ role: message.role, content: message.content }]
    return [{ type: 'function_call_output', call_id: message.id ?? 'call_0', output: message.content }]
  })
  const declared = tools.map((tool) => ({ type: 'function', ...functionOf(tool) }))
  return writeJson({ input, ...(tools.length > 0 && { tools: declared }) })
}

// Anthropic

function anthropicMessage({ content: said = '', calls = [] }: Assistant): JsonObject {
  const text = said === '' ? [] : [{ type: 'text', text: said }]
  const uses = calls.map((call, index) => ({
    type: 'tool_use',
    id: idOf(call, index),
    name: call.name,
    input: call.arguments,
  }))
  return { role: 'assistant', content: [...text, ...uses] }
}

export function writeAnthropic(
  calls: readonly WrittenCall[],
  { content = '' }: RenderCallsOptions = {},
): string {
  return writeJson(anthropicMessage({ role: 'assistant', calls, content }))
}

export function anthropicMessages(messages: readonly Message[], tools: readonly Tool[]): string {
  const system = messages.flatMap((message) => (message.role === 'system' ? [message.content] : []))
  const list = messages.flatMap((message): readonly JsonObject[] => {
    if (message.role === 'system') return []
    if (message.role === 'assistant') return [anthropicMessage(message)]
    if (message.role === 'user') return [{ role: 'user', content: message.content }]
    const result = { type: 'tool_result', tool_use_id: message.id ?? 'call_0', content: message.content }
    return [{ role: 'user', content: [result] }]
  })
  const declared = tools.map((tool): JsonObject => {
    const { parameters = null, ...named } = functionOf(tool)
    return { ...named, input_schema: parameters }
  })
  return writeJson({
    ...(system.length > 0 && { system: system.join('\n\n') }),
    messages: list,
    ...(tools.length > 0 && { tools: declared }),
  })
}

// Gemini

function geminiContent({ content: said = '', calls = [] }: Assistant): JsonObject {
  const text = said === '' ? [] : [{ text: said }]
  const parts = calls.map(({ name, arguments: args, id }) => ({
    functionCall: { name, args, ...(id !== undefined && { id }) },
  }))
  return { role: 'model', parts: [...text, ...parts] }
}

export function writeGemini(
  calls: readonly WrittenCall[],
  { content = '' }: RenderCallsOptions = {},
): string {
  return writeJson(geminiContent({ role: 'assistant', calls, content }))
}

export function geminiMessages(messages: readonly Message[], tools: readonly Tool[]): string {
  const system = messages.flatMap((message) => (message.role === 'system' ? [{ text: message.content }] : []))
  const contents = messages.flatMap((message): readonly JsonObject[] => {
    if (message.role === 'system') return []
    if (message.role === 'assistant') return [geminiContent(message)]
    if (message.role === 'user') return [{ role: 'user', parts: [{ text: message.content }] }]
    const response = { name: message.name ?? 'tool', response: { result: message.content } }
    return [{ role: 'user', parts: [{ functionResponse: response }] }]
  })
  const declared = [{ functionDeclarations: tools.map(functionOf) }]
  return writeJson({
    ...(system.length > 0 && { systemInstruction: { parts: system } }),
    contents,
    ...(tools.length > 0 && { tools: declared }),
  })
}
