import type { CallValues } from './call-values.js'
import { isOrdered, numeric } from './comparison.js'
import { entriesOf, isMapping, isSequence, itemsOf, keyOf, lengthOf, sizeOf } from './containers.js'
import { roundFloat } from './floats.js'
import { held } from './integers.js'
import { collect, isIterable, iterate } from './iteration.js'
import { enumerated, rangeOf, reversedOf, zipped } from './lazy-builtins.js'
import type { Meter } from './meter.js'
import { binary } from './operators.js'
import { typeFault, unsupportedFault, valueFault } from './plan-fault.js'
import { readFloat, readInteger } from './read-number.js'
import { textLength } from './text-positions.js'
import { isTrue } from './truth.js'
import { bare, type DictValue, made, producersIn, typeName, type Value } from './value.js'
import { reprOf, textOf } from './value-text.js'

type Builtin = (values: CallValues, meter: Meter) => Value

/** Those functions of Python that plans may call. All but `print` only compute. */
export const BUILTINS: ReadonlyMap<string, Builtin> = new Map<string, Builtin>([
  ['print', printed],
  ['len', (values, meter) => lengthValue(only('len', values), meter)],
  ['sorted', sorted],
  ['str', (values, meter) => converted(values, 'str', '', (value) => textOf(value, meter))],
  ['repr', (values, meter) => through(only('repr', values), (value) => reprOf(value, meter))],
  ['int', (values, meter) => converted(values, 'int', 0n, (value) => integerOf(value, meter))],
  ['float', (values, meter) => converted(values, 'float', 0, (value) => readFloat(bare(value), meter))],
  ['bool', (values) => converted(values, 'bool', false, isTrue)],
  ['list', (values, meter) => ({ kind: 'list', items: collected(values, 'list', meter) })],
  ['tuple', (values, meter) => ({ kind: 'tuple', items: collected(values, 'tuple', meter) })],
  ['dict', dictOf],
  ['min', (values, meter) => extreme('min', values, meter)],
  ['max', (values, meter) => extreme('max', values, meter)],
  ['sum', sum],
  ['any', (values, meter) => collect(only('any', values), meter).some(isTrue)],
  ['all', (values, meter) => collect(only('all', values), meter).every(isTrue)],
  ['abs', (values, meter) => through(only('abs', values), (value) => absolute(value, meter))],
  ['round', rounded],
  ['range', rangeOf],
  ['enumerate', enumerated],
  ['zip', zipped],
  ['reversed', reversedOf],
])

/** Those whose value is gone through once; it stands only where that happens at once. */
export const LAZY_BUILTINS: ReadonlySet<string> = new Set(['range', 'enumerate', 'zip', 'reversed'])

function only(name: string, { positional, named }: CallValues): Value {
  const [value, ...others] = positional
  if (named.size > 0) throw typeFault(`${name}() takes no keyword arguments`)
  if (value === undefined || others.length > 0) {
    throw typeFault(`${name}() takes exactly one argument (${positional.length} given)`)
  }
  return value
}

/** A plain value that is computed from another keeps who made it. */
function through(value: Value, compute: (value: Value) => Value): Value {
  return made(compute(value), producersIn(value))
}

function converted(values: CallValues, name: string, empty: Value, compute: (value: Value) => Value): Value {
  const { positional, named } = values
  if (named.size > 0) throw typeFault(`${name}() takes no keyword arguments`)
  const [value, ...others] = positional
  if (value === undefined) return empty
  if (others.length > 0) throw unsupportedFault(`${name}() of more than one argument`)
  return through(value, compute)
}

function printed({ positional, named }: CallValues, meter: Meter): null {
  const textBy = (name: string, fallback: string): string => {
    const value = bare(named.get(name) ?? null)
    if (value === null) return fallback
    if (typeof value === 'string') return value
    throw typeFault(`${name} must be None or a string, not ${typeName(value)}`)
  }
  for (const name of named.keys()) {
    if (name === 'file' || name === 'flush') throw unsupportedFault(`print(${name}=…)`)
    if (name !== 'sep' && name !== 'end')
      throw typeFault(`'${name}' is an invalid keyword argument for print()`)
  }
  const separator = textBy('sep', ' ')
  const end = textBy('end', '\n')
  positional.forEach((value, index) => {
    if (index > 0) meter.print(separator)
    meter.print(textOf(value, meter))
  })
  meter.print(end)
  return null
}

