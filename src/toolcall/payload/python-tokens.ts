import { ExactNumber, type JsonValue, numberOf } from '../../text/json.js'
import type { RawFault } from '../scan/block.js'
import { pythonEscape } from './python-string.js'

/** Digits of a decimal integer beyond which CPython 3.11 refuses to read one. */
const MAX_DIGITS = 4300

/** The tokens of Python that literals are made of. A broken token leaves its reason in `fault`. */
export class PythonTokens {
  at = 0
  fault: RawFault | undefined
  readonly #text: string
  readonly #to: number
  readonly #allowsHyphens: boolean
  readonly #refusesUnknown: boolean

  constructor(
    text: string,
    {
      to,
      allowsHyphens,
      refusesUnknown,
    }: {
      readonly to: number
      readonly allowsHyphens: boolean
      /** Escapes that Python keeps as they are become faults. */
      readonly refusesUnknown: boolean
    },
  ) {
    this.#text = text
    this.#to = to
    this.#allowsHyphens = allowsHyphens
    this.#refusesUnknown = refusesUnknown
  }

  get isOver(): boolean {
    return this.at >= this.#to
  }

  /** The next character, `''` at the end. */
  peek(): string {
    return this.at < this.#to ? this.#text.charAt(this.at) : ''
  }

  eat(character: string): boolean {
    if (this.peek() !== character) return false
    this.at++
    return true
  }

