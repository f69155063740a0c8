import type { Tool } from '../../catalog/tool.js'
import { emptyObject, type JsonObject } from '../../text/json.js'
import type { Message, RenderOptions, WrittenCall } from '../dialect.js'
import { spacedJson } from './spaced-json.js'

export type Role = Message['role']

/** How a family of models marks who speaks. */
export interface ChatFrame {
  readonly id: string
  /** Before everything. */
  readonly begin: string
  readonly open: Readonly<Record<Role, string>>
  readonly close: Readonly<Record<Role, string>>
  /** White space around what is said is cut off. */
  readonly trims?: boolean
  /** There is no system turn: its text stands at the head of the first turn, an empty line below it. */
  readonly foldsSystem?: boolean
}

/** What a dialect puts into the frame. */
export interface ChatStyle {
  readonly frame: ChatFrame
  /** Tells the model its tools and how to call them. */
  readonly declare: (tools: readonly Tool[]) => string
  readonly calls: (calls: readonly WrittenCall[], content: string) => string
  readonly result: (message: Extract<Message, { role: 'tool' }>) => string
  readonly reasoning?: { readonly open: string; readonly close: string }
}

export interface Conversation extends RenderOptions {
  readonly messages: readonly Message[]
  readonly tools: readonly Tool[]
}

/** A conversation in a frame: the tools after the system message, every message in its place. */
export function renderChat(
  { frame, declare, calls, result, reasoning }: ChatStyle,
  conversation: Conversation,
): string {
  const { messages, tools, addsGenerationPrompt = true } = conversation
  const [first] = messages
  const system = first?.role === 'system' ? first.content : undefined
  const rest = system === undefined ? messages : messages.slice(1)
  const head = [system, tools.length > 0 ? declare(tools) : undefined].filter((text) => text !== undefined)
  let text = frame.begin
  let prefix = ''
  if (head.length > 0) {
    if (frame.foldsSystem === true) prefix = `${head.join('\n\n')}\n\n`
    else text += frame.open.system + trimmed(head.join('\n\n')) + frame.close.system
  }
  for (const message of rest) {
    text += frame.open[message.role] + prefix + trimmed(bodyOf(message)) + frame.close[message.role]
    prefix = ''
  }
  if (prefix !== '') text += frame.open.user + prefix + frame.close.user
  return addsGenerationPrompt ? text + frame.open.assistant : text

  function trimmed(said: string): string {
    return frame.trims === true ? said.trim() : said
  }

  function bodyOf(message: Message): string {
    if (message.role === 'tool') return result(message)
    if (message.role !== 'assistant') return message.content
    const thought =
      message.reasoning === undefined || reasoning === undefined
        ? ''
        : reasoning.open + message.reasoning + reasoning.close
    const content = message.content ?? ''
    return (
      thought +
      (message.calls === undefined || message.calls.length === 0 ? content : calls(message.calls, content))
    )
  }
}

/** A tool as chat templates are given it. */
export function functionOf(tool: Tool): JsonObject {
  const declared = emptyObject()
  declared.name = tool.name
  if (tool.description !== undefined) declared.description = tool.description
  declared.parameters = tool.inputSchema
  return declared
}

/** The same in the wrapper of the OpenAI API. */
export function wrappedFunction(tool: Tool): JsonObject {
  return { type: 'function', function: functionOf(tool) }
}

/** Our own words for families whose templates decide only the markers. */
export function plainDeclaration(tools: readonly Tool[], how: string): string {
  const list = tools.map((tool) => spacedJson(functionOf(tool))).join('\n')
  return `Available tools, one JSON object a line:\n${list}\n\nTo call a tool, write:\n${how}`
}
