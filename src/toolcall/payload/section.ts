import { objectOfNode } from '../../text/json-tree.js'
import { looseValueEnd } from '../loose/loose-value.js'
import { type Block, newBlock, type RawCall, type RawFault } from '../scan/block.js'
import { closerMissing, type FrameRules, readFramed } from '../scan/frame.js'
import type { Scan } from '../scan/scan.js'

/** A section that holds items, each with markers of its own, a header and a separator before its arguments. */
export interface SectionRules {
  readonly open: string
  readonly close: string
  /** Other texts that end a section in rendered conversations. */
  readonly alsoCloses?: readonly string[]
  readonly itemOpen: string
  readonly itemClose: string
  readonly separator: string
  /** `name`: the header is the name. `id`: the name is inside an id, `functions.NAME:0`. `type`: a word that is not. */
  readonly header: 'name' | 'id' | 'type'
  /** The arguments stand in a fence, behind the name where the header does not hold it. */
  readonly isFenced: boolean
  readonly turnEnds: readonly string[]
}

/** The section at its opener; undefined where the opener is only mentioned. */
export function readSection(
  scan: Scan,
  rules: SectionRules,
  { start, from }: { readonly start: number; readonly from: number },
): Block | undefined {
  const first = scan.skipSpace(from)
  if (!scan.startsWith(rules.itemOpen, first)) {
    return readFramed(scan, { rules: sectionFrame(rules), start, from, read: () => ({ kind: 'none' }) })
  }
  const items = readItems(scan, rules, first)
  const payload = { start: from, end: items.end }
  const close = scan.markerAt(items.end, [rules.close, ...(rules.alsoCloses ?? [])])
  const { calls, faults } = items
  if (close !== undefined && items.level !== 1) {
    // What only stands in for the closer belongs to what follows.
    const end = close === rules.close ? items.end + close.length : items.end
    return newBlock({ start, end, payload, level: items.level, calls, faults })
  }
  const isOver = scan.isOver(items.end, [rules.close, rules.itemOpen])
  if (close === undefined && items.level !== 1 && !isOver) {
    const later = scan.next(rules.close, items.end)
    const boundary = Math.min(scan.next(rules.open, items.end), scan.nextOf(rules.turnEnds, items.end))
    if (later < boundary) {
      const fault = {
        code: 'trailing-text',
        what: 'Text stands between the calls of a section.',
        at: items.end,
      }
      const end = later + rules.close.length
      return newBlock({ start, end, payload: { start: from, end: later }, level: 2, faults: [fault] })
    }
  }
  const isCut = isOver && scan.isCut
  const told = items.level === 1 && !isCut ? faults : [closerMissing(isCut, items.end)]
  // Each item has a closer of its own: whole ones stay listed when the limit cut what follows them.
  const listed = isCut ? calls : []
  return newBlock({ start, end: items.end, payload, level: 1, isOpen: isOver, calls: listed, faults: told })
}

function sectionFrame({ open, close, itemOpen, turnEnds }: SectionRules): FrameRules {
  return { openers: [open], closers: [close], turnEnds, markers: [itemOpen] }
}

interface Items {
  readonly end: number
  readonly level: 1 | 2 | 3 | 4
  readonly calls: readonly RawCall[]
  readonly faults: readonly RawFault[]
}

/** Items one after another, from the marker of the first on. */
function readItems(scan: Scan, rules: SectionRules, from: number): Items {
  const calls: RawCall[] = []
  const faults: RawFault[] = []
  let level: Items['level'] = 4
  let at = from
  while (scan.startsWith(rules.itemOpen, at)) {
    const item = readItem(scan, rules, at + rules.itemOpen.length)
    if (item.level < level) level = item.level
    if (item.call !== undefined) calls.push(item.call)
    if (item.fault !== undefined) faults.push(item.fault)
    if (item.level === 1) return { end: item.end, level, calls, faults }
    at = scan.skipSpace(item.end)
  }
  return { end: at, level, calls, faults }
}

interface Item {
  readonly end: number
  readonly level: 1 | 2 | 3 | 4
  readonly call?: RawCall
  readonly fault?: RawFault
}

