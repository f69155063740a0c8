import { emptyObject, isJsonObject, type JsonObject } from '../../text/json.js'
import type { Span } from '../parsed-call.js'
import { parameterTypes, valueOfText } from '../payload/typed-text.js'
import type { LooseReading } from '../scan/block.js'
import type { Scan } from '../scan/scan.js'
import { readLooseValue } from './loose-value.js'
import { Repairs } from './repairs.js'

/**
 * A declared tool whose name became a tag: `<ping></ping>`, `<ping/>`, arguments inside as one JSON object or as one tag
 * for each declared parameter. Tags of other names are markup.
 */
export function readTagName(
  scan: Scan,
  span: Span,
): { readonly reading: LooseReading; readonly end: number } | undefined {
  const { text, tools } = scan
  OPEN.lastIndex = span.start
  const found = OPEN.exec(text)
  if (found === null) return undefined
  const [, tag = '', slash] = found
  const name = tools.schemaOf(tag) === undefined ? tools.ignoringCase(tag) : tag
  const schema = name === undefined ? undefined : tools.schemaOf(name)
  if (name === undefined || schema === undefined) return undefined
  const repairs = new Repairs()
  repairs.add('tag-name', span.start, tag)
  const from = OPEN.lastIndex
  if (slash === '/') {
    const call = { name, arguments: emptyObject(), span: { start: span.start, end: from } }
    return { reading: { calls: [call], repairs: repairs.list }, end: from }
  }
  const close = `</${tag}>`
  const end = scan.next(close, from)
  if (end + close.length > span.end) return undefined
  const args = readContent(scan, { start: from, end }, { schema, repairs })
  if (args === undefined) return undefined
  const call = { name, arguments: args, span: { start: span.start, end: end + close.length } }
  return { reading: { calls: [call], repairs: repairs.list }, end: end + close.length }
}

function readContent(
  scan: Scan,
  { start, end }: Span,
  { schema, repairs }: { readonly schema: JsonObject; readonly repairs: Repairs },
): JsonObject | undefined {
  const { text } = scan
  let at = scan.skipSpace(start)
  if (at >= end) return emptyObject()
  if (text.charAt(at) === '{') {
    const loose = readLooseValue(scan, { from: at, to: end })
    if (loose === undefined || !isJsonObject(loose.value) || scan.skipSpace(loose.end) < end) return undefined
    repairs.addAll(loose.repairs.list)
    return loose.value
  }
  const { properties } = schema
  const args = emptyObject()
  while (at < end) {
    PARAMETER.lastIndex = at
    const key = PARAMETER.exec(text)?.[1]
    if (key === undefined || !isJsonObject(properties) || !(key in properties) || key in args)
      return undefined
    const from = PARAMETER.lastIndex
    const close = scan.next(`</${key}>`, from)
    if (close >= end) return undefined
    const value = text
      .slice(from, close)
      .replace(/^\r?\n/, '')
      .replace(/\r?\n$/, '')
    args[key] = valueOfText(value, parameterTypes(schema, key))
    at = scan.skipSpace(close + key.length + 3)
  }
  return args
}

const OPEN = /<([^\s<>/]{1,200})\s{0,4}(\/?)>/y
const PARAMETER = /<([^\s<>/]{1,200})>/y
