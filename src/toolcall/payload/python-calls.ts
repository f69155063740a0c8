import { emptyObject, type JsonObject, type JsonValue } from '../../text/json.js'
import type { RepairCode, Span } from '../parsed-call.js'
import type { RawFault } from '../scan/block.js'
import { isPythonWord, PythonTokens } from './python-tokens.js'

/** A call as Python writes it, its arguments as JSON holds them. */
export interface PythonCall {
  readonly name: string
  readonly arguments: JsonObject
  readonly span: Span
  /** Where the value of each argument stands. */
  readonly places: ReadonlyMap<string, number>
}

export interface PythonCallsOptions {
  /** Nothing is read at or beyond; default the end of the text. */
  readonly to?: number
  /**
   * Told of what strict Python forbids and the reader accepts all the same: `true` and `null`, arguments named by
   * Python's own words, names with hyphens, a forgotten bracket. Absent, these are faults.
   */
  readonly repair?: (code: RepairCode, at: number) => void
  /** Escapes that Python keeps as they are become faults: the text may not be Python at all. */
  readonly refusesUnknown?: boolean
  /** The text was cut by the token limit: a forgotten bracket is then no repair. */
  readonly isCut?: boolean
}

/** Deepest nesting of brackets. */
const MAX_DEPTH = 64

/**
 * Reads Python call lists, `[sum(a=1), geo.find(place={"city": "Lima"})]`, by the grammar of CPython 3.11: what
 * `ast.literal_eval` accepts as a value is one, and nothing is ever evaluated. Tuples become arrays. What JSON cannot
 * hold (bytes, sets, complex numbers, keys that are no strings, `...`), positional and starred arguments, names, nested
 * calls and operators are faults; `\N{…}`, names of characters, is one here and not in Python.
 */
export class PythonCalls {
  fault: RawFault | undefined
  /** Where reading stopped. */
  at = 0
  readonly #tokens: PythonTokens
  readonly #repair: ((code: RepairCode, at: number) => void) | undefined
  readonly #isCut: boolean

  constructor(text: string, options: PythonCallsOptions = {}) {
    const { to = text.length, repair, isCut = false, refusesUnknown = false } = options
    this.#tokens = new PythonTokens(text, { to, allowsHyphens: repair !== undefined, refusesUnknown })
    this.#repair = repair
    this.#isCut = isCut
  }

  /** A list of calls that begins with `[` at `from`. */
  list(from: number): readonly PythonCall[] | undefined {
    const tokens = this.#begin(from)
    tokens.at++
    const calls: PythonCall[] = []
    for (;;) {
      if (!tokens.space()) return this.#unexpectedEnd()
      if (tokens.eat(']')) break
      if (calls.length > 0 && this.#isForgotten()) break
      const call = this.#call(1)
      if (call === undefined) return this.#stop()
      calls.push(call)
      if (!tokens.space()) return this.#unexpectedEnd()
      if (tokens.eat(',')) continue
      if (tokens.eat(']') || this.#isForgotten()) break
      if (tokens.isOver) return this.#unexpectedEnd()
      this.#fail('not-a-call-list', 'Between calls a comma is due.')
      return this.#stop()
    }
    this.at = tokens.at
    return calls
  }

  /** One call that begins with its name at `from`. */
  call(from: number): PythonCall | undefined {
    this.#begin(from)
    const call = this.#call(0)
    return call === undefined ? this.#stop() : this.#done(call)
  }

  /** One literal. */
  literal(from: number): JsonValue | undefined {
    this.#begin(from)
    const value = this.#value(0)
    return value === undefined ? this.#stop() : this.#done(value.json)
  }

  #begin(from: number): PythonTokens {
    this.fault = undefined
    this.#tokens.at = from
    return this.#tokens
  }

  #done<T>(result: T): T {
    this.at = this.#tokens.at
    return result
  }