function lengthValue(value: Value, meter: Meter): Value {
  const plain = bare(value)
  if (typeof plain === 'string') return made(BigInt(textLength(plain, meter)), producersIn(value))
  if (isSequence(plain)) return made(BigInt(lengthOf(plain)), plain.kind === 'rows' ? plain.producers : [])
  if (isMapping(plain)) return BigInt(sizeOf(plain))
  if (typeof plain === 'object' && plain?.kind === 'range') return BigInt(plain.length)
  throw typeFault(`object of type '${typeName(plain)}' has no len()`)
}

function sorted({ positional, named }: CallValues, meter: Meter): Value {
  const [iterable, ...others] = positional
  if (iterable === undefined || others.length > 0) {
    throw typeFault(`sorted expected 1 argument, got ${positional.length}`)
  }
  for (const name of named.keys()) {
    if (name !== 'reverse' && name !== 'key')
      throw typeFault(`'${name}' is an invalid keyword argument for sort()`)
  }
  const reverse = bare(named.has('reverse') ? (named.get('reverse') ?? null) : false)
  if (typeof reverse !== 'boolean' && typeof reverse !== 'bigint') {
    throw typeFault(`'${typeName(reverse)}' object cannot be interpreted as an integer`)
  }
  const sign = isTrue(reverse) ? -1 : 1
  const keyed = collect(iterable, meter).map((value) => ({ value, key: keyBy(named, value, meter) }))
  meter.takeItems(keyed.length * 3)
  keyed.sort((a, b) => {
    meter.work(1)
    if (isOrdered('<', a.key, b.key, meter)) return -sign
    return isOrdered('<', b.key, a.key, meter) ? sign : 0
  })
  return { kind: 'list', items: keyed.map(({ value }) => value) }
}

/** `key=` is one of a few functions, by name: see the place where plans are lowered. */
function keyBy(named: ReadonlyMap<string, Value>, value: Value, meter: Meter): Value {
  const key = bare(named.get('key') ?? null)
  if (key === null) return value
  if (typeof key !== 'object' || key.kind !== 'tool')
    throw typeFault(`'${typeName(key)}' object is not callable`)
  const compute = BUILTINS.get(key.name)
  if (compute === undefined) throw unsupportedFault('A tool as key')
  return compute({ kind: 'arguments', positional: [value], named: new Map() }, meter)
}

function extreme(name: 'min' | 'max', { positional, named }: CallValues, meter: Meter): Value {
  const [first, ...others] = positional
  if (first === undefined) throw typeFault(`${name} expected at least 1 argument, got 0`)
  for (const given of named.keys()) {
    if (given !== 'default' && given !== 'key') {
      throw typeFault(`'${given}' is an invalid keyword argument for ${name}()`)
    }
  }
  const fallback = named.get('default')
  if (others.length > 0 && fallback !== undefined) {
    throw typeFault(`Cannot specify a default for ${name}() with multiple positional arguments`)
  }
  const items = others.length > 0 ? positional : collect(first, meter)
  let best: { readonly value: Value; readonly key: Value } | undefined
  for (const value of items) {
    const key = keyBy(named, value, meter)
    meter.work(1)
    if (best !== undefined) {
      if (!isOrdered(name === 'min' ? '<' : '>', key, best.key, meter)) continue
    }
    best = { value, key }
  }
  if (best !== undefined) return best.value
  if (fallback !== undefined) return fallback
  throw valueFault(`${name}() arg is an empty sequence`)
}

function sum({ positional, named }: CallValues, meter: Meter): Value {
  const [iterable, start = named.get('start') ?? 0n] = positional
  if (iterable === undefined) throw typeFault('sum() takes at least 1 positional argument (0 given)')
  if (positional.length > 2) throw typeFault(`sum() takes at most 2 arguments (${positional.length} given)`)
  for (const name of named.keys()) {
    if (name !== 'start') throw typeFault(`'${name}' is an invalid keyword argument for sum()`)
  }
  if (typeof bare(start) === 'string') throw typeFault("sum() can't sum strings [use ''.join(seq) instead]")
  const iterator = iterate(iterable, meter)
  let total = start
  for (let item = iterator.next(); item !== undefined; item = iterator.next()) {
    meter.work(1)
    total = binary('+', total, item, meter)
  }
  return total
}

