import { isJsonArray, isJsonObject, parseJson } from '../../text/json.js'
import { bracketExtent } from '../../text/json-extent.js'
import type { Dialect } from '../../toolcall/dialect.js'

/** How one call is written in an answer. */
export interface CallWriting {
  /** `spaced`: a space after every colon and comma; `compact`: none anywhere; `none`: the payload is no JSON. */
  readonly spacing: 'spaced' | 'compact' | 'other' | 'none'
  /** Members of the call in their order, e.g. `name, args`. */
  readonly keys: string
}

const NO_JSON: CallWriting = { spacing: 'none', keys: '' }

/** How the first call of an answer is written; a byte-true judge must know it. */
export function callWriting(text: string, { trigger }: Pick<Dialect, 'trigger'>): CallWriting {
  let from = 0
  for (const opener of trigger) {
    const at = text.indexOf(opener)
    if (at !== -1) from = Math.max(from, at + opener.length)
  }
  const start = text.slice(from).search(/[[{]/)
  if (start === -1) return NO_JSON
  const extent = bracketExtent(text, from + start)
  if (extent.kind === 'open') return NO_JSON
  const payload = text.slice(from + start, extent.end)
  const reading = parseJson(payload)
  if (reading.kind === 'fault') return NO_JSON
  const call = isJsonArray(reading.value) ? reading.value[0] : reading.value
  return { spacing: spacingOf(payload), keys: isJsonObject(call) ? Object.keys(call).join(', ') : '' }
}

/** @param text valid JSON. */
function spacingOf(text: string): CallWriting['spacing'] {
  let isSpaced = true
  let isCompact = true
  let gap = ''
  let after = ''
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string // within the text
    if (character === ' ' || character === '\n' || character === '\t' || character === '\r') {
      gap += character
      continue
    }
    if (gap !== '') isCompact = false
    const wanted = after === ':' || after === ',' ? ' ' : ''
    if (gap !== wanted) isSpaced = false
    gap = ''
    after = character
    if (character === '"') {
      at++
      while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
    }
  }
  // `{"name": "f"}` against `{"name":"f"}`; `{}` and `[]` are both.
  return isCompact && !isSpaced ? 'compact' : isSpaced ? 'spaced' : 'other'
}
