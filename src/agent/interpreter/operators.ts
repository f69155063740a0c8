import type { BinaryOperator } from '../python/tree.js'
import { numeric } from './comparison.js'
import { isList, isSequence, itemsOf, lengthOf, type SequenceValue } from './containers.js'
import { floatFloorDivide, floatModulo, floatPower } from './floats.js'
import {
  divisionByZero,
  floorDivide,
  held,
  modulo,
  multiply,
  overflow,
  power,
  toFloat,
  trueDivide,
} from './integers.js'
import { iterate } from './iteration.js'
import type { Meter } from './meter.js'
import { typeFault, unsupportedFault } from './plan-fault.js'
import { isTrue } from './truth.js'
import { type BareValue, bare, made, producersIn, typeName, union, type Value } from './value.js'

export type ArithmeticOperator = '+' | '-' | '*' | '/' | '//' | '%' | '**'

export function isArithmetic(operator: BinaryOperator): operator is ArithmeticOperator {
  return ['+', '-', '*', '/', '//', '%', '**'].includes(operator)
}

export function binary(operator: ArithmeticOperator, left: Value, right: Value, meter: Meter): Value {
  const producers = union(producersIn(left), producersIn(right))
  return made(arithmetic(operator, bare(left), bare(right), meter), producers)
}

function arithmetic(operator: ArithmeticOperator, left: BareValue, right: BareValue, meter: Meter): Value {
  const x = numeric(left)
  const y = numeric(right)
  if (x !== undefined && y !== undefined) {
    return typeof x === 'bigint' && typeof y === 'bigint'
      ? integerArithmetic(operator, x, y, meter)
      : floatArithmetic(operator, floatOf(x), floatOf(y))
  }
  if (operator === '+') {
    if (typeof left === 'string' && typeof right === 'string') {
      meter.takeText(left.length + right.length)
      return left + right
    }
    if (isSequence(left) && isSequence(right) && isList(left) === isList(right))
      return joined(left, right, meter)
    if (typeof left === 'string')
      throw typeFault(`can only concatenate str (not "${typeName(right)}") to str`)
    if (isSequence(left)) {
      const name = typeName(left)
      throw typeFault(`can only concatenate ${name} (not "${typeName(right)}") to ${name}`)
    }
  }
  if (operator === '*') {
    const repeated = repeat(left, right, meter) ?? repeat(right, left, meter)
    if (repeated !== undefined) return repeated
    if (isRepeatable(left) || isRepeatable(right)) {
      const times = isRepeatable(left) ? right : left
      throw typeFault(`can't multiply sequence by non-int of type '${typeName(times)}'`)
    }
  }
  if (operator === '%' && typeof left === 'string') throw unsupportedFault('Formatting with %')
  const symbol = operator === '**' ? '** or pow()' : operator
  const names = `'${typeName(left)}' and '${typeName(right)}'`
  throw typeFault(`unsupported operand type(s) for ${symbol}: ${names}`)
}

function floatOf(value: bigint | number): number {
  return typeof value === 'bigint' ? toFloat(value) : value
}

function integerArithmetic(
  operator: ArithmeticOperator,
  x: bigint,
  y: bigint,
  meter: Meter,
): bigint | number {
  switch (operator) {
    case '+':
      return held(x + y, meter)
    case '-':
      return held(x - y, meter)
    case '*':
      return multiply(x, y, meter)
    case '/':
      return trueDivide(x, y)
    case '//':
      return held(floorDivide(x, y), meter)
    case '%':
      return held(modulo(x, y), meter)
    case '**':
      if (y >= 0n) return power(x, y, meter)
      return floatPower(toFloat(x), toFloat(y))
    default:
      return operator satisfies never
  }
}

function floatArithmetic(operator: ArithmeticOperator, x: number, y: number): number {
  switch (operator) {
    case '+':
      return x + y
    case '-':
      return x - y
    case '*':
      return x * y
    case '/':
      if (y === 0) throw divisionByZero('float division by zero')
      return x / y
    case '//':
      return floatFloorDivide(x, y)
    case '%':
      return floatModulo(x, y)
    case '**':
      return floatPower(x, y)
    default:
      return operator satisfies never
  }
}

function joined(left: SequenceValue, right: SequenceValue, meter: Meter): Value {
  meter.takeItems(lengthOf(left) + lengthOf(right))
  const items = [...itemsOf(left, meter), ...itemsOf(right, meter)]
  return isList(left) ? { kind: 'list', items } : { kind: 'tuple', items }
}

function isRepeatable(value: BareValue): value is string | SequenceValue {
  return typeof value === 'string' || isSequence(value)
}

function repeat(value: BareValue, times: BareValue, meter: Meter): Value | undefined {
  if (!isRepeatable(value)) return undefined
  const count = numeric(times)
  if (typeof count !== 'bigint') return undefined
  if (count > 2n ** 63n - 1n) throw overflow("cannot fit 'int' into an index-sized integer")
  const total = count < 0n ? 0 : Number(count)
  if (typeof value === 'string') {
    meter.takeText(value.length * total)
    return value.length === 0 ? '' : value.repeat(total)
  }
  const length = lengthOf(value) * total
  meter.takeItems(length)
  const items: Value[] = []
  if (length > 0) {
    const once = itemsOf(value, meter)
    for (let round = 0; round < total; round++) for (const item of once) items.push(item)
  }
  return isList(value) ? { kind: 'list', items } : { kind: 'tuple', items }
}

/** `target += value`, which changes a list that others hold too. */
export function addInPlace(target: Value, value: Value, meter: Meter): Value {
  const list = bare(target)
  if (!isList(list)) return binary('+', target, value, meter)
  if (list.kind === 'rows') throw unsupportedFault('Changing the rows of a result')
  const items: Value[] = []
  const iterator = iterate(value, meter)
  const others = bare(value)
  // A list that is added to itself ends where it ended before.
  const most = others === list ? list.items.length : Number.POSITIVE_INFINITY
  while (items.length < most) {
    const item = iterator.next()
    if (item === undefined) break
    meter.takeItems(1)
    items.push(item)
  }
  for (const item of items) list.items.push(item)
  return list
}

export function unary(operator: '-' | '+' | 'not', value: Value, meter: Meter): Value {
  if (operator === 'not') return made(!isTrue(value), producersIn(value))
  const number = numeric(bare(value))
  if (number === undefined) throw typeFault(`bad operand type for unary ${operator}: '${typeName(value)}'`)
  if (operator === '+') return made(number, producersIn(value))
  return made(typeof number === 'bigint' ? held(-number, meter) : -number, producersIn(value))
}
