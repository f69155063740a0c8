import { bracketExtent } from '../text/json-extent.js'
import type { JsonMember, JsonNode, JsonObjectNode } from '../text/json-tree.js'
import type { DialectData } from './dialect-data.js'
import { looseValueEnd } from './loose/loose-value.js'
import { ARGUMENT_KEYS, type CallKeys, NAME_KEYS } from './payload/canonical-entry.js'
import { gradeJson } from './payload/json-payload.js'
import { payloadReader } from './payload/payload-reader.js'
import { type Block, newBlock, type RawCall, type RawFault } from './scan/block.js'
import { closerMissing, type PayloadReader, readFramed } from './scan/frame.js'
import type { Scan } from './scan/scan.js'
import { type Walk, type Wrapper, walk, walkMarks } from './scan/walk.js'

interface WholeRules {
  readonly data: DialectData
  readonly reasoning: readonly Wrapper[]
  readonly turnEnds: readonly string[]
}

/**
 * Reads a dialect in which the whole visible message is the call. A message that begins with a bracket and does not
 * look like a call is an answer; one that does and is followed by other text is refused.
 */
export function wholeMessageParser({ data, reasoning, turnEnds }: WholeRules): (scan: Scan) => Walk {
  const wrapper = data.optional?.wrapper
  const rules = {
    openers: wrapper === undefined ? [] : [wrapper.open],
    closers: wrapper === undefined ? [] : [wrapper.close],
    turnEnds,
    markers: wrapper === undefined ? [] : [wrapper.close],
  }
  const read = payloadReader(data)
  const marks = walkMarks({ openers: rules.openers, reasoning, turnEnds })
  return (scan) => {
    const found = walk(scan, marks, {
      read: (at, opener) => readFramed(scan, { rules, start: at, from: at + opener.length, read }),
      readStart: (at) => readStart(scan, at, { data, turnEnds, read }),
    })
    return refuseSurroundings(scan, found, wrapper)
  }
}

/** Text around a call that should be the whole message. */
function refuseSurroundings(scan: Scan, found: Walk, wrapper: Wrapper | undefined): Walk {
  const [block] = found.blocks
  // A wrapper marks where the call ends; without one the message must end there.
  if (block === undefined || found.prose === undefined || isWrapped(scan, block, wrapper)) return found
  if (block.level < 2 || block.isOpen) return found
  const at = found.proseAfter?.start ?? found.prose.start
  const fault: RawFault = { code: 'trailing-text', what: 'The call must be the whole message.', at }
  const payload = { start: block.payload.start, end: found.prose.end }
  const refused: Block = { ...block, payload, level: 2, calls: [], faults: [fault] }
  return { ...found, blocks: [refused, ...found.blocks.slice(1)] }
}

function isWrapped(scan: Scan, { start }: Block, wrapper: Wrapper | undefined): boolean {
  return wrapper !== undefined && scan.text.startsWith(wrapper.open, start)
}

interface StartRules {
  readonly data: DialectData
  readonly read: PayloadReader
  readonly turnEnds: readonly string[]
}

function readStart(scan: Scan, start: number, { data, turnEnds, read }: StartRules): Block | undefined {
  const prefix = scan.markerAt(start, data.optional?.prefixes ?? [])
  const at = scan.skipSpace(start + (prefix?.length ?? 0))
  const first = scan.text.charAt(at)
  return data.payload === 'python'
    ? readListStart(scan, { start, at, first, turnEnds, data, read })
    : readJsonStart(scan, { start, at, first, turnEnds, data, read })
}

interface StartPlace extends StartRules {
  readonly start: number
  readonly at: number
  readonly first: string
}

