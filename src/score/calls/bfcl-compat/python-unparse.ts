import type { PythonExpression } from '../../../benchmark/readers/bfcl/python-syntax.js'
import { pythonRepr } from '../../../benchmark/readers/bfcl/python-value.js'

/** How tightly operators bind, loosest first; atoms bind tightest. */
const BINDING: ReadonlyMap<string, number> = new Map([
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
  ['**', 12],
])
const NOT = 3
const SIGN = 11
const POWER = 12
const ATOM = 15

/**
 * The normalised source text of an expression, as `ast.unparse` of CPython 3.11 writes it. What is passed over when
 * reading (lambdas, comprehensions, …) stays as it was written.
 */
export function unparsePython(expression: PythonExpression): string {
  return textOf(expression, 0)
}

function textOf(expression: PythonExpression, least: number): string {
  switch (expression.kind) {
    case 'constant':
      return pythonRepr(expression.value)
    case 'ellipsis':
      return '...'
    case 'name':
      return expression.name
    case 'attribute': {
      const of = textOf(expression.of, ATOM)
      // `1 .real`: a point after digits would belong to the number; Python takes no chances with `True`, either.
      return `${of}${/^(?:\d+|True|False)$/.test(of) ? ' ' : ''}.${expression.name}`
    }
    case 'call': {
      const positional = expression.positional.map(unparsePython)
      const keywords = expression.keywords.map(({ name, value }) =>
        name === undefined ? `**${unparsePython(value)}` : `${name}=${unparsePython(value)}`,
      )
      return `${textOf(expression.callee, ATOM)}(${[...positional, ...keywords].join(', ')})`
    }
    case 'subscript': {
      const { of, index } = expression
      const isBare = index.kind === 'tuple' && index.items.length > 0
      return `${textOf(of, ATOM)}[${isBare ? bareTuple(index.items) : unparsePython(index)}]`
    }
    case 'list':
      return `[${expression.items.map(unparsePython).join(', ')}]`
    case 'tuple':
      return `(${bareTuple(expression.items)})`
    case 'dict':
      return `{${expression.entries.map(([key, value]) => `${unparsePython(key)}: ${unparsePython(value)}`).join(', ')}}`
    case 'unary': {
      const binding = expression.operator === 'not ' ? NOT : SIGN
      return within(binding < least, `${expression.operator}${textOf(expression.operand, binding)}`)
    }
    case 'binary': {
      const { operator, left, right } = expression
      const binding = BINDING.get(operator) ?? 0
      const isPower = operator === '**'
      const first = textOf(left, isPower ? POWER + 1 : binding)
      const second = textOf(right, isPower ? POWER : binding + 1)
      return within(binding < least, `${first} ${operator} ${second}`)
    }
    case 'other':
      return expression.source
    default:
      return expression satisfies never
  }
}

function bareTuple(items: readonly PythonExpression[]): string {
  return items.map(unparsePython).join(', ') + (items.length === 1 ? ',' : '')
}

function within(isNeeded: boolean, text: string): string {
  return isNeeded ? `(${text})` : text
}
