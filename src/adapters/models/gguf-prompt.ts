import type { Tool } from '../../catalog/tool.js'
import { InputError } from '../../errors.js'
import type { ChatRequest } from '../../subject/request.js'
import { emptyObject, type JsonObject, writeJson } from '../../text/json.js'
import type { Dialect, Message, WrittenCall } from '../../toolcall/dialect.js'
import { wrappedFunction } from '../../toolcall/render/chat.js'
import type { RenderedTemplate, TemplateRenderer } from '../../toolcall/template-renderer.js'
import type { TemplateSource } from '../../toolcall/template-source.js'

export interface PromptParts {
  /** Absent where the file has none. */
  readonly template: TemplateSource | undefined
  /** The dialect that the user named; writes the whole prompt where the template takes no tools. */
  readonly dialect: Dialect | undefined
  readonly templates: TemplateRenderer
  /** For messages. */
  readonly where: string
}

/**
 * The prompt of a conversation: by the model's own template, or by the dialect that the user named where the template is
 * missing or leaves tools out. Ends with the opening of an assistant's turn.
 *
 * @throws {InputError} `template-missing`, `template-without-tools`, `template-refused` and its like.
 */
export async function promptText(request: ChatRequest, parts: PromptParts): Promise<string> {
  const { messages, toolChoice } = request
  const tools = toolChoice === 'none' ? [] : request.tools
  const { template, dialect, where } = parts
  if (template === undefined) {
    if (dialect !== undefined) return dialect.render(messages, tools)
    throw new InputError({
      code: 'template-missing',
      what: 'The file has no chat template.',
      where,
      fix: 'Name the dialect of the model ("dialect" in the config), ask it for completions, or choose a file of a chat model.',
    })
  }
  const text = await renderWith(template, messages, tools, parts)
  if (tools.every(({ name }) => text.includes(name) || text.includes(JSON.stringify(name).slice(1, -1))))
    return text
  if (dialect !== undefined) return dialect.render(messages, tools)
  throw new InputError({
    code: 'template-without-tools',
    what: "The model's chat template leaves the tools out, so it would never hear of them.",
    where,
    fix: 'Name the dialect in which they are to be told with --dialect, or as "dialect" in the config ("assay dialect list" shows them), or choose a model that was trained on tools.',
  })
}

/** Templates differ in what they take: arguments as object or as text, content as text or as nothing. */
const SHAPES: readonly MessageShape[] = [
  { asText: false, empty: '' },
  { asText: true, empty: null },
  { asText: true, empty: '' },
  { asText: false, empty: null },
]

interface MessageShape {
  readonly asText: boolean
  readonly empty: '' | null
}

async function renderWith(
  { template, variables }: TemplateSource,
  messages: readonly Message[],
  tools: readonly Tool[],
  { templates, where }: PromptParts,
): Promise<string> {
  const hasCalls = messages.some(
    (message) => message.role === 'assistant' && (message.calls ?? []).length > 0,
  )
  let fault: Extract<RenderedTemplate, { kind: 'fault' }> | undefined
  for (const shape of hasCalls ? SHAPES : SHAPES.slice(0, 1)) {
    const given = emptyObject()
    Object.assign(given, variables)
    given.messages = messages.map((message) => messageJson(message, shape))
    if (tools.length > 0) given.tools = tools.map(wrappedFunction)
    given.add_generation_prompt = true
    const rendered = await templates.render(template, given)
    if (rendered.kind === 'text') return rendered.text
    fault ??= rendered
    if (rendered.code !== 'template-refused') break
  }
  throw new InputError({
    code: fault?.code ?? 'template-refused',
    what: `The model's chat template does not take this conversation: ${fault?.reason ?? ''}`,
    where,
    fix: 'Many templates take no system message, or no tool results; leave out what it refuses, or name a dialect.',
  })
}

function messageJson(message: Message, { asText, empty }: MessageShape): JsonObject {
  switch (message.role) {
    case 'system':
    case 'user':
      return { role: message.role, content: message.content }
    case 'tool':
      return {
        role: 'tool',
        content: message.content,
        ...(message.id !== undefined && { tool_call_id: message.id }),
        ...(message.name !== undefined && { name: message.name }),
      }
    case 'assistant': {
      const calls = message.calls ?? []
      return {
        role: 'assistant',
        content: message.content ?? empty,
        ...(message.reasoning !== undefined && { reasoning_content: message.reasoning }),
        ...(calls.length > 0 && { tool_calls: calls.map((call, at) => callJson(call, at, asText)) }),
      }
    }
    default:
      return message satisfies never
  }
}

/** Some templates take only ids of nine letters and digits. */
function callJson(call: WrittenCall, at: number, asText: boolean): JsonObject {
  const written = { name: call.name, arguments: asText ? writeJson(call.arguments) : call.arguments }
  return { id: call.id ?? `call${String(at).padStart(5, '0')}`, type: 'function', function: written }
}
