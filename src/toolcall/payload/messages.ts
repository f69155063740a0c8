import { isJsonObject } from '../../text/json.js'
import { bracketExtent } from '../../text/json-extent.js'
import { objectOfNode } from '../../text/json-tree.js'
import { readLooseValue } from '../loose/loose-value.js'
import type { Span } from '../parsed-call.js'
import { type Block, newBlock, type RawFault } from '../scan/block.js'
import { closerMissing } from '../scan/frame.js'
import { firstVisible, lastVisible, type Scan, trimSpaceEnd } from '../scan/scan.js'
import type { Walk } from '../scan/walk.js'

/** What the header of a message says. */
export interface MessageHeader {
  /** The tool it is for, as the dialect spells recipients; undefined for the user. */
  readonly recipient: string | undefined
  readonly isReasoning: boolean
  /** A message for a tool in a place that is not meant for one. */
  readonly isMisplaced: boolean
  /** Addressed to nobody in so many words. */
  readonly isNoCall: boolean
}

/** A turn of several messages, each with a header that may address a tool. */
export interface MessageRules {
  /** Tokens that a header begins with. */
  readonly starts: readonly string[]
  /** The token between header and body. */
  readonly bodyStart: string
  /** Tokens that end a body and begin no header. */
  readonly closes: readonly string[]
  /** All tokens that end a body: `closes` and `starts`. */
  readonly ends: readonly string[]
  /** The ones after which nothing belongs to this turn. */
  readonly turnEnds: readonly string[]
  readonly readHeader: (header: string) => MessageHeader
  /** The name of the tool; a string is what is wrong with the recipient. */
  readonly nameOf: (recipient: string) => { readonly name: string } | string
}

/** Reads a turn message by message. A body for a tool is one JSON object; other bodies end at the next token. */
export function walkMessages(scan: Scan, rules: MessageRules): Walk {
  const { text } = scan
  const blocks: Block[] = []
  const reasoningSpans: Span[] = []
  let prose: Span | undefined
  let proseBefore: Span | undefined
  let proseAfter: Span | undefined
  let isExplicit = false
  let end = text.length
  let at = 0
  const note = (from: number, to: number): void => {
    const first = firstVisible(text, from, to)
    if (first === -1) return
    const last = lastVisible(text, first, to)
    prose = { start: prose?.start ?? first, end: last }
    if (blocks.length === 0) proseBefore = prose
    else proseAfter = { start: proseAfter?.start ?? first, end: last }
  }
  while (at < text.length) {
    const ended = scan.markerAt(at, rules.closes)
    if (ended !== undefined) {
      if (rules.turnEnds.includes(ended)) {
        end = at
        break
      }
      at += ended.length
      continue
    }
    const message = splitMessage(scan, rules, at)
    if (message.bodyAt === undefined) {
      if (message.isHeader) {
        const header = rules.readHeader(text.slice(at, message.end))
        if (header.recipient !== undefined) blocks.push(bodilessBlock(scan, at, message.end))
      } else note(at, message.end)
      at = Math.max(message.end, at + 1)
      continue
    }
    const header = rules.readHeader(text.slice(at, message.bodyAt))
    const from = message.bodyAt + rules.bodyStart.length
    if (header.recipient !== undefined) {
      const block = readBody(scan, rules, { start: at, from, header, recipient: header.recipient })
      blocks.push(block)
      proseAfter = undefined
      at = Math.max(block.end, from)
      continue
    }
    isExplicit ||= header.isNoCall
    const bodyEnd = scan.nextOf(rules.ends, from)
    if (header.isReasoning) reasoningSpans.push({ start: from, end: bodyEnd })
    else note(from, bodyEnd)
    at = bodyEnd
  }
  const isDelayed = blocks.length > 0 && (blocks[0]?.start ?? 0) > 0
  return {
    blocks,
    fences: [],
    inReasoning: 0,
    start: 0,
    end,
    prose,
    proseBefore,
    proseAfter,
    isDelayed,
    reasoningSpans,
    ...(isExplicit && { isExplicit }),
  }
}