  #stop(): undefined {
    this.at = this.#tokens.at
    this.fault ??= this.#tokens.fault ?? { code: 'not-python', what: 'This is not a call.', at: this.at }
    return undefined
  }

  #fail(code: string, what: string, at = this.#tokens.at): undefined {
    this.fault ??= { code, what, at }
    return undefined
  }

  #unexpectedEnd(): undefined {
    this.#fail('unexpected-end', 'The text ends early.')
    return this.#stop()
  }

  #isForgotten(): boolean {
    if (this.#repair === undefined || this.#isCut || !this.#tokens.isOver) return false
    this.#repair('bracket-missing', this.#tokens.at)
    return true
  }

  #call(depth: number): PythonCall | undefined {
    const tokens = this.#tokens
    const start = tokens.at
    const name = this.#calledName()
    if (name === undefined) return this.#fail('not-a-call', 'A call by name is due.', start)
    if (!tokens.space() || !tokens.eat('(')) return this.#fail('not-a-call', 'After a name "(" is due.')
    const args = emptyObject()
    const places = new Map<string, number>()
    for (let isFirst = true; ; isFirst = false) {
      if (!tokens.space()) return this.#fail('unexpected-end', 'The text ends early.')
      if (tokens.eat(')')) break
      if (!isFirst) {
        if (!tokens.eat(',')) return this.#notLiteral()
        if (!tokens.space()) return this.#fail('unexpected-end', 'The text ends early.')
        if (tokens.eat(')')) break
      }
      if (!this.#argument({ args, places }, depth + 1)) return undefined
    }
    const end = tokens.at
    // `f(a=1)(b=2)`, `f(a=1).g`, `f(a=1)[0]` and operators make another expression of it.
    const isOver = depth === 0 && this.#repair !== undefined && ')]}'.includes(tokens.peek() || ' ')
    if (isOver) return { name, arguments: args, span: { start, end }, places }
    if (depth === 0 ? tokens.goesOnInLine() : tokens.space() && tokens.continuesExpression()) {
      return this.#notLiteral()
    }
    tokens.at = depth === 0 ? end : tokens.at
    return { name, arguments: args, span: { start, end }, places }
  }

  /** `(f)(a=1)` calls what `f(a=1)` calls; no one is trained to write it. */
  #calledName(): string | undefined {
    const tokens = this.#tokens
    const { at } = tokens
    if (this.#repair === undefined || !tokens.eat('(')) return this.#dottedName()
    const name = tokens.space() ? this.#dottedName() : undefined
    if (name === undefined || !tokens.space() || !tokens.eat(')')) return undefined
    this.#repair('name-decoration', at)
    return name
  }

  #dottedName(): string | undefined {
    const tokens = this.#tokens
    let name = this.#nameOf(tokens.name())
    for (;;) {
      if (name === undefined) return undefined
      const { at } = tokens
      if (!tokens.space() || !tokens.eat('.')) {
        tokens.at = at
        return name
      }
      if (!tokens.space()) return undefined
      const next = this.#nameOf(tokens.name())
      name = next === undefined ? undefined : `${name}.${next}`
    }
  }

  /** A name that Python keeps for itself is a name only under repair. */
  #nameOf(name: string | undefined): string | undefined {
    if (name === undefined) return undefined
    // A hyphen gets here under repair only; elsewhere it is a minus.
    if (isPythonWord(name) || name.includes('-')) {
      if (this.#repair === undefined) return undefined
      this.#repair('python-word', this.#tokens.at - name.length)
    }
    return name
  }

  #argument(
    { args, places }: { readonly args: { [key: string]: JsonValue }; readonly places: Map<string, number> },
    depth: number,
  ): boolean {
    const tokens = this.#tokens
    const start = tokens.at
    if (tokens.peek() === '*') {
      this.#fail('starred-argument', 'Arguments must be written out; "*" and "**" unpack what is not known.')
      return false
    }
    const word = tokens.name()
    if (word === undefined || !tokens.space() || !tokens.eatAssignment()) {
      tokens.at = start
      // Whatever it is, it has no name; a fault inside it is told first.
      const value = this.#value(depth)
      if (value !== undefined) this.#fail('positional-argument', 'Arguments must be given by name.', start)
      return false
    }
    const name = this.#nameOf(word)
    if (name === undefined) {
      this.#fail('python-word', `"${word}" is a word of Python and cannot name an argument.`, start)
      return false
    }
    if (name in args) {
      this.#fail('duplicate-argument', `The argument "${name}" is given twice.`, start)
      return false
    }
    if (!tokens.space()) {
      this.#fail('unexpected-end', 'The text ends early.')
      return false
    }
    places.set(name, tokens.at)
    const value = this.#value(depth)
    if (value === undefined) return false
    args[name] = value.json
    return true
  }

  /** A literal, and whether a sign may stand before it. */
  #value(depth: number): Literal | undefined {
    const tokens = this.#tokens
    const literal = this.#primary(depth)
    if (literal === undefined) return undefined
    const { at } = tokens
    if (tokens.space() && tokens.continuesExpression()) return this.#notLiteral()
    tokens.at = at
    return literal
  }

  #primary(depth: number): Literal | undefined {
    const tokens = this.#tokens
    switch (tokens.peek()) {
      case '[':
        return this.#sequence(']', depth)
      case '(':
        return this.#sequence(')', depth)
      case '{':
        return this.#dictionary(depth)
      case '-':
      case '+':
        return this.#signed(depth)
      default:
    }
    if (tokens.startsNumber()) {
      const number = tokens.number()
      return number === undefined ? this.#tokenFault() : { json: number, isNumber: true }
    }
    const string = tokens.strings()
    if (string !== undefined) return { json: string, isNumber: false }
    return tokens.fault === undefined ? this.#word() : this.#tokenFault()
  }

  #tokenFault(): undefined {
    const { fault } = this.#tokens
    return fault === undefined ? this.#notLiteral() : this.#fail(fault.code, fault.what, fault.at)
  }

  #signed(depth: number): Literal | undefined {
    const tokens = this.#tokens
    const isNegative = tokens.peek() === '-'
    tokens.at++
    if (!tokens.space()) return this.#fail('unexpected-end', 'The text ends early.')
    const sign = tokens.peek()
    if (sign === '-' || sign === '+') return this.#notLiteral()
    const operand = this.#primary(depth)
    if (operand === undefined) return undefined
    if (!operand.isNumber) return this.#notLiteral()
    return { json: isNegative ? tokens.negated(operand.json) : operand.json, isNumber: false }
  }

  #word(): Literal | undefined {
    const tokens = this.#tokens
    const start = tokens.at
    const word = tokens.name()
    switch (word) {
      case undefined:
        return tokens.isOver ? this.#fail('unexpected-end', 'The text ends early.') : this.#notLiteral(start)
      case 'True':
      case 'False':
        return { json: word === 'True', isNumber: false }
      case 'None':
        return { json: null, isNumber: false }
      case 'true':
      case 'false':
      case 'null':
        if (this.#repair === undefined) {
          return this.#fail('json-literal', `"${word}" is a word of JSON, not of Python.`, start)
        }
        this.#repair('json-literal', start)
        return { json: word === 'null' ? null : word === 'true', isNumber: false }
      default:
    }
    if (tokens.space() && tokens.peek() === '(') {
      return this.#fail('nested-call', 'A call is no literal, and nothing is evaluated.', start)
    }
    return this.#notLiteral(start)
  }

  #tooDeep(): undefined {
    return this.#fail('too-deep', `Nesting is deeper than ${MAX_DEPTH}.`)
  }

  #notLiteral(at = this.#tokens.at): undefined {
    return this.#fail('not-a-literal', 'Only literals and signs are values; nothing is evaluated.', at)
  }

  /** A list, a tuple, or a value in parentheses. */
  #sequence(close: ']' | ')', depth: number): Literal | undefined {
    if (depth >= MAX_DEPTH) return this.#tooDeep()
    const tokens = this.#tokens
    tokens.at++
    const items: JsonValue[] = []
    let isTuple = close === ']'
    let isNumber = false
    for (;;) {
      if (!tokens.space()) return this.#fail('unexpected-end', 'The text ends early.')
      if (tokens.eat(close)) break
      const item = this.#value(depth + 1)
      if (item === undefined) return undefined
      items.push(item.json)
      isNumber = item.isNumber
      if (!tokens.space()) return this.#fail('unexpected-end', 'The text ends early.')
      if (tokens.eat(',')) isTuple = true
      else if (tokens.eat(close)) break
      else return this.#notLiteral()
    }
    if (!isTuple && items.length === 1) return { json: items[0] as JsonValue, isNumber } // one item
    return { json: items, isNumber: false }
  }

  #dictionary(depth: number): Literal | undefined {
    if (depth >= MAX_DEPTH) return this.#tooDeep()
    const tokens = this.#tokens
    tokens.at++
    const object = emptyObject()
    for (;;) {
      if (!tokens.space()) return this.#fail('unexpected-end', 'The text ends early.')
      if (tokens.eat('}')) break
      const keyAt = tokens.at
      const key = this.#value(depth + 1)
      if (key === undefined) return undefined
      if (!tokens.space()) return this.#fail('unexpected-end', 'The text ends early.')
      if (!tokens.eat(':')) {
        const isSet = tokens.peek() === ',' || tokens.peek() === '}'
        return isSet ? this.#fail('set', 'A set has no form in JSON.', keyAt) : this.#notLiteral()
      }
      if (typeof key.json !== 'string') return this.#fail('key-not-string', 'A key must be a string.', keyAt)
      if (key.json in object) {
        return this.#fail(
          'duplicate-key',
          `The key ${JSON.stringify(key.json)} stands twice in one dictionary.`,
          keyAt,
        )
      }
      if (!tokens.space()) return this.#fail('unexpected-end', 'The text ends early.')
      const value = this.#value(depth + 1)
      if (value === undefined) return undefined
      object[key.json] = value.json
      if (!tokens.space()) return this.#fail('unexpected-end', 'The text ends early.')
      if (tokens.eat(',')) continue
      if (tokens.eat('}')) break
      return this.#notLiteral()
    }
    return { json: object, isNumber: false }
  }
}

interface Literal {
  readonly json: JsonValue
  /** A number without a sign, before which a sign may stand. */
  readonly isNumber: boolean
}
