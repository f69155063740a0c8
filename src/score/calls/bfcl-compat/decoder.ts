import { readPythonList } from '../../../benchmark/readers/bfcl/python-expression.js'
import type { PythonCallExpression, PythonExpression } from '../../../benchmark/readers/bfcl/python-syntax.js'
import {
  type PythonDict,
  type PythonValue,
  pythonDict,
} from '../../../benchmark/readers/bfcl/python-value.js'
import { evaluateArithmetic } from './python-arithmetic.js'
import { unparsePython } from './python-unparse.js'

/** Calls as BFCL's checker takes them: `{name: {argument: value}}`, one dict a call. */
export type DecodedCalls = readonly PythonDict[]

/**
 * Reads a prompt-style answer as BFCL does: back-ticks, blanks and newlines are stripped, missing brackets added, the
 * rest read as a Python list of calls. Positional arguments are dropped; a name stands for its own text; `+5`, `~5` and
 * `not 5` all become −5; arithmetic is computed; a call without keywords, and a subscript, become their source text.
 *
 * @returns undefined where BFCL's decoder fails.
 */
export function decodePromptAnswer(text: string): DecodedCalls | undefined {
  let source = stripped(text, /[`\n ]/)
  if (!source.startsWith('[')) source = `[${source}`
  if (!source.endsWith(']')) source = `${source}]`
  // Lone surrogates cannot be encoded, and Python reads no source that cannot.
  if (/\p{Surrogate}/u.test(source)) return undefined
  const items = readPythonList(source)
  if (items === undefined) return undefined
  const calls: PythonDict[] = []
  for (const item of items) {
    const call = item.kind === 'call' ? callValue(item) : undefined
    if (call === undefined) return undefined
    calls.push(call)
  }
  return calls
}

function stripped(text: string, characters: RegExp): string {
  let start = 0
  let end = text.length
  while (start < end && characters.test(text.charAt(start))) start++
  while (end > start && characters.test(text.charAt(end - 1))) end--
  return text.slice(start, end)
}

function callValue({ callee, keywords }: PythonCallExpression): PythonDict | undefined {
  const entries: [PythonValue, PythonValue][] = []
  for (const { name, value } of keywords) {
    const resolved = resolve(value)
    if (resolved === undefined) return undefined
    entries.push([name ?? null, resolved])
  }
  const args = pythonDict(entries)
  return args && pythonDict([[calleeName(callee), args]])
}

/** The name with its dots; of a callee that is no name, only the attributes behind it. */
function calleeName(callee: PythonExpression): string {
  const parts: string[] = []
  let at = callee
  for (; at.kind === 'attribute'; at = at.of) parts.push(at.name)
  if (at.kind === 'name') parts.push(at.name)
  return parts.reverse().join('.')
}

function resolve(expression: PythonExpression): PythonValue | undefined {
  switch (expression.kind) {
    case 'constant':
      return expression.value
    case 'ellipsis':
      return '...'
    case 'name':
      return expression.name
    case 'list':
    case 'tuple': {
      const items = expression.items.map(resolve)
      const known = items.filter((item) => item !== undefined)
      return known.length === items.length ? { kind: expression.kind, items: known } : undefined
    }
    case 'dict': {
      const entries: [PythonValue, PythonValue][] = []
      for (const [key, value] of expression.entries) {
        const resolvedKey = resolve(key)
        const resolved = resolve(value)
        if (resolvedKey === undefined || resolved === undefined) return undefined
        entries.push([resolvedKey, resolved])
      }
      return pythonDict(entries)
    }
    case 'unary':
      return negated(expression.operand)
    case 'binary':
      return evaluateArithmetic(expression)
    case 'call':
      return expression.keywords.length === 0 ? unparsePython(expression) : callValue(expression)
    case 'subscript':
      return unparsePython(expression)
    case 'attribute':
    case 'other':
      return undefined
    default:
      return expression satisfies never
  }
}

/** Whatever the operator is, BFCL negates the constant behind it. */
function negated(operand: PythonExpression): PythonValue | undefined {
  if (operand.kind !== 'constant') return undefined
  const { value } = operand
  if (typeof value === 'boolean') return value ? -1n : 0n
  return typeof value === 'bigint' || typeof value === 'number' ? -value : undefined
}
