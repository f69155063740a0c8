import { JoinedParts } from './joined-parts.js'
import { decodeText } from './string-literal.js'
import { SyntaxFault } from './syntax-fault.js'
import type { Stretch } from './tokenize.js'
import type { Expression, FormattedValue, JoinedStr, Place } from './tree.js'

/** Parses the expression of a field as if it stood in parentheses. */
export type FieldParser = (stretch: Stretch) => Expression

export interface FString {
  readonly source: string
  /** Between the quotes. */
  readonly start: number
  readonly end: number
  readonly isRaw: boolean
  /** Of the token, and where its line starts. */
  readonly place: Place
  readonly tokenStart: number
  readonly parseField: FieldParser
}

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }
const MAX_OPEN_BRACKETS = 200
const MAX_LEVELS = 2
const WHITE = /^[ \t\n\f\r]*$/

/**
 * Adds the parts of an f-string by the rules of CPython 3.11, where its text is cut out first and its fields are read
 * afterwards: no backslash, no comment and no quote of its own kind within a field.
 *
 * @throws {SyntaxFault}
 */
export function readFString(fString: FString, parts: JoinedParts): void {
  new FStringReader(fString).readParts(parts, 0)
}

class FStringReader {
  private readonly fString: FString
  private readonly source: string
  private readonly end: number
  private at: number
  /** Place of `placedAt`; fields come in order, so that each character is looked at once. */
  private placedAt: number
  private line: number
  private lineStart: number

  constructor(fString: FString) {
    this.fString = fString
    this.source = fString.source
    this.end = fString.end
    this.at = fString.start
    this.placedAt = fString.start
    this.line = fString.place.line
    this.lineStart = fString.tokenStart - fString.place.column
  }

  readParts(parts: JoinedParts, level: number): void {
    for (;;) {
      const isDoubled = this.readLiteral(parts, level)
      if (isDoubled) continue
      if (this.at >= this.end || this.source[this.at] === '}') break
      this.readField(parts, level)
    }
    if (level === 0 && this.at < this.end) throw this.fault('unexpected end of the f-string')
    if (level > 0 && this.source[this.at] !== '}') throw this.fault('a field of an f-string lacks its "}"')
  }

  /** @returns whether it ended with a doubled brace, behind which the text goes on. */
  private readLiteral(parts: JoinedParts, level: number): boolean {
    const { source, end } = this
    const start = this.at
    let at = start
    let isDoubled = false
    while (at < end) {
      let character = source[at]
      at += 1
      if (character === '\\' && !this.fString.isRaw && at < end) {
        character = source[at]
        at += 1
        if (character === 'N') {
          if (at < end) {
            at += 1
            if (source[at - 1] === '{') {
              const close = source.indexOf('}', at)
              at = close === -1 || close >= end ? end : close + 1
            }
          }
          continue
        }
      }
      if (character !== '{' && character !== '}') continue
      if (level === 0) {
        if (at < end && source[at] === character) {
          isDoubled = true
          break
        }
        if (character === '}') throw this.fault('a single "}" in an f-string')
      }
      at -= 1
      break
    }
    const text = source.slice(start, at)
    this.at = isDoubled ? at + 1 : at
    const { place, isRaw } = this.fString
    parts.addText(isRaw ? text : decodeText(text, place), place)
    return isDoubled
  }

  private readField(parts: JoinedParts, level: number): void {
    if (level >= MAX_LEVELS) throw this.fault('fields of an f-string are nested too deeply')
    const { source } = this
    const start = this.at + 1
    const expressionEnd = this.fieldEnd(start)
    if (WHITE.test(source.slice(start, expressionEnd))) throw this.fault('an empty field in an f-string')
    const place = this.placeOf(start)
    const value = this.fString.parseField({
      source,
      start,
      end: expressionEnd,
      line: this.line,
      lineStart: this.lineStart,
      isEnclosed: true,
    })
    this.at = expressionEnd
    const shown = this.readEqual(start)
    if (shown !== undefined) parts.addText(shown, this.fString.place)
    const conversion = this.readConversion()
    this.requireMore()
    const spec = this.readSpec(level)
    if (this.at >= this.end || source[this.at] !== '}')
      throw this.fault('a field of an f-string lacks its "}"')
    this.at += 1
    const isShownPlainly = shown !== undefined && spec === undefined && conversion === undefined
    const field: FormattedValue = {
      kind: 'FormattedValue',
      value,
      conversion: isShownPlainly ? 'r' : conversion,
      format_spec: spec,
      ...place,
    }
    parts.addField(field)
  }

