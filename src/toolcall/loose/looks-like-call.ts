import { bracketExtent } from '../../text/json-extent.js'
import type { Span } from '../parsed-call.js'
import type { Scan } from '../scan/scan.js'
import type { LooseHints } from './loose-payload.js'
import { tryLooseValue } from './loose-value.js'

/** Text that begins as a call does and then breaks, or that wraps one: an attempt of which nothing can be read. */
export function looksLikeCall(scan: Scan, message: Span, { form }: LooseHints): boolean {
  const isPython = form === 'python' || form === 'python-or-json'
  const { start, end } = message
  const head = scan.text.slice(start, Math.min(end, start + 2_000))
  if (OBJECT_HEAD.test(head)) {
    // What reads as a whole value and is no call is data.
    if (tryLooseValue(scan, { from: start, to: end }).kind === 'value') return false
    return ARGUMENTS_HEAD.test(head) || scan.tools.namedIn(head).length > 0
  }
  return isBrokenObject(scan, message, head) || looksLikePython(scan, message, { head, isPython })
}

/** Braces and quotes in the wrong places around the keys of a call and a declared name. */
function isBrokenObject(scan: Scan, { start, end }: Span, head: string): boolean {
  if (!WRECK_HEAD.test(head) || !ARGUMENTS_HEAD.test(head) || SCHEMA_KEY.test(head)) return false
  if (!'}])>"\'`'.includes(scan.text.charAt(end - 1))) return false
  const value = tryLooseValue(scan, { from: start, to: end })
  if (value.kind === 'value' && typeof value.value !== 'string' && scan.skipSpace(value.end) >= end)
    return false
  return scan.tools.namedIn(head).some((name) => head.includes(`"${name}`) || head.includes(`'${name}`))
}

/** A declared name before a bracket; without the bracket of a list only where nothing else is said. */
function looksLikePython(
  scan: Scan,
  { start, end }: Span,
  { head, isPython }: { readonly head: string; readonly isPython: boolean },
): boolean {
  const found = CALL_HEAD.exec(head)
  const [whole = '', name = ''] = found ?? []
  if (isPython && PYTHON_LIST.test(head) && scan.text.endsWith(')]', end)) return true
  if (found === null || scan.tools.schemaOf(name) === undefined) return false
  if (whole.startsWith('[') && whole.endsWith('(')) return true
  const extent = bracketExtent(scan.text, start + whole.length - 1, end)
  return (
    extent.kind === 'complete' &&
    ONLY_CLOSING.test(scan.text.slice(extent.end, Math.min(end, extent.end + 100)))
  )
}

const OBJECT_HEAD = /^\[?\s*\{\s*["'“]?(?:name|tool_name|tool|function|type)["'”]?\s*:\s*["'“{]/
const WRECK_HEAD = /^["'“{[(<>}\])]/
const ARGUMENTS_HEAD = /["'“](?:arguments|parameters|args|input|tool_name)\\?["'”]\s*:/
const SCHEMA_KEY = /["']properties\\?["']\s*:/
const CALL_HEAD =
  /^(?:(?:[\w.]{1,60}\s{0,4}=|print\s{0,4}\(|[[({"'`])\s{0,4}){0,3}([\p{XIDS}_][\p{XIDC}.]*)(?:\s{0,4}\)?\s{0,4}\(|[{[])/u
/** Arguments by name, whatever became of the name of the function. */
const PYTHON_LIST = /^\[[^\s=]{1,200}=/
const ONLY_CLOSING = /^[\s\])}"'`;,]*$/
