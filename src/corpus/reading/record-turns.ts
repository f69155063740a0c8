import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../text/json.js'
import { countText } from '../../text/number-text.js'
import type { CorpusShape } from '../tool-corpus.js'
import type { Conversation, RecordedCall, Turn } from './conversation.js'
import { jsonIn, recordedCall } from './recorded-call.js'
import { turnRoleOf } from './role-names.js'

/** Messages of one record. */
export const MAX_MESSAGES = 1000

export type RecordReading =
  | { readonly kind: 'turns'; readonly conversation: Omit<Conversation, 'line'> }
  /** One text with role tokens, to be cut. */
  | { readonly kind: 'text'; readonly text: string; readonly record: JsonObject }
  /** `code`: a notice, kebab-case. */
  | { readonly kind: 'unread'; readonly code: string; readonly what: string }

/** What is said of longer ones. */
export const TOO_LONG = {
  code: 'record-too-long',
  what: `A record has more than ${countText(MAX_MESSAGES)} messages.`,
}

const MESSAGE_KEYS = [
  'messages',
  'conversations',
  'conversation',
  'chat',
  'dialogue',
  'dialog',
  'turns',
] as const
const PROMPT_KEYS = ['prompt', 'query', 'question', 'instruction'] as const
const ANSWER_KEYS = ['completion', 'response', 'answers', 'answer', 'output'] as const

/** What a record holds, whichever of the known layouts it has. */
export function readRecord(value: JsonValue): RecordReading {
  if (isJsonArray(value)) return ofMessages(value, Object.create(null) as JsonObject) // a record that is its messages
  if (!isJsonObject(value)) return unread('record-no-object', 'A record is no object.')
  for (const key of MESSAGE_KEYS) {
    const messages = value[key]
    if (isJsonArray(messages)) return ofMessages(messages, value)
  }
  const prompt = memberOf(value, PROMPT_KEYS)
  const answer = memberOf(value, ANSWER_KEYS)
  if (prompt !== undefined && answer !== undefined) return ofPair(prompt, answer, value)
  if (typeof value.text === 'string') return { kind: 'text', text: value.text, record: value }
  return unread(
    'record-unknown',
    'A record has none of the members that hold a conversation: messages, conversations, prompt and completion, text.',
  )
}

/** Declarations and origin of a record, whatever its layout. */
export function recordFacts(record: JsonObject): Pick<Conversation, 'tools' | 'source'> {
  const declared = record.tools ?? record.functions
  const tools = typeof declared === 'string' ? jsonIn(declared) : declared
  const source = [record.source, record.dataset, record.origin].find((name) => typeof name === 'string')
  return {
    ...(tools === undefined || tools === null ? {} : { tools }),
    ...(typeof source === 'string' ? { source } : {}),
  }
}

function unread(code: string, what: string): RecordReading {
  return { kind: 'unread', code, what }
}

function memberOf(record: JsonObject, keys: readonly string[]): JsonValue | undefined {
  const key = keys.find((name) => record[name] !== undefined && record[name] !== null)
  return key === undefined ? undefined : record[key]
}

/** `prompt` and `completion`, as texts or as messages; a list of calls as the answer (`query`, `tools`, `answers`). */
function ofPair(prompt: JsonValue, answer: JsonValue, record: JsonObject): RecordReading {
  const before = isJsonArray(prompt) ? prompt : [{ role: 'user', content: withInput(prompt, record) }]
  const said =
    isJsonArray(answer) && answer.every((item) => isJsonObject(item) && 'role' in item) ? answer : undefined
  if (said !== undefined) return ofMessages([...before, ...said], record)
  const listed = typeof answer === 'string' && 'answers' in record ? jsonIn(answer) : answer
  const calls = isJsonArray(listed) ? listed : undefined
  const message: JsonObject =
    calls !== undefined && calls.length > 0 && calls.every((call) => recordedCall(call) !== undefined)
      ? { role: 'assistant', content: null, tool_calls: calls }
      : { role: 'assistant', content: answer }
  return ofMessages([...before, message], record)
}

/** What an instruction works on, of records with `instruction`, `input` and `output`. */
function withInput(prompt: JsonValue, { input }: JsonObject): JsonValue {
  const isMore = typeof prompt === 'string' && typeof input === 'string' && input.trim() !== ''
  return isMore ? `${prompt}\n${input}` : prompt
}

function ofMessages(messages: readonly JsonValue[], record: JsonObject): RecordReading {
  if (messages.length > MAX_MESSAGES) {
    return unread(TOO_LONG.code, TOO_LONG.what)
  }
  const turns: Turn[] = []
  if (typeof record.system === 'string' && record.system !== '')
    turns.push({ role: 'system', text: record.system })
  else if (isJsonArray(record.system)) turns.push({ role: 'system', text: textOf(record.system) })
  const seen = new Set<CorpusShape>()
  for (const message of messages) {
    if (!isJsonObject(message)) return unread('message-no-object', 'A message is no object.')
    const fault = addMessage(message, turns, seen)
    if (fault !== undefined) return fault
  }
  const shape = SHAPES.find((name) => seen.has(name)) ?? 'messages'
  return { kind: 'turns', conversation: { shape, turns, ...recordFacts(record) } }
}

