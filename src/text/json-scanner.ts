/** Where and why a text is not JSON. Offsets count UTF-16 code units from 0; line and column count from 1. */
export interface JsonFault {
  readonly code:
    | 'unexpected-end'
    | 'unexpected-character'
    | 'bad-number'
    | 'bad-escape'
    | 'bad-literal'
    | 'raw-control-character'
    | 'duplicate-key'
    | 'too-deep'
    | 'trailing-text'
  readonly reason: string
  readonly at: number
  readonly line: number
  readonly column: number
}

/** Carries a fault out of the recursion; it never leaves `text/`. */
export class ScanFault extends Error {
  readonly code: JsonFault['code']
  readonly at: number

  constructor(code: JsonFault['code'], at: number, reason: string) {
    super(reason)
    this.code = code
    this.at = at
  }
}

const QUOTE = 0x22
const BACKSLASH = 0x5c

/** Reads the tokens of RFC 8259 from a text, one after another. Builders decide what becomes of them. */
export class JsonScanner {
  readonly text: string
  at = 0

  constructor(text: string) {
    this.text = text
  }

  /** Code unit of the next token, NaN at the end. White space before it is passed over. */
  peek(): number {
    let code = this.text.charCodeAt(this.at)
    while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) {
      code = this.text.charCodeAt(++this.at)
    }
    return code
  }

  /** Passes over the one character that must come next. */
  expect(code: number): void {
    if (this.peek() !== code) throw this.unexpected(`expected "${String.fromCharCode(code)}"`)
    this.at++
  }

  unexpected(expected: string): ScanFault {
    if (this.at >= this.text.length)
      return new ScanFault('unexpected-end', this.at, `The text ends early; ${expected}.`)
    const found = JSON.stringify(String.fromCodePoint(this.text.codePointAt(this.at) ?? 0))
    return new ScanFault('unexpected-character', this.at, `Found ${found}; ${expected}.`)
  }

  /** A string token, decoded. The scanner stands on its opening quote. */
  string(): string {
    const { text } = this
    const start = this.at + 1
    let at = start
    for (;;) {
      const code = text.charCodeAt(at)
      if (code === QUOTE) {
        this.at = at + 1
        return text.slice(start, at)
      }
      if (code === BACKSLASH) return this.#escapedString(start, at)
      if (!(code >= 0x20)) throw this.#badStringCharacter(at)
      at++
    }
  }

  #escapedString(start: number, firstEscape: number): string {
    const { text } = this
    let decoded = text.slice(start, firstEscape)
    let at = firstEscape
    let plainFrom = at
    for (;;) {
      const code = text.charCodeAt(at)
      if (code === QUOTE) {
        this.at = at + 1
        return decoded + text.slice(plainFrom, at)
      }
      if (code === BACKSLASH) {
        decoded += text.slice(plainFrom, at)
        const { character, length } = this.#escape(at)
        decoded += character
        at += length
        plainFrom = at
      } else if (code >= 0x20) {
        at++
      } else {
        throw this.#badStringCharacter(at)
      }
    }
  }

  #escape(at: number): { readonly character: string; readonly length: number } {
    const letter = this.text.charAt(at + 1)
    const simple = SIMPLE_ESCAPES.get(letter)
    if (simple !== undefined) return { character: simple, length: 2 }
    if (letter === 'u') {
      const digits = this.text.slice(at + 2, at + 6)
      if (/^[0-9a-fA-F]{4}$/.test(digits)) {
        return { character: String.fromCharCode(Number.parseInt(digits, 16)), length: 6 }
      }
    }
    if (at + 1 >= this.text.length)
      throw new ScanFault('unexpected-end', at, 'The text ends inside an escape.')
    throw new ScanFault('bad-escape', at, `"\\${letter}" begins no escape of JSON.`)
  }

  #badStringCharacter(at: number): ScanFault {
    if (at >= this.text.length) return new ScanFault('unexpected-end', at, 'The text ends inside a string.')
    const code = this.text.charCodeAt(at).toString(16).padStart(4, '0')
    return new ScanFault(
      'raw-control-character',
      at,
      `A string holds the raw control character U+${code.toUpperCase()}.`,
    )
  }

  /** The spelling of a number token, exactly as read. */
  number(): string {
    NUMBER.lastIndex = this.at
    const match = NUMBER.exec(this.text)
    if (match === null) throw new ScanFault('bad-number', this.at, 'This is not a number of JSON.')
    const end = NUMBER.lastIndex
    const next = this.text.charCodeAt(end)
    const isGlued =
      (next >= 0x30 && next <= 0x39) || next === 0x2e || next === 0x2b || next === 0x2d || isLetter(next)
    if (isGlued) throw new ScanFault('bad-number', this.at, 'This is not a number of JSON.')
    this.at = end
    return match[0]
  }

  literal(word: 'true' | 'false' | 'null'): void {
    if (!this.text.startsWith(word, this.at) || isLetter(this.text.charCodeAt(this.at + word.length))) {
      throw new ScanFault('bad-literal', this.at, `This is not "${word}".`)
    }
    this.at += word.length
  }
}

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y

const SIMPLE_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
])

function isLetter(code: number): boolean {
  return (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a) || code === 0x5f
}

/** Line and column of an offset. Lines end with LF. */
export function locate(text: string, at: number): { readonly line: number; readonly column: number } {
  let line = 1
  let lineStart = 0
  for (let next = text.indexOf('\n'); next !== -1 && next < at; next = text.indexOf('\n', next + 1)) {
    line++
    lineStart = next + 1
  }
  return { line, column: at - lineStart + 1 }
}
