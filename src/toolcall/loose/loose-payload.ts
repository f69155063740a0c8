import { isJsonArray, isJsonObject, type JsonValue } from '../../text/json.js'
import type { Repair, Span } from '../parsed-call.js'
import type { CallKeys } from '../payload/canonical-entry.js'
import { foreignReaders } from '../payload/foreign-readers.js'
import { GemmaReader } from '../payload/gemma-payload.js'
import { PythonCalls } from '../payload/python-calls.js'
import type { LooseReading, RawCall } from '../scan/block.js'
import type { Scan } from '../scan/scan.js'
import { entriesOf, type LooseCall, looseArguments, looseEntry } from './loose-entry.js'
import { readLooseValue } from './loose-value.js'
import { Repairs } from './repairs.js'
import { resolveName } from './resolve-name.js'

/** What a dialect expects inside a block; what is found instead is named as a repair. */
export interface LooseHints {
  readonly form: PayloadForm
  readonly keys: CallKeys | undefined
  readonly top: 'object' | 'array' | 'either'
  readonly closers: readonly string[]
  /** What parts a name from its arguments, where the dialect writes them so. */
  readonly separator?: string
  /** The arguments stand in a fence that belongs to the dialect. */
  readonly isFenced?: boolean
  /** Several JSON values side by side are the dialect's own way. */
  readonly joins: boolean
  readonly noCallNames: readonly string[]
  /** Bare objects are calls only when they say so: nothing marks them. */
  readonly isGuarded?: boolean
}

export type PayloadForm =
  | 'json'
  | 'python'
  | 'python-or-json'
  | 'xml'
  | 'pairs'
  | 'tagged'
  | 'gemma'
  | 'named'
  | 'fenced-json'

interface Context {
  readonly scan: Scan
  readonly hints: LooseHints
  readonly repairs: Repairs
}

/**
 * Reads what stands in a block, or where a block should be, whatever the form it has. Undefined when nothing in it can
 * be read without guessing.
 */
export function readLoosely(scan: Scan, span: Span, hints: LooseHints): LooseReading | undefined {
  const repairs = new Repairs()
  const context = { scan, hints, repairs }
  const inner = unfenced(context, span)
  const from = scan.skipSpace(inner.start)
  if (from >= inner.end) return undefined
  const calls = readForm(context, { start: from, end: inner.end })
  return calls === undefined || calls.length === 0 ? undefined : { calls, repairs: repairs.list }
}

function readForm(context: Context, span: Span): readonly RawCall[] | undefined {
  const { scan, repairs, hints } = context
  const { text } = scan
  const first = text.charAt(span.start)
  if (text.startsWith('<function=', span.start)) return readTagged(context, span)
  if (text.startsWith('<invoke name="', span.start)) return readInvoked(context, span)
  if (text.startsWith('call:', span.start)) return readGemma(context, span)
  if (first === '[' && CALL_LIST.test(text.slice(span.start, span.start + 300)))
    return readPythonList(context, span)
  if (first === '{' || first === '[') return readJsonValues(context, span)
  const named = readNamed(context, span)
  if (named !== undefined) return named
  if (BARE_CALL.test(text.slice(span.start, span.start + 300))) return readBareCalls(context, span)
  const pairs = foreignReaders.pairs(scan, span.start)
  if (pairs.kind === 'read' && pairs.end <= span.end && scan.next('<arg_key>', span.start) < span.end) {
    if (hints.form !== 'pairs') repairs.add('foreign-dialect', span.start, 'glm')
    return pairs.calls
  }
  return hints.isGuarded === true ? undefined : readAfterWords(context, span)
}

/** Inside the fence, where the payload is wrapped in one. */
function unfenced({ scan, hints, repairs }: Context, span: Span): Span {
  const start = scan.skipSpace(span.start)
  FENCE.lastIndex = start
  if (!FENCE.test(scan.text) || FENCE.lastIndex > span.end) return span
  const from = FENCE.lastIndex
  const close = scan.text.lastIndexOf('```', span.end)
  if (hints.form !== 'fenced-json') repairs.add('fence', start)
  return { start: from, end: close > from ? close : span.end }
}