function readItem(scan: Scan, rules: SectionRules, from: number): Item {
  const head = readHead(scan, rules, from)
  if ('fault' in head) return brokenItem(scan, rules, head.fault)
  const at = scan.skipSpace(head.from)
  if (scan.text.charCodeAt(at) !== 0x7b) {
    return brokenItem(scan, rules, { code: 'arguments-missing', what: 'The argument object is missing.', at })
  }
  const root = scan.json.readAt(at)
  if (root === undefined) {
    const {
      code,
      reason,
      at: faultAt,
    } = scan.json.fault ?? { code: 'unexpected-end', reason: 'No value.', at }
    const resume = looseValueEnd(scan, at, [rules.itemClose])
    return brokenItem(scan, rules, { code: `json-${code}`, what: reason, at: faultAt }, resume)
  }
  let end = scan.skipSpace(root.end)
  if (rules.isFenced) {
    if (!scan.text.startsWith('```', end)) {
      return brokenItem(scan, rules, { code: 'fence-missing', what: 'The fence is never closed.', at: end })
    }
    end = scan.skipSpace(end + 3)
  }
  if (!scan.startsWith(rules.itemClose, end)) {
    const fault = { code: 'trailing-text', what: 'Text follows the arguments inside the call.', at: end }
    return brokenItem(
      scan,
      rules,
      scan.isOver(end, [rules.itemClose, '```']) ? closerMissing(scan.isCut, end) : fault,
    )
  }
  end += rules.itemClose.length
  if (head.headerFault !== undefined) return { end, level: 3, fault: head.headerFault }
  if (root.kind !== 'object') return { end, level: 2 }
  const { name, id } = head
  const span = { start: from, end: root.end }
  const call = { name, arguments: objectOfNode(root), span, tree: root, ...(id !== undefined && { id }) }
  return { end, level: 4, call }
}

/** The level of an item that breaks the grammar: 2 when it is closed before the next one begins. */
function brokenItem(
  scan: Scan,
  { itemOpen, itemClose, close, turnEnds }: SectionRules,
  fault: RawFault,
  resume = fault.at,
): Item {
  const end = scan.next(itemClose, resume)
  const boundary = Math.min(
    scan.next(itemOpen, resume),
    scan.next(close, resume),
    scan.nextOf(turnEnds, resume),
  )
  if (end < boundary) return { end: end + itemClose.length, level: 2, fault }
  const isOver = boundary >= scan.text.length
  return { end: boundary, level: 1, fault: isOver && scan.isCut ? closerMissing(true, boundary) : fault }
}

type Head =
  | { readonly fault: RawFault }
  | { readonly name: string; readonly id?: string; readonly from: number; readonly headerFault?: RawFault }

function readHead(scan: Scan, rules: SectionRules, from: number): Head {
  const { text } = scan
  const separator = scan.next(rules.separator, from)
  const limit = Math.min(scan.next(rules.itemClose, from), scan.next(rules.itemOpen, from))
  if (separator >= limit) {
    return {
      fault: { code: 'separator-missing', what: `"${rules.separator}" is due after the header.`, at: from },
    }
  }
  const header = text.slice(from, Math.min(separator, from + 1_000)).trim()
  const after = separator + rules.separator.length
  if (rules.header === 'name') {
    if (/[\s{}]/.test(header) || header === '') return { fault: badHeader(from) }
    return { name: header, from: rules.isFenced ? pastFence(scan, after) : after }
  }
  if (rules.header === 'id') {
    const id = /^functions\.(.+):[0-9]{1,9}$/.exec(header)
    if (id !== null) return { name: id[1] ?? '', id: header, from: after }
    const what = 'The id of a call is "functions.", the name, ":" and an index.'
    return { name: header, from: after, headerFault: { code: 'bad-call-id', what, at: from } }
  }
  if (header !== 'function') return { fault: badHeader(from) }
  const lineEnd = scan.next('\n', after)
  const name = text.slice(after, Math.min(lineEnd, after + 1_000)).trim()
  if (name === '' || /[\s{}`]/.test(name)) return { fault: badHeader(after) }
  const fenced = pastFence(scan, lineEnd)
  if (fenced === -1) {
    return { fault: { code: 'fence-missing', what: 'The arguments must stand in a fence.', at: lineEnd } }
  }
  return { name, from: fenced }
}

function badHeader(at: number): RawFault {
  return { code: 'bad-header', what: 'The header of a call is its name alone.', at }
}

/** Past the first line of a fence; −1 where there is none. */
export function pastFence(scan: Scan, from: number): number {
  FENCE.lastIndex = scan.skipSpace(from)
  return FENCE.test(scan.text) ? FENCE.lastIndex : -1
}

const FENCE = /```(?:json)?[ \t]{0,16}\r?\n/y
