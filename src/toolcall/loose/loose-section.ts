import { isJsonObject } from '../../text/json.js'
import type { Span } from '../parsed-call.js'
import type { SectionRules } from '../payload/section.js'
import type { LooseReading, RawCall } from '../scan/block.js'
import type { Masks } from '../scan/masks.js'
import type { Scan } from '../scan/scan.js'
import { readLooseValue } from './loose-value.js'
import { Repairs } from './repairs.js'

/**
 * Items of a section whose headers, fences or closers are not the dialect's own: the one word before an object that is
 * not a label of the format is the name. Undefined when an item cannot be read.
 */
export function readLooseSection(
  scan: Scan,
  span: Span,
  {
    rules,
    repairs = new Repairs(),
    masks,
  }: {
    readonly rules: SectionRules
    readonly repairs?: Repairs
    /** Where no item begins; default nowhere. */
    readonly masks?: Masks
  },
): LooseReading | undefined {
  const calls: RawCall[] = []
  let at = scan.next(rules.itemOpen, span.start)
  while (at < span.end) {
    const from = at + rules.itemOpen.length
    if (masks?.covers(at) === true) {
      at = scan.next(rules.itemOpen, from)
      continue
    }
    const next = Math.min(scan.next(rules.itemOpen, from), span.end)
    const item = readItem(scan, { start: from, end: next }, { rules, repairs })
    if (item === undefined) return undefined
    calls.push(item)
    at = scan.next(rules.itemOpen, from)
  }
  return calls.length === 0 ? undefined : { calls, repairs: repairs.list }
}

function readItem(
  scan: Scan,
  { start, end }: Span,
  { rules, repairs }: { readonly rules: SectionRules; readonly repairs: Repairs },
): RawCall | undefined {
  const { text } = scan
  const brace = scan.next('{', start)
  if (brace >= end || brace - start > 1_000) return undefined
  const header = text.slice(start, brace)
  const words = header
    .replaceAll(rules.separator, ' ')
    .split(/\s+/)
    .filter((word) => word !== '' && word !== 'function' && word !== 'json' && !word.startsWith('```'))
  const [name] = words
  if (name === undefined || words.length > 1) return undefined
  const loose = readLooseValue(scan, { from: brace, to: end, closers: [rules.itemClose, '```'] })
  if (loose === undefined || !isJsonObject(loose.value)) return undefined
  repairs.addAll(loose.repairs.list)
  const isFenced = header.includes('```')
  if (isFenced !== rules.isFenced && rules.header !== 'id') {
    repairs.add('foreign-dialect', start, isFenced ? 'deepseek-v3' : 'deepseek-v31')
  }
  const close = scan.next(rules.itemClose, loose.end)
  if (close >= end) repairs.add('closer-missing', loose.end)
  const after = text.slice(loose.end, Math.min(close, end)).replaceAll('```', '').trim()
  if (after !== '' && after !== rules.close) {
    repairs.add(/^[\]}]+$/.test(after) ? 'bracket-surplus' : 'text-in-block', loose.end)
  }
  const id = rules.header === 'id' ? /^functions\.(.+):[0-9]{1,9}$/.exec(name)?.[1] : undefined
  if (rules.header === 'id' && id === undefined) repairs.add('name-decoration', start)
  return { name: id ?? name, arguments: loose.value, span: { start, end: loose.end } }
}
