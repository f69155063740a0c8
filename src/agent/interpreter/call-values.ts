import type { Value } from './value.js'

/** Arguments of a call while they are being evaluated, and then as they are passed. */
export interface CallValues {
  readonly kind: 'arguments'
  readonly positional: Value[]
  readonly named: Map<string, Value>
}
