import type { TokenCursor } from './token-cursor.js'
import type { Argument, Arguments, Expression } from './tree.js'

export interface ParameterRules {
  /** What ends the list and is not taken: `)` or `:`. */
  readonly close: string
  /** Absent for lambdas, whose parameters have no annotations. */
  readonly annotation?: (cursor: TokenCursor) => Expression
  /** Of `*args`, where an annotation may be starred. */
  readonly starredAnnotation?: (cursor: TokenCursor) => Expression
  readonly defaultValue: (cursor: TokenCursor) => Expression
}

/**
 * Parameters of a function or a lambda.
 *
 * @throws {SyntaxFault}
 */
export function parseParameters(cursor: TokenCursor, rules: ParameterRules): Arguments {
  const { line, column } = cursor.token
  let posonlyargs: Argument[] = []
  let args: Argument[] = []
  const kwonlyargs: Argument[] = []
  const kw_defaults: (Expression | undefined)[] = []
  const defaults: Expression[] = []
  let vararg: Argument | undefined
  let kwarg: Argument | undefined
  let hasStar = false
  let hasSlash = false
  while (!cursor.is(rules.close)) {
    if (cursor.accept('**')) {
      kwarg = parameter(cursor, rules.annotation)
      cursor.accept(',')
      break
    }
    if (cursor.is('/')) {
      if (hasSlash || hasStar || args.length === 0) throw cursor.fault('misplaced "/" in the parameters')
      cursor.take()
      hasSlash = true
      posonlyargs = args
      args = []
    } else if (cursor.is('*')) {
      if (hasStar) throw cursor.fault('a second "*" in the parameters')
      cursor.take()
      hasStar = true
      if (!cursor.is(',')) vararg = parameter(cursor, rules.starredAnnotation ?? rules.annotation)
      else if (cursor.following.type !== 'name') throw cursor.fault('named parameters must follow a bare "*"')
    } else {
      const own = parameter(cursor, rules.annotation)
      const value = cursor.accept('=') ? rules.defaultValue(cursor) : undefined
      if (hasStar) {
        kwonlyargs.push(own)
        kw_defaults.push(value)
      } else {
        args.push(own)
        if (value !== undefined) defaults.push(value)
        else if (defaults.length > 0)
          throw cursor.fault('a parameter without a default follows one with a default')
      }
    }
    if (!cursor.accept(',')) break
  }
  return {
    kind: 'arguments',
    posonlyargs,
    args,
    vararg,
    kwonlyargs,
    kw_defaults,
    kwarg,
    defaults,
    line,
    column,
  }
}

function parameter(
  cursor: TokenCursor,
  annotation: ((cursor: TokenCursor) => Expression) | undefined,
): Argument {
  const { line, column } = cursor.token
  const arg = cursor.name()
  const own = annotation !== undefined && cursor.accept(':') ? annotation(cursor) : undefined
  return { kind: 'arg', arg, annotation: own, line, column }
}
