import type { Tool } from '../../catalog/tool.js'
import type { JsonObject, JsonValue } from '../../text/json.js'
import { writeJson } from '../../text/json.js'
import type { Message, WrittenCall } from '../../toolcall/dialect.js'
import type { RepairRow } from './repair-row.js'

/**
 * A row as a line of JSONL. `messages` is what trainers read, `tools` what they hand to the chat template (a text, because
 * lists of different shapes are merged by the readers of Arrow); the rest they pass over. Earlier turns of the assistant
 * are marked `train: false`.
 */
export function rowToJson(row: RepairRow, id: string): JsonObject {
  const { part, from, before, answer, tools, why, origin, pair } = row
  return {
    id,
    source: part,
    from,
    ...(origin === undefined ? {} : { origin }),
    ...(why === undefined ? {} : { why }),
    ...(pair === undefined ? {} : { pair }),
    messages: [...before.map((message) => messageToJson(message, true)), answerToJson(row)],
    ...(tools === undefined ? {} : { tools: toolsText(tools) }),
    ...(answer.calls.length === 0 ? {} : { tool: answer.calls[0]?.name ?? '' }),
  }
}

function answerToJson({ answer }: RepairRow): JsonObject {
  const { text, calls, isRecorded } = answer
  return isRecorded
    ? messageToJson({ role: 'assistant', content: text, calls }, false)
    : { role: 'assistant', content: text }
}

function messageToJson(message: Message, isContext: boolean): JsonObject {
  switch (message.role) {
    case 'assistant': {
      const { content = '', calls = [], reasoning } = message
      return {
        role: 'assistant',
        content,
        ...(reasoning === undefined ? {} : { reasoning_content: reasoning }),
        ...(calls.length === 0 ? {} : { tool_calls: calls.map(callToJson) }),
        ...(isContext ? { train: false } : {}),
      }
    }
    case 'tool':
      return {
        role: 'tool',
        content: message.content,
        ...(message.id === undefined ? {} : { tool_call_id: message.id }),
        ...(message.name === undefined ? {} : { name: message.name }),
      }
    default:
      return { role: message.role, content: message.content }
  }
}

function callToJson({ name, arguments: given, id = '' }: WrittenCall): JsonValue {
  return { id, type: 'function', function: { name, arguments: writeJson(given) } }
}

/**
 * The same for LLaMA-Factory, which reads calls from messages of the role `function` whose text is the list of calls, and
 * drops `tool_calls`.
 */
export function rowToFunctionJson(row: RepairRow, id: string): JsonObject {
  const { before, answer, tools } = row
  const turns: Message[] = [
    ...before,
    { role: 'assistant', content: answer.text, ...(answer.isRecorded ? { calls: answer.calls } : {}) },
  ]
  return {
    id,
    messages: turns.map(functionMessage),
    tools: tools === undefined ? '' : writeJson(tools.map((tool) => functionOf(tool))),
  }
}

function functionMessage(message: Message): JsonObject {
  if (message.role !== 'assistant') return { role: message.role, content: message.content }
  const { content = '', calls = [] } = message
  if (calls.length === 0) return { role: 'assistant', content }
  const list = calls.map(({ name, arguments: given }) => ({ name, arguments: given }))
  return { role: 'function', content: writeJson(list) }
}

/** Declarations as the API takes them, once for each list. */
function toolsText(tools: readonly Tool[]): string {
  let text = texts.get(tools)
  if (text === undefined) {
    text = writeJson(tools.map((tool) => ({ type: 'function', function: functionOf(tool) })))
    texts.set(tools, text)
  }
  return text
}

const texts = new WeakMap<readonly Tool[], string>()

function functionOf({ name, description, inputSchema }: Tool): JsonObject {
  return { name, ...(description === undefined ? {} : { description }), parameters: inputSchema }
}

/** Texts of a row that tokens are counted of; those that many rows share are told. */
export function* rowTexts({ before, answer, tools }: RepairRow): Generator<{
  readonly text: string
  readonly isShared: boolean
}> {
  if (tools !== undefined) yield { text: toolsText(tools), isShared: true }
  for (const message of before) {
    yield { text: message.content ?? '', isShared: message.role === 'system' }
    if (message.role !== 'assistant' || message.calls === undefined) continue
    for (const call of message.calls) yield { text: writeJson(callToJson(call)), isShared: false }
  }
  yield { text: answer.text, isShared: false }
  if (!answer.isRecorded) return
  for (const call of answer.calls) yield { text: writeJson(callToJson(call)), isShared: false }
}
