import { type CodeRange, type CodeSet, codeSet, complement, DIGITS, SPACE, WORD } from './code-points.js'
import { PatternGap } from './pattern-gap.js'
import type { PatternText } from './pattern-text.js'

/** What an escape stands for where it stands for characters. */
export type Escaped =
  | { readonly kind: 'code'; readonly code: number }
  | { readonly kind: 'set'; readonly set: CodeSet }

/** Asks for the code points of `\p{…}`; throws where there are none or they cannot be afforded. */
export type PropertyOf = (name: string) => CodeSet

/** Reads `[…]`. The text stands behind the opening bracket. */
export function readClass(text: PatternText, propertyOf: PropertyOf): CodeSet {
  const isNegated = text.takes('^')
  const ranges: CodeRange[] = []
  while (!text.takes(']')) {
    const from = readMember(text, propertyOf)
    if (!text.stands('-') || text.stands('-]')) {
      ranges.push(...rangesOf(from))
      continue
    }
    text.takes('-')
    const to = readMember(text, propertyOf)
    if (from.kind === 'set' || to.kind === 'set') {
      // Without the `u` flag the hyphen beside a set stands for itself.
      ranges.push(...rangesOf(from), ...rangesOf({ kind: 'code', code: 0x2d }), ...rangesOf(to))
      continue
    }
    if (from.code > to.code) throw new PatternGap('pattern-syntax', 'A range in the pattern runs backwards.')
    ranges.push({ first: from.code, last: to.code })
  }
  const set = codeSet(ranges)
  return isNegated ? complement(set) : set
}

function rangesOf(member: Escaped): readonly CodeRange[] {
  return member.kind === 'set' ? member.set : [{ first: member.code, last: member.code }]
}

function readMember(text: PatternText, propertyOf: PropertyOf): Escaped {
  const code = text.next()
  if (code === undefined)
    throw new PatternGap('pattern-syntax', 'A character class in the pattern is not closed.')
  if (code !== BACKSLASH) return { kind: 'code', code }
  // Inside a class `\b` is the backspace.
  if (text.takes('b')) return { kind: 'code', code: 0x08 }
  return readEscape(text, propertyOf)
}

const BACKSLASH = 0x5c

const SETS: ReadonlyMap<string, CodeSet> = new Map([
  ['d', DIGITS],
  ['D', complement(DIGITS)],
  ['w', WORD],
  ['W', complement(WORD)],
  ['s', SPACE],
  ['S', complement(SPACE)],
])

const CONTROLS: ReadonlyMap<string, number> = new Map([
  ['t', 0x09],
  ['n', 0x0a],
  ['v', 0x0b],
  ['f', 0x0c],
  ['r', 0x0d],
])

/** Reads what follows a backslash. */
export function readEscape(text: PatternText, propertyOf: PropertyOf): Escaped {
  const letter = text.nextText()
  if (letter === undefined) throw new PatternGap('pattern-syntax', 'The pattern ends with a backslash.')
  const set = SETS.get(letter)
  if (set !== undefined) return { kind: 'set', set }
  const control = CONTROLS.get(letter)
  if (control !== undefined) return { kind: 'code', code: control }
  if (letter === 'p' || letter === 'P') {
    const name = text.match(/\{([^}]{1,129})\}/y)
    if (name === undefined)
      throw new PatternGap('pattern-syntax', `"\\${letter}" names no property in braces.`)
    const property = propertyOf(name)
    return { kind: 'set', set: letter === 'p' ? property : complement(property) }
  }
  return { kind: 'code', code: readCode(text, letter) }
}

function readCode(text: PatternText, letter: string): number {
  if (letter === 'u') return readUnicode(text)
  const hex = letter === 'x' ? text.match(/([0-9a-fA-F]{2})/y) : undefined
  if (hex !== undefined) return Number.parseInt(hex, 16)
  const control = letter === 'c' ? text.match(/([A-Za-z])/y) : undefined
  if (control !== undefined) return control.charCodeAt(0) % 32
  if (letter === '0' && text.match(/([0-9])/y) === undefined) return 0
  // The `u` flag allows only syntax characters here; without it any other character stands for itself too. Letters and
  // digits are refused: other languages give many of them a meaning (`\A`, `\Z`, `\h`).
  if (/^[A-Za-z0-9]$/.test(letter)) {
    throw new PatternGap('pattern-syntax', `"\\${letter}" is no escape of ECMA-262.`)
  }
  return letter.codePointAt(0) as number // the text is one character
}

function readUnicode(text: PatternText): number {
  const braced = text.match(/\{([0-9a-fA-F]{1,8})\}/y)
  if (braced !== undefined) {
    const code = Number.parseInt(braced, 16)
    if (code > 0x10ffff)
      throw new PatternGap('pattern-syntax', 'The pattern names a character beyond U+10FFFF.')
    return code
  }
  const high = unit(text.match(/([0-9a-fA-F]{4})/y))
  const isHigh = high >= 0xd800 && high <= 0xdbff
  const low = isHigh ? text.match(/\\u([dD][c-fC-F][0-9a-fA-F]{2})/y) : undefined
  return low === undefined ? high : 0x10000 + ((high - 0xd800) << 10) + (unit(low) - 0xdc00)
}

function unit(hex: string | undefined): number {
  if (hex === undefined)
    throw new PatternGap('pattern-syntax', '"\\u" needs four hexadecimal digits or braces.')
  return Number.parseInt(hex, 16)
}
