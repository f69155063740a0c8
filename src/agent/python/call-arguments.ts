import type { TokenCursor } from './token-cursor.js'
import type { Comprehension, Expression, Keyword, Place } from './tree.js'

export interface ArgumentRules {
  /** A positional argument, `*rest` among them. */
  readonly element: (cursor: TokenCursor) => Expression
  readonly expression: (cursor: TokenCursor) => Expression
  /** `for …` clauses; none where none stand here. */
  readonly comprehensions: (cursor: TokenCursor) => readonly Comprehension[]
  /** The `(`, where a lone generator needs no brackets of its own: in calls, but not in the bases of a class. */
  readonly generatorPlace: Place | undefined
}

/**
 * Arguments behind `(`, including the `)`.
 *
 * @throws {SyntaxFault}
 */
export function parseCallArguments(
  cursor: TokenCursor,
  { element, expression, comprehensions, generatorPlace }: ArgumentRules,
): { readonly args: readonly Expression[]; readonly keywords: readonly Keyword[] } {
  const args: Expression[] = []
  const keywords: Keyword[] = []
  let hasUnpacking = false
  while (!cursor.is(')')) {
    const { line, column, type } = cursor.token
    if (cursor.accept('**')) {
      keywords.push({ kind: 'keyword', arg: undefined, value: expression(cursor), line, column })
      hasUnpacking = true
    } else if (type === 'name' && cursor.following.text === '=') {
      const arg = cursor.name()
      cursor.take()
      keywords.push({ kind: 'keyword', arg, value: expression(cursor), line, column })
    } else {
      if (hasUnpacking || (keywords.length > 0 && !cursor.is('*'))) {
        throw cursor.fault('a positional argument follows a named one')
      }
      const elt = element(cursor)
      const generators = comprehensions(cursor)
      if (generators.length === 0) args.push(elt)
      else {
        const isLone = args.length === 0 && keywords.length === 0 && cursor.is(')')
        if (generatorPlace === undefined || !isLone || elt.kind === 'Starred') {
          throw cursor.fault('a generator needs parentheses here')
        }
        args.push({
          kind: 'GeneratorExp',
          elt,
          generators,
          line: generatorPlace.line,
          column: generatorPlace.column,
        })
      }
    }
    if (!cursor.accept(',')) break
  }
  cursor.expect(')')
  return { args, keywords }
}
