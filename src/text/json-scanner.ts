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
    | 'prototype-key'
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

/** What a reader refuses although RFC 8259 allows it. */
export interface JsonRules {
  /** Deepest nesting of arrays and objects. */
  readonly maxDepth: number
  readonly duplicateKeys: 'fault' | 'last'
  /** The key `__proto__`: plain data here, a way into other programs' objects. */
  readonly prototypeKeys: 'data' | 'fault'
}

const QUOTE = 0x22
const BACKSLASH = 0x5c

/** Reads the tokens of RFC 8259 from a text, one after another. Builders decide what becomes of them. */
export class JsonScanner {
  readonly text: string
  at = 0
  #nextBackslash = -1
  #nextControl = -1

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
    const start = this.at + 1
    const end = this.#plainEnd(start)
    if (end === -1) return this.#escapedString(start)
    this.at = end + 1
    return this.text.slice(start, end)
  }

  /** Passes over a string token, checking it as `string` does. */
  skipString(): void {
    const end = this.#plainEnd(this.at + 1)
    if (end === -1) this.#escapedString(this.at + 1)
    else this.at = end + 1
  }

  /**
   * Offset of the closing quote of a string without escapes and control characters, else −1. The places of the next
   * backslash and the next control character are remembered, so that all strings together cost one search each.
   */
  #plainEnd(start: number): number {
    const { text } = this
    const end = text.indexOf('"', start)
    if (end === -1) return -1
    if (this.#nextBackslash < start) {
      const found = text.indexOf('\\', start)
      this.#nextBackslash = found === -1 ? text.length : found
    }
    if (this.#nextBackslash < end) return -1
    if (this.#nextControl < start) {
      CONTROL.lastIndex = start
      this.#nextControl = CONTROL.test(text) ? CONTROL.lastIndex - 1 : text.length
    }
    return this.#nextControl < end ? -1 : end
  }

  #escapedString(start: number): string {
    const { text } = this
    let decoded = ''
    let at = start
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
    const next = this.text.charCodeAt(this.at + word.length)
    const isGlued = isLetter(next) || (next >= 0x30 && next <= 0x39)
    if (!this.text.startsWith(word, this.at) || isGlued) {
      throw new ScanFault('bad-literal', this.at, `This is not "${word}".`)
    }
    this.at += word.length
  }

  /** Refuses a key; `isRepeated` says whether its object has it already. */
  checkKey(key: string, at: number, isRepeated: boolean, rules: JsonRules): void {
    if (isRepeated && rules.duplicateKeys === 'fault') {
      const reason = `The key ${JSON.stringify(key)} stands twice in one object.`
      throw new ScanFault('duplicate-key', at, reason)
    }
    if (key === '__proto__' && rules.prototypeKeys === 'fault') {
      const reason = 'The key "__proto__" is refused: in many programs it changes every object.'
      throw new ScanFault('prototype-key', at, reason)
    }
  }

  checkDepth(depth: number, { maxDepth }: JsonRules): void {
    if (depth > maxDepth) throw new ScanFault('too-deep', this.at, `Nesting is deeper than ${maxDepth}.`)
  }

  /** Passes over one value, checking everything that reading it would check. */
  skipValue(depth: number, rules: JsonRules): void {
    const code = this.peek()
    switch (code) {
      case 0x22:
        this.skipString()
        return
      case 0x7b:
        this.#skipObject(depth + 1, rules)
        return
      case 0x5b:
        this.#skipArray(depth + 1, rules)
        return
      case 0x74:
        this.literal('true')
        return
      case 0x66:
        this.literal('false')
        return
      case 0x6e:
        this.literal('null')
        return
      default:
        if (code !== 0x2d && !(code >= 0x30 && code <= 0x39)) throw this.unexpected('expected a value')
        this.number()
    }
  }

  #skipArray(depth: number, rules: JsonRules): void {
    this.checkDepth(depth, rules)
    this.at++
    if (this.closes(0x5d)) return
    do this.skipValue(depth, rules)
    while (this.continues(0x5d))
  }

  #skipObject(depth: number, rules: JsonRules): void {
    this.checkDepth(depth, rules)
    this.at++
    if (this.closes(0x7d)) return
    const keys = new Set<string>()
    do {
      const { key, at } = this.key()
      this.checkKey(key, at, keys.has(key), rules)
      keys.add(key)
      this.skipValue(depth, rules)
    } while (this.continues(0x7d))
  }

  /** A key with its colon. */
  key(): { readonly key: string; readonly at: number } {
    if (this.peek() !== QUOTE) throw this.unexpected('expected a key in double quotes')
    const { at } = this
    const key = this.string()
    this.expect(0x3a)
    return { key, at }
  }

  /** Whether the bracket `close` comes next; passes over it. */
  closes(close: number): boolean {
    if (this.peek() !== close) return false
    this.at++
    return true
  }

  /** After a member: true past a comma, false past the bracket `close`. */
  continues(close: number): boolean {
    const code = this.peek()
    if (code !== 0x2c && code !== close) {
      throw this.unexpected(`expected "," or "${String.fromCharCode(close)}"`)
    }
    this.at++
    return code === 0x2c
  }
}

const CONTROL = /[\u0000-\u001f]/g

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
