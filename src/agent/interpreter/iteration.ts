import { isMapping, isSequence, itemAt, keysOf } from './containers.js'
import type { Meter } from './meter.js'
import { typeFault } from './plan-fault.js'
import { characters } from './text-positions.js'
import { bare, type IteratorValue, made, producersIn, typeName, type Value } from './value.js'

/** What `for` goes through. A list that grows meanwhile is followed to its new end, as in Python. */
export function iterate(value: Value, meter: Meter): IteratorValue {
  const plain = bare(value)
  if (typeof plain === 'string') {
    const producers = producersIn(value)
    return indexed(characters(plain, meter), (character) => made(character, producers))
  }
  if (isSequence(plain)) {
    let at = 0
    return { kind: 'iterator', next: () => itemAt(plain, at++) }
  }
  if (isMapping(plain)) return indexed(keysOf(plain, meter), (key) => key)
  if (typeof plain === 'object' && plain !== null) {
    if (plain.kind === 'iterator') return plain
    if (plain.kind === 'range') {
      const { start, step, length } = plain
      let at = 0
      return { kind: 'iterator', next: () => (at < length ? start + step * BigInt(at++) : undefined) }
    }
  }
  throw typeFault(`'${typeName(plain)}' object is not iterable`)
}

/** Whether `for` goes through it. */
export function isIterable(value: Value): boolean {
  const plain = bare(value)
  return (
    typeof plain === 'string' ||
    (typeof plain === 'object' && plain !== null && plain.kind !== 'result' && plain.kind !== 'tool')
  )
}

function indexed<Item>(items: readonly Item[], toValue: (item: Item) => Value): IteratorValue {
  let at = 0
  return {
    kind: 'iterator',
    next() {
      const item = items[at++]
      return item === undefined ? undefined : toValue(item)
    },
  }
}

/** All that is left, as a list of its own. */
export function collect(value: Value, meter: Meter): Value[] {
  const iterator = iterate(value, meter)
  const items: Value[] = []
  for (let item = iterator.next(); item !== undefined; item = iterator.next()) {
    meter.takeItems(1)
    items.push(item)
  }
  return items
}
