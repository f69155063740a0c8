import { emptyObject } from '../../text/json.js'
import type { RawFault } from '../scan/block.js'
import type { PayloadReader, PayloadReading } from '../scan/frame.js'
import type { Scan } from '../scan/scan.js'
import { parameterTypes, valueOfText } from './typed-text.js'

/** Calls written as tags around bare text. */
export interface XmlPayloadRules {
  /** Around the name: `<function=` and `>`; both empty where the name is the bare text up to the first pair. */
  readonly nameOpen: string
  readonly nameClose: string
  /** Behind the last pair: `</function>`; empty where the block's closer follows. */
  readonly end: string
  readonly keyOpen: string
  readonly keyClose: string
  readonly valueOpen: string
  readonly valueClose: string
  /** One line end each that frames a value and is no part of it. */
  readonly framesValues: boolean
  /** Tags of the block itself, which a value may not hold either. */
  readonly outer: readonly string[]
  /** A call whose last value is closed may lack its end where the text or the block ends: for loose readings. */
  readonly mayLackEnd?: boolean
}

/**
 * Values are raw text without any escaping, so that a value that holds one of the dialect's own tags cannot be told
 * from the end of that value: it is ambiguous, and no reading guesses.
 */
export function xmlPayload(rules: XmlPayloadRules): PayloadReader {
  const structural = [
    rules.nameOpen,
    rules.end,
    rules.keyOpen,
    rules.keyClose === '>' ? '' : rules.keyClose,
    rules.valueOpen,
    rules.valueClose,
    ...rules.outer,
  ].filter((tag) => tag !== '')
  return (scan, from) => readXml(scan, from, { rules, structural })
}

interface XmlContext {
  readonly rules: XmlPayloadRules
  readonly structural: readonly string[]
}

function readXml(scan: Scan, from: number, { rules, structural }: XmlContext): PayloadReading {
  const { text } = scan
  const start = scan.skipSpace(from)
  const named = readName(scan, start, { rules, structural })
  if (named === undefined) return { kind: 'none' }
  const schema = scan.tools.schemaOf(named.name)
  const args = emptyObject()
  const places = new Map<string, number>()
  let at = scan.skipSpace(named.end)
  while (scan.startsWith(rules.keyOpen, at)) {
    const keyStart = at + rules.keyOpen.length
    const keyEnd = scan.next(rules.keyClose, keyStart)
    if (keyEnd >= text.length) return broken('pair-open', 'A parameter is never closed.', keyStart)
    const key = text.slice(keyStart, keyEnd)
    if (key === '' || key.includes('\n') || key.includes('<')) {
      return broken('bad-parameter-name', 'A parameter has no proper name.', keyStart)
    }
    let valueStart = keyEnd + rules.keyClose.length
    if (rules.valueOpen !== '') {
      valueStart = scan.skipSpace(valueStart)
      if (!scan.startsWith(rules.valueOpen, valueStart)) {
        return broken('value-missing', `The parameter ${JSON.stringify(key)} has no value.`, valueStart)
      }
      valueStart += rules.valueOpen.length
    }
    const valueEnd = scan.next(rules.valueClose, valueStart)
    if (valueEnd >= text.length) return broken('pair-open', 'A value is never closed.', valueStart)
    const tag = structural.find((candidate) => scan.next(candidate, valueStart) < valueEnd)
    if (tag !== undefined) {
      const what = `A value holds "${tag}", which nothing tells from the dialect's own tag.`
      const fault = { code: 'ambiguous-value', what, at: scan.next(tag, valueStart) }
      return { kind: 'broken', fault, resume: valueEnd, isAmbiguous: true }
    }
    if (key in args) {
      return broken('duplicate-key', `The parameter ${JSON.stringify(key)} is given twice.`, keyStart)
    }
    const raw = rules.framesValues ? unframed(text, valueStart, valueEnd) : text.slice(valueStart, valueEnd)
    args[key] = valueOfText(raw, parameterTypes(schema, key))
    places.set(key, valueStart)
    at = scan.skipSpace(valueEnd + rules.valueClose.length)
  }
  let { end } = named
  const isOver = at >= text.length || scan.markerAt(at, rules.outer) !== undefined
  if (rules.end !== '' && scan.startsWith(rules.end, at)) end = at + rules.end.length
  else if (rules.end !== '' && !(rules.mayLackEnd === true && isOver))
    return unended(scan, at, rules.end, rules)
  else if (at > named.end) {
    end = at
    // A value that held its own closing tag leaves its rest here.
    const boundary = scan.nextOf(rules.outer, at)
    if (!isOver && scan.next(rules.valueClose, at) < boundary)
      return unended(scan, at, rules.outer[0] ?? '', rules)
  }
  const call = { name: named.name, arguments: args, span: { start, end }, places }
  return { kind: 'read', start, end, level: 4, calls: [call], faults: [] }
}

/** After the pairs the end is due; where another tag of the dialect comes first, a value may have held one. */
function unended(scan: Scan, at: number, end: string, { valueClose }: XmlPayloadRules): PayloadReading {
  const isAmbiguous = scan.next(valueClose, at) < scan.text.length
  const code = isAmbiguous ? 'ambiguous-value' : 'end-missing'
  const what = isAmbiguous
    ? 'A value holds a tag of the dialect, so that its end cannot be told.'
    : `"${end}" is due.`
  return { kind: 'broken', fault: { code, what, at }, resume: at, ...(isAmbiguous && { isAmbiguous }) }
}

function broken(code: string, what: string, at: number): PayloadReading {
  const fault: RawFault = { code, what, at }
  return { kind: 'broken', fault, resume: at }
}

function readName(
  scan: Scan,
  start: number,
  { rules, structural }: XmlContext,
): { readonly name: string; readonly end: number } | undefined {
  const { text } = scan
  if (rules.nameOpen !== '') {
    if (!scan.startsWith(rules.nameOpen, start)) return undefined
    const from = start + rules.nameOpen.length
    const end = scan.next(rules.nameClose, from)
    const name = text.slice(from, Math.min(end, from + 1_000))
    if (end >= text.length || name === '' || /[\n<]/.test(name)) return undefined
    return { name, end: end + rules.nameClose.length }
  }
  const tag = Math.min(scan.nextOf(structural, start), scan.next('\n', start))
  const name = text.slice(start, Math.min(tag, start + 1_000)).trim()
  return /^[^\s<>{}[\]"']+$/.test(name) ? { name, end: start + name.length } : undefined
}

/** Without the one line feed on each side that frames a value. */
function unframed(text: string, from: number, to: number): string {
  const start = text.charCodeAt(from) === 0x0a ? from + 1 : from
  const end = to > start && text.charCodeAt(to - 1) === 0x0a ? to - 1 : to
  return text.slice(start, end)
}
