import { isMapping, isSequence, itemAt, itemsOf, lengthOf, lookUp, type SequenceValue } from './containers.js'
import type { Meter } from './meter.js'
import { PlanFault, typeFault, valueFault } from './plan-fault.js'
import { characterAt, characters, textLength, textPart } from './text-positions.js'
import { bare, made, producersIn, typeName, type Value } from './value.js'
import { reprOf } from './value-text.js'

/** `value[key]`. */
export function subscript(value: Value, key: Value, meter: Meter): Value {
  const holder = bare(value)
  if (isMapping(holder)) {
    const found = lookUp(holder, key, meter)
    if (found !== undefined) return found
    throw new PlanFault('key', `KeyError: ${shortened(reprOf(key, meter))}`)
  }
  if (holder === null) throw new PlanFault('none-input', "TypeError: 'NoneType' object is not subscriptable")
  const isText = typeof holder === 'string'
  if (!isText && !isSequence(holder)) throw typeFault(`'${typeName(holder)}' object is not subscriptable`)
  const name = isText ? 'string' : typeName(holder)
  const index = bare(key)
  if (typeof index !== 'bigint' && typeof index !== 'boolean') {
    const given = isText ? `, not '${typeName(index)}'` : ` or slices, not ${typeName(index)}`
    throw typeFault(`${name} indices must be integers${given}`)
  }
  if (typeof index === 'bigint' && BigInt.asIntN(64, index) !== index) {
    throw new PlanFault('index', "IndexError: cannot fit 'int' into an index-sized integer")
  }
  const length = isText ? textLength(holder, meter) : lengthOf(holder)
  const place = Number(index) < 0 ? Number(index) + length : Number(index)
  if (place < 0 || place >= length) throw new PlanFault('index', `IndexError: ${name} index out of range`)
  if (isText) return made(characterAt(holder, place, meter) ?? '', producersIn(value))
  return itemAt(holder, place) ?? null
}

/** What stands between the colons; `None` where nothing does. */
export interface SliceBounds {
  readonly lower: Value
  readonly upper: Value
  readonly step: Value
}

/** `value[lower:upper:step]`. */
export function sliceOf(value: Value, bounds: SliceBounds, meter: Meter): Value {
  const holder = bare(value)
  if (holder === null) throw new PlanFault('none-input', "TypeError: 'NoneType' object is not subscriptable")
  if (isMapping(holder)) throw typeFault("unhashable type: 'slice'")
  const isText = typeof holder === 'string'
  if (!isText && !isSequence(holder)) throw typeFault(`'${typeName(holder)}' object is not subscriptable`)
  const length = isText ? textLength(holder, meter) : lengthOf(holder)
  const { start, step, count } = placesOf(bounds, length)
  if (isText) {
    meter.takeText(count)
    if (step === 1) return made(textPart(holder, start, start + count, meter), producersIn(value))
    const all = characters(holder, meter)
    return made(
      Array.from({ length: count }, (_, at) => all[start + at * step] ?? '').join(''),
      producersIn(value),
    )
  }
  meter.takeItems(count)
  const items = partOf(holder, { start, step, count }, meter)
  return holder.kind === 'tuple' ? { kind: 'tuple', items } : { kind: 'list', items }
}

interface SlicePlaces {
  readonly start: number
  readonly step: number
  readonly count: number
}

function partOf(holder: SequenceValue, { start, step, count }: SlicePlaces, meter: Meter): Value[] {
  if (step === 1 && holder.kind !== 'rows') return itemsOf(holder, meter).slice(start, start + count)
  return Array.from({ length: count }, (_, at) => itemAt(holder, start + at * step) ?? null)
}

const LARGEST = 2 ** 40

function placesOf({ lower, upper, step: stepValue }: SliceBounds, length: number): SlicePlaces {
  // No text and no list is longer; a larger step would leave the numbers that a double counts by ones.
  const step = Math.max(-LARGEST, Math.min(LARGEST, boundOf(stepValue) ?? 1))
  if (step === 0) throw valueFault('slice step cannot be zero')
  const [least, most] = step > 0 ? [0, length] : [-1, length - 1]
  const clamp = (bound: number | undefined, fallback: number): number => {
    if (bound === undefined) return fallback
    return Math.min(most, Math.max(least, bound < 0 ? bound + length : bound))
  }
  const start = clamp(boundOf(lower), step > 0 ? least : most)
  const end = clamp(boundOf(upper), step > 0 ? most : least)
  const count = Math.max(0, Math.ceil((end - start) / step))
  return { start, step, count }
}

function boundOf(value: Value): number | undefined {
  const bound = bare(value)
  if (bound === null) return undefined
  if (typeof bound === 'bigint' || typeof bound === 'boolean') return Number(bound)
  throw typeFault('slice indices must be integers or None or have an __index__ method')
}

function shortened(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}
