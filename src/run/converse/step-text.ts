import type { StepRecord } from '../../agent/turn-record.js'
import { isJsonArray, isJsonObject, type JsonValue, parseJson } from '../../text/json.js'

/** What was said as text: as it stands, else the content of the message of an API. */
export function contentOf({ text, message }: StepRecord['output']): string {
  if (text !== undefined) return text
  if (message === undefined) return ''
  const reading = parseJson(message, { duplicateKeys: 'last', maxDepth: 1000 })
  const value = reading.kind === 'value' ? reading.value : undefined
  if (!isJsonObject(value)) return ''
  const { content, parts } = value
  return partsText(content ?? parts ?? null)
}

/** Content as a text, or as the parts of other APIs. */
function partsText(content: JsonValue): string {
  if (typeof content === 'string') return content
  if (!isJsonArray(content)) return ''
  return content
    .map((part) => (isJsonObject(part) && typeof part.text === 'string' ? part.text : ''))
    .join('')
}
