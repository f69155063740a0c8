import type { JsonNode } from '../../text/json-tree.js'
import { objectOfNode } from '../../text/json-tree.js'
import type { RawCall, RawFault } from '../scan/block.js'
import type { PayloadReader, PayloadReading } from '../scan/frame.js'
import type { Scan } from '../scan/scan.js'
import { brokenJson } from './json-payload.js'

/** A name, something that ends the name, and the bare argument object. */
export interface NamedJsonRules {
  /** What ends the name: `>` or `[ARGS]`. */
  readonly separator: string
  /** Between the name and an id, where the dialect has ids. */
  readonly idSeparator?: string
  readonly closers: readonly string[]
}

export function namedJsonPayload({ separator, idSeparator, closers }: NamedJsonRules): PayloadReader {
  return (scan, from) => {
    const header = readHeader(scan, from, separator)
    if (header === undefined) return { kind: 'none' }
    const [name = '', id] = idSeparator === undefined ? [header.text] : header.text.split(idSeparator, 2)
    if (!isName(name)) return brokenName(scan, from, header)
    return readArguments(scan, header.end, { start: from, name, ...(id !== undefined && { id }), closers })
  }
}

/** What is no name and stands in its place is a broken one, unless it is a sentence. */
function brokenName(
  scan: Scan,
  from: number,
  { text, end }: { readonly text: string; readonly end: number },
): PayloadReading {
  const bracket = scan.skipSpace(end)
  if (/\s/.test(text) || text.length > 200 || scan.text.charCodeAt(bracket) !== 0x7b) return { kind: 'none' }
  const fault = { code: 'bad-name', what: `${JSON.stringify(text)} is no name of a tool.`, at: from }
  const root = scan.json.readAt(bracket)
  return { kind: 'broken', fault, resume: root?.end ?? bracket, bracket }
}

/** What stands before a separator, unless it is too long or holds what no header holds. */
function readHeader(
  scan: Scan,
  from: number,
  separator: string,
): { readonly text: string; readonly end: number } | undefined {
  const end = scan.next(separator, from)
  if (end >= scan.text.length || end - from > 1_000) return undefined
  return { text: scan.text.slice(from, end).trim(), end: end + separator.length }
}

function isName(text: string): boolean {
  return /^[^\s<>{}[\]"'`]+$/.test(text)
}

const SENTENCE = /^ {1,2}\p{L}/u

/** The argument object that starts at `from` or after white space there. */
function readArguments(
  scan: Scan,
  from: number,
  call: {
    readonly start: number
    readonly name: string
    readonly id?: string
    readonly closers: readonly string[]
  },
): PayloadReading {
  const { start, name, id, closers } = call
  const at = scan.skipSpace(from)
  const first = scan.text.charCodeAt(at)
  if (first !== 0x7b && first !== 0x5b) {
    // A sentence that goes on behind the name speaks of the marker.
    if (closers.length > 0 && !scan.isCut && SENTENCE.test(scan.text.slice(from, from + 3)))
      return { kind: 'none' }
    const fault = { code: 'arguments-missing', what: 'The argument object is missing.', at }
    return { kind: 'broken', fault, resume: at }
  }
  const root = scan.json.readAt(at)
  if (root === undefined) return brokenJson(scan, at, closers)
  const graded = gradeArguments(root, {
    name,
    span: { start, end: root.end },
    ...(id !== undefined && { id }),
  })
  return { kind: 'read', start, end: root.end, ...graded }
}

/** Level 4 for an object, level 2 for anything else: the payload of these dialects is the object itself. */
function gradeArguments(
  root: JsonNode,
  call: Pick<RawCall, 'name' | 'id' | 'span'>,
): { readonly level: 2 | 4; readonly calls: readonly RawCall[]; readonly faults: readonly RawFault[] } {
  if (root.kind === 'object') {
    return { level: 4, calls: [{ ...call, arguments: objectOfNode(root), tree: root }], faults: [] }
  }
  const what = 'The arguments must be an object.'
  return { level: 2, calls: [], faults: [{ code: 'arguments-not-object', what, at: root.start }] }
}
