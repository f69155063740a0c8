import { randomStream } from '../../numeric/random.js'
import type { AnswerClass } from './answer-features.js'

/** Classes of the answers to one prompt, on both paths. */
export interface ClassedPrompt {
  readonly prompt: string
  readonly direct: readonly AnswerClass[]
  readonly served: readonly AnswerClass[]
}

export interface PathAgreement {
  /** Answers that were compared, of either path. */
  readonly direct: number
  readonly served: number
  /** Chance of a difference as large between two samples of one subject. */
  readonly p: number
  /** Whether the paths differ: p at most 0.05. */
  readonly differs: boolean
  /** Prompts by how much the paths differ in them, largest first: half the sum of differences of class shares. */
  readonly prompts: readonly { readonly prompt: string; readonly distance: number }[]
}

const PERMUTATIONS = 5000
const LEVEL = 0.05

/**
 * Whether a subject answers alike as a model and through its server. Two samples at a temperature differ by chance; so the
 * paths' labels are exchanged at random within each prompt, and the sum of distances between the shares of the classes is
 * held against those of the exchanged ones.
 *
 * @returns undefined where no prompt was answered on both paths.
 */
export function pathAgreement(prompts: readonly ClassedPrompt[], seed: number): PathAgreement | undefined {
  const both = prompts.filter(({ direct, served }) => direct.length > 0 && served.length > 0)
  if (both.length === 0) return undefined
  const random = randomStream(seed, 'qualitative paths')
  const distances = both.map(({ prompt, direct, served }) => ({
    prompt,
    distance: distanceOf(direct, served),
  }))
  const seen = distances.reduce((sum, { distance }) => sum + distance, 0)
  let asLarge = 0
  for (let permutation = 0; permutation < PERMUTATIONS; permutation++) {
    let sum = 0
    for (const { direct, served } of both) {
      const pooled = [...direct, ...served]
      for (let last = pooled.length - 1; last > 0; last--) {
        const other = random.below(last + 1)
        const moved = pooled[last] as AnswerClass // within the list
        pooled[last] = pooled[other] as AnswerClass
        pooled[other] = moved
      }
      sum += distanceOf(pooled.slice(0, direct.length), pooled.slice(direct.length))
    }
    if (sum >= seen - 1e-9) asLarge++
  }
  const p = (asLarge + 1) / (PERMUTATIONS + 1)
  return {
    direct: both.reduce((sum, { direct }) => sum + direct.length, 0),
    served: both.reduce((sum, { served }) => sum + served.length, 0),
    p,
    differs: seen > 0 && p <= LEVEL,
    prompts: distances.sort((left, right) => right.distance - left.distance),
  }
}

function distanceOf(left: readonly AnswerClass[], right: readonly AnswerClass[]): number {
  const share = (classes: readonly AnswerClass[], one: AnswerClass): number =>
    classes.filter((other) => other === one).length / classes.length
  const seen = new Set([...left, ...right])
  let sum = 0
  for (const one of seen) sum += Math.abs(share(left, one) - share(right, one))
  return sum / 2
}
