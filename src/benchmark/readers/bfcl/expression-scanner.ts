import { PythonTokens } from '../../../toolcall/payload/python-tokens.js'
import type { PythonExpression } from './python-syntax.js'

/** Thrown and caught among the readers of expressions: the source is not Python. */
export class NotPython extends Error {}

/** Python itself reads no brackets nested deeper; signs and `not` in a row count here, too. */
const MAX_DEPTH = 200

/** Python reads no integer of more digits. */
const MAX_DIGITS = 4300

const OPERATOR = /\*\*|\/\/|<<|>>|[<>=!]=|[|^&+\-*@/%<>]/y
const WORD_OPERATOR = /(?:or|and|in|is|not)(?![\p{XIDC}])/uy
const WORD = /(?:if|else|for|async|lambda|yield|await|not|in|or|and|is|from)(?![\p{XIDC}])/uy
const OTHER_STRING = /(?:[bB][rR]?|[rR][bB]|[fF][rR]?|[rR][fF])(?=['"])/y
const DIGITS = '[0-9](?:_?[0-9])*'
const EXPONENT = `[eE][+-]?${DIGITS}`
/** No letter or digit may follow a number. */
const END = '(?![\\p{XIDC}])'
const FLOAT = new RegExp(
  `(?:(?:${DIGITS})?\\.${DIGITS}|${DIGITS}\\.)(?:${EXPONENT})?${END}|${DIGITS}${EXPONENT}${END}`,
  'uy',
)
const IMAGINARY = new RegExp(`(?:(?:${DIGITS})?\\.${DIGITS}|${DIGITS}\\.?)(?:${EXPONENT})?[jJ]${END}`, 'uy')
const INTEGER = new RegExp(
  `(?:0[xX](?:_?[0-9a-fA-F])+|0[oO](?:_?[0-7])+|0[bB](?:_?[01])+|(?:0(?:_?0)*|[1-9](?:_?[0-9])*)(?!\\.))${END}`,
  'uy',
)

/** Words that are no names. */
const RESERVED: ReadonlySet<string> = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except finally for from global ' +
    'if import in is lambda nonlocal not or pass raise return try while with yield'
  ).split(' '),
)

/** Whether Python keeps the word for itself. */
export function isReserved(word: string): boolean {
  return RESERVED.has(word)
}

/** The tokens of Python expressions, one after the other. Whatever does not fit throws `NotPython`. */
export class ExpressionScanner {
  readonly source: string
  readonly tokens: PythonTokens
  #depth = 0

  constructor(source: string) {
    this.source = source
    this.tokens = new PythonTokens(source, {
      to: source.length,
      allowsHyphens: false,
      refusesUnknown: false,
    })
  }

  number(): PythonExpression {
    const imaginary = this.match(IMAGINARY)
    if (imaginary !== undefined) return { kind: 'constant', value: { kind: 'other', text: imaginary } }
    const float = this.match(FLOAT)
    if (float !== undefined) return { kind: 'constant', value: Number(float.replaceAll('_', '')) }
    const integer = this.match(INTEGER)
    if (integer === undefined || integer.length > MAX_DIGITS) throw new NotPython()
    return { kind: 'constant', value: BigInt(integer.replaceAll('_', '')) }
  }

  /** Bytes, a constant of their own type, or an f-string, which is none at all; undefined where neither begins. */
  specialString(): PythonExpression | undefined {
    const start = this.tokens.at
    const prefix = this.match(OTHER_STRING)
    if (prefix === undefined) return undefined
    if (this.tokens.strings() === undefined) throw new NotPython()
    const isBytes = /[bB]/.test(prefix)
    for (;;) {
      const before = this.tokens.at
      this.space()
      const next = this.match(OTHER_STRING)
      if (next === undefined || /[bB]/.test(next) !== isBytes || this.tokens.strings() === undefined) {
        this.tokens.at = before
        break
      }
    }
    if (!isBytes) return this.other(start)
    return { kind: 'constant', value: { kind: 'other', text: this.source.slice(start, this.tokens.at) } }
  }

  /** A string beside an f-string is an f-string; beside bytes it is an error. Either way no text. */
  refuseMixedStrings(): void {
    const before = this.tokens.at
    this.space()
    if (this.match(OTHER_STRING) !== undefined) throw new NotPython()
    this.tokens.at = before
  }

  operator(): string | undefined {
    const word = this.match(WORD_OPERATOR)
    if (word === undefined) {
      const { at } = this.tokens
      const operator = this.match(OPERATOR)
      // `**` was taken with the operand; here it could only unpack something.
      if (operator === '**') this.tokens.at = at
      return operator === '**' ? undefined : operator
    }
    if (word !== 'is' && word !== 'not') return word
    const { at } = this.tokens
    this.space()
    const second = word === 'is' ? 'not' : 'in'
    if (this.word(second)) return `${word} ${second}`
    this.tokens.at = at
    return word === 'is' ? word : undefined
  }

  name(): string {
    const name = this.tokens.name()
    if (name === undefined || RESERVED.has(name)) throw new NotPython()
    return name
  }

  /** Takes the word, if it is the next one. */
  word(word: string): boolean {
    const { at } = this.tokens
    if (this.source.charCodeAt(at) !== word.charCodeAt(0)) return false
    if (this.match(WORD) === word) return true
    this.tokens.at = at
    return false
  }

  match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.tokens.at
    const found = pattern.exec(this.source)?.[0]
    if (found !== undefined) this.tokens.at += found.length
    return found
  }

  space(): void {
    if (!this.tokens.space()) throw new NotPython()
  }

  expect(character: string): void {
    if (!this.tokens.eat(character)) throw new NotPython()
  }

  other(start: number): PythonExpression {
    return { kind: 'other', source: this.source.slice(start, this.tokens.at) }
  }

  nested<T>(read: () => T): T {
    // Brackets and the expressions in them each count, so that one bracket takes up to four.
    if (++this.#depth > 4 * MAX_DEPTH) throw new NotPython()
    const result = read()
    this.#depth--
    return result
  }
}
