import type { PayloadReader, ReadPayload } from '../scan/frame.js'
import type { Scan } from '../scan/scan.js'
import { noEntries } from './json-payload.js'
import { type PythonCall, PythonCalls } from './python-calls.js'

/** A Python list of calls. */
export function pythonPayload(): PayloadReader {
  return (scan, from) => {
    const start = scan.skipSpace(from)
    if (scan.text.charCodeAt(start) !== 0x5b) return { kind: 'none' }
    const reader = new PythonCalls(scan.text)
    const calls = reader.list(start)
    if (calls !== undefined) return readCalls(calls, { start, end: reader.at })
    const fault = reader.fault ?? { code: 'not-python', what: 'This is not a call.', at: start }
    const resume = looseListEnd(scan, start) ?? Math.max(fault.at, start)
    return { kind: 'broken', fault, resume, bracket: start }
  }
}

/** Where a list ends that is Python but for words of JSON and the like: its strings may hold markers. */
function looseListEnd(scan: Scan, start: number): number | undefined {
  const reader = new PythonCalls(scan.text, { repair: () => undefined, isCut: true })
  return reader.list(start) === undefined ? undefined : reader.at
}

function readCalls(
  calls: readonly PythonCall[],
  { start, end }: { readonly start: number; readonly end: number },
): ReadPayload {
  if (calls.length === 0) {
    return { kind: 'read', start, end, level: 3, calls: [], faults: [noEntries(start)] }
  }
  return { kind: 'read', start, end, level: 4, calls, faults: [] }
}
