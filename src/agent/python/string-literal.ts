import { SyntaxFault } from './syntax-fault.js'
import type { Place } from './tree.js'

/** A string token, taken apart. */
export interface StringLiteral {
  readonly isRaw: boolean
  readonly isBytes: boolean
  readonly isFormatted: boolean
  /** Written with a small `u`, which Python remembers. */
  readonly isUnicode: boolean
  /** Length of the prefix and the opening quotes, and of the closing ones. */
  readonly opening: number
  readonly closing: number
}

export function stringLiteral(text: string): StringLiteral {
  const written = text.slice(0, text.search(/["']/))
  const prefix = written.toLowerCase()
  const quote = text[prefix.length] ?? ''
  const isTriple = text.length >= prefix.length + 6 && text.startsWith(quote.repeat(3), prefix.length)
  const closing = isTriple ? 3 : 1
  return {
    isRaw: prefix.includes('r'),
    isBytes: prefix.includes('b'),
    isFormatted: prefix.includes('f'),
    isUnicode: written === 'u',
    opening: prefix.length + closing,
    closing,
  }
}

const SIMPLE: Readonly<Record<string, string>> = {
  '\n': '',
  '\\': '\\',
  "'": "'",
  '"': '"',
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
}

const ESCAPE = /\\(?:[0-7]{1,3}|[^]|$)/g

/** Digits behind `\x`, `\u` and `\U`. */
const HEX_LENGTH: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 }

/**
 * The text between the quotes of a `str`, escapes read. Unknown escapes stay as they are, as in Python.
 *
 * @throws {SyntaxFault} also for `\N{…}`: the names of characters are a table that is not at hand.
 */
export function decodeText(body: string, place: Place): string {
  return decode(body, (letter, digits) => {
    const length = HEX_LENGTH[letter]
    if (length === undefined) {
      if (letter === 'N') throw new SyntaxFault('characters cannot be given by name (\\N{…})', place)
      return undefined
    }
    const hex = digits.slice(0, length)
    const code = hexValue(hex, length)
    if (code === undefined || code > 0x10ffff) throw new SyntaxFault(`invalid escape "\\${letter}"`, place)
    return { text: String.fromCodePoint(code), length }
  })
}

/** The same of `bytes`, one code unit for each byte. */
export function decodeBytes(body: string, place: Place): string {
  return decode(body, (letter, digits) => {
    if (letter !== 'x') return undefined
    const code = hexValue(digits.slice(0, 2), 2)
    if (code === undefined) throw new SyntaxFault('invalid escape "\\x"', place)
    return { text: String.fromCharCode(code), length: 2 }
  }).replace(/[\u0100-\uffff]/g, (character) => String.fromCharCode(character.charCodeAt(0) & 0xff))
}

type CodeEscape = (
  letter: string,
  digits: string,
) => { readonly text: string; readonly length: number } | undefined

function decode(body: string, codeEscape: CodeEscape): string {
  if (!body.includes('\\')) return body
  let decoded = ''
  let done = 0
  ESCAPE.lastIndex = 0
  for (let found = ESCAPE.exec(body); found !== null; found = ESCAPE.exec(body)) {
    decoded += body.slice(done, found.index)
    done = found.index + found[0].length
    const escaped = found[0].slice(1)
    const simple = SIMPLE[escaped]
    if (simple !== undefined) decoded += simple
    else if (/^[0-7]/.test(escaped)) decoded += String.fromCharCode(Number.parseInt(escaped, 8))
    else {
      const code = codeEscape(escaped, body.slice(done, done + 8))
      decoded += code?.text ?? found[0]
      done += code?.length ?? 0
    }
    ESCAPE.lastIndex = done
  }
  return decoded + body.slice(done)
}

function hexValue(digits: string, length: number): number | undefined {
  return digits.length === length && /^[0-9a-fA-F]+$/.test(digits) ? Number.parseInt(digits, 16) : undefined
}
