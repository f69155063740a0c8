import {
  callArguments,
  expression,
  loopTargets,
  namedExpression,
  starExpression,
  starExpressions,
  starNamedExpressions,
  starTarget,
} from './expressions.js'
import { parseParameters } from './parameters.js'
import { parsePatterns } from './patterns.js'
import { simpleStatement } from './simple-statements.js'
import type { TokenCursor } from './token-cursor.js'
import type { ExceptHandler, Expression, MatchCase, Place, Statement, WithItem } from './tree.js'

/**
 * All statements up to the end of the code.
 *
 * @throws {SyntaxFault}
 */
export function parseStatements(cursor: TokenCursor): readonly Statement[] {
  const body: Statement[] = []
  while (cursor.token.type !== 'end') statement(cursor, body)
  return body
}

/** Adds the statements of one line, or one compound statement. */
function statement(cursor: TokenCursor, body: Statement[]): void {
  const compound = compoundStatement(cursor)
  if (compound === undefined) simpleStatements(cursor, body)
  else body.push(compound)
}

function simpleStatements(cursor: TokenCursor, body: Statement[]): void {
  do body.push(simpleStatement(cursor))
  while (cursor.accept(';') && cursor.token.type !== 'newline')
  if (!cursor.acceptType('newline')) throw cursor.fault()
}

function compoundStatement(cursor: TokenCursor): Statement | undefined {
  const { line, column, text } = cursor.token
  const place = { line, column }
  switch (text) {
    case 'if':
      cursor.take()
      return ifStatement(cursor, place)
    case 'while': {
      cursor.take()
      const test = namedExpression(cursor)
      return { kind: 'While', test, body: block(cursor), orelse: elseBlock(cursor), ...place }
    }
    case 'for':
      return forStatement(cursor, place, 'For')
    case 'with':
      return withStatement(cursor, place, 'With')
    case 'try':
      return tryStatement(cursor, place)
    case 'def':
    case 'class':
    case '@':
      return decorated(cursor)
    case 'async':
      return asyncStatement(cursor, place)
    case 'match':
      return matchStatement(cursor, place)
    default:
      return undefined
  }
}

/** `:` and what belongs under it. */
function block(cursor: TokenCursor): readonly Statement[] {
  cursor.expect(':')
  const body: Statement[] = []
  if (!cursor.acceptType('newline')) {
    simpleStatements(cursor, body)
    return body
  }
  cursor.expectIndent()
  cursor.nested(() => {
    while (!cursor.acceptType('dedent')) statement(cursor, body)
  })
  return body
}

function elseBlock(cursor: TokenCursor): readonly Statement[] {
  return cursor.accept('else') ? block(cursor) : []
}

function ifStatement(cursor: TokenCursor, place: Place): Statement {
  const test = namedExpression(cursor)
  const body = block(cursor)
  const { line, column } = cursor.token
  const orelse = cursor.accept('elif')
    ? [cursor.nested(() => ifStatement(cursor, { line, column }))]
    : elseBlock(cursor)
  return { kind: 'If', test, body, orelse, ...place }
}

function forStatement(cursor: TokenCursor, place: Place, kind: 'For' | 'AsyncFor'): Statement {
  cursor.expect('for')
  const target = loopTargets(cursor)
  cursor.expect('in')
  const iter = starExpressions(cursor)
  return { kind, target, iter, body: block(cursor), orelse: elseBlock(cursor), ...place }
}

function withStatement(cursor: TokenCursor, place: Place, kind: 'With' | 'AsyncWith'): Statement {
  cursor.expect('with')
  const enclosed = cursor.is('(') ? cursor.attempt(enclosedItems) : undefined
  const items = enclosed ?? openItems(cursor)
  return { kind, items, body: block(cursor), ...place }
}

/** `(a as b, c as d)` before the colon. */
function enclosedItems(cursor: TokenCursor): readonly WithItem[] {
  cursor.expect('(')
  const items: WithItem[] = []
  do items.push(withItem(cursor))
  while (cursor.accept(',') && !cursor.is(')'))
  cursor.expect(')')
  if (!cursor.is(':')) throw cursor.fault()
  return items
}

function openItems(cursor: TokenCursor): readonly WithItem[] {
  const items: WithItem[] = []
  do items.push(withItem(cursor))
  while (cursor.accept(','))
  return items
}

function withItem(cursor: TokenCursor): WithItem {
  const { line, column } = cursor.token
  const context_expr = expression(cursor)
  const optional_vars = cursor.accept('as') ? starTarget(cursor) : undefined
  return { kind: 'withitem', context_expr, optional_vars, line, column }
}

