import { JsonTreeReader } from '../../text/json-tree.js'
import type { Dialect } from '../dialect.js'
import type { Repair, Span } from '../parsed-call.js'
import type { Block, LooseReading, RawCall } from '../scan/block.js'
import { hasTextAfter } from '../scan/frame.js'
import { firstVisible, lastVisible, Scan, trimSpaceEnd } from '../scan/scan.js'
import type { Walk } from '../scan/walk.js'
import { type LooseHints, readLoosely } from './loose-payload.js'
import { tryLooseValue } from './loose-value.js'
import { holdsLookAlike, restoreMarkers } from './marker-spelling.js'
import { Repairs } from './repairs.js'
import { resolveName } from './resolve-name.js'
import { readTagName } from './tag-name.js'

/** A text that tries to call without opening a block of its dialect. */
export interface Attempt {
  /** Empty when it tries and nothing can be read of it. */
  readonly reading: LooseReading
  /** The token limit cut it. */
  readonly isOpen: boolean
  readonly isForeign: boolean
}

export interface AttemptContext {
  readonly dialects: readonly Dialect[]
  /** Undefined for the content of an API message, which no dialect marks. */
  readonly dialect: Dialect | undefined
}

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
    recovered(scan, context) ??
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
  const { fences } = walk
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
  for (const { start, inner } of fences) {
    // Offsets stay those of the whole text: what is around the fence is blanked.
    const alone = withText(scan, blanked(scan.text, inner))
    const found = insideOne(alone, context)
    if (found === undefined) continue
    isTried = true
    isForeign ||= found.isForeign
    calls.push(...found.reading.calls)
    if (found.reading.calls.length > 0) repairs.add('fence', start)
    repairs.addAll(found.reading.repairs)
  }
  return isTried ? { reading: { calls, repairs: repairs.list }, isOpen: false, isForeign } : undefined
}

function insideOne(scan: Scan, context: AttemptContext): Attempt | undefined {
  const { dialect } = context
  if (dialect !== undefined && !dialect.isApi) {
    const walk = dialect.parse(scan)
    if (walk.blocks.length > 0) return ofBlocks(scan, walk.blocks, dialect)
    return findAttempt(scan, { ...walk, fences: [] }, context)
  }
  const first = firstVisible(scan.text, 0, scan.text.length)
  if (first === -1) return undefined
  const prose = { start: first, end: lastVisible(scan.text, first, scan.text.length) }
  return findAttempt(scan, { ...plainWalk(scan.text), prose }, context)
}

