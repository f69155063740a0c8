import { isJsonObject, type JsonObject } from '../../text/json.js'
import { bracketExtent } from '../../text/json-extent.js'
import {
  type JsonNode,
  type JsonObjectNode,
  type JsonTreeFault,
  JsonTreeReader,
  objectOfNode,
} from '../../text/json-tree.js'
import { looseEntry } from '../loose/loose-entry.js'
import { Repairs } from '../loose/repairs.js'
import type { Repair, Span } from '../parsed-call.js'
import { type Block, type LooseReading, newBlock, type RawFault } from '../scan/block.js'
import { firstVisible, type Scan } from '../scan/scan.js'
import type { Walk } from '../scan/walk.js'

/** What a message of an API holds. */
export interface ApiParts {
  /** Texts for the user, a refusal included. */
  readonly said: readonly string[]
  readonly thought: readonly string[]
  readonly entries: readonly Block[]
}

/**
 * Reads the JSON of one message. A text that is no such JSON is taken for the content of a message: a server that
 * failed to parse a call hands on just that.
 */
export function walkApiMessage(scan: Scan, partsOf: (root: JsonNode) => ApiParts | undefined): Walk {
  const { text } = scan
  const parts = readMessage(scan, scan.json, partsOf) ?? readDoubled(scan, partsOf)
  if (parts === undefined) {
    return {
      ...emptyWalk(text),
      prose: proseOf(text, { start: 0, end: text.length }),
      content: text,
      isForeign: true,
    }
  }
  const content = parts.said.join('\n')
  const prose = proseOf(content, { start: 0, end: text.length })
  return {
    ...emptyWalk(text),
    blocks: parts.entries,
    prose,
    proseBefore: prose,
    content,
    thoughts: parts.thought,
  }
}

type PartsOf = (root: JsonNode) => ApiParts | undefined

function readMessage({ text }: Scan, json: JsonTreeReader, partsOf: PartsOf): ApiParts | undefined {
  const root = json.readAt(0)
  const isWhole = root !== undefined && firstVisible(text, root.end, text.length) === -1
  return isWhole ? partsOf(root) : undefined
}

/** A message with a key that stands twice: its calls are attempts, for nobody can say which member was meant. */
function readDoubled(scan: Scan, partsOf: PartsOf): ApiParts | undefined {
  const { fault } = scan.json
  if (fault?.code !== 'duplicate-key') return undefined
  const json = new JsonTreeReader(scan.text, { duplicateKeys: 'kept' })
  const parts = readMessage(scan, json, partsOf)
  return parts && { ...parts, entries: parts.entries.map((block) => refusedAsDoubled(block, fault)) }
}

function refusedAsDoubled(block: Block, { at, reason }: JsonTreeFault): Block {
  const repair: Repair = { code: 'duplicate-key', at }
  const { calls, repairs } = block.loose ?? { calls: block.calls, repairs: [] }
  return {
    ...block,
    level: 2,
    calls: [],
    faults: [{ code: 'json-duplicate-key', what: reason, at }],
    loose: calls.length === 0 ? undefined : { calls, repairs: [repair, ...repairs] },
  }
}

function emptyWalk(text: string): Walk {
  return {
    blocks: [],
    fences: [],
    inReasoning: 0,
    start: 0,
    end: text.length,
    prose: undefined,
    proseBefore: undefined,
    proseAfter: undefined,
    isDelayed: false,
    reasoningSpans: [],
  }
}

function proseOf(content: string, span: Span): Span | undefined {
  return firstVisible(content, 0, content.length) === -1 ? undefined : span
}

/** The member of an object node; of several with one key the last. */
export function memberOf(node: JsonNode | undefined, key: string): JsonNode | undefined {
  return node?.kind === 'object' ? node.members.findLast((member) => member.key === key)?.value : undefined
}

export function textOf(node: JsonNode | undefined): string | undefined {
  return node?.kind === 'scalar' && typeof node.value === 'string' ? node.value : undefined
}

export function itemsOf(node: JsonNode | undefined): readonly JsonNode[] {
  return node?.kind === 'array' ? node.items : []
}

/** Texts of a content that is a string or a list of parts with a `text`. */
export function saidIn(content: JsonNode | undefined): readonly string[] {
  const whole = textOf(content)
  if (whole !== undefined) return [whole]
  return itemsOf(content).flatMap((part) => textOf(memberOf(part, 'text')) ?? [])
}

/** A call of an API: closed by itself, so that it starts at level 2. */
export interface ApiEntry {
  readonly node: JsonNode
  /** The object that must hold `keys` and no others. */
  readonly call: JsonNode | undefined
  readonly nameKey: string
  readonly argumentsKey: string
  /** Whether the arguments are a string that holds JSON, or the object itself. */
  readonly form: 'string' | 'object'
  readonly keys: readonly string[]
  readonly id?: string
  /** A fault of what stands around the call. */
  readonly fault?: RawFault
}

export function gradeApiEntry(scan: Scan, entry: ApiEntry): Block {
  const block = gradeStrictly(scan, entry)
  if (block.level === 4 || (block.isOpen && scan.isCut)) return block
  const loose = readEntryLoosely(scan, entry)
  return loose === undefined ? block : { ...block, loose }
}

