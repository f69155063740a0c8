import { fieldExpression } from './expressions.js'
import { numberAtom, stringAtom } from './literal-atoms.js'
import type { TokenCursor } from './token-cursor.js'
import type { Expression, MatchMapping, Name, Pattern, Place } from './tree.js'

/**
 * The pattern of a `case`: `patterns` of Python 3.11's grammar.
 *
 * @throws {SyntaxFault}
 */
export function parsePatterns(cursor: TokenCursor): Pattern {
  const { line, column } = cursor.token
  const first = starOrPattern(cursor)
  if (!cursor.is(',')) {
    if (first.kind === 'MatchStar') throw cursor.fault()
    return first
  }
  const patterns = [first]
  while (cursor.accept(',') && !cursor.is(':') && !cursor.is('if')) patterns.push(starOrPattern(cursor))
  return { kind: 'MatchSequence', patterns, line, column }
}

function starOrPattern(cursor: TokenCursor): Pattern {
  if (!cursor.is('*')) return asPattern(cursor)
  const { line, column } = cursor.take()
  const name = cursor.accept('_') ? undefined : captureName(cursor)
  return { kind: 'MatchStar', name, line, column }
}

function asPattern(cursor: TokenCursor): Pattern {
  return cursor.nested((inner) => {
    const { line, column } = inner.token
    const pattern = orPattern(inner)
    return inner.accept('as') ? { kind: 'MatchAs', pattern, name: captureName(inner), line, column } : pattern
  })
}

function orPattern(cursor: TokenCursor): Pattern {
  const { line, column } = cursor.token
  const first = closedPattern(cursor)
  if (!cursor.is('|')) return first
  const patterns = [first]
  while (cursor.accept('|')) patterns.push(closedPattern(cursor))
  return { kind: 'MatchOr', patterns, line, column }
}

/** A name that takes what is matched. */
function captureName(cursor: TokenCursor): string {
  if (cursor.is('_')) throw cursor.fault('"_" cannot take a value here')
  const name = cursor.name()
  if (cursor.is('.') || cursor.is('(') || cursor.is('=')) throw cursor.fault()
  return name
}

function closedPattern(cursor: TokenCursor): Pattern {
  const { token } = cursor
  const { line, column } = token
  switch (token.text) {
    case '(':
      return roundPattern(cursor)
    case '[': {
      cursor.take()
      const { patterns } = sequence(cursor, ']')
      return { kind: 'MatchSequence', patterns, line, column }
    }
    case '{':
      return mappingPattern(cursor)
    case 'None':
    case 'True':
    case 'False':
      cursor.take()
      return {
        kind: 'MatchSingleton',
        value: token.text === 'None' ? null : token.text === 'True',
        line,
        column,
      }
    default:
  }
  if (token.type !== 'name') return { kind: 'MatchValue', value: literal(cursor), line, column }
  if (cursor.accept('_')) return { kind: 'MatchAs', pattern: undefined, name: undefined, line, column }
  const next = cursor.following.text
  if (next !== '.' && next !== '(') {
    if (next === '=') throw cursor.fault()
    return { kind: 'MatchAs', pattern: undefined, name: captureName(cursor), line, column }
  }
  const value = dottedName(cursor)
  if (cursor.is('(')) return classPattern(cursor, value)
  if (cursor.is('=')) throw cursor.fault()
  return { kind: 'MatchValue', value, line, column }
}

/** A group, or a sequence in round brackets. */
function roundPattern(cursor: TokenCursor): Pattern {
  const { line, column } = cursor.expect('(')
  const { patterns, hasComma } = sequence(cursor, ')')
  const [only] = patterns
  if (only !== undefined && !hasComma) {
    if (only.kind === 'MatchStar') throw cursor.fault()
    return only
  }
  return { kind: 'MatchSequence', patterns, line, column }
}

function sequence(
  cursor: TokenCursor,
  close: string,
): { readonly patterns: readonly Pattern[]; readonly hasComma: boolean } {
  const patterns: Pattern[] = []
  let hasComma = false
  while (!cursor.is(close)) {
    patterns.push(starOrPattern(cursor))
    if (!cursor.accept(',')) break
    hasComma = true
  }
  cursor.expect(close)
  return { patterns, hasComma }
}

function mappingPattern(cursor: TokenCursor): MatchMapping {
  const { line, column } = cursor.expect('{')
  const keys: Expression[] = []
  const patterns: Pattern[] = []
  let rest: string | undefined
  while (!cursor.is('}')) {
    if (cursor.accept('**')) {
      rest = captureName(cursor)
      cursor.accept(',')
      break
    }
    keys.push(mappingKey(cursor))
    cursor.expect(':')
    patterns.push(asPattern(cursor))
    if (!cursor.accept(',')) break
  }
  cursor.expect('}')
  return { kind: 'MatchMapping', keys, patterns, rest, line, column }
}

function mappingKey(cursor: TokenCursor): Expression {
  const { token } = cursor
  const { line, column } = token
  if (token.type === 'name') {
    const key = dottedName(cursor)
    if (key.kind === 'Name') throw cursor.fault()
    return key
  }
  if (token.text !== 'None' && token.text !== 'True' && token.text !== 'False') return literal(cursor)
  cursor.take()
  return { kind: 'Constant', value: token.text === 'None' ? null : token.text === 'True', line, column }
}

function classPattern(cursor: TokenCursor, cls: Expression): Pattern {
  const { line, column } = cls
  const patterns: Pattern[] = []
  const kwd_attrs: string[] = []
  const kwd_patterns: Pattern[] = []
  cursor.expect('(')
  while (!cursor.is(')')) {
    if (cursor.token.type === 'name' && cursor.following.text === '=') {
      kwd_attrs.push(cursor.name())
      cursor.take()
      kwd_patterns.push(asPattern(cursor))
    } else {
      if (kwd_attrs.length > 0) throw cursor.fault('a positional pattern follows a named one')
      patterns.push(asPattern(cursor))
    }
    if (!cursor.accept(',')) break
  }
  cursor.expect(')')
  return { kind: 'MatchClass', cls, patterns, kwd_attrs, kwd_patterns, line, column }
}

function dottedName(cursor: TokenCursor): Expression {
  const { line, column } = cursor.token
  const name: Name = { kind: 'Name', id: cursor.name(), line, column }
  let value: Expression = name
  while (cursor.accept('.')) value = { kind: 'Attribute', value, attr: cursor.name(), line, column }
  return value
}

/** A number, a complex one such as `1 - 2j`, or strings. */
function literal(cursor: TokenCursor): Expression {
  const { line, column } = cursor.token
  if (cursor.token.type === 'string') {
    return stringAtom(cursor, (stretch) => fieldExpression(cursor, stretch))
  }
  const left = signedNumber(cursor, { line, column })
  const op = cursor.token.text
  if (op !== '+' && op !== '-') return left
  cursor.take()
  const right = numberLiteral(cursor)
  const real = left.kind === 'UnaryOp' ? left.operand : left
  if (real.kind === 'Imaginary' || right.kind !== 'Imaginary') throw cursor.fault()
  return { kind: 'BinOp', left, op, right, line, column }
}

function signedNumber(cursor: TokenCursor, { line, column }: Place): Expression {
  if (!cursor.accept('-')) return numberLiteral(cursor)
  return { kind: 'UnaryOp', op: '-', operand: numberLiteral(cursor), line, column }
}

function numberLiteral(cursor: TokenCursor): Expression {
  const { token } = cursor
  if (token.type !== 'number') throw cursor.fault()
  cursor.take()
  return numberAtom(token)
}
