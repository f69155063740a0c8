import { parseCallArguments } from './call-arguments.js'
import { numberAtom, stringAtom } from './literal-atoms.js'
import { parseParameters } from './parameters.js'
import { requireTarget } from './targets.js'
import { TokenCursor } from './token-cursor.js'
import { type Stretch, tokenize } from './tokenize.js'
import type {
  BinaryOperator,
  Call,
  Comparison,
  Comprehension,
  Expression,
  Name,
  Place,
  Slice,
  Starred,
} from './tree.js'

// Rules of Python 3.11's grammar, by the names they have there.

/** `star_expressions`: one expression, or a tuple without brackets. */
export function starExpressions(cursor: TokenCursor): Expression {
  return tupleOf(cursor, starExpression)
}

/** `star_expressions` or a `yield`. */
export function yieldOrStarExpressions(cursor: TokenCursor): Expression {
  return cursor.is('yield') ? yieldExpression(cursor) : starExpressions(cursor)
}

/** `star_named_expression`s, as a tuple where there is a comma. */
export function starNamedExpressions(cursor: TokenCursor): Expression {
  return tupleOf(cursor, starNamedExpression)
}

/** `star_targets` of a loop or a comprehension. */
export function loopTargets(cursor: TokenCursor): Expression {
  const target = tupleOf(cursor, (one) => (one.is('*') ? starred(one) : bitwiseOr(one)))
  requireTarget(target, 'any')
  return target
}

/** `star_target` of a `with`. */
export function starTarget(cursor: TokenCursor): Expression {
  const target = cursor.is('*') ? starred(cursor) : bitwiseOr(cursor)
  requireTarget(target, 'any')
  return target
}

/** A list in which a comma makes a tuple, even behind a single element. */
function tupleOf(cursor: TokenCursor, element: (cursor: TokenCursor) => Expression): Expression {
  const { line, column } = cursor.token
  const first = element(cursor)
  if (!cursor.is(',')) return first
  const elts = [first]
  while (cursor.accept(',') && startsExpression(cursor)) elts.push(element(cursor))
  return { kind: 'Tuple', elts, line, column }
}

/** Whether an element can begin here; otherwise the comma before it was the last one. */
function startsExpression({ token }: TokenCursor): boolean {
  switch (token.type) {
    case 'name':
    case 'number':
    case 'string':
      return true
    case 'keyword':
      return ['None', 'True', 'False', 'not', 'lambda', 'await'].includes(token.text)
    case 'operator':
      return ['(', '[', '{', '-', '+', '~', '*', '...'].includes(token.text)
    default:
      return false
  }
}

function yieldExpression(cursor: TokenCursor): Expression {
  const { line, column } = cursor.expect('yield')
  if (cursor.accept('from')) return { kind: 'YieldFrom', value: expression(cursor), line, column }
  const value = startsExpression(cursor) ? starExpressions(cursor) : undefined
  return { kind: 'Yield', value, line, column }
}

export function starExpression(cursor: TokenCursor): Expression {
  return cursor.is('*') ? starred(cursor) : expression(cursor)
}

function starNamedExpression(cursor: TokenCursor): Expression {
  return cursor.is('*') ? starred(cursor) : namedExpression(cursor)
}

function starred(cursor: TokenCursor): Starred {
  const { line, column } = cursor.expect('*')
  return { kind: 'Starred', value: bitwiseOr(cursor), line, column }
}

export function namedExpression(cursor: TokenCursor): Expression {
  const { token } = cursor
  if (token.type !== 'name' || cursor.following.text !== ':=') return expression(cursor)
  const target = nameAtom(cursor)
  cursor.take()
  return { kind: 'NamedExpr', target, value: expression(cursor), line: token.line, column: token.column }
}

export function expression(cursor: TokenCursor): Expression {
  return cursor.nested(plainExpression)
}

