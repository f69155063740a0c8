import { entriesOf, isMapping, isSequence, itemAt, lengthOf } from './containers.js'
import { floatText } from './floats.js'
import { bitsOf } from './integers.js'
import type { Meter } from './meter.js'
import { PlanFault } from './plan-fault.js'
import { bare, type Value } from './value.js'

/** Python's `str`. */
export function textOf(value: Value, meter: Meter): string {
  const plain = bare(value)
  return typeof plain === 'string' ? plain : reprOf(plain, meter)
}

/** Python's `repr`. */
export function reprOf(value: Value, meter: Meter, depth = 0): string {
  const plain = bare(value)
  if (plain === null) return 'None'
  switch (typeof plain) {
    case 'boolean':
      return plain ? 'True' : 'False'
    case 'bigint':
      return integerText(plain, meter)
    case 'number':
      return floatText(plain)
    case 'string':
      return quotedText(plain, meter)
    default:
  }
  const deeper = meter.descend(depth)
  if (isSequence(plain)) {
    const parts: string[] = []
    for (let at = 0; at < lengthOf(plain); at++) parts.push(reprOf(itemAt(plain, at) ?? null, meter, deeper))
    const inside = joinedText(parts, meter)
    if (plain.kind !== 'tuple') return `[${inside}]`
    return parts.length === 1 ? `(${inside},)` : `(${inside})`
  }
  if (isMapping(plain)) {
    const parts: string[] = []
    for (const [key, item] of entriesOf(plain, meter)) {
      parts.push(`${reprOf(key, meter, deeper)}: ${reprOf(item, meter, deeper)}`)
    }
    return `{${joinedText(parts, meter)}}`
  }
  if (plain.kind === 'result') return `<Result of ${plain.tool}, ${plain.rows.count} rows>`
  return `<${plain.kind}>`
}

function joinedText(parts: readonly string[], meter: Meter): string {
  const length = parts.reduce((sum, part) => sum + part.length + 2, 0)
  meter.takeText(length)
  return parts.join(', ')
}

/** CPython 3.11 writes and reads no integers that are longer. */
export const MOST_DIGITS = 4300

export function integerText(value: bigint, meter: Meter): string {
  // 4,300 digits have 14,285 bits; only longer ones need to be looked at.
  const bits = bitsOf(value)
  meter.work(bits / 64)
  const text = value.toString()
  if (bits < 14_000 || text.length - (value < 0n ? 1 : 0) <= MOST_DIGITS) return text
  throw new PlanFault(
    'limit',
    `ValueError: Exceeds the limit (${MOST_DIGITS} digits) for integer string conversion`,
  )
}

/** All that Python does not print as itself, and what quotes need. */
const UNPRINTABLE = /(?! )[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Zs}\\'"]/gu

function quotedText(text: string, meter: Meter): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'"
  return quote + escapedText(text, { pattern: UNPRINTABLE, quote, meter }) + quote
}

/** Characters between two looks at the clock. */
const PIECE = 4_096

function escapedText(
  text: string,
  { pattern, quote, meter }: { readonly pattern: RegExp; readonly quote: string; readonly meter: Meter },
): string {
  let result = ''
  for (let from = 0; from < text.length; ) {
    let end = Math.min(text.length, from + PIECE)
    // Both halves of a pair belong to one piece.
    if (end < text.length && (text.charCodeAt(end - 1) & 0xfc00) === 0xd800) end++
    const piece = text.slice(from, end)
    const escaped = piece.replace(pattern, (character) => escapedCharacter(character, quote))
    meter.takeText(escaped.length)
    meter.work(piece.length / 16)
    result += escaped
    from = end
  }
  return result
}

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\\': '\\\\' }

function escapedCharacter(character: string, quote: string): string {
  if (character === "'" || character === '"') return character === quote ? `\\${character}` : character
  const short = SHORT[character]
  if (short !== undefined) return short
  const code = character.codePointAt(0) ?? 0
  const hex = code.toString(16)
  if (code < 0x100) return `\\x${hex.padStart(2, '0')}`
  return code < 0x10000 ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`
}

/** Python's `ascii`: `repr` without a character beyond ASCII. */
export function asciiOf(value: Value, meter: Meter): string {
  // Of what `repr` left, only letters beyond ASCII are escaped.
  return escapedText(reprOf(value, meter), { pattern: BEYOND_ASCII, quote: '', meter })
}

const BEYOND_ASCII = /[^\x00-\x7f]/gu
