import type { JsonNode } from '../../text/json-tree.js'
import { looseValueEnd } from '../loose/loose-value.js'
import type { Block, RawCall } from '../scan/block.js'
import type { PayloadReader, PayloadReading } from '../scan/frame.js'
import type { Scan } from '../scan/scan.js'
import { type CallKeys, gradeEntry } from './canonical-entry.js'

/** JSON call objects, alone or in a list. */
export interface JsonPayloadRules {
  readonly top: 'object' | 'array' | 'either'
  readonly keys: CallKeys
  /** Names of pseudo-tools that state that nothing is called. */
  readonly noCallNames?: readonly string[]
  readonly closers: readonly string[]
}

export function jsonPayload(rules: JsonPayloadRules): PayloadReader {
  return (scan, from) => {
    const start = scan.skipSpace(from)
    const first = scan.text.charCodeAt(start)
    if (first !== 0x7b && first !== 0x5b) return { kind: 'none' }
    const root = scan.json.readAt(start)
    if (root === undefined) return brokenJson(scan, start, rules.closers)
    return { kind: 'read', start, end: root.end, ...gradeJson(root, rules) }
  }
}

/** The payload is not strict JSON. Where it ends is asked of a loose reading: its strings may hold markers. */
export function brokenJson(scan: Scan, from: number, closers: readonly string[]): PayloadReading {
  const { code, at, reason } = scan.json.fault ?? { code: 'unexpected-end', at: from, reason: 'No value.' }
  const resume = looseValueEnd(scan, from, closers) ?? Math.max(at, from)
  return { kind: 'broken', fault: { code: `json-${code}`, what: reason, at }, resume, bracket: from }
}

/** Levels 2 to 4 of a payload that is JSON. */
export function gradeJson(
  root: JsonNode,
  { top, keys, noCallNames }: Omit<JsonPayloadRules, 'closers'>,
): Pick<Block, 'calls' | 'faults'> & { readonly level: 2 | 3 | 4; readonly isNoCall?: boolean } {
  if (root.kind === 'scalar' || (top !== 'either' && root.kind !== top)) {
    const due = top === 'either' ? 'an object or an array' : top === 'array' ? 'an array' : 'an object'
    const what = `The payload must be ${due}.`
    return { level: 2, calls: [], faults: [{ code: 'wrong-payload-kind', what, at: root.start }] }
  }
  const entries = root.kind === 'array' ? root.items : [root]
  if (entries.length === 0) return { level: 3, calls: [], faults: [noEntries(root.start)] }
  const calls: RawCall[] = []
  const faults = []
  let isNoCall = false
  for (const entry of entries) {
    const grade = gradeEntry(entry, keys)
    if (grade.kind === 'fault') faults.push(grade.fault)
    else if (noCallNames?.includes(grade.call.name)) isNoCall = true
    else calls.push(grade.call)
  }
  return { level: faults.length > 0 ? 3 : 4, calls, faults, ...(isNoCall && { isNoCall }) }
}

export function noEntries(at: number) {
  return { code: 'no-entries', what: 'The list holds no call.', at }
}
