import { recoverBy, walkBy } from '../dialect-walk.js'
import type { Span } from '../parsed-call.js'
import type { RawCall } from '../scan/block.js'
import { Masks } from '../scan/masks.js'
import { firstVisible, lastVisible, type Scan } from '../scan/scan.js'
import type { Fence, Walk } from '../scan/walk.js'
import type { Attempt, AttemptContext } from './attempt-type.js'
import { ofBlocks, withText } from './block-reading.js'
import { ofOtherDialect } from './foreign-blocks.js'
import { restoreMarkers } from './marker-spelling.js'
import { Repairs } from './repairs.js'
import { unmarked } from './unmarked.js'

/**
 * Looks for calls in a text in which the dialect's own reading found no block: markers spelled another way or typed with
 * ordinary tokens, blocks of other dialects, and unmarked calls that begin or end what is said. Undefined when the text
 * does not try to call.
 */
export function findAttempt(scan: Scan, walk: Walk, context: AttemptContext): Attempt | undefined {
  if (walk.prose === undefined) return undefined
  const message = visibleSpan(scan, walk)
  return (
    insideFences(scan, walk, { context, message }) ??
    withOwnMarkers(scan, context) ??
    recovered(scan, walk, context) ??
    ofOtherDialect(scan, walk, context) ??
    unmarked(scan, message, { context, walk })
  )
}

function visibleSpan({ text }: Scan, { prose, end }: Walk): Span {
  const start = prose?.start ?? 0
  return { start, end: Math.max(start, lastVisible(text, start, Math.min(prose?.end ?? end, end))) }
}

/** A message of more fences than this is a document. */
const MAX_FENCES = 16

interface MessageContext {
  readonly context: AttemptContext
  readonly message: Span
}

/** Fences with nothing around them: whatever is inside was meant. */
function insideFences(scan: Scan, walk: Walk, { context, message }: MessageContext): Attempt | undefined {
  const fences = walk.fences.length > 0 ? walk.fences : wholeInlineCode(scan, message)
  if (fences.length === 0 || fences.length > MAX_FENCES) return undefined
  let at = message.start
  for (const { start, end } of fences) {
    if (firstVisible(scan.text, at, start) !== -1) return undefined
    at = end
  }
  if (firstVisible(scan.text, at, message.end) !== -1) return undefined
  const repairs = new Repairs()
  const calls: RawCall[] = []
  let isForeign = false
  let isTried = false
  for (const { start, end, inner: lines } of fences) {
    const inner =
      firstVisible(scan.text, lines.start, lines.end) === -1 ? lineOfOpener(scan, { start, end }) : lines
    // Offsets stay those of the whole text: what is around the fence is blanked.
    const alone = withText(scan, blanked(scan.text, inner))
    const found = insideOne(alone, context)
    if (found === undefined) continue
    isTried = true
    isForeign ||= found.isForeign
    for (const call of found.reading.calls) calls.push(call)
    if (found.reading.calls.length > 0) repairs.add('fence', start)
    repairs.addAll(found.reading.repairs)
  }
  return isTried ? { reading: { calls, repairs: repairs.list }, isOpen: false, isForeign } : undefined
}

/** What stands behind the marks that open a fence with nothing below. */
function lineOfOpener({ text }: Scan, { start, end }: Span): Span {
  return { start: start + 3, end: text.startsWith(text.slice(start, start + 3), end - 3) ? end - 3 : end }
}

const INLINE = /^(`{1,16})(?:(?:json|python|tool_code|tool_call|xml)\s)?/

/** A message that is one piece of inline code and nothing else. */
function wholeInlineCode({ text }: Scan, { start, end }: Span): readonly Fence[] {
  if (text.charCodeAt(start) !== 0x60) return NO_FENCES
  const [head = '', ticks = ''] = INLINE.exec(text.slice(start, Math.min(end, start + 64))) ?? []
  const inner = { start: start + head.length, end: end - ticks.length }
  if (ticks === '' || inner.start >= inner.end || text.indexOf('`', inner.start) !== inner.end)
    return NO_FENCES
  return text.endsWith(ticks, end) ? [{ start, end, inner }] : NO_FENCES
}

const NO_FENCES: readonly Fence[] = []

function insideOne(scan: Scan, context: AttemptContext): Attempt | undefined {
  const { dialect } = context
  if (dialect !== undefined && !dialect.isApi) {
    const walk = walkBy(dialect, scan)
    if (walk.blocks.length > 0) return ofBlocks(scan, walk.blocks, dialect)
    return findAttempt(scan, { ...walk, fences: [] }, context)
  }
  const first = firstVisible(scan.text, 0, scan.text.length)
  if (first === -1) return undefined
  const prose = { start: first, end: lastVisible(scan.text, first, scan.text.length) }
  return findAttempt(scan, { ...plainWalk(scan.text), prose }, context)
}

/** A walk over a text that no dialect reads. */
function plainWalk(text: string): Walk {
  const first = firstVisible(text, 0, text.length)
  const prose = first === -1 ? undefined : { start: first, end: lastVisible(text, first, text.length) }
  return {
    blocks: [],
    fences: [],
    inReasoning: 0,
    start: 0,
    end: text.length,
    prose,
    proseBefore: prose,
    proseAfter: undefined,
    isDelayed: false,
    reasoningSpans: [],
  }
}

/** Everything outside the span as spaces, line ends kept out. */
function blanked(text: string, { start, end }: Span): string {
  return ' '.repeat(start) + text.slice(start, end)
}

/** The dialect's own markers, typed with ordinary tokens or spelled with look-alikes or in another case. */
function withOwnMarkers(scan: Scan, { dialect }: AttemptContext): Attempt | undefined {
  if (dialect === undefined || dialect.markers.length === 0) return undefined
  if (scan.mayBeTyped) {
    const typed = walkBy(dialect, withText(scan, scan.text))
    if (typed.blocks.length > 0) return named(ofBlocks(scan, typed.blocks, dialect), 'pseudo-trigger', typed)
  }
  const restored = restoreMarkers(scan, dialect.markers)
  if (restored === undefined) return undefined
  const other = withText(scan, restored)
  const walk = walkBy(dialect, other)
  if (walk.blocks.length === 0) return undefined
  return named(ofBlocks(other, walk.blocks, dialect), 'marker-spelling', walk)
}

function named(attempt: Attempt, code: 'pseudo-trigger' | 'marker-spelling', { blocks }: Walk): Attempt {
  const at = blocks[0]?.start ?? 0
  const { calls, repairs } = attempt.reading
  return { ...attempt, reading: { calls, repairs: calls.length === 0 ? [] : [{ code, at }, ...repairs] } }
}

function recovered(scan: Scan, walk: Walk, { dialect }: AttemptContext): Attempt | undefined {
  const reading = dialect === undefined ? undefined : recoverBy(dialect, scan, new Masks(scan, walk))
  return reading === undefined ? undefined : { reading, isOpen: false, isForeign: false }
}
