import type { Tool } from '../../catalog/tool.js'
import { emptyObject, isJsonObject, type JsonObject } from '../../text/json.js'
import type { WrittenCall } from '../dialect.js'
import type { Block, RawFault } from '../scan/block.js'
import { type FrameRules, type PayloadReading, readFramed } from '../scan/frame.js'
import { commonReasoning } from '../scan/reasoning.js'
import type { Scan } from '../scan/scan.js'
import { type Walk, walk, walkMarks } from '../scan/walk.js'
import { PythonCalls } from './python-calls.js'

/** Tools that take raw Python instead of a call. */
const CODE_TOOLS: readonly string[] = ['code_interpreter', 'python', 'ipython']

const OPENER = '<|python_tag|>'

/** `<|python_tag|>` before `NAME.call(…)`, or before code where a tool that takes code is declared. */
export function pythonTagParser(turnEnds: readonly string[]): (scan: Scan) => Walk {
  const rules: FrameRules = { openers: [OPENER], closers: [], turnEnds, markers: [] }
  const marks = walkMarks({ openers: [OPENER], reasoning: commonReasoning, turnEnds })
  return (scan) => walk(scan, marks, { read: (at) => readTag(scan, at, rules) })
}

function readTag(scan: Scan, start: number, rules: FrameRules): Block | undefined {
  const from = start + OPENER.length
  return readFramed(scan, { rules, start, from, read: () => readPayload(scan, from, rules) })
}

function readPayload(scan: Scan, from: number, { openers, turnEnds }: FrameRules): PayloadReading {
  const { text } = scan
  const start = scan.skipSpace(from)
  // Strings of a call may hold markers; what follows it may not.
  const call = new PythonCalls(text).call(start)
  const resume = call?.span.end ?? start
  const end = Math.min(scan.nextOf(openers, resume), scan.nextOf(turnEnds, resume))
  if (start >= end) return { kind: 'none' }
  const reader = new PythonCalls(text, { to: end })
  const isBuiltIn = reader.call(start)?.name.endsWith('.call') === true
  if (call !== undefined && isBuiltIn && scan.skipSpace(reader.at) >= end) {
    const plain = { ...call, name: call.name.slice(0, -'.call'.length) }
    return { kind: 'read', start, end: reader.at, level: 4, calls: [plain], faults: [] }
  }
  const code = codeTool(scan)
  if (code !== undefined && !isBuiltIn) {
    if (scan.isCut && end >= text.length) {
      const fault = { code: 'unexpected-end', what: 'The code was cut by the token limit.', at: end }
      return { kind: 'broken', fault, resume: end }
    }
    const args = emptyObject()
    args[code.parameter] = text.slice(from, end).trim()
    const raw = { name: code.name, arguments: args, span: { start, end } }
    return { kind: 'read', start, end, level: 4, calls: [raw], faults: [] }
  }
  const fault: RawFault = reader.fault ?? {
    code: isBuiltIn ? 'trailing-text' : 'not-a-built-in-call',
    what: isBuiltIn ? 'Text follows the call.' : 'A built-in tool is called as NAME.call(…).',
    at: isBuiltIn ? reader.at : start,
  }
  const bracket = '{['.includes(text.charAt(start)) ? start : scan.next('(', start)
  return { kind: 'broken', fault, resume: start, ...(bracket < end && { bracket }) }
}

function codeTool({ tools }: Scan): { readonly name: string; readonly parameter: string } | undefined {
  const name = CODE_TOOLS.find((tool) => tools.schemaOf(tool) !== undefined)
  const schema = name === undefined ? undefined : tools.schemaOf(name)
  return name === undefined || schema === undefined ? undefined : { name, parameter: codeParameter(schema) }
}

/** The first declared parameter; `code` where none is. */
function codeParameter({ properties }: JsonObject): string {
  return (isJsonObject(properties) ? Object.keys(properties)[0] : undefined) ?? 'code'
}

/** The code of a call that is written raw; undefined for any other call. */
export function readRawPython(
  { name, arguments: args }: WrittenCall,
  tools: readonly Tool[],
): string | undefined {
  const schema = tools.find((tool) => tool.name === name)?.inputSchema
  if (schema === undefined || !CODE_TOOLS.includes(name)) return undefined
  const code = args[codeParameter(schema)]
  return typeof code === 'string' && Object.keys(args).length === 1 ? code.trim() : undefined
}
