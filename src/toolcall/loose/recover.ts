import { foreignReaders } from '../payload/foreign-readers.js'
import { gemmaLoosely } from '../payload/gemma-payload.js'
import type { LooseReading, RawCall } from '../scan/block.js'
import type { PayloadReader } from '../scan/frame.js'
import type { Masks } from '../scan/masks.js'
import type { Scan } from '../scan/scan.js'
import { firstVisible } from '../scan/scan.js'
import { Repairs } from './repairs.js'

/**
 * Calls whose outer marker was lost and whose inner one stands at the beginning of a line: the payload is read where it
 * is, one call behind another.
 */
export function readLooseCalls(
  scan: Scan,
  { form, opener, masks }: { readonly form: 'xml' | 'gemma'; readonly opener: string; readonly masks: Masks },
): LooseReading | undefined {
  const { text } = scan
  const first = firstVisible(text, 0, text.length)
  const repairs = new Repairs()
  const calls: RawCall[] = []
  const isFirst = text.startsWith(opener, first) && !masks.covers(first)
  let at = isFirst ? first : lineStart(scan, { opener, masks })
  const read: PayloadReader = form === 'xml' ? foreignReaders.xml : gemmaLoosely(repairs)
  while (text.startsWith(opener, at)) {
    const payload = read(scan, at)
    if (payload.kind !== 'read') return undefined
    for (const call of payload.calls) calls.push(call)
    at = scan.skipSpace(payload.end)
  }
  if (calls.length === 0) return undefined
  const all = new Repairs()
  all.add('marker-missing', calls[0]?.span.start ?? 0)
  all.addAll(repairs.list)
  return { calls, repairs: all.list }
}

/** The first line that begins with `opener` where a call may begin; the length of the text where there is none. */
function lineStart(
  scan: Scan,
  { opener, masks }: { readonly opener: string; readonly masks: Masks },
): number {
  const { length } = scan.text
  let at = scan.next(`\n${opener}`, 0)
  while (at < length && masks.covers(at + 1)) at = scan.next(`\n${opener}`, at + 1)
  return Math.min(at + 1, length)
}
