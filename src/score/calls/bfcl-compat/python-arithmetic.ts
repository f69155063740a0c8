import type { PythonExpression } from '../../../benchmark/readers/bfcl/python-syntax.js'
import { isPythonSequence, type PythonValue } from '../../../benchmark/readers/bfcl/python-value.js'

/** Bits of an integer, and items of a text or list, beyond which a result is not computed. */
const MAX_BITS = 100_000
const MAX_ITEMS = 100_000

type Numeric = bigint | number

/**
 * The value of arithmetic over literals, as Python computes it. Names, calls and everything else that would have to be
 * run are not evaluated.
 *
 * @returns undefined where Python would raise, or where something is not arithmetic over literals.
 */
export function evaluateArithmetic(expression: PythonExpression): PythonValue | undefined {
  switch (expression.kind) {
    case 'constant':
      return expression.value
    case 'list':
    case 'tuple': {
      const items = expression.items.map(evaluateArithmetic)
      const known = items.filter((item) => item !== undefined)
      return known.length === items.length ? { kind: expression.kind, items: known } : undefined
    }
    case 'unary': {
      const operand = evaluateArithmetic(expression.operand)
      return operand === undefined ? undefined : unary(expression.operator, operand)
    }
    case 'binary': {
      const left = evaluateArithmetic(expression.left)
      const right = evaluateArithmetic(expression.right)
      if (left === undefined || right === undefined) return undefined
      return binary(expression.operator, left, right)
    }
    default:
      return undefined
  }
}

function unary(operator: string, operand: PythonValue): PythonValue | undefined {
  if (operator === 'not ') return isPythonSequence(operand) ? operand.items.length === 0 : !operand
  const number = numeric(operand)
  if (number === undefined) return undefined
  if (operator === '-') return -number
  if (operator === '+') return number
  return typeof number === 'bigint' ? ~number : undefined
}

function binary(operator: string, left: PythonValue, right: PythonValue): PythonValue | undefined {
  const leftNumber = numeric(left)
  const rightNumber = numeric(right)
  if (leftNumber !== undefined && rightNumber !== undefined) {
    if (typeof left === 'boolean' && typeof right === 'boolean' && '&|^'.includes(operator)) {
      return operator === '&' ? left && right : operator === '|' ? left || right : left !== right
    }
    return typeof leftNumber === 'bigint' && typeof rightNumber === 'bigint'
      ? ofIntegers(operator, leftNumber, rightNumber)
      : ofFloats(operator, Number(leftNumber), Number(rightNumber))
  }
  if (operator === '+') return joined(left, right)
  if (operator !== '*') return undefined
  if (typeof rightNumber === 'bigint') return repeated(left, rightNumber)
  return typeof leftNumber === 'bigint' ? repeated(right, leftNumber) : undefined
}

function numeric(value: PythonValue): Numeric | undefined {
  if (typeof value === 'boolean') return value ? 1n : 0n
  return typeof value === 'bigint' || typeof value === 'number' ? value : undefined
}

function ofIntegers(operator: string, left: bigint, right: bigint): Numeric | undefined {
  switch (operator) {
    case '+':
      return left + right
    case '-':
      return left - right
    case '*':
      return bitsOf(left) + bitsOf(right) > MAX_BITS ? undefined : left * right
    case '/':
      return right === 0n ? undefined : Number(left) / Number(right)
    case '//':
      return right === 0n ? undefined : floorDivide(left, right)
    case '%':
      return right === 0n ? undefined : left - right * floorDivide(left, right)
    case '**':
      if (right < 0n) return left === 0n ? undefined : Number(left) ** Number(right)
      return BigInt(bitsOf(left)) * right > BigInt(MAX_BITS) ? undefined : left ** right
    case '<<':
      return right < 0n || BigInt(bitsOf(left)) + right > BigInt(MAX_BITS) ? undefined : left << right
    case '>>':
      return right < 0n ? undefined : left >> right
    case '&':
      return left & right
    case '|':
      return left | right
    case '^':
      return left ^ right
    default:
      return undefined
  }
}

function bitsOf(value: bigint): number {
  return value.toString(16).length * 4
}

function floorDivide(left: bigint, right: bigint): bigint {
  const quotient = left / right
  return left % right !== 0n && left < 0n !== right < 0n ? quotient - 1n : quotient
}

function ofFloats(operator: string, left: number, right: number): number | undefined {
  switch (operator) {
    case '+':
      return left + right
    case '-':
      return left - right
    case '*':
      return left * right
    case '/':
      return right === 0 ? undefined : left / right
    case '//':
      return right === 0 ? undefined : Math.round((left - floatRest(left, right)) / right)
    case '%':
      return right === 0 ? undefined : floatRest(left, right)
    case '**': {
      const power = left ** right
      // A negative base with a fraction gives a complex number; a finite base that overflows raises.
      return Number.isFinite(power) || !Number.isFinite(left) || !Number.isFinite(right) ? power : undefined
    }
    default:
      return undefined
  }
}

/** What is left over has the sign of the divisor, as in Python, even where it is 0. */
function floatRest(left: number, right: number): number {
  const rest = left % right
  if (rest === 0) return right < 0 ? -0 : 0
  return rest < 0 === right < 0 ? rest : rest + right
}

function joined(left: PythonValue, right: PythonValue): PythonValue | undefined {
  if (typeof left === 'string' && typeof right === 'string') return left + right
  if (!isPythonSequence(left) || !isPythonSequence(right) || left.kind !== right.kind) return undefined
  return { kind: left.kind, items: [...left.items, ...right.items] }
}

function repeated(value: PythonValue, times: bigint): PythonValue | undefined {
  if (typeof value !== 'string' && !isPythonSequence(value)) return undefined
  const { length } = typeof value === 'string' ? value : value.items
  if (BigInt(length) * times > BigInt(MAX_ITEMS)) return undefined
  // Nothing stays nothing, however often: a count beyond what an array can have would end in an exception.
  const count = times < 0n || length === 0 ? 0 : Number(times)
  if (typeof value === 'string') return value.repeat(count)
  return { kind: value.kind, items: Array.from({ length: count }, () => value.items).flat() }
}
