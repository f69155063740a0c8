import { bracketExtent } from '../../text/json-extent.js'
import { type Block, newBlock, type RawFault } from './block.js'
import { commonReasoning } from './reasoning.js'
import type { Scan } from './scan.js'

/** What opens and ends a block. */
export interface FrameRules {
  readonly openers: readonly string[]
  /** Empty where the dialect trains none: a payload that is complete is then closed by itself. */
  readonly closers: readonly string[]
  /** Tokens that end the turn and, with it, whatever is open. */
  readonly turnEnds: readonly string[]
  /** All texts with a meaning of their own: the limit may cut one in two. */
  readonly markers: readonly string[]
}

/** What a grammar makes of the text after an opener. */
export type PayloadReading =
  | ReadPayload
  | {
      /** A payload begins here and breaks the grammar. */
      readonly kind: 'broken'
      readonly fault: RawFault
      /** Its end is looked for from here on. */
      readonly resume: number
      /** Its first bracket, where one has begun. */
      readonly bracket?: number
      readonly isAmbiguous?: boolean
    }
  /** No payload begins here. */
  | { readonly kind: 'none' }

export interface ReadPayload extends Pick<Block, 'calls' | 'faults'> {
  readonly kind: 'read'
  /** Says in the dialect's own way that nothing is called. */
  readonly isNoCall?: boolean
  readonly start: number
  /** Just past the payload. */
  readonly end: number
  readonly level: 2 | 3 | 4
}

export type PayloadReader = (scan: Scan, from: number) => PayloadReading

/** The block at an opener; undefined where the opener is only mentioned. */
export function readFramed(
  scan: Scan,
  {
    rules,
    start,
    from,
    read,
  }: {
    readonly rules: FrameRules
    readonly start: number
    /** Just past the opener. */
    readonly from: number
    readonly read: PayloadReader
  },
): Block | undefined {
  const payload = read(scan, from)
  switch (payload.kind) {
    case 'none':
      return readWordy(scan, rules, { start, from })
    case 'broken':
      return readBroken(scan, rules, { start, from, payload })
    case 'read': {
      const { end } = payload
      const frame = rules.closers.length === 0 ? selfClosed(scan, rules, payload) : closed(scan, rules, end)
      const { calls, faults, isNoCall } = payload
      const level = lower(payload.level, frame.level)
      return newBlock({
        start,
        end: frame.end,
        payload: { start: payload.start, end: frame.payloadEnd },
        isOpen: frame.isOpen,
        level,
        // What the frame refuses is not listed; a wrong entry does not take the right ones with it.
        calls: frame.level < 4 ? [] : calls,
        faults: frame.fault === undefined ? faults : [frame.fault],
        isNoCall: isNoCall === true && frame.level === 4,
      })
    }
    default:
      return payload satisfies never
  }
}

function lower(left: Block['level'], right: Block['level']): Block['level'] {
  return left < right ? left : right
}

interface Frame {
  readonly level: 1 | 2 | 4
  readonly end: number
  readonly payloadEnd: number
  readonly isOpen: boolean
  readonly fault?: RawFault
}

function closed(scan: Scan, { openers, closers, turnEnds, markers }: FrameRules, payloadEnd: number): Frame {
  const after = scan.skipSpace(payloadEnd)
  const closer = scan.markerAt(after, closers)
  if (closer !== undefined) return { level: 4, end: after + closer.length, payloadEnd, isOpen: false }
  const close = scan.nextOf(closers, after)
  const boundary = Math.min(scan.nextOf(openers, after), scan.nextOf(turnEnds, after))
  if (close < boundary) {
    const end = close + (scan.markerAt(close, closers)?.length ?? 0)
    return { level: 2, end, payloadEnd: close, isOpen: false, fault: trailing(scan, after) }
  }
  const isOpen = scan.isOver(after, markers)
  return {
    level: 1,
    end: payloadEnd,
    payloadEnd,
    isOpen,
    fault: closerMissing(isOpen && scan.isCut, payloadEnd),
  }
}

/** A payload in brackets ends where reasoning begins or ends, whatever brackets that is written with. */
const reasoningMarks = commonReasoning.flatMap(({ open, close }) => [open, close])

/** Brackets, separators and quotes behind a payload that closes itself go on with it; anything else is prose. */
const CONTINUATION = '{}[],;:"\''

function selfClosed(scan: Scan, { openers }: FrameRules, { end }: ReadPayload): Frame {
  const { text } = scan
  const after = scan.skipSpace(end)
  const goesOn = (at: number): boolean =>
    at < text.length &&
    CONTINUATION.includes(text.charAt(at)) &&
    scan.markerAt(at, openers) === undefined &&
    scan.markerAt(at, reasoningMarks) === undefined
  if (!goesOn(after)) return { level: 4, end, payloadEnd: end, isOpen: false }
  let stop = after
  while (goesOn(stop)) {
    if (!'{['.includes(text.charAt(stop))) {
      stop = scan.skipSpace(stop + 1)
      continue
    }
    const extent = bracketExtent(text, stop)
    stop = extent.kind === 'complete' ? scan.skipSpace(extent.end) : text.length
  }
  return { level: 2, end: stop, payloadEnd: stop, isOpen: false, fault: trailing(scan, after) }
}

function trailing(scan: Scan, at: number): RawFault {
  const isSecond = scan.text.charAt(at) === '{' || scan.text.charAt(at) === '['
  return isSecond
    ? { code: 'second-value', what: 'One block holds one payload; a second one follows.', at }
    : { code: 'trailing-text', what: 'Text follows the payload inside the block.', at }
}