  /** `=` that is not part of `==`. */
  eatAssignment(): boolean {
    if (this.peek() !== '=' || this.#text.charAt(this.at + 1) === '=') return false
    this.at++
    return true
  }

  /** Past white space, line ends, comments and joined lines, as inside brackets. False where Python has none of it. */
  space(): boolean {
    for (; this.at < this.#to; this.at++) {
      const code = this.#text.charCodeAt(this.at)
      if (code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d || code === 0x0c) continue
      if (code === 0x23) {
        while (this.at + 1 < this.#to && !isLineEnd(this.#text.charCodeAt(this.at + 1))) this.at++
      } else if (code === 0x5c && isLineEnd(this.#text.charCodeAt(this.at + 1))) {
        this.at++
      } else {
        return code !== 0
      }
    }
    return true
  }

  /** Whether what follows a value would make a larger expression of it. */
  continuesExpression(): boolean {
    const next = this.peek()
    return next !== '' && !',)]}:'.includes(next)
  }

  /** Whether anything but a separator follows on the same line. */
  goesOnInLine(): boolean {
    let { at } = this
    for (let code = this.#text.charCodeAt(at); at < this.#to && (code === 0x20 || code === 0x09); ) {
      code = this.#text.charCodeAt(++at)
    }
    return at < this.#to && !'\r\n;,'.includes(this.#text.charAt(at))
  }

  /** An identifier in normal form KC, as Python compares them. Digits alone are none. */
  name(): string | undefined {
    const pattern = this.#allowsHyphens ? LOOSE_NAME : NAME
    pattern.lastIndex = this.at
    const found = pattern.exec(this.#text)?.[0]
    if (found === undefined || this.at + found.length > this.#to) return undefined
    this.at += found.length
    return /^[\x20-\x7e]*$/.test(found) ? found : found.normalize('NFKC')
  }

  startsNumber(): boolean {
    const code = this.#text.charCodeAt(this.at)
    if (this.at >= this.#to) return false
    if (code >= 0x30 && code <= 0x39) return true
    const next = this.#text.charCodeAt(this.at + 1)
    return code === 0x2e && next >= 0x30 && next <= 0x39
  }

  /** A number without sign, in the spelling of JSON. */
  number(): JsonValue | undefined {
    const start = this.at
    const end = numberEnd(this.#text, start, this.#to)
    // Longer ones are refused before an expression sees them: its backtracking stack is not endless.
    if (end - start > 2 * MAX_DIGITS) return this.#badNumber(start)
    const spelled = this.#text.slice(start, end)
    let json: string | undefined
    if (/^0[xXoObB]/.test(spelled)) json = fromRadix(spelled)
    else if (/[jJ]$/.test(spelled)) {
      this.fault = { code: 'complex-number', what: 'A complex number has no form in JSON.', at: start }
      return undefined
    } else json = fromDecimal(spelled)
    if (json === undefined) return this.#badNumber(start)
    this.at = end
    return numberOf(json)
  }

  #badNumber(at: number): undefined {
    this.fault = { code: 'bad-number', what: 'This is not a number of Python.', at }
    return undefined
  }

  /** The number with a minus before it; the integer zero has none. */
  negated(value: JsonValue): JsonValue {
    const text = value instanceof ExactNumber ? value.text : String(value)
    return text === '0' ? value : numberOf(`-${text}`)
  }

  /** One string, or several side by side; undefined when none begins here or one is broken. */
  strings(): string | undefined {
    let whole: string | undefined
    for (;;) {
      const before = this.at
      if (whole !== undefined && !this.space()) return undefined
      PREFIX.lastIndex = this.at
      const opening = PREFIX.exec(this.#text)
      if (opening === null || this.at + opening[0].length > this.#to) {
        this.at = before
        return whole
      }
      const string = this.#string(opening[1] ?? '', opening[2] ?? '', opening[0].length)
      if (string === undefined) return undefined
      whole = (whole ?? '') + string
    }
  }

  #string(prefix: string, quote: string, openingLength: number): string | undefined {
    const start = this.at
    const kind = prefix.toLowerCase()
    if (kind.includes('b')) return this.#refuse('bytes', 'Bytes have no form in JSON.', start)
    if (kind.includes('f'))
      return this.#refuse('f-string', 'An f-string is no literal; nothing is evaluated.', start)
    const isRaw = kind === 'r'
    const text = this.#text
    let at = start + openingLength
    let plainFrom = at
    let decoded = ''
    while (at < this.#to) {
      const code = text.charCodeAt(at)
      if (code === quote.charCodeAt(0) && text.startsWith(quote, at)) {
        this.at = at + quote.length
        return decoded + text.slice(plainFrom, at)
      }
      if (code === 0x5c && isRaw) {
        // The character after it cannot end the string; both stay.
        at += 1
        if (at < this.#to && !isLineEnd(text.charCodeAt(at))) at += 1
        else if (at < this.#to) {
          const length = text.startsWith('\r\n', at) ? 2 : 1
          decoded += `${text.slice(plainFrom, at)}\n`
          at += length
          plainFrom = at
        }
      } else if (code === 0x5c) {
        const escaped = pythonEscape(text, at)
        if (escaped === undefined || (escaped.isUnknown && this.#refusesUnknown))
          return this.#refuse('bad-escape', 'This escape cannot be read.', at)
        decoded += text.slice(plainFrom, at) + escaped.characters
        at += escaped.length
        plainFrom = at
      } else if (isLineEnd(code)) {
        if (quote.length === 1) return this.#refuse('line-in-string', 'A line ends inside a string.', at)
        decoded += `${text.slice(plainFrom, at)}\n`
        at += text.startsWith('\r\n', at) ? 2 : 1
        plainFrom = at
      } else if (code === 0) {
        return this.#refuse('null-character', 'Python text holds no NUL.', at)
      } else {
        at++
      }
    }
    return this.#refuse('open-string', 'The text ends inside a string.', this.#to)
  }

  #refuse(code: string, what: string, at: number): undefined {
    this.fault ??= { code, what, at }
    return undefined
  }
}

function isLineEnd(code: number): boolean {
  return code === 0x0a || code === 0x0d
}

/** What the tokenizer would take for a number: letters glued to digits make it broken, not shorter. */
function numberEnd(text: string, from: number, to: number): number {
  let at = from
  for (; at < to; at++) {
    const code = text.charCodeAt(at)
    const isWord =
      (code >= 0x30 && code <= 0x39) ||
      (code >= 0x61 && code <= 0x7a) ||
      (code >= 0x41 && code <= 0x5a) ||
      code === 0x5f ||
      code === 0x2e
    const isExponentSign = (code === 0x2b || code === 0x2d) && (text.charCodeAt(at - 1) | 0x20) === 0x65
    if (!isWord && !(isExponentSign && at > from && !/^0[xX]/.test(text.slice(from, from + 2)))) break
  }
  return at
}

function fromRadix(spelled: string): string | undefined {
  if (!RADIX.test(spelled) || spelled.length > MAX_DIGITS) return undefined
  return BigInt(spelled.replaceAll('_', '').toLowerCase()).toString()
}

function fromDecimal(spelled: string): string | undefined {
  if (INTEGER.test(spelled)) {
    const digits = spelled.replaceAll('_', '')
    if (digits.length > MAX_DIGITS) return undefined
    return /^0+$/.test(digits) ? '0' : digits
  }
  const float = FLOAT.exec(spelled)
  if (float === null || !/[.eE]/.test(spelled)) return undefined
  const [whole = '', fraction = '', exponent = ''] = float.slice(1).map((part) => part?.replaceAll('_', ''))
  const digits = whole.replace(/^0+(?=[0-9])/, '')
  const point = spelled.includes('.') ? `.${fraction === '' ? '0' : fraction}` : ''
  return `${digits === '' ? '0' : digits}${point}${exponent}`
}

export function isPythonWord(name: string): boolean {
  return WORDS.has(name)
}

const NAME = /[\p{XIDS}_][\p{XIDC}]*/uy
const LOOSE_NAME = /[\p{XIDS}_][\p{XIDC}-]*/uy
/** A prefix and the quotes. Two of a kind are an empty string unless a third follows. */
const PREFIX = /([rRuUbBfF]|[bBfF][rR]|[rR][bBfF])?('''|"""|'|")/y
const RADIX = /^0(?:[xX](?:_?[0-9a-fA-F])+|[oO](?:_?[0-7])+|[bB](?:_?[01])+)$/
const INTEGER = /^(?:0(?:_?0)*|[1-9](?:_?[0-9])*)$/
const FLOAT = /^((?:[0-9](?:_?[0-9])*)?)(?:\.((?:[0-9](?:_?[0-9])*)?))?([eE][+-]?[0-9](?:_?[0-9])*)?$/

/** Keywords of Python 3.11; soft keywords are ordinary names. */
const WORDS: ReadonlySet<string> = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except finally for from global ' +
    'if import in is lambda nonlocal not or pass raise return try while with yield'
  ).split(' '),
)