function readJsonValues(context: Context, span: Span): readonly RawCall[] | undefined {
  const { scan, hints, repairs } = context
  const { text } = scan
  const values: JsonValue[] = []
  let at = span.start
  while (at < span.end) {
    const code = text.charAt(at)
    if (code === '{' || code === '[') {
      const loose = readLooseValue(scan, { from: at, to: span.end, closers: hints.closers })
      if (loose === undefined) {
        // Python text that JSON cannot be stretched to: other prefixes, joined strings, tuples.
        const python = readPythonValue(context, at, span.end)
        if (python === undefined) return undefined
        values.push(python.value)
        at = python.end
      } else {
        values.push(loose.value)
        repairs.addAll(loose.repairs.list)
        at = loose.end
      }
    } else if (code === '}' || code === ']') {
      repairs.add('bracket-surplus', at++)
    } else if (text.startsWith('""', at) || text.startsWith("''", at)) {
      repairs.add('stray-quotes', at)
      at += 2
    } else if (' \n\r\t,;'.includes(code)) {
      at++
    } else {
      repairs.add('text-in-block', at)
      at = nextLineValue(scan, at, span.end)
    }
  }
  return callsOfValues(context, span, values)
}

/** Behind words a further value counts only at the beginning of a line. */
function nextLineValue(scan: Scan, from: number, to: number): number {
  for (let line = scan.next('\n', from); line < to; line = scan.next('\n', line + 1)) {
    const at = scan.skipSpace(line)
    if (scan.text.charAt(at) === '{' || scan.text.charAt(at) === '[') return at
  }
  return to
}

function readPythonValue(
  { scan, repairs, hints }: Context,
  from: number,
  to: number,
): { readonly value: JsonValue; readonly end: number } | undefined {
  if (hints.isGuarded === true) return undefined
  const reader = new PythonCalls(scan.text, { to, refusesUnknown: true })
  const value = reader.literal(from)
  if (!isJsonObject(value) && !isJsonArray(value)) return undefined
  repairs.add('python-literal', from)
  return { value, end: reader.at }
}

function callsOfValues(
  { scan, hints, repairs }: Context,
  span: Span,
  values: readonly JsonValue[],
): readonly RawCall[] | undefined {
  const calls: RawCall[] = []
  for (const value of values) {
    const isArray = isJsonArray(value)
    if (isJsonForm(hints)) {
      if (isArray && hints.top === 'object') repairs.add('array-for-object', span.start)
      if (!isArray && hints.top === 'array') repairs.add('object-for-array', span.start)
    }
    for (const entry of entriesOf(value)) {
      const call = looseEntry(entry, {
        keys: hints.keys,
        tools: scan.tools,
        at: span.start,
        repairs,
        isGuarded: hints.isGuarded === true,
        isCut: scan.isCut,
      })
      if (call === undefined) return undefined
      if (!hints.noCallNames.includes(call.name)) calls.push({ ...call, span })
    }
  }
  if (values.length > 1 && !hints.joins) repairs.add('several-values', span.start)
  if (!isJsonForm(hints) && calls.length > 0) {
    repairs.add('foreign-dialect', span.start, 'json')
  }
  return calls
}

function isJsonForm({ form }: LooseHints): boolean {
  return form === 'json' || form === 'fenced-json' || form === 'python-or-json'
}

function isPythonForm({ form }: LooseHints): boolean {
  return form === 'python' || form === 'python-or-json'
}

function readPythonList(context: Context, span: Span): readonly RawCall[] | undefined {
  const { scan, hints, repairs } = context
  const made: Repair[] = []
  const repair = (code: Repair['code'], at: number): void => void made.push({ code, at })
  const reader = new PythonCalls(scan.text, { to: span.end, isCut: scan.isCut, repair })
  const calls = reader.list(span.start)
  if (calls === undefined || !areNames(calls, scan)) return undefined
  repairs.addAll(made)
  const after = scan.skipSpace(reader.at)
  if (after < span.end)
    repairs.add(
      /^[\])}]+$/.test(scan.text.slice(after, span.end).trim()) ? 'bracket-surplus' : 'text-in-block',
      after,
    )
  if (!isPythonForm(hints)) repairs.add('foreign-dialect', span.start, 'pythonic')
  return calls
}

/** A name with a hyphen is one only when a tool is called so: `a-b(c=1)` is a subtraction otherwise. */
function areNames(calls: readonly LooseCall[], scan: Scan): boolean {
  return calls.every(({ name }) => !name.includes('-') || scan.tools.schemaOf(name) !== undefined)
}

