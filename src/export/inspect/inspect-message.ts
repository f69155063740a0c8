import type { StoredSample } from '../../run/sample-lines.js'
import { spokenText } from '../../score/choice/spoken-text.js'
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, writeJson } from '../../text/json.js'
import type { Dialect } from '../../toolcall/dialect.js'
import { dialects } from '../../toolcall/dialects/index.js'
import { parseOutput } from '../../toolcall/parse-output.js'
import { toolTable } from '../../toolcall/tool-table.js'

/** A message of a chat, as Inspect stores it. */
export interface InspectMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool'
  readonly content: string
  readonly tool_calls?: readonly InspectToolCall[]
  readonly source?: 'input' | 'generate'
  readonly model?: string
}

export interface InspectToolCall {
  readonly id: string
  readonly function: string
  readonly arguments: JsonObject
  readonly type: 'function'
}

const ROLES = ['system', 'user', 'assistant', 'tool'] as const

/** Messages of an item; a role that Inspect does not know is a user's, content in parts is its texts. */
export function inputMessages(messages: JsonValue | undefined): readonly InspectMessage[] {
  if (!isJsonArray(messages)) return []
  return messages.filter(isJsonObject).map((message) => ({
    role: ROLES.find((role) => role === message.role) ?? (message.role === 'developer' ? 'system' : 'user'),
    content: contentText(message.content),
    source: 'input',
  }))
}

function contentText(content: JsonValue | undefined): string {
  if (typeof content === 'string') return content
  if (!isJsonArray(content)) return content === undefined || content === null ? '' : writeJson(content)
  return content
    .map((part) => (isJsonObject(part) && typeof part.text === 'string' ? part.text : writeJson(part)))
    .join('\n')
}

const STOP_REASONS = {
  stop: 'stop',
  length: 'max_tokens',
  refused: 'content_filter',
  unknown: 'unknown',
} as const

export type InspectStopReason = (typeof STOP_REASONS)[keyof typeof STOP_REASONS] | 'tool_calls'

/**
 * What was said as a message of Inspect. A raw text stays whole, calls and all, and its calls stand beside it where the
 * dialect is known; of a message the texts are the content and its calls the tool calls. A call that the strict reading
 * does not accept is in the content alone.
 */
export function outputMessage(
  { output, item }: StoredSample,
  { dialect, model }: { readonly dialect: Dialect | undefined; readonly model: string },
): { readonly message: InspectMessage; readonly stopReason: InspectStopReason } {
  const said = output?.text ?? output?.message ?? ''
  const calls = callsIn(said, {
    dialect,
    isMessage: output?.text === undefined && output?.message !== undefined,
  })
  const message: InspectMessage = {
    role: 'assistant',
    content: output === undefined ? '' : (output.text ?? messageText(output)),
    source: 'generate',
    model,
    ...(calls.length === 0
      ? {}
      : {
          tool_calls: calls.map(({ id, name, arguments: given }, place) => ({
            id: id ?? `${item}-${place}`,
            function: name,
            arguments: given,
            type: 'function' as const,
          })),
        }),
  }
  const reason = output === undefined ? 'unknown' : STOP_REASONS[output.stopReason]
  return { message, stopReason: calls.length > 0 && reason === 'stop' ? 'tool_calls' : reason }
}

function messageText(output: NonNullable<StoredSample['output']>): string {
  const spoken = spokenText({ ...output, stopReason: 'stop' })
  if (spoken.kind === 'text') return spoken.text
  return output.tokenIds === undefined ? (output.message ?? '') : `tokens ${output.tokenIds.join(' ')}`
}

interface FoundCall {
  readonly id?: string
  readonly name: string
  readonly arguments: JsonObject
}

const NO_TOOLS = toolTable([])

function callsIn(
  text: string,
  { dialect, isMessage }: { readonly dialect: Dialect | undefined; readonly isMessage: boolean },
): readonly FoundCall[] {
  if (text === '') return []
  const tried = isMessage
    ? dialects.filter(({ isApi }) => isApi === true)
    : dialect === undefined || dialect.isApi === true
      ? []
      : [dialect]
  for (const one of tried) {
    const { strict } = parseOutput({ text }, { dialect: one, tools: NO_TOOLS, known: [] })
    if (strict.calls.length === 0) continue
    return strict.calls.map((call) => ({
      name: call.name,
      arguments: call.arguments,
      ...(call.id === undefined ? {} : { id: call.id }),
    }))
  }
  return []
}