/** Where header and body of the message at `at` part; without `bodyAt` there is no body. */
function splitMessage(
  scan: Scan,
  rules: MessageRules,
  at: number,
): { readonly bodyAt?: number; readonly end: number; readonly isHeader: boolean } {
  const { text } = scan
  const bodyAt = scan.next(rules.bodyStart, at)
  const isStart = scan.markerAt(at, rules.starts) !== undefined
  // A header is short and holds no second start of a message; the prompt may have begun it.
  const limit = scan.nextOf(rules.ends, at + 1)
  if (
    bodyAt < text.length &&
    (isStart || at === 0) &&
    bodyAt < Math.min(scan.nextOf(rules.closes, at), at + 1_000)
  ) {
    return { bodyAt, end: bodyAt, isHeader: true }
  }
  return { end: limit, isHeader: isStart }
}

function bodilessBlock(scan: Scan, start: number, end: number): Block {
  const isOpen = end >= scan.text.length
  const fault = closerMissing(isOpen && scan.isCut, end)
  return newBlock({ start, end, payload: { start: end, end }, level: 1, isOpen, faults: [fault] })
}

interface Body {
  readonly start: number
  readonly from: number
  readonly header: MessageHeader
  readonly recipient: string
}

function readBody(scan: Scan, rules: MessageRules, { start, from, header, recipient }: Body): Block {
  const { text } = scan
  const at = scan.skipSpace(from)
  const { isMisplaced } = header
  const common = { start, isMisplaced }
  const root = text.charCodeAt(at) === 0x7b ? scan.json.readAt(at) : undefined
  if (root === undefined)
    return loosely(scan, rules, brokenBody(scan, rules, { start, at, isMisplaced }), recipient)
  const after = scan.skipSpace(root.end)
  if (!scan.isOver(after, rules.ends) && scan.markerAt(after, rules.ends) === undefined) {
    const end = scan.nextOf(rules.ends, after)
    const fault = { code: 'trailing-text', what: 'Text follows the argument object.', at: after }
    const refused = newBlock({ ...common, end, payload: { start: at, end }, level: 2, faults: [fault] })
    return loosely(scan, rules, refused, recipient)
  }
  const block = { ...common, end: after, payload: { start: at, end: root.end } }
  const named = rules.nameOf(recipient)
  if (typeof named === 'string') {
    const refused = newBlock({
      ...block,
      level: 3,
      faults: [{ code: 'bad-recipient', what: named, at: start }],
    })
    return loosely(scan, rules, refused, recipient)
  }
  if (root.kind !== 'object') return newBlock({ ...block, level: 2 })
  const call = { name: named.name, arguments: objectOfNode(root), span: { start, end: root.end }, tree: root }
  return newBlock({ ...block, level: 4, calls: [call] })
}

/** The block with a loose reading of its body beside it, where there is one. */
function loosely(scan: Scan, rules: MessageRules, block: Block, recipient: string): Block {
  if (block.isOpen && scan.isCut) return block
  const { start, end } = block.payload
  const value = readLooseValue(scan, { from: start, to: end })
  if (value === undefined || !isJsonObject(value.value)) return block
  const { repairs } = value
  const named = rules.nameOf(recipient)
  if (typeof named === 'string') repairs.add('name-namespace', start, recipient.slice(0, 200))
  const after = scan.text.slice(value.end, end).trim()
  if (after !== '') repairs.add(/^[\]}]+$/.test(after) ? 'bracket-surplus' : 'text-in-block', value.end)
  const name = typeof named === 'string' ? recipient : named.name
  const call = { name, arguments: value.value, span: { start, end: value.end } }
  return { ...block, loose: { calls: [call], repairs: repairs.list } }
}

function brokenBody(
  scan: Scan,
  rules: MessageRules,
  { start, at, isMisplaced }: { readonly start: number; readonly at: number; readonly isMisplaced: boolean },
): Block {
  const { text } = scan
  const isJson = text.charCodeAt(at) === 0x7b && scan.json.fault !== undefined
  const broken = scan.json.fault
  const fault: RawFault =
    isJson && broken !== undefined
      ? { code: `json-${broken.code}`, what: broken.reason, at: broken.at }
      : { code: 'arguments-missing', what: 'The argument object is missing.', at }
  const end = scan.nextOf(rules.ends, fault.at)
  const bracket = '{['.includes(text.charAt(at) || ' ')
  const extent = bracket ? bracketExtent(text, at, end) : undefined
  const isClosed = extent === undefined ? at < trimSpaceEnd(text, at, end) : extent.kind === 'complete'
  const isOpen = !isClosed && end >= text.length
  const faults = [isOpen && scan.isCut ? closerMissing(true, end) : fault]
  const level = isClosed ? 2 : 1
  return newBlock({ start, end, payload: { start: at, end }, level, isOpen, faults, isMisplaced })
}