function plainExpression(cursor: TokenCursor): Expression {
  const { line, column } = cursor.token
  if (cursor.accept('lambda')) {
    const args = parseParameters(cursor, { close: ':', defaultValue: expression })
    cursor.expect(':')
    return { kind: 'Lambda', args, body: expression(cursor), line, column }
  }
  const body = disjunction(cursor)
  if (!cursor.accept('if')) return body
  const test = disjunction(cursor)
  cursor.expect('else')
  return { kind: 'IfExp', test, body, orelse: expression(cursor), line, column }
}

function disjunction(cursor: TokenCursor): Expression {
  const { line, column } = cursor.token
  const first = conjunction(cursor)
  if (!cursor.is('or')) return first
  const values = [first]
  while (cursor.accept('or')) values.push(conjunction(cursor))
  return { kind: 'BoolOp', op: 'or', values, line, column }
}

function conjunction(cursor: TokenCursor): Expression {
  const { line, column } = cursor.token
  const first = inversion(cursor)
  if (!cursor.is('and')) return first
  const values = [first]
  while (cursor.accept('and')) values.push(inversion(cursor))
  return { kind: 'BoolOp', op: 'and', values, line, column }
}

function inversion(cursor: TokenCursor): Expression {
  const { line, column } = cursor.token
  if (!cursor.accept('not')) return comparison(cursor)
  return { kind: 'UnaryOp', op: 'not', operand: cursor.nested(inversion), line, column }
}

function comparison(cursor: TokenCursor): Expression {
  const { line, column } = cursor.token
  const left = bitwiseOr(cursor)
  let op = comparisonOperator(cursor)
  if (op === undefined) return left
  const ops: Comparison[] = []
  const comparators: Expression[] = []
  for (; op !== undefined; op = comparisonOperator(cursor)) {
    ops.push(op)
    comparators.push(bitwiseOr(cursor))
  }
  return { kind: 'Compare', left, ops, comparators, line, column }
}

function comparisonOperator(cursor: TokenCursor): Comparison | undefined {
  const { text } = cursor.token
  switch (text) {
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
    case 'in':
      cursor.take()
      return text
    case 'is':
      cursor.take()
      return cursor.accept('not') ? 'is not' : 'is'
    case 'not':
      if (cursor.following.text !== 'in') return undefined
      cursor.take()
      cursor.take()
      return 'not in'
    default:
      return undefined
  }
}

/** Operators that group from the left, by how tightly they bind. */
const BINDING: ReadonlyMap<string, { readonly op: BinaryOperator; readonly power: number }> = new Map(
  (['|', '^', '&', '<< >>', '+ -', '* / // % @'] as const).flatMap((row, index) =>
    // The rows above hold these operators and no others.
    row.split(' ').map((op) => [op, { op: op as BinaryOperator, power: index + 1 }] as const),
  ),
)

export function bitwiseOr(cursor: TokenCursor): Expression {
  return binary(cursor, 1)
}

function binary(cursor: TokenCursor, power: number): Expression {
  const { line, column } = cursor.token
  let left = factor(cursor)
  for (;;) {
    const binding = BINDING.get(cursor.token.text)
    if (binding === undefined || binding.power < power) return left
    cursor.take()
    left = { kind: 'BinOp', left, op: binding.op, right: binary(cursor, binding.power + 1), line, column }
  }
}

function factor(cursor: TokenCursor): Expression {
  const { line, column, text } = cursor.token
  if (text !== '-' && text !== '+' && text !== '~') return power(cursor)
  cursor.take()
  return { kind: 'UnaryOp', op: text, operand: cursor.nested(factor), line, column }
}

function power(cursor: TokenCursor): Expression {
  const { line, column } = cursor.token
  const left = cursor.accept('await')
    ? ({ kind: 'Await', value: primary(cursor), line, column } as const)
    : primary(cursor)
  if (!cursor.accept('**')) return left
  return { kind: 'BinOp', left, op: '**', right: cursor.nested(factor), line, column }
}