export function closerMissing(isCut: boolean, at: number): RawFault {
  return isCut
    ? { code: 'truncated', what: 'The token limit cut the call before it was closed.', at }
    : { code: 'closer-missing', what: 'The call is never closed.', at }
}

function readBroken(
  scan: Scan,
  { openers, closers, turnEnds }: FrameRules,
  {
    start,
    payload,
    from,
  }: {
    readonly start: number
    readonly from: number
    readonly payload: Extract<PayloadReading, { kind: 'broken' }>
  },
): Block {
  const { fault, resume, bracket, isAmbiguous = false } = payload
  const inner = scan.skipSpace(from)
  const boundary = Math.min(scan.nextOf(openers, resume), scan.nextOf(turnEnds, resume))
  const faults = [fault]
  if (closers.length === 0) {
    // Looked for up to the next opener only: a million open brackets must not each be followed to the end.
    const extent = bracket === undefined ? undefined : bracketExtent(scan.text, bracket, boundary)
    if (extent?.kind === 'complete') {
      const { end } = extent
      return newBlock({ start, end, payload: { start: inner, end }, level: 2, faults, isAmbiguous })
    }
  } else {
    const close = scan.nextOf(closers, resume)
    if (close < boundary) {
      const end = close + (scan.markerAt(close, closers)?.length ?? 0)
      return newBlock({ start, end, payload: { start: inner, end: close }, level: 2, faults, isAmbiguous })
    }
  }
  const isOpen = boundary >= scan.text.length
  if (isOpen && scan.isCut) faults[0] = closerMissing(true, boundary)
  return newBlock({
    start,
    end: boundary,
    payload: { start: inner, end: boundary },
    level: 1,
    isOpen,
    faults,
    isAmbiguous,
  })
}

/** The way of another dialect: JSON, or a name and then a bracket, `sum[ARGS]{"a": 1}` or `functools[{…}]`. */
const FOREIGN_PAYLOAD =
  /[\w.:-]{1,200}(?:\[[A-Z_]{1,20}\]?|\])?[ \n]?[{[(]|\{(?=\s{0,9}["'])|\[(?=\s{0,9}\{)/y
const WORD = /[\w.:-]{1,200}/y

/**
 * An opener that no payload follows is a mention, unless it has a closer of its own and is not part of a sentence
 * (text before it and after the closer on the same line), or unless the token limit cut the text right after it.
 */
function readWordy(
  scan: Scan,
  { openers, closers, turnEnds, markers }: FrameRules,
  { start, from }: { readonly start: number; readonly from: number },
): Block | undefined {
  const { text } = scan
  const inner = scan.skipSpace(from)
  if (scan.isOver(inner, markers)) {
    if (!scan.isCut) return undefined
    const faults = [closerMissing(true, text.length)]
    const payload = { start: from, end: text.length }
    return newBlock({ start, end: text.length, payload, level: 1, isOpen: true, faults })
  }
  if (scan.markerAt(inner, openers) !== undefined) return undefined
  const boundary = Math.min(scan.nextOf(openers, from), scan.nextOf(turnEnds, from))
  if (closers.length === 0) {
    FOREIGN_PAYLOAD.lastIndex = inner
    if (!FOREIGN_PAYLOAD.test(text)) return readNameAlone(scan, { start, inner, boundary })
    const fault = {
      code: 'wrong-payload-kind',
      what: 'The payload is in the form of another dialect.',
      at: inner,
    }
    const payload = { kind: 'broken', fault, resume: inner, bracket: FOREIGN_PAYLOAD.lastIndex - 1 } as const
    return readBroken(scan, { openers, closers, turnEnds, markers }, { start, from, payload })
  }
  const close = scan.nextOf(closers, from)
  if (close >= boundary) return undefined
  const end = close + (scan.markerAt(close, closers)?.length ?? 0)
  if (hasTextBefore(text, start) && hasTextAfter(text, end)) return undefined
  const fault =
    inner >= close
      ? { code: 'payload-missing', what: 'Nothing stands between the markers.', at: inner }
      : { code: 'payload-not-a-call', what: 'Between the markers stands text, not a call.', at: inner }
  return newBlock({ start, end, payload: { start: from, end: close }, level: 2, faults: [fault] })
}

/** A declared name and nothing else of a call. */
function readNameAlone(
  scan: Scan,
  { start, inner, boundary }: { readonly start: number; readonly inner: number; readonly boundary: number },
): Block | undefined {
  WORD.lastIndex = inner
  const word = WORD.exec(scan.text)?.[0] ?? ''
  if (scan.tools.schemaOf(word) === undefined) return undefined
  const end = Math.min(inner + word.length, boundary)
  const isOpen = end >= scan.text.length
  const what = 'A name stands here without arguments.'
  const fault = isOpen && scan.isCut ? closerMissing(true, end) : { code: 'arguments-missing', what, at: end }
  return newBlock({ start, end, payload: { start: inner, end }, level: 1, isOpen, faults: [fault] })
}

/** Whether anything but white space precedes `at` on its line. */
function hasTextBefore(text: string, at: number): boolean {
  for (let before = at - 1; before >= 0; before--) {
    const code = text.charCodeAt(before)
    if (code === 0x0a) return false
    if (code !== 0x20 && code !== 0x09 && code !== 0x0d) return true
  }
  return false
}

/** Whether anything but white space follows `at` on its line. */
export function hasTextAfter(text: string, at: number): boolean {
  for (let after = at; after < text.length; after++) {
    const code = text.charCodeAt(after)
    if (code === 0x0a) return false
    if (code !== 0x20 && code !== 0x09 && code !== 0x0d) return true
  }
  return false
}
