import type { Comparison } from '../python/tree.js'
import {
  entriesOf,
  isList,
  isMapping,
  isSequence,
  itemAt,
  lengthOf,
  lookUp,
  type MappingValue,
  type SequenceValue,
  sizeOf,
} from './containers.js'
import type { Meter } from './meter.js'
import { typeFault, unsupportedFault } from './plan-fault.js'
import { compareTexts, containsText } from './text-positions.js'
import { type BareValue, bare, typeName, type Value } from './value.js'

/** What a comparison of Python gives. */
export function compare(operator: Comparison, left: Value, right: Value, meter: Meter): boolean {
  switch (operator) {
    case '==':
      return isEqual(left, right, meter)
    case '!=':
      return !isEqual(left, right, meter)
    case 'in':
      return contains(right, left, meter)
    case 'not in':
      return !contains(right, left, meter)
    case 'is':
      return isSame(left, right)
    case 'is not':
      return !isSame(left, right)
    default:
      return isOrdered(operator, left, right, meter)
  }
}

/** Python's `==`. Never throws for types that have nothing in common: they are not equal. */
function isEqual(left: Value, right: Value, meter: Meter, depth = 0): boolean {
  const a = bare(left)
  const b = bare(right)
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b, meter) === 0
  const x = numeric(a)
  const y = numeric(b)
  // `==` of JavaScript compares a bigint with a number by value, exactly.
  // biome-ignore lint/suspicious/noDoubleEquals: see above
  if (x !== undefined && y !== undefined) return x == y
  if (a === b) return true
  if (isSequence(a) && isSequence(b)) return isList(a) === isList(b) && areItemsEqual(a, b, meter, depth)
  if (isMapping(a) && isMapping(b)) return areEntriesEqual(a, b, meter, depth)
  if (typeof a !== 'object' || typeof b !== 'object') return false
  if (a?.kind === 'result' && b?.kind === 'result') return a.id === b.id
  return a?.kind === 'tool' && b?.kind === 'tool' && a.name === b.name
}

function areItemsEqual(a: SequenceValue, b: SequenceValue, meter: Meter, depth: number): boolean {
  const length = lengthOf(a)
  if (length !== lengthOf(b)) return false
  const deeper = meter.descend(depth)
  for (let at = 0; at < length; at++) {
    const x = itemAt(a, at) ?? null
    const y = itemAt(b, at) ?? null
    if (bare(x) !== bare(y) && !isEqual(x, y, meter, deeper)) return false
    meter.work(1)
  }
  return true
}

function areEntriesEqual(a: MappingValue, b: MappingValue, meter: Meter, depth: number): boolean {
  if (sizeOf(a) !== sizeOf(b)) return false
  const deeper = meter.descend(depth)
  for (const [key, value] of entriesOf(a, meter)) {
    const other = lookUp(b, key, meter)
    if (other === undefined) return false
    if (bare(value) !== bare(other) && !isEqual(value, other, meter, deeper)) return false
  }
  return true
}

/** `True` and `False` count as 1 and 0. */
export function numeric(value: BareValue): bigint | number | undefined {
  if (typeof value === 'boolean') return value ? 1n : 0n
  return typeof value === 'bigint' || typeof value === 'number' ? value : undefined
}

/** Only for the constants that are one object each. */
function isSame(left: Value, right: Value): boolean {
  const a = bare(left)
  const b = bare(right)
  if (isSingle(a) || isSingle(b)) return a === b
  throw unsupportedFault('"is" between values other than None, True and False')
}

function isSingle(value: BareValue): boolean {
  return value === null || typeof value === 'boolean'
}

function contains(container: Value, item: Value, meter: Meter): boolean {
  const holder = bare(container)
  const wanted = bare(item)
  if (typeof holder === 'string') {
    if (typeof wanted === 'string') return containsText(holder, wanted, meter)
    throw typeFault(`'in <string>' requires string as left operand, not ${typeName(wanted)}`)
  }
  if (isSequence(holder)) {
    for (let at = 0; at < lengthOf(holder); at++) {
      meter.work(1)
      const other = itemAt(holder, at) ?? null
      if (bare(other) === wanted || isEqual(other, item, meter)) return true
    }
    return false
  }
  if (isMapping(holder)) return lookUp(holder, item, meter) !== undefined
  throw typeFault(`argument of type '${typeName(holder)}' is not iterable`)
}

export type Order = '<' | '<=' | '>' | '>='

/** @throws {PlanFault} `type` where the two have no order. */
export function isOrdered(operator: Order, left: Value, right: Value, meter: Meter, depth = 0): boolean {
  const a = bare(left)
  const b = bare(right)
  const x = numeric(a)
  const y = numeric(b)
  if (x !== undefined && y !== undefined)
    return holds(operator, x < y, x > y, Number.isNaN(x) || Number.isNaN(y))
  if (typeof a === 'string' && typeof b === 'string') {
    const order = compareTexts(a, b, meter)
    return holds(operator, order < 0, order > 0, false)
  }
  if (isSequence(a) && isSequence(b) && isList(a) === isList(b)) {
    const deeper = meter.descend(depth)
    const [lengthA, lengthB] = [lengthOf(a), lengthOf(b)]
    for (let at = 0; at < lengthA && at < lengthB; at++) {
      meter.work(1)
      const p = itemAt(a, at) ?? null
      const q = itemAt(b, at) ?? null
      if (bare(p) !== bare(q) && !isEqual(p, q, meter, deeper))
        return isOrdered(operator, p, q, meter, deeper)
    }
    return holds(operator, lengthA < lengthB, lengthA > lengthB, false)
  }
  const names = `'${typeName(a)}' and '${typeName(b)}'`
  throw typeFault(`'${operator}' not supported between instances of ${names}`)
}

function holds(operator: Order, isLess: boolean, isMore: boolean, isUnordered: boolean): boolean {
  if (isUnordered) return false
  if (operator === '<') return isLess
  if (operator === '>') return isMore
  return operator === '<=' ? !isMore : !isLess
}
