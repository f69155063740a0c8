import { isJsonObject } from '../../text/json.js'
import { readLooseValue } from '../loose/loose-value.js'
import { Repairs } from '../loose/repairs.js'
import type { LooseReading, RawCall } from '../scan/block.js'
import type { Masks } from '../scan/masks.js'
import type { Scan } from '../scan/scan.js'
import type { MessageHeader } from './messages.js'

/** Role and recipient, `<|channel|>` with its name and perhaps the recipient, perhaps `<|constrain|>`. */
export function harmonyHeader(header: string): MessageHeader {
  // A namespace of tools without `to=` addresses nobody, and was to address one of them.
  const recipient = (/(?:^|[\s>])to=([^\s<>]+)/.exec(header) ??
    /(?:^|[\s>])(\S{0,9}functions\.[^\s<>]+)/.exec(header))?.[1]
  const channel = /<\|channel\|>\s*(\w+)/.exec(header)?.[1]
  const isUser = recipient === 'user' || recipient === 'assistant' || recipient === 'all'
  const tool = isUser ? undefined : recipient
  return {
    recipient: tool,
    isReasoning: tool === undefined && channel === 'analysis',
    isMisplaced: tool !== undefined && channel !== undefined && channel !== 'commentary',
    isNoCall: recipient === 'all',
  }
}

/** Tools of the user live in the namespace `functions`; built-in ones in others, and keep it in their name. */
export function harmonyName(recipient: string): { readonly name: string } | string {
  if (recipient.startsWith('functions.')) return { name: recipient.slice('functions.'.length) }
  if (/^[^=]+\.[^=]+$/.test(recipient) || recipient === 'python') return { name: recipient }
  return `The recipient ${JSON.stringify(recipient.slice(0, 200))} is not in the namespace "functions".`
}

/** Calls in a text whose tokens were stripped: `commentary to=functions.sum json{"a": 1}`. */
export function readStripped(scan: Scan, masks: Masks): LooseReading | undefined {
  const { text } = scan
  const repairs = new Repairs()
  const calls: RawCall[] = []
  const opener = 'to=functions.'
  for (let at = scan.next(opener, 0); at < text.length; at = scan.next(opener, at + opener.length)) {
    if (masks.covers(at)) continue
    const brace = scan.next('{', at)
    const head = brace - at > 300 ? '' : text.slice(at + opener.length, brace)
    const found =
      /^([\w.-]+?)(?:\s*(?:code|json|<\|constrain\|>json|<\|message\|>|<\|channel\|>\w+))*\s*$/.exec(head)
    // Without a space the word "json" is glued to the name; a declared name decides.
    const name = found?.[1] === undefined ? undefined : (declaredPart(scan, head.trim()) ?? found[1])
    if (name === undefined) continue
    const loose = readLooseValue(scan, { from: brace })
    if (loose === undefined || !isJsonObject(loose.value)) continue
    repairs.add('marker-missing', at)
    repairs.addAll(loose.repairs.list)
    calls.push({ name, arguments: loose.value, span: { start: at, end: loose.end } })
  }
  return calls.length === 0 ? undefined : { calls, repairs: repairs.list }
}

function declaredPart({ tools }: Scan, head: string): string | undefined {
  const whole = head.split(/[\s<]/)[0] ?? ''
  return [whole, whole.replace(/json$/, ''), whole.replace(/code$/, '')].find(
    (name) => tools.schemaOf(name) !== undefined,
  )
}
