import type { JsonValue } from '../../text/json.js'
import { schemaType } from './json-tools.js'
import { jsonIn } from './recorded-call.js'

/** A parameter of a signature. */
export interface SignatureParameter {
  readonly name: string
  readonly type?: string
  /** It has a default value, or is marked with `?`. */
  readonly isOptional: boolean
  readonly defaultValue?: JsonValue
}

/** `otx_check_ioc(ioc_type, value): what it does`, as preambles declare tools in plain text. */
export interface Signature {
  readonly name: string
  readonly parameters: readonly SignatureParameter[]
  readonly description?: string
}

const LINE =
  /^[ \t]{0,20}(?:[-*•·–]|\d{1,3}[.)])?[ \t]{0,8}(?:def |function |tool |async def )?[`*]{0,3}([A-Za-z_][\w.:-]{0,127})[`*]{0,3}\(([^()\n]{0,2000})\)[`*]{0,3}(?:[ \t]{0,8}->[ \t]{0,8}[\w[\], |.]{1,80})?[ \t]{0,8}(?:[:–—-]{1,2}[ \t]{0,8}([^\n]*))?$/gmu
const PARAMETER =
  /^\s*(?:\*{0,2})([A-Za-z_]\w{0,127})(\?)?\s*(?::\s*([^=]{1,80}?))?\s*(?:=\s*(.{1,200}))?\s*$/u

/** The signatures that stand on lines of their own, in order; the first of a name counts. */
export function signaturesIn(text: string): readonly Signature[] {
  const found = new Map<string, Signature>()
  for (const [, name = '', inside = '', description] of text.slice(0, 1_000_000).matchAll(LINE)) {
    const parameters = parametersOf(inside)
    if (parameters === undefined || found.has(name)) continue
    const said = description?.trim() ?? ''
    found.set(name, { name, parameters, ...(said === '' ? {} : { description: said }) })
  }
  return [...found.values()]
}

function parametersOf(inside: string): readonly SignatureParameter[] | undefined {
  if (inside.trim() === '') return []
  const parameters: SignatureParameter[] = []
  for (const part of topLevelParts(inside)) {
    const match = PARAMETER.exec(part)
    if (match === null) return undefined
    const [, name = '', mark, type, written] = match
    const known = type === undefined ? undefined : schemaType(type)
    const value = written === undefined ? undefined : defaultOf(written.trim())
    parameters.push({
      name,
      isOptional: mark !== undefined || written !== undefined || /optional/i.test(type ?? ''),
      ...(known === undefined ? {} : { type: known }),
      ...(value === undefined ? {} : { defaultValue: value }),
    })
  }
  return parameters
}

/** Cut at commas that stand in no bracket. */
function topLevelParts(text: string): readonly string[] {
  const parts: string[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '[' || character === '{') depth++
    else if (character === ']' || character === '}') depth--
    else if (character === ',' && depth === 0) {
      parts.push(text.slice(start, at))
      start = at + 1
    }
  }
  return [...parts, text.slice(start)]
}

function defaultOf(text: string): JsonValue | undefined {
  if (/^-?\d{1,15}$/.test(text)) return Number(text)
  if (/^(?:true|True)$/.test(text)) return true
  if (/^(?:false|False)$/.test(text)) return false
  if (/^(?:none|None|null|undefined)$/.test(text)) return undefined
  const quoted = /^(["'])(.*)\1$/.exec(text)
  return quoted === null ? jsonIn(text) : quoted[2]
}
