import { ExpressionScanner, isReserved, NotPython } from './expression-scanner.js'
import type { PythonExpression } from './python-syntax.js'

/** Operators, or attributes, in a row; Python's own limit is of this size, and varies. */
const MAX_LINKS = 900

/** Operators between two operands, by how tightly they bind; `**` binds to the right and is read apart. */
const BINDING: ReadonlyMap<string, number> = new Map([
  ['or', 1],
  ['and', 2],
  ['in', 4],
  ['not in', 4],
  ['is', 4],
  ['is not', 4],
  ['<', 4],
  ['>', 4],
  ['==', 4],
  ['>=', 4],
  ['<=', 4],
  ['!=', 4],
  ['|', 5],
  ['^', 6],
  ['&', 7],
  ['<<', 8],
  ['>>', 8],
  ['+', 9],
  ['-', 9],
  ['*', 10],
  ['@', 10],
  ['/', 10],
  ['//', 10],
  ['%', 10],
])
const NOT_BINDING = 3
const ARITHMETIC_BINDING = 5
const UNARY_BINDING = 11

/** Reads expressions by precedence. */
export class ExpressionReader extends ExpressionScanner {
  wholeList(): readonly PythonExpression[] | undefined {
    return this.#orUndefined(() => {
      this.space()
      this.expect('[')
      const list = this.#listDisplay()
      this.space()
      if (!this.tokens.isOver || list.kind !== 'list') throw new NotPython()
      return list.items
    })
  }

  whole(): PythonExpression | undefined {
    return this.#orUndefined(() => {
      this.space()
      const expression = this.#expression()
      this.space()
      if (!this.tokens.isOver) throw new NotPython()
      return expression
    })
  }

  #orUndefined<T>(read: () => T): T | undefined {
    try {
      return read()
    } catch (error) {
      if (error instanceof NotPython) return undefined
      throw error
    }
  }

  /** An expression with `if … else`, `lambda`, `:=`, but without a comma. */
  #expression(): PythonExpression {
    return this.nested(() => {
      const start = this.tokens.at
      if (this.word('lambda')) return this.#lambda(start)
      const value = this.#operation(1)
      this.space()
      if (this.word('if')) {
        this.space()
        this.#operation(1)
        this.space()
        if (!this.word('else')) throw new NotPython()
        this.space()
        this.#expression()
        return this.other(start)
      }
      if (value.kind === 'name' && this.source.startsWith(':=', this.tokens.at)) {
        this.tokens.at += 2
        this.space()
        this.#expression()
        return this.other(start)
      }
      return value
    })
  }

  #operation(least: number): PythonExpression {
    const start = this.tokens.at
    let left = this.#prefixed(least)
    for (let links = 0; ; links++) {
      if (links > MAX_LINKS) throw new NotPython()
      const before = this.tokens.at
      this.space()
      const operator = this.operator()
      const binding = operator === undefined ? 0 : (BINDING.get(operator) ?? 0)
      if (operator === undefined || binding < least) {
        this.tokens.at = before
        return left
      }
      this.space()
      const right = this.#operation(binding + 1)
      left = binding < ARITHMETIC_BINDING ? this.other(start) : { kind: 'binary', operator, left, right }
    }
  }

  #prefixed(least: number): PythonExpression {
    return this.nested(() => {
      const { at } = this.tokens
      if (this.word('not')) {
        if (least > NOT_BINDING) throw new NotPython()
        this.space()
        return { kind: 'unary', operator: 'not ', operand: this.#operation(NOT_BINDING) }
      }
      const sign = this.tokens.peek()
      if (sign === '-' || sign === '+' || sign === '~') {
        this.tokens.at++
        this.space()
        return { kind: 'unary', operator: sign, operand: this.#prefixed(UNARY_BINDING) }
      }
      const isAwaited = this.word('await')
      if (isAwaited) this.space()
      const primary = this.#primary()
      const base = isAwaited ? this.other(at) : primary
      const before = this.tokens.at
      this.space()
      if (!this.source.startsWith('**', this.tokens.at)) {
        this.tokens.at = before
        return base
      }
      this.tokens.at += 2
      this.space()
      // The exponent may have a sign of its own.
      return { kind: 'binary', operator: '**', left: base, right: this.#prefixed(UNARY_BINDING) }
    })
  }

  /** An atom with its attributes, calls and subscripts. */
  #primary(): PythonExpression {
    let value = this.#atom()
    for (let links = 0; ; links++) {
      if (links > MAX_LINKS) throw new NotPython()
      const before = this.tokens.at
      this.space()
      if (this.tokens.eat('(')) value = this.#call(value)
      else if (this.tokens.eat('[')) value = { kind: 'subscript', of: value, index: this.#subscript() }
      else if (this.tokens.peek() === '.' && this.source[this.tokens.at + 1] !== '.') {
        this.tokens.at++
        this.space()
        value = { kind: 'attribute', of: value, name: this.name() }
      } else {
        this.tokens.at = before
        return value
      }
    }
  }

  #atom(): PythonExpression {
    const tokens = this.tokens
    if (this.source.startsWith('...', tokens.at)) {
      tokens.at += 3
      return { kind: 'ellipsis' }
    }
    if (tokens.eat('(')) return this.#parenthesis()
    if (tokens.eat('[')) return this.#listDisplay()
    if (tokens.eat('{')) return this.#braces()
    if (tokens.startsNumber()) return this.number()
    const special = this.specialString()
    if (special !== undefined) return special
    const string = tokens.strings()
    if (string !== undefined) {
      this.refuseMixedStrings()
      return { kind: 'constant', value: string }
    }
    if (tokens.fault !== undefined) throw new NotPython()
    const word = tokens.name()
    if (word === 'True' || word === 'False') return { kind: 'constant', value: word === 'True' }
    if (word === 'None') return { kind: 'constant', value: null }
    if (word === undefined || isReserved(word)) throw new NotPython()
    return { kind: 'name', name: word }
  }

  #parenthesis(): PythonExpression {
    const start = this.tokens.at - 1
    this.space()
    if (this.word('yield')) return this.#yield(start)
    const { items, isList, isOther } = this.#items(')')
    if (isOther) return this.other(start)
    const [only] = items
    return only !== undefined && !isList ? only : { kind: 'tuple', items }
  }

  #listDisplay(): PythonExpression {
    const start = this.tokens.at - 1
    const { items, isOther } = this.#items(']')
    return isOther ? this.other(start) : { kind: 'list', items }
  }

  /** What stands between brackets: expressions with commas, or a comprehension. */
  #items(close: string): { items: readonly PythonExpression[]; isList: boolean; isOther: boolean } {
    return this.nested(() => {
      const items: PythonExpression[] = []
      for (let isList = false; ; ) {
        this.space()
        if (this.tokens.eat(close)) return { items, isList: isList || items.length === 0, isOther: false }
        if (items.length > 0 && !isList) throw new NotPython()
        items.push(this.#starredOr(() => this.#expression()))
        this.space()
        if (items.length === 1 && this.#comprehension()) {
          this.space()
          this.expect(close)
          return { items, isList: false, isOther: true }
        }
        isList = this.tokens.eat(',')
        if (!isList) {
          this.expect(close)
          return { items, isList: items.length > 1, isOther: false }
        }
      }
    })
  }

  #starredOr(read: () => PythonExpression): PythonExpression {
    const start = this.tokens.at
    if (!this.tokens.eat('*')) return read()
    this.space()
    this.#operation(ARITHMETIC_BINDING)
    return this.other(start)
  }

  /** Reads `for … in … if …`, if that follows. */
  #comprehension(): boolean {
    let isOne = false
    for (;;) {
      const before = this.tokens.at
      const isAsync = this.word('async')
      if (isAsync) this.space()
      if (!this.word('for')) {
        this.tokens.at = before
        return isOne
      }
      isOne = true
      this.#targets()
      if (!this.word('in')) throw new NotPython()
      this.space()
      this.#operation(1)
      this.space()
      while (this.word('if')) {
        this.space()
        this.#operation(1)
        this.space()
      }
    }
  }

  #targets(): void {
    for (;;) {
      this.space()
      this.#starredOr(() => this.#primary())
      this.space()
      if (!this.tokens.eat(',')) return
      this.space()
      const before = this.tokens.at
      if (this.word('in')) {
        this.tokens.at = before
        return
      }
    }
  }

  /** A dict or a set. */
  #braces(): PythonExpression {
    const start = this.tokens.at - 1
    return this.nested(() => {
      const entries: (readonly [PythonExpression, PythonExpression])[] = []
      let isOther = false
      for (let isFirst = true; ; isFirst = false) {
        this.space()
        if (this.tokens.eat('}')) break
        if (this.source.startsWith('**', this.tokens.at)) {
          this.tokens.at += 2
          this.space()
          this.#operation(ARITHMETIC_BINDING)
          isOther = true
        } else {
          const key = this.#starredOr(() => this.#expression())
          this.space()
          if (this.tokens.eat(':')) {
            this.space()
            entries.push([key, this.#expression()])
          } else isOther = true
        }
        this.space()
        if (isFirst && this.#comprehension()) isOther = true
        this.space()
        if (this.tokens.eat(',')) continue
        this.expect('}')
        break
      }
      return isOther ? this.other(start) : { kind: 'dict', entries }
    })
  }

  #call(callee: PythonExpression): PythonExpression {
    return this.nested(() => {
      const positional: PythonExpression[] = []
      const keywords: { name: string | undefined; value: PythonExpression }[] = []
      let hasUnpacked = false
      for (;;) {
        this.space()
        if (this.tokens.eat(')')) return { kind: 'call', callee, positional, keywords }
        const start = this.tokens.at
        if (this.source.startsWith('**', start)) {
          this.tokens.at += 2
          this.space()
          keywords.push({ name: undefined, value: this.#expression() })
          hasUnpacked = true
        } else if (this.tokens.peek() === '*') {
          if (hasUnpacked) throw new NotPython()
          this.tokens.at++
          this.space()
          this.#expression()
          positional.push(this.other(start))
        } else {
          const keyword = this.#keyword()
          const value = this.#expression()
          if (keyword !== undefined) keywords.push({ name: keyword, value })
          else {
            this.space()
            const isGenerator = this.#comprehension()
            if (keywords.length > 0) throw new NotPython()
            positional.push(isGenerator ? this.other(start) : value)
            this.space()
            // A generator without parentheses is the only argument.
            if (isGenerator && (positional.length > 1 || this.tokens.peek() !== ')')) throw new NotPython()
          }
        }
        this.space()
        if (this.tokens.eat(',')) continue
        this.expect(')')
        return { kind: 'call', callee, positional, keywords }
      }
    })
  }

  /** `name =`, if that follows. */
  #keyword(): string | undefined {
    const before = this.tokens.at
    const name = this.tokens.name()
    if (name !== undefined) {
      this.space()
      if (this.tokens.eatAssignment()) {
        if (isReserved(name)) throw new NotPython()
        this.space()
        return name
      }
    }
    this.tokens.at = before
    return undefined
  }

  #subscript(): PythonExpression {
    return this.nested(() => {
      const items: PythonExpression[] = []
      let isTuple = false
      for (;;) {
        this.space()
        if (this.tokens.eat(']')) break
        items.push(this.#starredOr(() => this.#slice()))
        this.space()
        if (this.tokens.eat(',')) {
          isTuple = true
          continue
        }
        this.expect(']')
        break
      }
      const [only] = items
      if (only === undefined) throw new NotPython()
      return isTuple ? { kind: 'tuple', items } : only
    })
  }

  #slice(): PythonExpression {
    const start = this.tokens.at
    let first: PythonExpression | undefined
    let colons = 0
    for (;;) {
      this.space()
      const next = this.tokens.peek()
      if (next === ':' && this.source[this.tokens.at + 1] !== '=') {
        if (++colons > 2) throw new NotPython()
        this.tokens.at++
        continue
      }
      if (next === ',' || next === ']') break
      const value = this.#expression()
      if (colons === 0 && first !== undefined) throw new NotPython()
      first ??= value
      this.space()
      const follows = this.tokens.peek()
      if (follows !== ':' && follows !== ',' && follows !== ']') throw new NotPython()
    }
    if (colons > 0) return this.other(start)
    if (first === undefined) throw new NotPython()
    return first
  }

  #lambda(start: number): PythonExpression {
    for (;;) {
      this.space()
      if (this.tokens.eat(':')) break
      if (this.tokens.eat('*') && this.tokens.eat('*')) this.space()
      this.space()
      if (this.tokens.peek() === ',' || this.tokens.eat('/')) {
        // A lone star or slash divides the parameters.
      } else {
        this.name()
        this.space()
        if (this.tokens.eatAssignment()) {
          this.space()
          this.#expression()
          this.space()
        }
      }
      this.space()
      if (this.tokens.eat(',')) continue
      this.expect(':')
      break
    }
    this.space()
    this.#expression()
    return this.other(start)
  }

  #yield(start: number): PythonExpression {
    this.space()
    const isDelegated = this.word('from')
    if (isDelegated) {
      this.space()
      this.#expression()
      this.space()
      this.expect(')')
    } else this.#items(')')
    return this.other(start)
  }
}
