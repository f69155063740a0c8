import { bitwiseOr, expression, starExpressions, yieldOrStarExpressions } from './expressions.js'
import { requireTarget } from './targets.js'
import type { TokenCursor } from './token-cursor.js'
import type { BinaryOperator, Expression, ImportedName, Place, Statement } from './tree.js'

const AUGMENTED: ReadonlyMap<string, BinaryOperator> = new Map(
  (['+', '-', '*', '/', '//', '%', '**', '@', '<<', '>>', '&', '|', '^'] as const).map((op) => [
    `${op}=`,
    op,
  ]),
)

/**
 * One simple statement, without the line end or semicolon behind it.
 *
 * @throws {SyntaxFault}
 */
export function simpleStatement(cursor: TokenCursor): Statement {
  const { line, column, text } = cursor.token
  const place = { line, column }
  switch (text) {
    case 'pass':
      cursor.take()
      return { kind: 'Pass', ...place }
    case 'break':
      cursor.take()
      return { kind: 'Break', ...place }
    case 'continue':
      cursor.take()
      return { kind: 'Continue', ...place }
    case 'return':
      cursor.take()
      return { kind: 'Return', value: isOver(cursor) ? undefined : starExpressions(cursor), ...place }
    case 'raise':
      return raiseStatement(cursor, place)
    case 'assert': {
      cursor.take()
      const test = expression(cursor)
      return { kind: 'Assert', test, msg: cursor.accept(',') ? expression(cursor) : undefined, ...place }
    }
    case 'global':
    case 'nonlocal':
      return namesStatement(cursor, place, text === 'global' ? 'Global' : 'Nonlocal')
    case 'del':
      return deleteStatement(cursor, place)
    case 'import':
      cursor.take()
      return { kind: 'Import', names: importedNames(cursor, dottedName), ...place }
    case 'from':
      return importFrom(cursor, place)
    default:
      return assignmentOrExpression(cursor, place)
  }
}

function isOver({ token }: TokenCursor): boolean {
  return token.type === 'newline' || token.text === ';'
}

function raiseStatement(cursor: TokenCursor, place: Place): Statement {
  cursor.expect('raise')
  if (isOver(cursor)) return { kind: 'Raise', exc: undefined, cause: undefined, ...place }
  const exc = expression(cursor)
  return { kind: 'Raise', exc, cause: cursor.accept('from') ? expression(cursor) : undefined, ...place }
}

function namesStatement(cursor: TokenCursor, place: Place, kind: 'Global' | 'Nonlocal'): Statement {
  cursor.take()
  const names: string[] = []
  do names.push(cursor.name())
  while (cursor.accept(','))
  return { kind, names, ...place }
}

function deleteStatement(cursor: TokenCursor, place: Place): Statement {
  cursor.expect('del')
  const targets: Expression[] = []
  do {
    const target = bitwiseOr(cursor)
    requireTarget(target, 'delete')
    targets.push(target)
  } while (cursor.accept(',') && !isOver(cursor))
  return { kind: 'Delete', targets, ...place }
}

function importFrom(cursor: TokenCursor, place: Place): Statement {
  cursor.expect('from')
  let level = 0
  while (cursor.is('.') || cursor.is('...')) level += cursor.take().text.length
  const module = level > 0 && cursor.is('import') ? undefined : dottedName(cursor)
  cursor.expect('import')
  if (cursor.accept('*')) {
    return { kind: 'ImportFrom', module, names: [{ name: '*', asname: undefined }], level, ...place }
  }
  const isEnclosed = cursor.accept('(')
  const names = importedNames(cursor, (one) => one.name(), isEnclosed ? ')' : undefined)
  if (isEnclosed) cursor.expect(')')
  return { kind: 'ImportFrom', module, names, level, ...place }
}

/** @param close before which a comma may stand. */
function importedNames(
  cursor: TokenCursor,
  parseName: (cursor: TokenCursor) => string,
  close?: string,
): readonly ImportedName[] {
  const names: ImportedName[] = []
  do names.push({ name: parseName(cursor), asname: cursor.accept('as') ? cursor.name() : undefined })
  while (cursor.accept(',') && (close === undefined || !cursor.is(close)))
  return names
}

function dottedName(cursor: TokenCursor): string {
  let name = cursor.name()
  while (cursor.accept('.')) name += `.${cursor.name()}`
  return name
}

function assignmentOrExpression(cursor: TokenCursor, place: Place): Statement {
  const first = yieldOrStarExpressions(cursor)
  if (cursor.accept(':')) {
    requireTarget(first, 'single')
    const annotation = expression(cursor)
    const value = cursor.accept('=') ? yieldOrStarExpressions(cursor) : undefined
    return { kind: 'AnnAssign', target: first, annotation, value, ...place }
  }
  const op = AUGMENTED.get(cursor.token.text)
  if (op !== undefined) {
    requireTarget(first, 'single')
    cursor.take()
    return { kind: 'AugAssign', target: first, op, value: yieldOrStarExpressions(cursor), ...place }
  }
  const targets: Expression[] = []
  let value = first
  while (cursor.accept('=')) {
    requireTarget(value, 'any')
    targets.push(value)
    value = yieldOrStarExpressions(cursor)
  }
  return targets.length === 0
    ? { kind: 'Expr', value, ...place }
    : { kind: 'Assign', targets, value, ...place }
}