/** Calls without the brackets of a list, one behind another. */
function readBareCalls(context: Context, span: Span): readonly RawCall[] | undefined {
  const { scan, hints, repairs } = context
  const made: Repair[] = []
  const repair = (code: Repair['code'], at: number): void => void made.push({ code, at })
  const reader = new PythonCalls(scan.text, { to: span.end, isCut: scan.isCut, repair })
  const calls: RawCall[] = []
  let closing: { readonly rest: string; readonly at: number } | undefined
  for (let at = span.start; at < span.end; ) {
    const call = reader.call(at)
    if (call === undefined) return undefined
    calls.push(call)
    at = reader.at
    while (at < span.end && ' \t\r\n;,'.includes(scan.text.charAt(at))) at++
    const rest = ')]}'.includes(scan.text.charAt(at) || ' ') ? scan.text.slice(at, span.end).trim() : ''
    if (rest === '') continue
    if (!/^[)\]}]{1,9}$/.test(rest)) return undefined
    closing = { rest, at }
    break
  }
  const isGuarded = hints.isGuarded === true || !isPythonForm(hints)
  if (isGuarded && !calls.every(({ name }) => isKnown(scan, name))) return undefined
  if (!areNames(calls, scan)) return undefined
  repairs.addAll(made)
  if (closing?.rest === ']') repairs.add('bracket-missing', span.start)
  else repairs.add('list-missing', span.start)
  if (closing !== undefined && closing.rest !== ']') repairs.add('bracket-surplus', closing.at)
  if (!isPythonForm(hints)) repairs.add('foreign-dialect', span.start, 'pythonic')
  return calls
}

function isKnown({ tools }: Scan, name: string): boolean {
  return tools.schemaOf(name) !== undefined || resolveName(name, tools).repair !== undefined
}

/** `<function=NAME>` before a JSON object or before parameters in tags of their own. */
function readTagged(context: Context, span: Span): readonly RawCall[] | undefined {
  const { scan, hints, repairs } = context
  const { text } = scan
  const calls: RawCall[] = []
  let at = span.start
  while (at < span.end) {
    if (!text.startsWith('<function=', at)) {
      repairs.add('text-in-block', at)
      break
    }
    const xml = foreignReaders.xml(scan, at)
    if (xml.kind === 'read' && xml.end <= span.end) {
      for (const call of xml.calls) calls.push(call)
      if (hints.form !== 'xml') repairs.add('foreign-dialect', at, 'qwen-xml')
      if (!text.slice(xml.end - 16, xml.end).endsWith('</function>')) repairs.add('closer-missing', xml.end)
      at = scan.skipSpace(xml.end)
      continue
    }
    if (xml.kind === 'broken' && xml.isAmbiguous) return undefined
    const nameEnd = scan.next('>', at)
    const name = text.slice(at + '<function='.length, Math.min(nameEnd, at + 300)).trim()
    const value = readLooseValue(scan, {
      from: scan.skipSpace(nameEnd + 1),
      to: span.end,
      closers: ['</function>'],
    })
    const args = value === undefined || isJsonArray(value.value) ? undefined : value.value
    if (value === undefined || name === '' || !isJsonObject(args)) return undefined
    repairs.addAll(value.repairs.list)
    calls.push({ name, arguments: args, span })
    if (hints.form !== 'tagged') repairs.add('foreign-dialect', at, 'llama-function-tag')
    let after = scan.skipSpace(value.end)
    while (after < span.end && '}]'.includes(text.charAt(after))) {
      repairs.add('bracket-surplus', after)
      after = scan.skipSpace(after + 1)
    }
    if (text.startsWith('</function>', after)) after += '</function>'.length
    at = scan.skipSpace(after)
  }
  return calls
}

function readInvoked({ scan, repairs }: Context, span: Span): readonly RawCall[] | undefined {
  const calls: RawCall[] = []
  for (let at = span.start; at < span.end; ) {
    const payload = foreignReaders.invoke(scan, at)
    if (payload.kind !== 'read' || payload.end > span.end) return undefined
    for (const call of payload.calls) calls.push(call)
    at = scan.skipSpace(payload.end)
  }
  repairs.add('foreign-dialect', span.start, 'invoke')
  return calls
}

