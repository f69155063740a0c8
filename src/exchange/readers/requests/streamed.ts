import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
  writeJson,
} from '../../../text/json.js'
import { objectIn, objectsOf, textIn } from '../../../text/json-members.js'
import { messageOfDeltas } from '../../../toolcall/openai-deltas.js'

/** Chunks of a stream that was logged: server-sent events as text, or a list of the chunks. Undefined: no stream. */
export function streamIn(text: string, value: JsonValue | undefined): readonly JsonObject[] | undefined {
  if (isJsonArray(value)) {
    const chunks = objectsOf(value)
    return chunks.length > 0 && chunks.every(isChunk) ? chunks : undefined
  }
  if (value !== undefined || !/^\s*(?:data|event):/.test(text)) return undefined
  const chunks: JsonObject[] = []
  for (const line of text.split('\n')) {
    if (!line.startsWith('data:')) continue
    const reading = parseJson(line.slice(5).trim(), { duplicateKeys: 'last' })
    if (reading.kind === 'value' && isJsonObject(reading.value)) chunks.push(reading.value)
  }
  return chunks
}

function isChunk(chunk: JsonObject): boolean {
  const [choice] = objectsOf(chunk.choices)
  if (isJsonArray(chunk.choices)) return choice === undefined || choice.delta !== undefined
  if (isJsonArray(chunk.candidates) || isJsonObject(chunk.usageMetadata)) return true
  return EVENTS.test(textIn(chunk, 'type') ?? '')
}

const EVENTS = /^(?:message_|content_block_|ping$|response\.)/

/** The body that the response would have had without streaming, as JSON; undefined where the chunks are of no known API. */
export function messageOfStream(chunks: readonly JsonObject[]): string | undefined {
  const whole = chunks.findLast(({ type }) => typeof type === 'string' && ENDS.has(type))
  const response = objectIn(whole, 'response')
  if (response !== undefined) return writeJson(response)
  if (chunks.some(({ type }) => type === 'message_start')) return anthropicBody(chunks)
  if (chunks.some(({ candidates }) => isJsonArray(candidates))) return geminiBody(chunks)
  if (chunks.some(({ choices }) => isJsonArray(choices))) return openaiBody(chunks)
  return undefined
}

const ENDS: ReadonlySet<string> = new Set(['response.completed', 'response.incomplete', 'response.failed'])

function openaiBody(chunks: readonly JsonObject[]): string {
  const firsts = chunks.flatMap(({ choices }) =>
    objectsOf(choices).filter(({ index }) => index === undefined || index === 0),
  )
  const finish = firsts.findLast((choice) => typeof choice.finish_reason === 'string')?.finish_reason ?? null
  const message = messageOfDeltas(firsts.map(({ delta }) => delta ?? null))
  const usage = chunks.findLast((chunk) => isJsonObject(chunk.usage))?.usage
  const model = chunks.find((chunk) => typeof chunk.model === 'string')?.model
  return writeJson({
    ...(model === undefined ? {} : { model }),
    choices: [{ message, finish_reason: finish }],
    ...(usage === undefined ? {} : { usage }),
  })
}

interface StreamedBlock {
  readonly head: JsonObject
  text: string
  input: string
}

/** Blocks by their index; the input of a tool comes as pieces of JSON, kept as they were written. */
function anthropicBody(chunks: readonly JsonObject[]): string {
  const start = objectIn(
    chunks.find(({ type }) => type === 'message_start'),
    'message',
  )
  const blocks = new Map<string, StreamedBlock>()
  let stop: JsonValue = null
  let usage: JsonObject | undefined = objectIn(start, 'usage')
  for (const chunk of chunks) {
    const key = String(chunk.index)
    if (chunk.type === 'content_block_start') {
      blocks.set(key, { head: objectIn(chunk, 'content_block') ?? {}, text: '', input: '' })
    } else if (chunk.type === 'content_block_delta') {
      const block = blocks.get(key)
      const delta = objectIn(chunk, 'delta')
      if (block === undefined || delta === undefined) continue
      block.text += textIn(delta, 'text') ?? textIn(delta, 'thinking') ?? ''
      block.input += textIn(delta, 'partial_json') ?? ''
    } else if (chunk.type === 'message_delta') {
      stop = objectIn(chunk, 'delta')?.stop_reason ?? stop
      usage = { ...usage, ...objectIn(chunk, 'usage') }
    }
  }
  const content = Array.from(blocks.values(), blockText).join(',')
  const rest = { role: 'assistant', type: 'message', model: start?.model ?? null, stop_reason: stop }
  const usageText = usage === undefined ? '' : `,"usage":${writeJson(usage)}`
  return `${writeJson(rest).slice(0, -1)}${usageText},"content":[${content}]}`
}

function blockText({ head, text, input }: StreamedBlock): string {
  const { type = 'text', id, name } = head
  if (type === 'tool_use') {
    // What a token limit cut is no JSON: it stays a text, which is no object of arguments.
    const given =
      input === ''
        ? '{}'
        : parseJson(input, { duplicateKeys: 'last' }).kind === 'value'
          ? input
          : JSON.stringify(input)
    return `${writeJson({ type, id: id ?? null, name: name ?? null }).slice(0, -1)},"input":${given}}`
  }
  return writeJson(
    type === 'thinking' ? { type, thinking: text } : { type, text: (textIn(head, 'text') ?? '') + text },
  )
}

function geminiBody(chunks: readonly JsonObject[]): string {
  const firsts = chunks.flatMap(({ candidates }) => objectsOf(candidates).slice(0, 1))
  const parts = firsts.flatMap((candidate) => objectsOf(objectIn(candidate, 'content')?.parts))
  const finishReason =
    firsts.findLast((candidate) => candidate.finishReason !== undefined)?.finishReason ?? null
  const usageMetadata = chunks.findLast((chunk) => isJsonObject(chunk.usageMetadata))?.usageMetadata
  return writeJson({
    candidates: [{ content: { role: 'model', parts }, finishReason }],
    ...(usageMetadata === undefined ? {} : { usageMetadata }),
  })
}
