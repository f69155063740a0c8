import type { Producer } from '../call-tool.js'
import type { GivenArgument } from '../pack.js'
import { entriesOf, isMapping, isSequence, itemAt, lengthOf, sizeOf } from './containers.js'
import type { Meter } from './meter.js'
import { PlanFault, unsupportedFault } from './plan-fault.js'
import { bare, producersIn, type Value } from './value.js'

/** What the arguments of one call may hold; what real plans hand over has some hundred characters and a few items. */
const MOST_CHARACTERS = 131_072
const MOST_ITEMS = 10_000

/** Arguments of one call while they are made. */
export class ArgumentRoom {
  #characters = 0
  #items = 0

  /** Before a tool, its trace and its provenance look at them. */
  take(characters: number, items: number): void {
    this.#characters += characters
    this.#items += items
    if (this.#characters <= MOST_CHARACTERS && this.#items <= MOST_ITEMS) return
    throw new PlanFault(
      'limit',
      `More than ${MOST_CHARACTERS} characters or ${MOST_ITEMS} items in the arguments of a call.`,
    )
  }
}

interface GivenSetting {
  readonly meter: Meter
  readonly room: ArgumentRoom
  /** Takes in who made the plain values inside; results know that themselves. */
  readonly producers: Set<Producer>
  readonly depth?: number
}

/** A value as an argument of a tool. */
export function givenOf(value: Value, setting: GivenSetting): GivenArgument {
  const { meter, room, producers, depth = 0 } = setting
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
      room.take(plain.length, 0)
      return { kind: 'text', value: plain }
    default:
  }
  if (plain.kind === 'result') return { kind: 'result', result: plain }
  const within = { ...setting, depth: meter.descend(depth) }
  if (isSequence(plain)) {
    room.take(0, lengthOf(plain))
    meter.takeItems(lengthOf(plain))
    const items: GivenArgument[] = []
    for (let at = 0; at < lengthOf(plain); at++) items.push(givenOf(itemAt(plain, at) ?? null, within))
    return { kind: 'list', items }
  }
  if (isMapping(plain)) {
    room.take(0, sizeOf(plain))
    const entries = Array.from(entriesOf(plain, meter), ([key, item]) => {
      return [givenOf(key, within), givenOf(item, within)] as const
    })
    return { kind: 'dict', entries }
  }
  throw unsupportedFault('A function as an argument of a tool')
}
