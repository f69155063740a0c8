import { isJsonObject, parseJson } from '../../text/json.js'
import type { BenchmarkInput } from '../reader.js'

/**
 * Keys of the object on the first line that is not blank. Where the line is broken or longer than the head, every
 * quoted text before a colon counts as a key, so that the reader that fits can say what is wrong. Empty for a folder.
 */
export function firstKeys({ head }: BenchmarkInput): ReadonlySet<string> {
  const start = head.search(/\S/)
  if (head[start] !== '{') return new Set()
  const end = head.indexOf('\n', start)
  const line = end === -1 ? head.slice(start) : head.slice(start, end)
  const reading = parseJson(line)
  if (reading.kind === 'value') return new Set(isJsonObject(reading.value) ? Object.keys(reading.value) : [])
  return new Set(Array.from(line.matchAll(/"([A-Za-z_]{1,40})"\s*:/g), (match) => match[1] as string))
}