function tryStatement(cursor: TokenCursor, place: Place): Statement {
  cursor.expect('try')
  const body = block(cursor)
  const isStar = cursor.is('except') && cursor.following.text === '*'
  const handlers: ExceptHandler[] = []
  while (cursor.is('except')) handlers.push(exceptHandler(cursor, isStar))
  const orelse = handlers.length > 0 ? elseBlock(cursor) : []
  const hasFinally = cursor.accept('finally')
  if (!hasFinally && handlers.length === 0) throw cursor.fault('expected "except" or "finally"')
  const finalbody = hasFinally ? block(cursor) : []
  return { kind: isStar ? 'TryStar' : 'Try', body, handlers, orelse, finalbody, ...place }
}

function exceptHandler(cursor: TokenCursor, isStar: boolean): ExceptHandler {
  const { line, column } = cursor.expect('except')
  if (cursor.accept('*') !== isStar) throw cursor.fault('"except" and "except*" cannot be mixed')
  const type = cursor.is(':') && !isStar ? undefined : expression(cursor)
  const name = type !== undefined && cursor.accept('as') ? cursor.name() : undefined
  return { kind: 'ExceptHandler', type, name, body: block(cursor), line, column }
}

function decorated(cursor: TokenCursor): Statement {
  const decorators: Expression[] = []
  while (cursor.accept('@')) {
    decorators.push(namedExpression(cursor))
    if (!cursor.acceptType('newline')) throw cursor.fault()
  }
  const { line, column, text } = cursor.token
  const place = { line, column }
  if (text === 'class') return classStatement(cursor, place, decorators)
  const kind = cursor.accept('async') ? 'AsyncFunctionDef' : 'FunctionDef'
  return functionStatement(cursor, place, { kind, decorators })
}

function functionStatement(
  cursor: TokenCursor,
  place: Place,
  {
    kind,
    decorators,
  }: { readonly kind: 'FunctionDef' | 'AsyncFunctionDef'; readonly decorators: readonly Expression[] },
): Statement {
  cursor.expect('def')
  const name = cursor.name()
  cursor.expect('(')
  const args = parseParameters(cursor, {
    close: ')',
    annotation: expression,
    starredAnnotation: starExpression,
    defaultValue: expression,
  })
  cursor.expect(')')
  const returns = cursor.accept('->') ? expression(cursor) : undefined
  return { kind, name, args, body: block(cursor), decorator_list: decorators, returns, ...place }
}

function classStatement(cursor: TokenCursor, place: Place, decorators: readonly Expression[]): Statement {
  cursor.expect('class')
  const name = cursor.name()
  const { args, keywords } = cursor.accept('(')
    ? callArguments(cursor, undefined)
    : { args: [], keywords: [] }
  return {
    kind: 'ClassDef',
    name,
    bases: args,
    keywords,
    body: block(cursor),
    decorator_list: decorators,
    ...place,
  }
}

function asyncStatement(cursor: TokenCursor, place: Place): Statement {
  const next = cursor.following.text
  if (next === 'def') return decorated(cursor)
  cursor.take()
  if (next === 'for') return forStatement(cursor, place, 'AsyncFor')
  if (next === 'with') return withStatement(cursor, place, 'AsyncWith')
  throw cursor.fault()
}

/** `match` is a name unless the whole line reads as the head of a `match` statement. */
function matchStatement(cursor: TokenCursor, place: Place): Statement | undefined {
  const subject = cursor.attempt(matchHead)
  if (subject === undefined) return undefined
  cursor.expectIndent()
  const cases: MatchCase[] = []
  cursor.nested(() => {
    do cases.push(matchCase(cursor))
    while (!cursor.acceptType('dedent'))
  })
  return { kind: 'Match', subject, cases, ...place }
}

function matchHead(cursor: TokenCursor): Expression {
  cursor.expect('match')
  const isStarred = cursor.is('*')
  const subject = starNamedExpressions(cursor)
  if (isStarred && subject.kind !== 'Tuple') throw cursor.fault()
  cursor.expect(':')
  if (!cursor.acceptType('newline')) throw cursor.fault()
  return subject
}

function matchCase(cursor: TokenCursor): MatchCase {
  const { line, column } = cursor.expect('case')
  const pattern = parsePatterns(cursor)
  const guard = cursor.accept('if') ? namedExpression(cursor) : undefined
  return { kind: 'match_case', pattern, guard, body: block(cursor), line, column }
}