/** A walk over a text that no dialect reads. */
export function plainWalk(text: string): Walk {
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

function withText({ tools, isCut }: Scan, text: string, patience?: number): Scan {
  const json = new JsonTreeReader(text)
  return new Scan({ json, tools, isCut, ...(patience !== undefined && { patience }) })
}

/** Markers of a dialect that nobody chose are looked at this often before they are taken for words. */
const PATIENCE = 1_000

function ofBlocks(scan: Scan, blocks: readonly Block[], dialect: Dialect): Attempt {
  const repairs = new Repairs()
  const calls: RawCall[] = []
  for (const block of blocks) {
    const loose = readBlockLoosely(scan, block, dialect)
    calls.push(...(loose?.calls ?? block.calls))
    if (loose !== undefined) repairs.addAll(loose.repairs)
  }
  const isOpen = scan.isCut && blocks.some((block) => block.isOpen)
  return { reading: { calls, repairs: repairs.list }, isOpen, isForeign: false }
}

/** A loose reading of a block that strict did not accept whole; undefined when it needs none or gives nothing. */
export function readBlockLoosely(scan: Scan, block: Block, dialect: Dialect): LooseReading | undefined {
  if (block.level === 4 || block.isAmbiguous) return undefined
  if (block.loose !== undefined) return block.loose
  if (dialect.isApi || (block.isOpen && scan.isCut && !isWholePayload(scan, block))) return undefined
  const loose = readLoosely(scan, block.payload, dialect.loose)
  if (loose === undefined || block.level !== 1 || block.calls.length > 0 || dialect.closer.length === 0)
    return loose
  const repairs = new Repairs()
  repairs.add('closer-missing', block.end)
  repairs.addAll(loose.repairs)
  return { calls: loose.calls, repairs: repairs.list }
}

/** A payload that was whole when the limit cut what should follow it. */
function isWholePayload(scan: Scan, { payload }: Block): boolean {
  const end = trimSpaceEnd(scan.text, payload.start, payload.end)
  return '}])'.includes(scan.text.charAt(end - 1) || ' ')
}

/** The dialect's own markers, typed with ordinary tokens or spelled with look-alikes or in another case. */
function withOwnMarkers(scan: Scan, { dialect }: AttemptContext): Attempt | undefined {
  if (dialect === undefined || dialect.markers.length === 0) return undefined
  if (scan.mayBeTyped) {
    const typed = dialect.parse(withText(scan, scan.text))
    if (typed.blocks.length > 0) return named(ofBlocks(scan, typed.blocks, dialect), 'pseudo-trigger', typed)
  }
  const restored = restoreMarkers(scan, dialect.markers)
  if (restored === undefined) return undefined
  const other = withText(scan, restored)
  const walk = dialect.parse(other)
  if (walk.blocks.length === 0) return undefined
  return named(ofBlocks(other, walk.blocks, dialect), 'marker-spelling', walk)
}

function named(attempt: Attempt, code: 'pseudo-trigger' | 'marker-spelling', { blocks }: Walk): Attempt {
  const at = blocks[0]?.start ?? 0
  const { calls, repairs } = attempt.reading
  return { ...attempt, reading: { calls, repairs: calls.length === 0 ? [] : [{ code, at }, ...repairs] } }
}

function recovered(scan: Scan, { dialect }: AttemptContext): Attempt | undefined {
  const reading = dialect?.recover?.(scan)
  return reading === undefined ? undefined : { reading, isOpen: false, isForeign: false }
}

/** Blocks of another dialect that are looked into. */
const MAX_FOREIGN = 256

/** A block of another dialect, the one of whose readings holds most calls; of equals the first in the list. */
function ofOtherDialect(scan: Scan, walk: Walk, { dialect, dialects }: AttemptContext): Attempt | undefined {
  let best: Attempt | undefined
  const presence = new Map<string, boolean>()
  for (const other of dialects) {
    if (other === dialect || other.isApi || other.trigger.length === 0) continue
    // What the own reading took for a mention of a shared trigger is one.
    if (other.trigger.some((trigger) => dialect?.trigger.includes(trigger))) continue
    if (!mayHold(scan, other, presence)) continue
    const text = other.trigger.some((trigger) => scan.text.includes(trigger))
      ? scan.text
      : restoreMarkers(scan, other.markers)
    if (text === undefined) continue
    const alone = withText(scan, text, PATIENCE)
    const { blocks } = other.parse(alone)
    const within = blocks.filter(({ start }) => start >= walk.start && start < walk.end).slice(0, MAX_FOREIGN)
    const recoveredHere = within.length === 0 ? other.recover?.(alone) : undefined
    if (within.length === 0 && recoveredHere === undefined) continue
    const attempt =
      recoveredHere === undefined
        ? ofBlocks(alone, within, other)
        : { reading: recoveredHere, isOpen: false, isForeign: true }
    const { calls, repairs } = attempt.reading
    if (!calls.every((call) => isPlausible(scan, call))) continue
    if (best !== undefined && calls.length <= best.reading.calls.length) continue
    const repair: Repair = { code: 'foreign-dialect', at: within[0]?.start ?? 0, what: other.id }
    best = {
      ...attempt,
      isForeign: true,
      reading: { calls, repairs: calls.length === 0 ? [] : [repair, ...repairs] },
    }
  }
  return best
}

/** Whether a trigger of the dialect occurs, in whatever spelling. Triggers are shared, and long texts cost. */
function mayHold(scan: Scan, { trigger }: Dialect, presence: Map<string, boolean>): boolean {
  return trigger.some((marker) => {
    if (!scan.text.includes(marker.charAt(0))) return false
    let isPresent = presence.get(marker)
    if (isPresent === undefined) {
      isPresent = holdsLookAlike(scan, [marker])
      presence.set(marker, isPresent)
    }
    return isPresent
  })
}

/** A stray word between tags of a dialect that nobody chose is no call. */
function isPlausible({ tools }: Scan, { name, arguments: args }: RawCall): boolean {
  if (Object.keys(args).length > 0 || tools.schemaOf(name) !== undefined) return true
  return resolveName(name, tools).repair !== undefined
}

interface UnmarkedContext {
  readonly context: AttemptContext
  readonly walk: Walk
}

/** Calls without markers count where they begin or end what is said. */
function unmarked(scan: Scan, message: Span, { context, walk }: UnmarkedContext): Attempt | undefined {
  const hints = guardedHints(context.dialect)
  const read = (span: Span) => readLoosely(scan, span, hints)
  const begin = atBegin(scan, message, read)
  const found = begin ?? atEnd(scan, message, { read, walk })
  if (found !== undefined) return unmarkedAttempt(found, context, message)
  if (!looksLikeCall(scan, message)) return undefined
  return { reading: { calls: [], repairs: [] }, isOpen: scan.isCut, isForeign: false }
}

function unmarkedAttempt(found: LooseReading, { dialect }: AttemptContext, message: Span): Attempt {
  const repairs = new Repairs()
  const isMarked = dialect === undefined || dialect.trigger.length > 0 || dialect.isApi === true
  if (isMarked) repairs.add('marker-missing', message.start)
  repairs.addAll(found.repairs)
  if (repairs.list.length === 0) repairs.add('text-around', message.start)
  const isForeign = repairs.list.some(({ code }) => code === 'foreign-dialect')
  return { reading: { calls: found.calls, repairs: repairs.list }, isOpen: false, isForeign }
}

/** The hints of a dialect for text that nothing marks. */
function guardedHints(dialect: Dialect | undefined): LooseHints {
  const keys = { name: 'name', arguments: 'arguments', ids: ['id'] }
  const plain: LooseHints = { form: 'json', keys, top: 'either', closers: [], joins: false, noCallNames: [] }
  return { ...(dialect === undefined || dialect.isApi ? plain : dialect.loose), isGuarded: true }
}

type ReadSpan = (span: Span) => LooseReading | undefined

function atBegin(scan: Scan, message: Span, read: ReadSpan): LooseReading | undefined {
  const { text } = scan
  const { start } = message
  const first = text.charAt(start)
  if (first === '<') {
    const tag = readTagName(scan, message)
    if (tag !== undefined) return tag.reading
    if (text.startsWith('<function=', start) || text.startsWith('<invoke name="', start)) return read(message)
    return insideTag(scan, message, read)
  }
  if (first === '{') {
    const end = valuesEnd(scan, message)
    if (end === undefined || hasTextAfter(text, end)) return undefined
    return read({ start, end })
  }
  if (first === '[') {
    const value = tryLooseValue(scan, { from: start, to: message.end })
    return (value.kind === 'value' ? read({ start, end: value.end }) : undefined) ?? read(message)
  }
  return WORD.test(first) ? read(message) : undefined
}

/** A call object in a tag that nobody trains: `<call>{…}</call>`. */
function insideTag(scan: Scan, { start, end }: Span, read: ReadSpan): LooseReading | undefined {
  ANY_TAG.lastIndex = start
  const tag = ANY_TAG.exec(scan.text)?.[1]
  const from = scan.skipSpace(ANY_TAG.lastIndex)
  if (tag === undefined || !'{[<'.includes(scan.text.charAt(from) || ' ')) return undefined
  const close = scan.text.lastIndexOf(`</${tag}>`, end)
  const to = close > from ? close : end
  if (firstVisible(scan.text, to + tag.length + 3, end) !== -1 && close > from) return undefined
  if (scan.text.charAt(from) === '<' && !scan.text.startsWith('<invoke name="', from)) return undefined
  const reading = read({ start: from, end: to })
  if (reading === undefined) return undefined
  return {
    calls: reading.calls,
    repairs: [{ code: 'marker-spelling', at: start, what: tag }, ...reading.repairs],
  }
}

/** Where the objects end that follow each other from the beginning on. */
function valuesEnd(scan: Scan, { start, end }: Span): number | undefined {
  let last: number | undefined
  for (let at = start; at < end && scan.text.charAt(at) === '{'; ) {
    const value = tryLooseValue(scan, { from: at, to: end })
    if (value.kind === 'none') break
    last = value.end
    at = last
    while (at < end && ' \n\r\t;,'.includes(scan.text.charAt(at))) at++
  }
  return last
}

function atEnd(
  scan: Scan,
  message: Span,
  { read, walk }: { readonly read: ReadSpan; readonly walk: Walk },
): LooseReading | undefined {
  const { text } = scan
  const masks = [...walk.fences, ...walk.reasoningSpans].sort((left, right) => left.start - right.start)
  let past = 0
  // A value that begins a line and goes on to the end. What was looked through once is not looked through again.
  let line = scan.next('\n', message.start)
  while (line < message.end) {
    const at = scan.skipSpace(line)
    let resume = line + 1
    while ((masks[past]?.end ?? at + 1) <= at) past++
    const mask = masks[past]
    if (mask !== undefined && mask.start <= at) resume = Math.max(resume, mask.end)
    else if (at < message.end && '{[<c'.includes(text.charAt(at))) {
      const found = endingHere(scan, { start: at, end: message.end }, read)
      if (found.reading !== undefined) return found.reading
      resume = Math.max(resume, found.resume)
    }
    line = scan.next('\n', resume)
  }
  return trailingList(scan, message, read)
}

function endingHere(
  scan: Scan,
  span: Span,
  read: ReadSpan,
): { readonly reading?: LooseReading; readonly resume: number } {
  const { text } = scan
  const first = text.charAt(span.start)
  if (first === '<') {
    const tag = readTagName(scan, span)
    if (tag === undefined) return { resume: span.start + 1 }
    return firstVisible(text, tag.end, span.end) === -1
      ? { reading: tag.reading, resume: tag.end }
      : { resume: tag.end }
  }
  if (first === 'c') {
    const reading = text.startsWith('call:', span.start) ? read(span) : undefined
    return reading === undefined ? { resume: span.start + 1 } : { reading, resume: span.end }
  }
  const value = tryLooseValue(scan, { from: span.start, to: span.end })
  if (value.kind === 'none') return { resume: value.at }
  const end = valuesEnd(scan, span) ?? value.end
  if (firstVisible(text, end, span.end) !== -1) return { resume: end }
  const reading = read({ start: span.start, end })
  return reading === undefined ? { resume: end } : { reading, resume: end }
}

/** Lists may follow words on one line; this many brackets of the last line are tried. */
const MAX_LISTS = 32

function trailingList(scan: Scan, message: Span, read: ReadSpan): LooseReading | undefined {
  const { text } = scan
  if (text.charAt(message.end - 1) !== ']') return undefined
  let at = text.lastIndexOf('\n', message.end - 1) + 1
  for (let tries = 0; tries < MAX_LISTS; tries++) {
    at = scan.next('[', Math.max(at, message.start))
    if (at >= message.end) return undefined
    const reading = text.charAt(at - 1) === '`' ? undefined : read({ start: at, end: message.end })
    if (reading !== undefined && !reading.repairs.some(({ code }) => code === 'text-in-block')) return reading
    at++
  }
  return undefined
}

/** Text that begins as a call does and then breaks: an attempt of which nothing can be read. */
function looksLikeCall(scan: Scan, message: Span): boolean {
  const head = scan.text.slice(message.start, Math.min(message.end, message.start + 2_000))
  const isObject = OBJECT_HEAD.test(head)
  // What reads as a whole value and is no call is data.
  if (isObject && tryLooseValue(scan, { from: message.start, to: message.end }).kind === 'value') return false
  if (isObject) return ARGUMENTS_HEAD.test(head) || scan.tools.namedIn(head).length > 0
  const name = CALL_HEAD.exec(head)?.[1]
  return (
    name !== undefined && scan.tools.schemaOf(name) !== undefined && scan.text.charAt(message.start) === '['
  )
}

const WORD = /[\p{XIDS}_]/u
const ANY_TAG = /<([\w|:-]{1,60})>/y
const OBJECT_HEAD = /^\[?\s*\{\s*["'“]?(?:name|tool_name|tool|function|type)["'”]?\s*:\s*["'“{]/
const ARGUMENTS_HEAD = /["'“](?:arguments|parameters|args|input|tool_name)["'”]\s*:/
const CALL_HEAD = /^\[\s*([\p{XIDS}_][\p{XIDC}.]*)\s*\(/u
