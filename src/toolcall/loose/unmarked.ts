import type { Dialect } from '../dialect.js'
import type { Span } from '../parsed-call.js'
import type { LooseReading } from '../scan/block.js'
import { hasTextAfter } from '../scan/frame.js'
import { firstVisible, type Scan } from '../scan/scan.js'
import type { Walk } from '../scan/walk.js'
import type { Attempt, AttemptContext } from './attempt-type.js'
import { betweenBrokenMarkers } from './broken-markers.js'
import { looksLikeCall } from './looks-like-call.js'
import { type LooseHints, readLoosely } from './loose-payload.js'
import { tryLooseValue } from './loose-value.js'
import { Repairs } from './repairs.js'
import { readTagName } from './tag-name.js'

interface UnmarkedContext {
  readonly context: AttemptContext
  readonly walk: Walk
}

/** Calls without markers count where they begin or end what is said. */
export function unmarked(scan: Scan, message: Span, { context, walk }: UnmarkedContext): Attempt | undefined {
  const hints = guardedHints(context.dialect)
  const read = (span: Span) => readLoosely(scan, span, hints)
  const begin = atBegin(scan, message, read)
  const found = begin ?? atEnd(scan, message, { read, walk })
  if (found !== undefined) return unmarkedAttempt(found, context, message)
  const reading = betweenBrokenMarkers(scan, message, { context, hints })
  if (reading === undefined && !looksLikeCall(scan, message, hints)) return undefined
  return { reading: reading ?? NO_READING, isOpen: scan.isCut && !isWhole(reading), isForeign: false }
}

const NO_READING: LooseReading = { calls: [], repairs: [] }

/** Nothing is missing that the token limit could have cut. */
function isWhole({ calls, repairs }: LooseReading = NO_READING): boolean {
  return calls.length > 0 && !repairs.some(({ code }) => code === 'closer-missing')
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

const PLAIN_HINTS: LooseHints = {
  form: 'json',
  keys: { name: 'name', arguments: 'arguments', ids: ['id'] },
  top: 'either',
  closers: [],
  joins: false,
  noCallNames: [],
  isGuarded: true,
}

const knownHints = new WeakMap<Dialect, LooseHints>()

/** The hints of a dialect for text that nothing marks. */
function guardedHints(dialect: Dialect | undefined): LooseHints {
  if (dialect === undefined || dialect.isApi) return PLAIN_HINTS
  let hints = knownHints.get(dialect)
  if (hints === undefined) {
    hints = { ...dialect.loose, isGuarded: true }
    knownHints.set(dialect, hints)
  }
  return hints
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
    const values = valuesEnd(scan, message)
    if (values === undefined) return undefined
    const end = pastClosing(text, values, message.end)
    if (hasTextAfter(text, end)) return undefined
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

/** Past brackets that close what was not opened. */
function pastClosing(text: string, from: number, to: number): number {
  let end = from
  while (end < to && '}])'.includes(text.charAt(end))) end++
  return end
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

const WORD = /[\p{XIDS}_]/u
const ANY_TAG = /<([\w|:-]{1,60})>/y
