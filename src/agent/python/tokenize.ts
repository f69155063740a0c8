import { isDigit, numberEnd } from './number-token.js'
import { SyntaxFault } from './syntax-fault.js'
import { KEYWORDS, type Token, type TokenType } from './tokens.js'

/** A stretch of source: all of it, or the expression in a field of an f-string. */
export interface Stretch {
  /** Line ends are LF only. */
  readonly source: string
  readonly start: number
  readonly end: number
  /** Line on which the stretch starts, from 1, and where that line starts. */
  readonly line: number
  readonly lineStart: number
  /** Whether line ends and indentation mean nothing, as between brackets. */
  readonly isEnclosed: boolean
}

/** As in CPython 3.11; real plans open fewer than ten. */
const MAX_OPEN_BRACKETS = 200
const MAX_INDENTS = 100
const TAB = 8

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }

const OPERATORS: ReadonlySet<string> = new Set(
  (
    '**= //= >>= <<= ... ** // >> << <= >= == != -> := += -= *= /= %= &= |= ^= @= ' +
    '+ - * / % @ & | ^ ~ < > = . , : ; ( ) [ ] { }'
  ).split(' '),
)

const STRING_START = /(?:[uU]|[bB][rR]?|[rR][bBfF]?|[fF][rR]?)?(?=["'])/y
/** Without the joiners and middle dots that Unicode let into names after the version that Python 3.11 knows. */
const NAME = /[\p{XID_Start}_](?:(?!\u200c|\u200d|\u30fb|\uff65)\p{XID_Continue})*/uy

/**
 * The tokens that CPython 3.11's tokenizer gives, without comments.
 *
 * @throws {SyntaxFault}
 */
export function tokenize(stretch: Stretch): readonly Token[] {
  const tokenizer = new Tokenizer(stretch)
  tokenizer.run()
  return tokenizer.tokens
}

class Tokenizer {
  readonly tokens: Token[] = []
  private readonly source: string
  private readonly end: number
  private readonly isEnclosed: boolean
  private at: number
  private line: number
  private lineStart: number
  private readonly open: Token[] = []
  /** Widths of the blocks that are open, with tabs to the next eighth column and with tabs of one: both must agree. */
  private readonly indents: { readonly width: number; readonly narrow: number }[] = [{ width: 0, narrow: 0 }]

  constructor(stretch: Stretch) {
    this.source = stretch.source
    this.end = stretch.end
    this.at = stretch.start
    this.line = stretch.line
    this.lineStart = stretch.lineStart
    this.isEnclosed = stretch.isEnclosed
  }

  run(): void {
    if (!this.isEnclosed) this.indentation()
    while (this.at < this.end) this.next()
    const unclosed = this.open.at(-1)
    if (unclosed !== undefined) throw new SyntaxFault(`"${unclosed.text}" was never closed`, unclosed)
    if (!this.isEnclosed) {
      const last = this.tokens.at(-1)
      if (last !== undefined && last.type !== 'newline' && last.type !== 'dedent')
        this.push('newline', this.at)
      for (let count = this.indents.length; count > 1; count -= 1) this.push('dedent', this.at)
    }
    this.push('end', this.at)
  }

  private next(): void {
    const { source, at } = this
    const code = source.charCodeAt(at)
    // Space, tab, form feed.
    if (code === 0x20 || code === 0x09 || code === 0x0c) this.at += 1
    else if (code === 0x0a) this.lineEnd()
    else if (code === 0x23) this.comment()
    else if (code === 0x5c) this.continuation()
    else if (isDigit(code) || (code === 0x2e && isDigit(this.codeAt(at + 1)))) this.number()
    else if (code === 0x22 || code === 0x27) this.string(0)
    else if (isWordStart(code)) this.word()
    else this.operator()
  }

  private codeAt(index: number): number {
    return index < this.end ? this.source.charCodeAt(index) : Number.NaN
  }

  private push(type: TokenType, end: number): Token {
    const token: Token = {
      type,
      text: this.source.slice(this.at, end),
      start: this.at,
      line: this.line,
      column: this.at - this.lineStart,
    }
    this.tokens.push(token)
    this.at = end
    return token
  }

  private lineEnd(): void {
    const isJoined = this.isEnclosed || this.open.length > 0
    if (isJoined) this.at += 1
    else if (hasContent(this.tokens.at(-1))) this.push('newline', this.at + 1)
    else this.at += 1
    this.line += 1
    this.lineStart = this.at
    if (!isJoined) this.indentation()
  }

  private comment(): void {
    const end = this.source.indexOf('\n', this.at)
    this.at = end === -1 ? this.end : Math.min(end, this.end)
  }

  /** A backslash at the end of a line. */
  private continuation(): void {
    if (this.codeAt(this.at + 1) !== 0x0a) {
      throw this.fault('unexpected character after line continuation character')
    }
    if (this.at + 2 >= this.end) throw this.fault('unexpected end of the code after a line continuation')
    this.at += 2
    this.line += 1
    this.lineStart = this.at
  }

  /** Reads the white space that starts a line, and opens or closes blocks; lines without code mean nothing. */
  private indentation(): void {
    let width = 0
    let narrow = 0
    let continued = 0
    for (; this.at < this.end; this.at += 1) {
      const code = this.source.charCodeAt(this.at)
      if (code === 0x20) {
        width += 1
        narrow += 1
      } else if (code === 0x09) {
        width = (Math.floor(width / TAB) + 1) * TAB
        narrow += 1
      } else if (code === 0x0c) {
        width = 0
        narrow = 0
      } else if (code === 0x5c) {
        // Indentation that is split by backslashes counts as far as the first one, unless that stands first of all.
        if (continued === 0) continued = width
        this.continuation()
        this.at -= 1
      } else break
    }
    const code = this.codeAt(this.at)
    if (this.at >= this.end || code === 0x0a || code === 0x23) return
    this.setIndent(continued === 0 ? { width, narrow } : { width: continued, narrow: continued })
  }

  private setIndent(indent: { readonly width: number; readonly narrow: number }): void {
    let current = this.indents.at(-1) ?? indent
    if (indent.width === current.width) {
      if (indent.narrow !== current.narrow) throw this.mixedTabs()
      return
    }
    if (indent.width > current.width) {
      if (this.indents.length >= MAX_INDENTS) throw this.fault('too many levels of indentation')
      if (indent.narrow <= current.narrow) throw this.mixedTabs()
      this.indents.push(indent)
      this.push('indent', this.at)
      return
    }
    while (indent.width < current.width) {
      this.indents.pop()
      this.push('dedent', this.at)
      current = this.indents.at(-1) ?? indent
    }
    if (indent.width !== current.width)
      throw this.fault('unindent does not match any outer indentation level')
    if (indent.narrow !== current.narrow) throw this.mixedTabs()
  }

  private mixedTabs(): SyntaxFault {
    return this.fault('inconsistent use of tabs and spaces in indentation')
  }

  private number(): void {
    const end = numberEnd(this.source, this.at)
    if (end === undefined || end > this.end) throw this.fault('invalid number')
    this.push('number', end)
  }

  private word(): void {
    STRING_START.lastIndex = this.at
    const prefix = STRING_START.exec(this.source)?.[0].length
    if (prefix !== undefined && this.at + prefix < this.end) {
      this.string(prefix)
      return
    }
    const end = this.wordEnd()
    const word = this.source.slice(this.at, end)
    this.push(KEYWORDS.has(word) ? 'keyword' : 'name', end)
  }

  private wordEnd(): number {
    let end = this.at
    let code = this.codeAt(end)
    while (isWordStart(code) || isDigit(code)) {
      if (code >= 0x80) {
        NAME.lastIndex = this.at
        const found = NAME.exec(this.source)
        if (found !== null) end = Math.min(NAME.lastIndex, this.end)
        if (found === null || this.codeAt(end) >= 0x80) {
          throw this.fault(`invalid character ${characterName(this.source, end)}`)
        }
        return end
      }
      end += 1
      code = this.codeAt(end)
    }
    return end
  }

  /** @param prefix length of the letters before the quotes. */
  private string(prefix: number): void {
    const { source } = this
    const first = this.at + prefix
    const quote = source.charCodeAt(first)
    const isTriple = this.codeAt(first + 1) === quote && this.codeAt(first + 2) === quote
    const width = isTriple ? 3 : 1
    let lines = 0
    let lineStart = this.lineStart
    for (let at = first + width; at < this.end; at += 1) {
      const code = source.charCodeAt(at)
      if (code === quote && (!isTriple || (this.codeAt(at + 1) === quote && this.codeAt(at + 2) === quote))) {
        this.push('string', at + width)
        this.line += lines
        this.lineStart = lineStart
        return
      }
      if (code === 0x5c) at += 1
      if (source.charCodeAt(at) === 0x0a) {
        if (code !== 0x5c && !isTriple) break
        lines += 1
        lineStart = at + 1
      }
    }
    throw this.fault(isTriple ? 'a string in triple quotes is not closed' : 'a string is not closed')
  }

  private operator(): void {
    const { source, at } = this
    for (let length = Math.min(3, this.end - at); length > 0; length -= 1) {
      if (!OPERATORS.has(source.slice(at, at + length))) continue
      const token = this.push('operator', at + length)
      if (length === 1) this.bracket(token)
      return
    }
    throw this.fault(`invalid character ${characterName(source, at)}`)
  }

  private bracket(token: Token): void {
    if (CLOSING[token.text] !== undefined) {
      if (this.open.length >= MAX_OPEN_BRACKETS) throw new SyntaxFault('too many nested brackets', token)
      this.open.push(token)
    } else if (token.text === ')' || token.text === ']' || token.text === '}') {
      const opening = this.open.pop()
      if (opening === undefined) throw new SyntaxFault(`unmatched "${token.text}"`, token)
      if (CLOSING[opening.text] !== token.text) {
        throw new SyntaxFault(`"${token.text}" does not match "${opening.text}"`, token)
      }
    }
  }

  private fault(message: string): SyntaxFault {
    return new SyntaxFault(message, { line: this.line })
  }
}

/** Whether a line end behind this token ends a statement. */
function hasContent(last: Token | undefined): boolean {
  return last !== undefined && last.type !== 'newline' && last.type !== 'indent' && last.type !== 'dedent'
}

/** Letters, the underscore, and whatever is not ASCII. */
function isWordStart(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code === 0x5f || code >= 0x80
}

function characterName(source: string, at: number): string {
  const code = source.codePointAt(at) ?? 0
  const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
  return code > 0x20 && code < 0x7f ? `"${String.fromCodePoint(code)}"` : name
}
