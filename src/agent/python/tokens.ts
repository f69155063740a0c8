import type { Place } from './tree.js'

export type TokenType =
  | 'name'
  | 'keyword'
  | 'number'
  | 'string'
  | 'operator'
  | 'newline'
  | 'indent'
  | 'dedent'
  | 'end'

export interface Token extends Place {
  readonly type: TokenType
  /** As written; of strings with prefix and quotes. */
  readonly text: string
  /** Where it begins in the source. */
  readonly start: number
}

/** Words that are never names. `match`, `case` and `_` are names that grammar rules read as words. */
export const KEYWORDS: ReadonlySet<string> = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except finally for from ' +
    'global if import in is lambda nonlocal not or pass raise return try while with yield'
  ).split(' '),
)