function readJsonStart(scan: Scan, place: StartPlace): Block | undefined {
  const { start, at, first, data, turnEnds } = place
  if (first !== '{' && first !== '[') return undefined
  const calls: RawCall[] = []
  const faults: RawFault[] = []
  let level: Block['level'] = 4
  let end = at
  let next = at
  let isCallLike = false
  for (;;) {
    const root = scan.json.readAt(next)
    if (root === undefined) return brokenStart(scan, { ...place, isCallLike, calls })
    isCallLike ||= mayBeCall(scan, root, data.keys)
    const graded = gradeJson(root, { top: topOf(data), keys: data.keys ?? NO_KEYS })
    level = Math.min(level, graded.level) as Block['level'] // both are levels
    for (const call of graded.calls) calls.push(call)
    for (const fault of graded.faults) faults.push(fault)
    end = root.end
    const after = scan.skipSpace(end)
    if (data.joiner === undefined || !scan.text.startsWith(data.joiner, after)) break
    next = scan.skipSpace(after + data.joiner.length)
    if (scan.text.charAt(next) !== '{') break
  }
  if (!isCallLike) return undefined
  const rest = scan.skipSpace(end)
  const limit = Math.min(scan.text.length, scan.nextOf(turnEnds, end))
  const payload = { start: at, end }
  if (rest >= limit) return newBlock({ start, end, payload, level, calls, faults })
  const fault = { code: 'trailing-text', what: 'The call must be the whole message.', at: rest }
  const whole = { start: at, end: limit }
  return newBlock({ start, end, payload: whole, level: 2, faults: [fault] })
}

const NO_KEYS = { name: '', arguments: '' }

function topOf({ payload }: DialectData): 'object' | 'array' | 'either' {
  if (payload === 'json-object') return 'object'
  return payload === 'json-array' ? 'array' : 'either'
}

/** Whether some object at the top has a name beside arguments, or names a declared tool. */
function mayBeCall(scan: Scan, root: JsonNode, keys: CallKeys | undefined): boolean {
  const objects = root.kind === 'array' ? root.items : [root]
  return objects.some((node) => {
    if (node.kind !== 'object') return false
    const name = node.members.find(({ key }) => key === keys?.name || NAME_KEYS.has(key))
    if (name === undefined) return holdsNamed(scan, node, keys)
    if (node.members.some(({ key }) => key === keys?.arguments || ARGUMENT_KEYS.has(key))) return true
    const { value } = name
    if (value.kind === 'object') return mayBeCall(scan, value, keys)
    return (
      value.kind === 'scalar' &&
      typeof value.value === 'string' &&
      scan.tools.schemaOf(value.value) !== undefined
    )
  })
}

/** A declared name beside arguments, under a key that nobody knows. */
function holdsNamed(scan: Scan, { members }: JsonObjectNode, keys: CallKeys | undefined): boolean {
  const isNamed = ({ value }: JsonMember): boolean =>
    value.kind === 'scalar' &&
    typeof value.value === 'string' &&
    scan.tools.schemaOf(value.value) !== undefined
  const isArguments = ({ key, value }: JsonMember): boolean =>
    value.kind === 'object' && (key === keys?.arguments || ARGUMENT_KEYS.has(key))
  return members.some(isArguments) && members.some(isNamed)
}

function brokenStart(
  scan: Scan,
  {
    start,
    at,
    data,
    turnEnds,
    isCallLike,
    calls,
  }: StartPlace & {
    readonly isCallLike: boolean
    readonly calls: readonly RawCall[]
  },
): Block | undefined {
  const { text } = scan
  const limit = Math.min(text.length, scan.nextOf(turnEnds, at))
  const fault = scan.json.fault ?? { code: 'unexpected-end', at, reason: 'No value.' }
  const head = text.slice(at, Math.min(limit, at + 2_000))
  const extent = bracketExtent(text, at, limit)
  const isOpen = extent.kind === 'open' || calls.length > 0
  const isPrefix = isOpen && scan.isCut && mayBecomeCall(head, data.keys)
  if (!isCallLike && !isPrefix && !looksCalled(scan, head)) return undefined
  const isCut = isOpen && scan.isCut && fault.code === 'unexpected-end'
  const faults = [
    isCut ? closerMissing(true, limit) : { code: `json-${fault.code}`, what: fault.reason, at: fault.at },
  ]
  const end = extent.kind === 'open' ? limit : Math.max(extent.end, looseValueEnd(scan, at, []) ?? 0)
  const level = extent.kind === 'open' ? 1 : 2
  // Whatever follows the bracket belongs to the message, and the message is the call.
  return newBlock({
    start,
    end: limit,
    payload: { start: at, end: Math.max(end, limit) },
    level,
    isOpen: isCut,
    faults,
  })
}