function collected({ positional, named }: CallValues, name: string, meter: Meter): Value[] {
  const [value, ...others] = positional
  if (named.size > 0) throw typeFault(`${name}() takes no keyword arguments`)
  if (others.length > 0) throw typeFault(`${name} expected at most 1 argument, got ${positional.length}`)
  return value === undefined ? [] : collect(value, meter)
}

function dictOf({ positional, named }: CallValues, meter: Meter): DictValue {
  const entries = new Map<string, readonly [Value, Value]>()
  const put = (key: Value, value: Value): void => {
    meter.takeItems(3)
    const at = keyOf(key, meter)
    // A key that is there stays as it was first written.
    entries.set(at, [entries.get(at)?.[0] ?? key, value])
  }
  const [source, ...others] = positional
  if (others.length > 0) throw typeFault(`dict expected at most 1 argument, got ${positional.length}`)
  const plain = source === undefined ? undefined : bare(source)
  if (plain !== undefined && isMapping(plain))
    for (const [key, value] of entriesOf(plain, meter)) put(key, value)
  else if (source !== undefined) {
    for (const [at, pair] of collect(source, meter).entries()) {
      if (!isIterable(pair)) {
        throw typeFault(`cannot convert dictionary update sequence element #${at} to a sequence`)
      }
      const [key, value, ...rest] = collect(pair, meter)
      if (key === undefined || value === undefined || rest.length > 0) {
        const length = key === undefined ? 0 : value === undefined ? 1 : rest.length + 2
        throw valueFault(`dictionary update sequence element #${at} has length ${length}; 2 is required`)
      }
      put(key, value)
    }
  }
  for (const [name, value] of named) put(name, value)
  return { kind: 'dict', entries }
}

function integerOf(value: Value, meter: Meter): bigint {
  return held(readInteger(bare(value), meter), meter)
}

function absolute(value: Value, meter: Meter): Value {
  const number = numeric(bare(value))
  if (number === undefined) throw typeFault(`bad operand type for abs(): '${typeName(value)}'`)
  if (typeof number === 'number') return Math.abs(number)
  return held(number < 0n ? -number : number, meter)
}

function rounded({ positional, named }: CallValues, meter: Meter): Value {
  const [value, digitsValue = named.get('ndigits') ?? null] = positional
  if (value === undefined) throw typeFault("round() missing required argument 'number' (pos 1)")
  if (positional.length > 2) throw typeFault(`round() takes at most 2 arguments (${positional.length} given)`)
  for (const name of named.keys()) {
    if (name !== 'ndigits') throw typeFault(`'${name}' is an invalid keyword argument for round()`)
  }
  const number = numeric(bare(value))
  if (number === undefined) throw typeFault(`type ${typeName(value)} doesn't define __round__ method`)
  const digits = bare(digitsValue)
  if (digits !== null && typeof digits !== 'bigint' && typeof digits !== 'boolean') {
    throw typeFault(`'${typeName(digits)}' object cannot be interpreted as an integer`)
  }
  const places = digits === null ? undefined : Math.max(-400, Math.min(400, Number(digits)))
  return made(
    typeof number === 'number' ? roundedFloat(number, places, meter) : roundedInteger(number, places, meter),
    producersIn(value),
  )
}

function roundedFloat(value: number, places: number | undefined, meter: Meter): Value {
  if (places !== undefined) return roundFloat(value, places)
  return held(readInteger(Number.isFinite(value) ? roundFloat(value, 0) : value, meter), meter)
}

function roundedInteger(value: bigint, places: number | undefined, meter: Meter): bigint {
  if (places === undefined || places >= 0) return value
  const unit = 10n ** BigInt(-places)
  const rest = ((value % unit) + unit) % unit
  const floor = value - rest
  const twice = rest * 2n
  const isUp = twice > unit || (twice === unit && (floor / unit) % 2n !== 0n)
  meter.work(4)
  return isUp ? floor + unit : floor
}

/** The items of a value that a display or a call unpacks with `*`. */
export function unpacked(value: Value, meter: Meter): readonly Value[] {
  const plain = bare(value)
  if (!isIterable(plain)) throw typeFault(`Value after * must be an iterable, not ${typeName(plain)}`)
  if (isSequence(plain)) {
    meter.takeItems(lengthOf(plain))
    return itemsOf(plain, meter)
  }
  return collect(value, meter)
}