function readGemma(context: Context, span: Span): readonly RawCall[] | undefined {
  const { scan, hints, repairs } = context
  const made: Repair[] = []
  const reader = new GemmaReader(scan, (code, at) => made.push({ code, at }))
  const calls: RawCall[] = []
  for (let at = span.start; at < span.end; at = scan.skipSpace(reader.at)) {
    const call = scan.text.startsWith('call:', at) ? reader.call(at) : undefined
    if (call === undefined || reader.at > span.end) return undefined
    calls.push({ ...call, span })
  }
  repairs.addAll(made)
  if (hints.form !== 'gemma') repairs.add('foreign-dialect', span.start, 'functiongemma')
  return calls
}

/**
 * A name before an argument object, with whatever a dialect puts between them: `sum[ARGS]{…}`, `sum{…}`,
 * `functions.sum:0<|…|>{…}`, `function<｜…｜>sum⏎```json⏎{…}`.
 */
function readNamed(context: Context, span: Span): readonly RawCall[] | undefined {
  const { scan, hints, repairs } = context
  const { text } = scan
  NAMED.lastIndex = span.start
  const found = NAMED.exec(text)
  if (found === null || NAMED.lastIndex > span.end) return undefined
  const [, first = '', separator = '', second] = found
  if (first === 'functools') {
    repairs.add('marker-spelling', span.start, 'functools')
    return readJsonValues(context, { start: NAMED.lastIndex - 1, end: span.end })
  }
  if (text.charAt(NAMED.lastIndex - 1) === '[') return undefined
  const head = text.slice(span.start, NAMED.lastIndex)
  // Outside a block a name above a fence is a heading, unless the dialect writes its calls so.
  if (hints.isGuarded === true && head.includes('```') && hints.isFenced !== true) return undefined
  const value = readLooseValue(scan, { from: NAMED.lastIndex - 1, to: span.end, closers: hints.closers })
  const name = second ?? first
  const isKnownName = hints.isGuarded === true ? isKnown(scan, name) : /^[\w.-]+(?::\d{1,9})?$/.test(name)
  if (value === undefined || !isKnownName) return undefined
  const args = looseArguments(value.value, { repairs, at: span.start, tools: scan.tools, isCut: scan.isCut })
  if (args === undefined) return undefined
  repairs.addAll(value.repairs.list)
  const after = text.slice(value.end, span.end).replaceAll('```', '').trim()
  if (after !== '') repairs.add(/^[\]}]+$/.test(after) ? 'bracket-surplus' : 'text-in-block', value.end)
  if (head.includes('```')) {
    if (hints.isFenced !== true) repairs.add('foreign-dialect', span.start, 'deepseek-v3')
  } else if (hints.separator === undefined || separator.trim() !== hints.separator) {
    repairs.add('separator', span.start)
  }
  return [{ name, arguments: args, span }]
}

/** Words before a JSON payload in a block. */
function readAfterWords(context: Context, span: Span): readonly RawCall[] | undefined {
  const { scan, repairs } = context
  const object = scan.next('{', span.start)
  const list = scan.next('[', span.start)
  const at = Math.min(object, list)
  if (at >= span.end) return undefined
  const inner = { start: at, end: span.end }
  const calls = CALL_LIST.test(scan.text.slice(at, at + 300))
    ? readPythonList(context, inner)
    : readJsonValues(context, inner)
  if (calls !== undefined) repairs.add('text-in-block', span.start)
  return calls
}

const FENCE = /```[\w-]{0,32}[ \t]{0,8}\r?\n/y
const CALL_LIST = /^\[\s*\(?\s*[\p{XIDS}_][\p{XIDC}.-]*\s*\)?\s*\(/u
const BARE_CALL = /^[\p{XIDS}_][\p{XIDC}.-]*\s*\(/u
const NAMED =
  /([A-Za-z_][\w.:-]{0,200})((?:\s{0,4}(?:\[[A-Z_]{1,20}\]|<[|｜][^<>{}\n]{1,60}[|｜]>|>)){0,2})(?:\s{0,4}([A-Za-z_][\w.:-]{0,200})?\s{0,4}```(?:json)?\s{1,4}|\s{0,4})[{[]/y