function looksCalled(scan: Scan, head: string): boolean {
  if (!NAME_KEY.test(head)) return false
  return ARGUMENTS_KEY.test(head) || scan.tools.namedIn(head).length > 0
}

/** So little that nothing else can be told: its first key, as far as it goes, is one of a call. */
function mayBecomeCall(head: string, keys: CallKeys | undefined): boolean {
  const found = PREFIX_OF_CALL.exec(head)
  if (found === null) return false
  const [, begun, quote] = found
  if (begun === undefined) return true
  const known = [...NAME_KEYS, ...ARGUMENT_KEYS, ...OTHER_KEYS, keys?.name ?? '', keys?.arguments ?? '']
  return known.some((key) => (quote === '"' ? key === begun : key.startsWith(begun)))
}

const PREFIX_OF_CALL = /^\[?\s*(?:\{\s*(?:"([a-z_]{0,12})(?:(")\s*(?::\s*(?:"[^"]*)?)?)?)?)?$/
/** What may stand before the name of a call. */
const OTHER_KEYS = ['type', 'id', 'index', 'call_id', 'tool_call_id']
const NAME_KEY = /["'“](?:name|tool_name|tool|function)["'”]\s*:|\bname\s*:/
const ARGUMENTS_KEY = /["'“]?(?:arguments|parameters|args|input)["'”]?\s*:/

function readListStart(scan: Scan, { start, at, first, turnEnds, read }: StartPlace): Block | undefined {
  if (first !== '[') return undefined
  const { text } = scan
  const limit = Math.min(text.length, scan.nextOf(turnEnds, at))
  const head = text.slice(at, Math.min(limit, at + 300))
  const isCallList = CALL_LIST.test(head)
  const isPrefix = scan.isCut && /^\[\s*[\p{XIDC}.]*$/u.test(head) && at + head.length >= limit
  const reading = read(scan, at)
  if (!isCallList && !isPrefix) return readJsonList(scan, { start, at, limit })
  if (reading.kind === 'read') {
    const { end, level, calls, faults } = reading
    const rest = scan.skipSpace(end)
    const payload = { start: at, end }
    if (rest >= limit) return newBlock({ start, end, payload, level, calls, faults })
    const fault = { code: 'trailing-text', what: 'The list must be the whole message.', at: rest }
    return newBlock({ start, end, payload: { start: at, end: limit }, level: 2, faults: [fault] })
  }
  if (reading.kind === 'none') return undefined
  const extent = listExtent(scan, at, limit)
  const isOpen = !extent
  const isCut = isOpen && scan.isCut
  const faults = [isCut ? closerMissing(true, limit) : reading.fault]
  const level = isOpen ? 1 : 2
  return newBlock({ start, end: limit, payload: { start: at, end: limit }, level, isOpen: isCut, faults })
}

/** Whether the bracket of a list is closed, brackets in strings of either quote not counted. */
function listExtent(scan: Scan, from: number, to: number): boolean {
  const { text } = scan
  let depth = 0
  for (let at = from; at < to; at++) {
    const character = text.charAt(at)
    if ('[({'.includes(character)) depth++
    else if ('])}'.includes(character)) {
      if (--depth <= 0) return true
    } else if (character === '"' || character === "'") {
      at++
      while (at < to && text.charAt(at) !== character) at += text.charAt(at) === '\\' ? 2 : 1
      if (at >= to) return false
    }
  }
  return false
}

/** A JSON list of call objects where Python is due: an attempt in the wrong dialect. */
function readJsonList(
  scan: Scan,
  { start, at, limit }: { readonly start: number; readonly at: number; readonly limit: number },
): Block | undefined {
  const root = scan.json.readAt(at)
  if (root === undefined || !mayBeCall(scan, root, undefined)) return undefined
  const fault = { code: 'wrong-payload-kind', what: 'A list of Python calls is due.', at }
  return newBlock({ start, end: limit, payload: { start: at, end: limit }, level: 2, faults: [fault] })
}

const CALL_LIST = /^\[\s*\(?\s*[\p{XIDS}_][\p{XIDC}.-]*\s*\)?\s*\(/u