function primary(cursor: TokenCursor): Expression {
  const { line, column } = cursor.token
  let value = atom(cursor)
  for (;;) {
    const bracket = cursor.token
    if (cursor.accept('.')) value = { kind: 'Attribute', value, attr: cursor.name(), line, column }
    else if (cursor.accept('(')) {
      const { args, keywords } = callArguments(cursor, bracket)
      value = { kind: 'Call', func: value, args, keywords, line, column }
    } else if (cursor.accept('[')) value = { kind: 'Subscript', value, slice: slices(cursor), line, column }
    else return value
  }
}

/**
 * Arguments behind `(`, including the `)`.
 *
 * @param generatorPlace the `(`, where a lone generator needs no brackets of its own: in calls, but not in the bases of a class.
 */
export function callArguments(
  cursor: TokenCursor,
  generatorPlace: Place | undefined,
): Pick<Call, 'args' | 'keywords'> {
  return parseCallArguments(cursor, {
    element: starNamedArgument,
    expression,
    comprehensions,
    generatorPlace,
  })
}

function starNamedArgument(cursor: TokenCursor): Expression {
  if (!cursor.is('*')) return namedExpression(cursor)
  const { line, column } = cursor.take()
  return { kind: 'Starred', value: expression(cursor), line, column }
}

/** Behind `[`, including the `]`. */
function slices(cursor: TokenCursor): Expression {
  const { line, column } = cursor.token
  const first = slice(cursor)
  if (first.kind !== 'Starred' && cursor.accept(']')) return first
  const elts = [first]
  while (cursor.accept(',') && !cursor.is(']')) elts.push(slice(cursor))
  cursor.expect(']')
  return { kind: 'Tuple', elts, line, column }
}

function slice(cursor: TokenCursor): Slice | Expression {
  const { line, column } = cursor.token
  if (cursor.is('*')) return starNamedArgument(cursor)
  const lower = cursor.is(':') ? undefined : namedExpression(cursor)
  if (!cursor.is(':')) return lower ?? expression(cursor)
  if (lower?.kind === 'NamedExpr') throw cursor.fault()
  cursor.take()
  const upper = isSliceEnd(cursor) ? undefined : expression(cursor)
  const step = cursor.accept(':') && !isSliceEnd(cursor) ? expression(cursor) : undefined
  return { kind: 'Slice', lower, upper, step, line, column }
}

function isSliceEnd(cursor: TokenCursor): boolean {
  return cursor.is(':') || cursor.is(',') || cursor.is(']')
}

function atom(cursor: TokenCursor): Expression {
  const { token } = cursor
  const { line, column } = token
  switch (token.type) {
    case 'name':
      return nameAtom(cursor)
    case 'number':
      cursor.take()
      return numberAtom(token)
    case 'string':
      return stringAtom(cursor, (stretch) => fieldExpression(cursor, stretch))
    default:
  }
  switch (token.text) {
    case 'None':
      cursor.take()
      return { kind: 'Constant', value: null, line, column }
    case 'True':
    case 'False':
      cursor.take()
      return { kind: 'Constant', value: token.text === 'True', line, column }
    case '...':
      cursor.take()
      return { kind: 'Ellipsis', line, column }
    case '(':
      return parenthesised(cursor)
    case '[':
      return listDisplay(cursor)
    case '{':
      return braces(cursor)
    default:
      throw cursor.fault()
  }
}

function nameAtom(cursor: TokenCursor): Name {
  const { line, column } = cursor.token
  return { kind: 'Name', id: cursor.name(), line, column }
}

/** The expression in a field of an f-string, read as if in parentheses. */
export function fieldExpression(outer: TokenCursor, stretch: Stretch): Expression {
  return outer.nested(() => {
    const cursor = new TokenCursor(stretch.source, tokenize(stretch))
    const { token } = cursor
    const value = insideParentheses(cursor, token)
    if (cursor.token.type !== 'end') throw cursor.fault()
    return value
  })
}

function parenthesised(cursor: TokenCursor): Expression {
  const { line, column } = cursor.expect('(')
  if (cursor.accept(')')) return { kind: 'Tuple', elts: [], line, column }
  const value = insideParentheses(cursor, { line, column })
  cursor.expect(')')
  return value
}