/** The same entry with other forms of its arguments and other keys. */
function readEntryLoosely(scan: Scan, entry: ApiEntry): LooseReading | undefined {
  const { node, call, nameKey, argumentsKey, form, keys, id, fault } = entry
  if (call?.kind !== 'object') return undefined
  const at = node.start
  const made = new Repairs()
  const own = { name: nameKey, arguments: argumentsKey }
  const context = { keys: own, tools: scan.tools, at, repairs: made, isGuarded: false, isCut: scan.isCut }
  const value = objectOfNode(call)
  const read = looseEntry(form === 'string' ? withoutNothing(value, argumentsKey) : value, context)
  if (read === undefined) return undefined
  const repairs = new Repairs()
  if (fault !== undefined) repairs.add(fault.code === 'extra-key' ? 'extra-key' : 'alias-key', fault.at)
  for (const { code, what } of made.list) {
    if (code === 'extra-key' && what !== undefined && keys.includes(what)) continue
    if (code === 'arguments-string' && form === 'string') continue
    repairs.add(code, at, what)
  }
  if (wrongId(node) !== undefined) repairs.add('extra-key', at, 'id')
  if (form === 'string' && isJsonObject(value[argumentsKey])) repairs.add('arguments-object', at)
  const { name, arguments: args } = read
  const parsed = {
    name,
    arguments: args,
    span: { start: at, end: node.end },
    ...(id !== undefined && { id }),
  }
  return { calls: [parsed], repairs: repairs.list }
}

/** An API that writes arguments as text may have none to write; the tool need not be known for that. */
function withoutNothing(value: JsonObject, argumentsKey: string): JsonObject {
  return argumentsKey in value ? value : { ...value, [argumentsKey]: '' }
}

function gradeStrictly(scan: Scan, entry: ApiEntry): Block {
  const { node, call, nameKey, argumentsKey, form, keys, id } = entry
  const { start, end } = node
  const block = { start, end, payload: { start, end } }
  const at = call?.start ?? start
  const args = memberOf(call, argumentsKey)
  const read = readApiArguments(args, form, argumentsKey)
  if (read?.fault !== undefined) {
    const isOpen = scan.isCut && read.isOpen && end > scan.text.length - 64
    const fault = isOpen
      ? { code: 'truncated', what: 'The token limit cut the arguments.', at: read.fault.at }
      : read.fault
    return newBlock({ ...block, level: 2, isOpen, faults: [fault] })
  }
  const extra = call?.kind === 'object' ? call.members.find(({ key }) => !keys.includes(key)) : undefined
  const name = textOf(memberOf(call, nameKey))
  const fault =
    entry.fault ??
    (extra === undefined
      ? undefined
      : {
          code: 'extra-key',
          what: `The key ${JSON.stringify(extra.key)} does not belong to a call.`,
          at: extra.keyStart,
        }) ??
    wrongId(node) ??
    (name === undefined ? { code: 'name-missing', what: `A string "${nameKey}" is due.`, at } : undefined) ??
    (read === undefined
      ? { code: 'arguments-missing', what: `The key "${argumentsKey}" is missing.`, at }
      : undefined)
  if (fault !== undefined || name === undefined || read === undefined) {
    return newBlock({ ...block, level: 3, faults: fault === undefined ? [] : [fault] })
  }
  const span = { start, end }
  const parsed = { name, arguments: objectOfNode(read.object), span, ...(id !== undefined && { id }) }
  // Positions inside a string are not positions in the text.
  const tree = form === 'object' ? { tree: read.object } : undefined
  return newBlock({ ...block, level: 4, calls: [{ ...parsed, ...tree }] })
}

/** What is wrong with the id of an entry; one that is absent or null was not given. */
function wrongId(node: JsonNode): RawFault | undefined {
  for (const key of ['id', 'call_id']) {
    const id = memberOf(node, key)
    if (id === undefined || (id.kind === 'scalar' && (id.value === null || typeof id.value === 'string')))
      continue
    return { code: 'id-not-string', what: `"${key}" must be a string.`, at: id.start }
  }
  return undefined
}

type ReadArguments =
  | { readonly object: JsonObjectNode; readonly fault?: undefined }
  | { readonly fault: RawFault; readonly isOpen: boolean }

function readApiArguments(
  node: JsonNode | undefined,
  form: 'string' | 'object',
  key: string,
): ReadArguments | undefined {
  if (node === undefined) return undefined
  const at = node.start
  if (form === 'object') {
    if (node.kind === 'object') return { object: node }
    const what = `"${key}" must be an object.`
    const code = textOf(node) === undefined ? 'arguments-not-object' : 'arguments-string'
    return { fault: { code, what, at }, isOpen: false }
  }
  const text = textOf(node)
  if (text === undefined) {
    const code = node.kind === 'object' ? 'arguments-object' : 'arguments-not-string'
    return { fault: { code, what: `"${key}" must be a string that holds JSON.`, at }, isOpen: false }
  }
  const reader = new JsonTreeReader(text)
  const root = reader.readAt(0)
  if (root !== undefined) reader.finish(root.end)
  const { fault } = reader
  if (root?.kind === 'object' && fault === undefined) return { object: root }
  const isOpen = bracketExtent(text, 0).kind === 'open' && text.trimStart().startsWith('{')
  if (fault === undefined) {
    return { fault: { code: 'arguments-not-object', what: `"${key}" must hold an object.`, at }, isOpen }
  }
  const what = `The JSON in "${key}" is broken at character ${fault.at + 1} of it: ${fault.reason}`
  return { fault: { code: `json-${fault.code}`, what, at }, isOpen }
}
