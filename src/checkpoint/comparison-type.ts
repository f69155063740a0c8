import { fitsFloat32 } from './decode-weights.js'
import { type Dtype, isBlockType } from './tensor.js'

/** In which numbers two tensors are compared. */
export interface ComparisonType {
  /** `f64` for formats that a float32 does not hold. */
  readonly as: 'bf16' | 'f32' | 'f64'
  /** Whether the bytes of the files are compared as they stand. */
  readonly isNative: boolean
  /** The side with more digits is rounded to the other's format first. */
  readonly rounded?: { readonly side: 'a' | 'b'; readonly to: 'BF16' | 'F16' | 'F32' }
  /** Whether equal bits mean an equal weight; not so where blocks share scales. */
  readonly hasIdentity: boolean
}

/** Formats that a wider float is rounded to, by the wider one. */
const NARROWER: ReadonlyMap<Dtype, readonly ('BF16' | 'F16' | 'F32')[]> = new Map([
  ['F32', ['BF16', 'F16']],
  ['F64', ['F32']],
])

/**
 * How two formats are compared. Equal ones as they are; a wider float is rounded to the narrower (to nearest, ties to
 * even), for nobody could tell in the narrower whether more had changed; all others by value.
 */
export function comparisonType(a: Dtype, b: Dtype): ComparisonType {
  const hasIdentity = !isBlockType(a) && !isBlockType(b)
  if (a === b && a === 'BF16') return { as: 'bf16', isNative: true, hasIdentity }
  if (a === b && a === 'F32') return { as: 'f32', isNative: true, hasIdentity }
  const rounded = hasIdentity ? roundedSide(a, b) : undefined
  if (rounded !== undefined)
    return { as: rounded.to === 'BF16' ? 'bf16' : 'f32', isNative: false, rounded, hasIdentity }
  const as = fitsFloat32(a) && fitsFloat32(b) ? 'f32' : 'f64'
  return { as, isNative: false, hasIdentity }
}

function roundedSide(a: Dtype, b: Dtype): ComparisonType['rounded'] {
  const toB = NARROWER.get(a)?.find((format) => format === b)
  if (toB !== undefined) return { side: 'a', to: toB }
  const toA = NARROWER.get(b)?.find((format) => format === a)
  return toA === undefined ? undefined : { side: 'b', to: toA }
}
