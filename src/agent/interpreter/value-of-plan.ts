import type { Producer } from '../call-tool.js'
import type { PlanValue } from '../plan-value.js'
import { keyOf } from './containers.js'
import type { Meter } from './meter.js'
import { made, type Value } from './value.js'

/** What a tool gave, as the machine handles it: every plain value inside knows who made it. */
export function valueOfPlan(
  value: PlanValue,
  producers: readonly Producer[],
  meter: Meter,
  depth = 0,
): Value {
  if (value === null || typeof value !== 'object') return made(value, producers)
  const deeper = meter.descend(depth)
  switch (value.kind) {
    case 'result':
      return value
    case 'list':
    case 'tuple': {
      meter.takeItems(value.items.length)
      const items = value.items.map((item) => valueOfPlan(item, producers, meter, deeper))
      return { kind: value.kind, items }
    }
    case 'dict': {
      meter.takeItems(value.entries.length * 3)
      const entries = new Map<string, readonly [Value, Value]>()
      for (const [key, item] of value.entries) {
        const known = valueOfPlan(key, producers, meter, deeper)
        entries.set(keyOf(known, meter), [known, valueOfPlan(item, producers, meter, deeper)])
      }
      return { kind: 'dict', entries }
    }
    default:
      return value satisfies never
  }
}
