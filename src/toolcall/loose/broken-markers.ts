import type { Dialect } from '../dialect.js'
import type { Span } from '../parsed-call.js'
import type { LooseReading } from '../scan/block.js'
import type { Scan } from '../scan/scan.js'
import type { AttemptContext } from './attempt-type.js'
import { type LooseHints, readLoosely } from './loose-payload.js'
import { Repairs } from './repairs.js'

/** How much of a payload is looked at to tell whether it is one. */
const HEAD_LENGTH = 2_000

interface Markers {
  readonly openers: readonly string[]
  readonly closers: readonly string[]
}

const knownMarkers = new WeakMap<readonly Dialect[], Markers>()

/** Openers are the dialect's own, closers may be any: they are looked for as they stand. */
function markersOf({ dialect, dialects }: AttemptContext): Markers {
  let all = knownMarkers.get(dialects)
  if (all === undefined) {
    all = {
      openers: [...new Set(dialects.flatMap(({ trigger }) => trigger.filter(isTelling)))],
      closers: [...new Set(dialects.flatMap(({ closer }) => closer.filter(isTelling)))],
    }
    knownMarkers.set(dialects, all)
  }
  return dialect === undefined || dialect.isApi === true
    ? all
    : { ...all, openers: dialect.trigger.filter(isTelling) }
}

/** Long enough and odd enough that nobody writes something like it by chance. */
function isTelling(marker: string): boolean {
  return marker.length >= 6 && /^[<[]|:$/.test(marker)
}

/**
 * A call behind an opener that lacks a character or two or has some too many (`tool_call>`, `[TOOL_CLLS]`), or in front of
 * a closer whose opener is not there. Its calls are empty where only the marker and something like a payload can be told.
 */
export function betweenBrokenMarkers(
  scan: Scan,
  message: Span,
  { context, hints }: { readonly context: AttemptContext; readonly hints: LooseHints },
): LooseReading | undefined {
  const { text } = scan
  const head = text.slice(message.start, Math.min(message.end, message.start + HEAD_LENGTH))
  const isNamed = NAME_KEY.test(head)
  if (!isNamed && !(/[{[(<]/.test(head) && scan.tools.namedIn(head).length > 0)) return undefined
  const { openers, closers } = markersOf(context)
  const closer = closers.find((marker) => text.endsWith(marker, message.end))
  // What may be a word of a sentence opens only what has the key of a name.
  const from = pastBrokenOpener(
    text,
    message,
    isNamed ? openers : openers.filter((opener) => !opener.endsWith(':')),
  )
  if (closer === undefined && from === undefined) return undefined
  const span = { start: from ?? message.start, end: message.end - (closer?.length ?? 0) }
  // What stands behind an opener need not say that it is a call.
  const reading = readLoosely(scan, span, from === undefined ? hints : { ...hints, isGuarded: false })
  const repairs = new Repairs()
  if (reading === undefined) return { calls: [], repairs: [] }
  repairs.add(from === undefined ? 'marker-missing' : 'marker-spelling', message.start)
  if (closer === undefined && context.dialect !== undefined && context.dialect.closer.length > 0)
    repairs.add('closer-missing', message.end)
  repairs.addAll(reading.repairs)
  return { calls: reading.calls, repairs: repairs.list }
}

const NAME_KEY = /["'](?:name|tool_name)["']\s*:/

function pastBrokenOpener(
  text: string,
  { start, end }: Span,
  openers: readonly string[],
): number | undefined {
  let best: { readonly end: number; readonly edits: number } | undefined
  for (const opener of openers) {
    const found = nearPrefix(text.slice(start, Math.min(end, start + opener.length + 2)), opener)
    if (found !== undefined && found.edits > 0 && found.edits < (best?.edits ?? 3)) best = found
  }
  return best === undefined ? undefined : start + best.end
}

/** The beginning of `head` that is nearest to `marker` by Levenshtein's distance, if it is nearer than one in five. */
function nearPrefix(
  head: string,
  marker: string,
): { readonly end: number; readonly edits: number } | undefined {
  let row = Array.from({ length: head.length + 1 }, (_, index) => index)
  for (let at = 0; at < marker.length; at++) {
    const next = [at + 1]
    for (let column = 1; column <= head.length; column++) {
      const isSame = head.charCodeAt(column - 1) === marker.charCodeAt(at)
      const replaced = (row[column - 1] ?? 0) + (isSame ? 0 : 1)
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1))
    }
    row = next
  }
  const edits = Math.min(...row)
  const most = marker.length >= 10 ? 2 : 1
  return edits > most ? undefined : { end: row.indexOf(edits), edits }
}