  /** For `{x=}`: the text that is shown before the value. */
  private readEqual(start: number): string | undefined {
    if (this.source[this.at] !== '=') return undefined
    do this.at += 1
    while (/[ \t\n\v\f\r]/.test(this.source[this.at] ?? ''))
    this.requireMore()
    return this.source.slice(start, this.at)
  }

  private readConversion(): 's' | 'r' | 'a' | undefined {
    if (this.source[this.at] !== '!') return undefined
    this.at += 1
    this.requireMore()
    const conversion = this.source[this.at]
    if (conversion !== 's' && conversion !== 'r' && conversion !== 'a') {
      throw this.fault('a conversion in an f-string is one of !s, !r and !a')
    }
    this.at += 1
    return conversion
  }

  private readSpec(level: number): JoinedStr | undefined {
    if (this.source[this.at] !== ':') return undefined
    this.at += 1
    this.requireMore()
    const spec = new JoinedParts()
    this.readParts(spec, level + 1)
    return spec.finish(this.fString.place)
  }

  /** Where the expression of a field ends: at `!`, `:`, `=` or `}` outside brackets and quotes. */
  private fieldEnd(start: number): number {
    const { source, end } = this
    const open: string[] = []
    let at = start
    for (; at < end; at += 1) {
      const character = source[at] ?? ''
      if (character === '\\') throw this.fault('a field of an f-string cannot hold a backslash')
      if (character === '"' || character === "'") {
        at = this.quotedEnd(at, character)
        continue
      }
      if (CLOSING[character] !== undefined) {
        if (open.length >= MAX_OPEN_BRACKETS) throw this.fault('too many nested brackets')
        open.push(character)
        continue
      }
      if (character === '#') throw this.fault('a field of an f-string cannot hold "#"')
      if (open.length === 0 && '!:}=<>'.includes(character)) {
        if (at + 1 < end && source[at + 1] === '=' && '!=<>'.includes(character)) at += 1
        else if (character !== '<' && character !== '>') break
        continue
      }
      if (character === ')' || character === ']' || character === '}') {
        const opening = open.pop()
        if (opening === undefined || CLOSING[opening] !== character) {
          throw this.fault(`unmatched "${character}" in an f-string`)
        }
      }
    }
    const unclosed = open.at(-1)
    if (unclosed !== undefined) throw this.fault(`"${unclosed}" was never closed in an f-string`)
    if (at >= end) throw this.fault('a field of an f-string lacks its "}"')
    return at
  }

  /** Place of the last quote of a string within a field. */
  private quotedEnd(start: number, quote: string): number {
    const { source, end } = this
    const isTriple = start + 2 < end && source[start + 1] === quote && source[start + 2] === quote
    const closing = isTriple ? quote.repeat(3) : quote
    let at = start + closing.length
    for (; at < end; at += 1) {
      const character = source[at]
      if (character === '\\') throw this.fault('a field of an f-string cannot hold a backslash')
      if (character === quote && at + closing.length <= end && source.startsWith(closing, at)) {
        return at + closing.length - 1
      }
    }
    throw this.fault('a string in a field of an f-string is not closed')
  }

  private requireMore(): void {
    if (this.at >= this.end) throw this.fault('a field of an f-string lacks its "}"')
  }

  private placeOf(at: number): Place {
    for (; this.placedAt < at; this.placedAt += 1) {
      if (this.source.charCodeAt(this.placedAt) !== 0x0a) continue
      this.line += 1
      this.lineStart = this.placedAt + 1
    }
    return { line: this.line, column: at - this.lineStart }
  }

  private fault(message: string): SyntaxFault {
    return new SyntaxFault(message, this.fString.place)
  }
}
