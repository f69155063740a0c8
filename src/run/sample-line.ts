import { type JsonReadOptions, parseJson } from '../text/json.js'
import type { ImportedSample, Sample, SampleKey } from './sample.js'
import type { SecretBook } from './secret-book.js'

/** What tells a sample from every other of its run, as one text. */
export function sampleKey({ benchmark, item, variant, trial }: SampleKey): string {
  return `${benchmark}\u0000${item}\u0000${variant ?? ''}\u0000${trial}`
}

/**
 * A sample as its line of `samples.jsonl`, without the line feed: the key first, the message of an API (which `makeSample`
 * has found to be JSON) exactly as it stood but for line breaks between its tokens, secrets replaced.
 */
export function sampleLine(sample: Sample | ImportedSample, secrets: SecretBook): string {
  const { benchmark, item, variant, trial, output } = sample
  const key = { benchmark, item, variant, trial }
  const head = JSON.stringify(key).slice(0, -1)
  // Leaving members out of a copy is slow; those of the key come first in the whole, too.
  const rest = JSON.stringify({ ...key, ...sample, output: undefined }).slice(head.length)
  const line = output === undefined ? `${head}${rest}` : `${head},"output":${outputText(output)}${rest}`
  const clean = secrets.clean(line)
  return clean === line || sample.redacted === true ? clean : `${clean.slice(0, -1)},"redacted":true}`
}

function outputText({ message, ...output }: NonNullable<Sample['output']>): string {
  const rest = JSON.stringify(output)
  if (message === undefined) return rest
  // Inside strings of JSON no line break can stand, so these are white space.
  return `{"message":${message.replace(/[\r\n]+/g, ' ')},${rest.slice(1)}`
}

/** Whether a text is an object or a list of JSON that a line can hold and give back; doubled keys may be in it. */
export function isMessage(text: string): boolean {
  if (!/^\s*[{[]/.test(text)) return false
  try {
    JSON.parse(text)
  } catch {
    return false
  }
  // In its line it stands two levels deep.
  const isShallow = text.length < MAX_DEPTH - 2 || (text.match(/[{[]/g)?.length ?? 0) < MAX_DEPTH - 2
  return isShallow || parseJson(`[[${text}]]`, DEEP).kind === 'value'
}

/** As deep as whoever reads the line goes. */
const MAX_DEPTH = 1000
const DEEP: JsonReadOptions = { duplicateKeys: 'last', maxDepth: MAX_DEPTH }
