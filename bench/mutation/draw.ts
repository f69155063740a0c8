import { hashText } from '../../src/text/hash.js'
import type { Mutant } from './mutant.js'

/**
 * A simple random sample without order: the `count` mutants with the lowest hash of seed and key. A change to one file moves
 * no mutant of another in or out except at the edge, and a smaller draw is part of a larger one.
 */
export function drawMutants(mutants: readonly Mutant[], count: number, seed: number): readonly Mutant[] {
  return mutants
    .map((mutant) => ({ mutant, hash: hashText(`${seed}\u0000${mutant.key}`) }))
    .sort((one, other) => (one.hash < other.hash ? -1 : 1))
    .slice(0, count)
    .map(({ mutant }) => mutant)
}