const SHAPES: readonly CorpusShape[] = ['anthropic', 'openai', 'sharegpt']

function addMessage(message: JsonObject, turns: Turn[], seen: Set<CorpusShape>): RecordReading | undefined {
  const isShared = typeof message.from === 'string'
  if (isShared) seen.add('sharegpt')
  const name = isShared ? message.from : message.role
  const role = typeof name === 'string' ? turnRoleOf(name) : undefined
  if (role === undefined) return unread('role-unknown', 'A message has a role that is not known.')
  const content = isShared ? message.value : message.content
  switch (role) {
    case 'system':
      turns.push({ role, text: textOf(content) })
      return undefined
    case 'user':
      addUserParts(content, turns, seen)
      return undefined
    case 'tool':
      turns.push({ role, text: textOf(content), ...resultFacts(message) })
      return undefined
    case 'call':
      return addCallMessage(content, turns)
    case 'assistant':
      turns.push(assistantOf(message, content, seen))
      return undefined
    default:
      role satisfies never
      return undefined
  }
}

/** ShareGPT's `function_call`: JSON of one call or of several. */
function addCallMessage(content: JsonValue | undefined, turns: Turn[]): RecordReading | undefined {
  const value = typeof content === 'string' ? jsonIn(content) : content
  const calls = (isJsonArray(value) ? value : [value]).map(recordedCall)
  const known = calls.filter((call) => call !== undefined)
  if (known.length < calls.length)
    return unread('call-unreadable', 'A message that should be a call is none.')
  turns.push({ role: 'assistant', text: '', calls: known })
  return undefined
}

function resultFacts(message: JsonObject): { readonly id?: string; readonly name?: string } {
  const { tool_call_id: id, name } = message
  return { ...(typeof id === 'string' ? { id } : {}), ...(typeof name === 'string' ? { name } : {}) }
}

/** A user's message; results of the Anthropic API stand in one and become messages of their own. */
function addUserParts(content: JsonValue | undefined, turns: Turn[], seen: Set<CorpusShape>): void {
  if (!isJsonArray(content)) {
    turns.push(userOrResult(textOf(content)))
    return
  }
  const said: JsonValue[] = []
  for (const part of content) {
    if (!isJsonObject(part) || part.type !== 'tool_result') {
      said.push(part)
      continue
    }
    seen.add('anthropic')
    const id = typeof part.tool_use_id === 'string' ? { id: part.tool_use_id } : {}
    turns.push({ role: 'tool', text: textOf(part.content), ...id })
  }
  const text = textOf(said)
  if (text !== '' || said.length === content.length) turns.push(userOrResult(text))
}

/** Templates of Hermes and Qwen write results as messages of the user. */
export function userOrResult(text: string): Turn {
  const result = /^\s*<tool_response>\n?([^]*?)\n?<\/tool_response>\s*$/.exec(text)
  return result === null ? { role: 'user', text } : { role: 'tool', text: result[1] ?? '' }
}

function assistantOf(message: JsonObject, content: JsonValue | undefined, seen: Set<CorpusShape>): Turn {
  const calls: RecordedCall[] = []
  const listed = isJsonArray(message.tool_calls) ? message.tool_calls : []
  const legacy = isJsonObject(message.function_call) ? [message.function_call] : []
  for (const call of [...listed, ...legacy]) calls.push(recordedCall(call) ?? UNREADABLE)
  if (calls.length > 0) seen.add('openai')
  for (const part of isJsonArray(content) ? content : []) {
    if (!isJsonObject(part) || part.type !== 'tool_use') continue
    seen.add('anthropic')
    calls.push(recordedCall(part) ?? UNREADABLE)
  }
  const thought = [message.reasoning_content, message.reasoning, message.thinking].find(
    (text) => typeof text === 'string' && text !== '',
  )
  return {
    role: 'assistant',
    text: textOf(content),
    ...(calls.length > 0 ? { calls } : {}),
    ...(typeof thought === 'string' ? { reasoning: thought } : {}),
    ...(message.weight === 0 || message.train === false ? { isContext: true } : {}),
  }
}

/** A call whose name or arguments cannot be read. */
const UNREADABLE: RecordedCall = { name: '', arguments: undefined }

/** Texts of a content, its parts joined; images and the like have none. */
function textOf(content: JsonValue | undefined): string {
  if (typeof content === 'string') return content
  if (!isJsonArray(content))
    return isJsonObject(content) && typeof content.text === 'string' ? content.text : ''
  return content
    .map((part) =>
      typeof part === 'string' ? part : isJsonObject(part) && typeof part.text === 'string' ? part.text : '',
    )
    .join('')
}
