import type { CallValues } from './call-values.js'
import { isMapping, isSequence, itemAt, keysOf, lengthOf } from './containers.js'
import { iterate } from './iteration.js'
import type { Meter } from './meter.js'
import { typeFault, unsupportedFault, valueFault } from './plan-fault.js'
import { characters } from './text-positions.js'
import { bare, type IteratorValue, type RangeValue, typeName, type Value } from './value.js'

/** Longest range that can be gone through at all; the limit of steps is far below. */
const MOST_ITEMS = 2n ** 40n

export function rangeOf({ positional, named }: CallValues): RangeValue {
  if (named.size > 0) throw typeFault('range() takes no keyword arguments')
  if (positional.length === 0 || positional.length > 3) {
    const expected = positional.length === 0 ? 'at least 1 argument' : 'at most 3 arguments'
    throw typeFault(`range expected ${expected}, got ${positional.length}`)
  }
  const bounds = positional.map(indexOf)
  const [first = 0n, second, step = 1n] = bounds
  const [start, end] = second === undefined ? [0n, first] : [first, second]
  if (step === 0n) throw valueFault('range() arg 3 must not be zero')
  const distance = step > 0n ? end - start : start - end
  const size = step > 0n ? step : -step
  const length = distance > 0n ? (distance + size - 1n) / size : 0n
  return { kind: 'range', start, step, length: Number(length > MOST_ITEMS ? MOST_ITEMS : length) }
}

function indexOf(value: Value): bigint {
  const plain = bare(value)
  if (typeof plain === 'boolean') return plain ? 1n : 0n
  if (typeof plain === 'bigint') return plain
  throw typeFault(`'${typeName(plain)}' object cannot be interpreted as an integer`)
}

export function enumerated({ positional, named }: CallValues, meter: Meter): IteratorValue {
  const [iterable, start = named.get('start') ?? 0n] = positional
  for (const name of named.keys())
    if (name !== 'start') throw typeFault(`'${name}' is an invalid keyword argument for enumerate()`)
  if (iterable === undefined) throw typeFault("enumerate() missing required argument 'iterable'")
  if (positional.length > 2) {
    throw typeFault(`enumerate() takes at most 2 arguments (${positional.length} given)`)
  }
  const iterator = iterate(iterable, meter)
  let count = indexOf(start)
  return {
    kind: 'iterator',
    next() {
      const item = iterator.next()
      if (item === undefined) return undefined
      meter.takeItems(2)
      return { kind: 'tuple', items: [count++, item] }
    },
  }
}

export function zipped({ positional, named }: CallValues, meter: Meter): IteratorValue {
  if (named.size > 0) throw unsupportedFault('zip() with keyword arguments')
  const iterators = positional.map((iterable) => iterate(iterable, meter))
  return {
    kind: 'iterator',
    next() {
      if (iterators.length === 0) return undefined
      const items: Value[] = []
      for (const iterator of iterators) {
        const item = iterator.next()
        if (item === undefined) return undefined
        items.push(item)
      }
      meter.takeItems(items.length)
      return { kind: 'tuple', items }
    },
  }
}

export function reversedOf({ positional, named }: CallValues, meter: Meter): IteratorValue {
  const [value, ...others] = positional
  if (named.size > 0) throw typeFault('reversed() takes no keyword arguments')
  if (value === undefined || others.length > 0) {
    throw typeFault(`reversed expected 1 argument, got ${positional.length}`)
  }
  const plain = bare(value)
  if (typeof plain === 'object' && plain?.kind === 'range') {
    const { start, step, length } = plain
    return iterate({ kind: 'range', start: start + step * BigInt(length - 1), step: -step, length }, meter)
  }
  if (typeof plain === 'string')
    return iterate({ kind: 'list', items: [...characters(plain, meter)].reverse() }, meter)
  if (isMapping(plain)) return iterate({ kind: 'list', items: [...keysOf(plain, meter)].reverse() }, meter)
  if (!isSequence(plain)) throw typeFault(`'${typeName(plain)}' object is not reversible`)
  let at = lengthOf(plain)
  return { kind: 'iterator', next: () => (at > 0 ? itemAt(plain, --at) : undefined) }
}
