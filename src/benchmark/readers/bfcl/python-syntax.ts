import type { PythonValue } from './python-value.js'

/** A Python expression, as far as BFCL looks into one. */
export type PythonExpression =
  | { readonly kind: 'constant'; readonly value: PythonValue }
  | { readonly kind: 'ellipsis' }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'attribute'; readonly of: PythonExpression; readonly name: string }
  | PythonCallExpression
  | { readonly kind: 'subscript'; readonly of: PythonExpression; readonly index: PythonExpression }
  | { readonly kind: 'list' | 'tuple'; readonly items: readonly PythonExpression[] }
  | {
      readonly kind: 'dict'
      readonly entries: readonly (readonly [key: PythonExpression, value: PythonExpression])[]
    }
  | { readonly kind: 'unary'; readonly operator: string; readonly operand: PythonExpression }
  | {
      readonly kind: 'binary'
      readonly operator: string
      readonly left: PythonExpression
      readonly right: PythonExpression
    }
  /** Anything else: comparisons, lambdas, comprehensions, f-strings, … with its source. */
  | { readonly kind: 'other'; readonly source: string }

export interface PythonCallExpression {
  readonly kind: 'call'
  readonly callee: PythonExpression
  readonly positional: readonly PythonExpression[]
  /** The name is undefined for `**x`. */
  readonly keywords: readonly { readonly name: string | undefined; readonly value: PythonExpression }[]
}
