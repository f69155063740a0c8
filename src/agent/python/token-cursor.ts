import { SyntaxFault } from './syntax-fault.js'
import type { Token, TokenType } from './tokens.js'

/** Far above real plans, which nest fewer than ten levels, and far below what the stack holds. */
const MAX_LEVELS = 800

/** Reads tokens one after another. */
export class TokenCursor {
  readonly source: string
  private readonly tokens: readonly Token[]
  private readonly last: Token
  private at = 0
  private levels = 0

  /** @param tokens ends with one of type `end`. */
  constructor(source: string, tokens: readonly Token[]) {
    this.source = source
    this.tokens = tokens
    this.last = tokens[tokens.length - 1] ?? { type: 'end', text: '', start: 0, line: 1, column: 0 }
  }

  get token(): Token {
    return this.tokens[this.at] ?? this.last
  }

  /** The token after this one. */
  get following(): Token {
    return this.tokens[this.at + 1] ?? this.last
  }

  take(): Token {
    const { token } = this
    this.at += 1
    return token
  }

  /** Whether an operator or a word stands here. */
  is(text: string): boolean {
    return this.token.text === text
  }

  /** Takes that operator or word if it stands here. */
  accept(text: string): boolean {
    if (this.token.text !== text) return false
    this.at += 1
    return true
  }

  expect(text: string): Token {
    if (this.token.text !== text) throw this.fault(`expected "${text}"`)
    return this.take()
  }

  /** Takes a token of that type if one stands here. */
  acceptType(type: TokenType): boolean {
    if (this.token.type !== type) return false
    this.at += 1
    return true
  }

  expectIndent(): void {
    if (!this.acceptType('indent')) throw this.fault('expected an indented block')
  }

  /** Takes a name, folded as Python folds it. */
  name(): string {
    const { token } = this
    if (token.type !== 'name') throw this.fault('expected a name')
    this.at += 1
    return foldName(token.text)
  }

  /** Runs one level deeper; the grammar recurses only through here. */
  nested<Result>(parse: (cursor: TokenCursor) => Result): Result {
    this.levels += 1
    if (this.levels > MAX_LEVELS) throw new SyntaxFault('the code is nested too deeply', this.token, 'limit')
    const result = parse(this)
    this.levels -= 1
    return result
  }

  /** Tries a rule; where it does not fit, nothing was taken. */
  attempt<Result>(parse: (cursor: TokenCursor) => Result): Result | undefined {
    const { at, levels } = this
    try {
      return parse(this)
    } catch (error) {
      if (!(error instanceof SyntaxFault) || error.kind === 'limit') throw error
      this.at = at
      this.levels = levels
      return undefined
    }
  }

  fault(message?: string): SyntaxFault {
    const { token } = this
    const found = describe(token)
    return new SyntaxFault(
      message === undefined ? `invalid syntax at ${found}` : `${message}, found ${found}`,
      token,
    )
  }
}

function foldName(name: string): string {
  return /^[\x00-\x7f]*$/.test(name) ? name : name.normalize('NFKC')
}

function describe({ type, text }: Token): string {
  switch (type) {
    case 'end':
      return 'the end of the code'
    case 'newline':
      return 'the end of the line'
    case 'indent':
      return 'an indented line'
    case 'dedent':
      return 'the end of a block'
    default:
      return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text)
  }
}
