import type { CatalogFlags } from '../catalog/catalog-flags.js'

export interface GateFlags extends CatalogFlags {
  readonly policy?: string
  readonly baseline?: string
  readonly saveBaseline?: string
  readonly audit?: readonly string[]
  readonly items?: readonly string[]
  readonly catalog?: readonly string[]
  readonly dialect?: string
  readonly vocabulary?: string
  readonly config?: string
  readonly k: readonly number[]
  readonly seed?: number
  readonly resamples: number
  readonly permutations: number
  readonly junit?: string
  readonly github?: true
  readonly output?: string
  readonly json?: true
}
