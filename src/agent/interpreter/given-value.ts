import type { Producer } from '../call-tool.js'
import type { GivenArgument } from '../pack.js'
import { entriesOf, isMapping, isSequence, itemAt, lengthOf } from './containers.js'
import type { Meter } from './meter.js'
import { unsupportedFault } from './plan-fault.js'
import { bare, producersIn, type Value } from './value.js'

/**
 * A value as an argument of a tool.
 * @param producers takes in who made the plain values inside it; results know that themselves.
 */
export function givenOf(
  value: Value,
  {
    meter,
    producers,
    depth = 0,
  }: { readonly meter: Meter; readonly producers: Set<Producer>; readonly depth?: number },
): GivenArgument {
  for (const producer of producersIn(value)) producers.add(producer)
  const plain = bare(value)
  if (plain === null) return { kind: 'none' }
  switch (typeof plain) {
    case 'boolean':
      return { kind: 'boolean', value: plain }
    case 'bigint':
      return { kind: 'integer', value: plain }
    case 'number':
      return { kind: 'float', value: plain }
    case 'string':
      return { kind: 'text', value: plain }
    default:
  }
  if (plain.kind === 'result') return { kind: 'result', result: plain }
  const within = { meter, producers, depth: meter.descend(depth) }
  if (isSequence(plain)) {
    meter.takeItems(lengthOf(plain))
    const items: GivenArgument[] = []
    for (let at = 0; at < lengthOf(plain); at++) items.push(givenOf(itemAt(plain, at) ?? null, within))
    return { kind: 'list', items }
  }
  if (isMapping(plain)) {
    const entries = Array.from(entriesOf(plain, meter), ([key, item]) => {
      return [givenOf(key, within), givenOf(item, within)] as const
    })
    return { kind: 'dict', entries }
  }
  throw unsupportedFault('A function as an argument of a tool')
}