function insideParentheses(cursor: TokenCursor, { line, column }: Place): Expression {
  if (cursor.is('yield')) return yieldExpression(cursor)
  const first = starNamedExpression(cursor)
  if (startsComprehension(cursor) && first.kind !== 'Starred') {
    return { kind: 'GeneratorExp', elt: first, generators: comprehensions(cursor), line, column }
  }
  if (!cursor.is(',')) {
    if (first.kind === 'Starred') throw cursor.fault('a starred expression cannot stand here')
    return first
  }
  return { kind: 'Tuple', elts: [first, ...moreElements(cursor)], line, column }
}

/** Elements behind a first one, each with its comma before it. */
function moreElements(cursor: TokenCursor): readonly Expression[] {
  const elts: Expression[] = []
  while (cursor.accept(',') && startsExpression(cursor)) elts.push(starNamedExpression(cursor))
  return elts
}

function listDisplay(cursor: TokenCursor): Expression {
  const { line, column } = cursor.expect('[')
  if (cursor.accept(']')) return { kind: 'List', elts: [], line, column }
  const first = starNamedExpression(cursor)
  if (startsComprehension(cursor) && first.kind !== 'Starred') {
    const generators = comprehensions(cursor)
    cursor.expect(']')
    return { kind: 'ListComp', elt: first, generators, line, column }
  }
  const elts = [first, ...moreElements(cursor)]
  cursor.expect(']')
  return { kind: 'List', elts, line, column }
}

/** A dict, a set, or a comprehension of either. */
function braces(cursor: TokenCursor): Expression {
  const { line, column } = cursor.expect('{')
  if (cursor.accept('}')) return { kind: 'Dict', keys: [], values: [], line, column }
  if (cursor.is('**')) return dictDisplay(cursor, { line, column })
  const first = starNamedExpression(cursor)
  if (cursor.is(':') && first.kind !== 'Starred' && first.kind !== 'NamedExpr') {
    cursor.take()
    const value = expression(cursor)
    if (!startsComprehension(cursor)) return dictDisplay(cursor, { line, column }, { key: first, value })
    const generators = comprehensions(cursor)
    cursor.expect('}')
    return { kind: 'DictComp', key: first, value, generators, line, column }
  }
  if (startsComprehension(cursor) && first.kind !== 'Starred') {
    const generators = comprehensions(cursor)
    cursor.expect('}')
    return { kind: 'SetComp', elt: first, generators, line, column }
  }
  const elts = [first, ...moreElements(cursor)]
  cursor.expect('}')
  return { kind: 'Set', elts, line, column }
}

function dictDisplay(
  cursor: TokenCursor,
  { line, column }: Place,
  first?: { readonly key: Expression; readonly value: Expression },
): Expression {
  const keys: (Expression | undefined)[] = []
  const values: Expression[] = []
  if (first !== undefined) {
    keys.push(first.key)
    values.push(first.value)
    if (!cursor.is('}')) cursor.expect(',')
  }
  while (!cursor.is('}')) {
    if (cursor.accept('**')) {
      keys.push(undefined)
      values.push(bitwiseOr(cursor))
    } else {
      keys.push(expression(cursor))
      cursor.expect(':')
      values.push(expression(cursor))
    }
    if (!cursor.accept(',')) break
  }
  cursor.expect('}')
  return { kind: 'Dict', keys, values, line, column }
}

function startsComprehension(cursor: TokenCursor): boolean {
  return cursor.is('for') || (cursor.is('async') && cursor.following.text === 'for')
}

function comprehensions(cursor: TokenCursor): readonly Comprehension[] {
  const generators: Comprehension[] = []
  while (startsComprehension(cursor)) {
    const { line, column } = cursor.token
    const is_async = cursor.accept('async')
    cursor.expect('for')
    const target = loopTargets(cursor)
    cursor.expect('in')
    const iter = disjunction(cursor)
    const ifs: Expression[] = []
    while (cursor.accept('if')) ifs.push(disjunction(cursor))
    generators.push({ kind: 'comprehension', target, iter, ifs, is_async, line, column })
  }
  return generators
}
