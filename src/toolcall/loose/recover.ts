import type { RepairCode } from '../parsed-call.js'
import { foreignReaders } from '../payload/foreign-readers.js'
import { gemmaLoosely } from '../payload/gemma-payload.js'
import type { LooseReading, RawCall } from '../scan/block.js'
import type { PayloadReader } from '../scan/frame.js'
import type { Scan } from '../scan/scan.js'
import { firstVisible } from '../scan/scan.js'
import { Repairs } from './repairs.js'

/**
 * Calls whose outer marker was lost and whose inner one stands at the beginning of a line: the payload is read where it
 * is, one call behind another.
 */
export function readLooseCalls(
  scan: Scan,
  {
    form,
    opener,
    missing,
  }: { readonly form: 'xml' | 'gemma'; readonly opener: string; readonly missing: RepairCode },
): LooseReading | undefined {
  const { text } = scan
  const first = firstVisible(text, 0, text.length)
  const repairs = new Repairs()
  const calls: RawCall[] = []
  let at = text.startsWith(opener, first) ? first : lineStart(scan, opener)
  const read: PayloadReader = form === 'xml' ? foreignReaders.xml : gemmaLoosely(repairs)
  while (text.startsWith(opener, at)) {
    const payload = read(scan, at)
    if (payload.kind !== 'read') return undefined
    calls.push(...payload.calls)
    at = scan.skipSpace(payload.end)
  }
  if (calls.length === 0) return undefined
  const all = new Repairs()
  all.add(missing, calls[0]?.span.start ?? 0)
  all.addAll(repairs.list)
  return { calls, repairs: all.list }
}

/** The first line that begins with `opener`; the length of the text where there is none. */
function lineStart(scan: Scan, opener: string): number {
  const found = scan.next(`\n${opener}`, 0)
  return found >= scan.text.length ? found : found + 1
}
