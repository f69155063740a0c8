import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
  writeJson,
} from '../../text/json.js'
import { printable, quoted } from '../../text/printable.js'
import type { ToolOutcome } from '../pack.js'
import type { ResultRows } from '../tool-result.js'
import { jsonRows } from './json-rows.js'
import type { ServerReply } from './tool-server.js'

/** Longest text of a result that a summary, and so a prompt, shows; in characters, quotes not counted. */
const LONGEST_SHOWN = 600
const LONGEST_MESSAGE = 300

/** The call, for the first line of a summary. */
export interface AnsweredCall {
  readonly name: string
  readonly arguments: JsonObject
}

/**
 * What a server's reply is to a plan: rows, or an error of the tool. Whatever the server wrote stands in the summary as one
 * JSON string, so that no line of it can pass for a line of ours.
 *
 *     echo; message: "hi".
 *     First row: {"text":"Echo: hi"}
 *     1 row found.
 */
export function replyOutcome(reply: ServerReply, call: AnsweredCall): ToolOutcome {
  if (reply.kind === 'failure') {
    return {
      kind: 'error',
      error: 'failed',
      message: printable(reply.message, { maxLength: LONGEST_MESSAGE }),
    }
  }
  const { result } = reply
  if (result.isError === true) {
    const said = quoted(errorText(result), LONGEST_MESSAGE)
    return { kind: 'error', error: 'failed', message: `The tool answered with an error: ${said}` }
  }
  return valueOutcome(answeredValue(result), call)
}

/** Any JSON that a tool gave back, as rows with a summary. */
export function valueOutcome(value: JsonValue, call: AnsweredCall): ToolOutcome {
  const { rows, isCut } = jsonRows(value)
  return { kind: 'rows', rows, summary: summaryOf(rows, call, isCut) }
}

function summaryOf(rows: ResultRows, call: AnsweredCall, isCut: boolean): string {
  const given = Object.entries(call.arguments).map(([name, value]) => {
    return `${printable(name, { maxLength: 60 })}: ${printable(writeJson(value), { maxLength: 120 })}`
  })
  const count = `${rows.count} ${rows.count === 1 ? 'row' : 'rows'} found.`
  return [
    `${[call.name, ...given].join('; ')}.`,
    ...(rows.count === 0 ? [] : [`First row: ${firstRow(rows)}`]),
    ...(isCut ? ['What the tool gave was too much; the rest is left out.'] : []),
    count,
  ].join('\n')
}

function firstRow(rows: ResultRows): string {
  const members = rows.columns.flatMap((column): [string, JsonValue][] => {
    const value = rows.value(0, column)
    return value === undefined || value === null ? [] : [[column, value]]
  })
  return printable(writeJson(Object.fromEntries(members)), { maxLength: LONGEST_SHOWN })
}

/** `structuredContent` where there is one, else the one text, read as JSON where it is an object or a list, else all blocks. */
function answeredValue(result: JsonObject): JsonValue {
  const { structuredContent, content } = result
  if (isJsonObject(structuredContent)) return structuredContent
  if (!isJsonArray(content)) return []
  const blocks = content.map(blockOf)
  const [only, ...others] = blocks
  if (others.length > 0 || only === undefined || typeof only.text !== 'string' || 'uri' in only) return blocks
  return structured(only.text) ?? [only]
}

/** Longer texts are shown as texts. */
const LONGEST_JSON = 4 << 20

function structured(text: string): JsonValue | undefined {
  if (!/^\s*[[{]/.test(text) || text.length > LONGEST_JSON) return undefined
  const reading = parseJson(text, { duplicateKeys: 'last' })
  return reading.kind === 'value' ? reading.value : undefined
}

/** A block of content: its text and where it comes from; of pictures and sound what they are, not their bytes. */
function blockOf(block: JsonValue): { readonly [key: string]: JsonValue } {
  if (!isJsonObject(block)) return { text: block }
  const { type, text, mimeType, data, uri, resource } = block
  const inner = isJsonObject(resource) ? resource : undefined
  const words = text ?? inner?.text
  return {
    ...(typeof words === 'string' ? { text: words } : {}),
    ...present('uri', uri ?? inner?.uri),
    ...(typeof words === 'string' ? {} : { type: type ?? null }),
    ...(typeof words === 'string' ? {} : present('mimeType', mimeType ?? inner?.mimeType)),
    ...(typeof data === 'string' ? { base64Length: data.length } : {}),
  }
}

function present(key: string, value: JsonValue | undefined): { readonly [key: string]: JsonValue } {
  return typeof value === 'string' ? { [key]: value } : {}
}

function errorText({ content }: JsonObject): string {
  if (!isJsonArray(content)) return ''
  return content
    .map((block) => (isJsonObject(block) && typeof block.text === 'string' ? block.text : ''))
    .join(' ')
    .trim()
}
