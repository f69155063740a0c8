import { isMapping, isSequence, lengthOf, sizeOf } from './containers.js'
import { bare, type Value } from './value.js'

/** Whether Python takes the value for true. */
export function isTrue(value: Value): boolean {
  const plain = bare(value)
  if (plain === null) return false
  switch (typeof plain) {
    case 'boolean':
      return plain
    case 'bigint':
      return plain !== 0n
    case 'number':
      return plain !== 0 // NaN is true
    case 'string':
      return plain !== ''
    default:
  }
  if (isSequence(plain)) return lengthOf(plain) > 0
  if (isMapping(plain)) return sizeOf(plain) > 0
  return plain.kind === 'range' ? plain.length > 0 : true
}
