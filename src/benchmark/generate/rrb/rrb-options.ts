import type { Tier } from '../../item.js'
import type { KnownLanguage } from '../language.js'

/** What decides the items of a retrieval benchmark, besides catalog, models, prompts and seed. */
export interface RrbOptions {
  /** Items wanted of each tier. */
  readonly quota: Readonly<Record<Tier, number>>
  readonly language: KnownLanguage
  /** Hard negatives beside the anchor; default 13. */
  readonly negatives: number
  /** Of them from the anchor's own service, as long as other tools are alike; default 4. */
  readonly mostSiblings: number
  /** Needs of a hard item at most; default 8. */
  readonly mostNeeds: number
  /** Tools that may meet one need before it counts as too general; default 12. */
  readonly mostEquals: number
  /** How deep each ranking of the whole catalog is judged; default 20, 0 judges the pool alone. */
  readonly pooledDepth: number
  /** Tools that the judge sees at once; default 14. */
  readonly batch: number
  /** Times the generator is asked in one job, reasons of refusal fed back; default 3. */
  readonly attempts: number
  /** Times an anchor is tried for a tier before it is left; default 2. */
  readonly passes: number
  /** Jobs in a row without an item after which a tier is given up; default 60. */
  readonly patience: number
  /** Whether the query of a user may hold names of tools; default false. */
  readonly mayName: boolean
  /** Longest answer of a model in tokens; default 2,048. */
  readonly maxTokens: number
  /** Times the judge is asked about the same thing, tools in another order each time; default 1. */
  readonly votes?: number
}

/** All but how many items are wanted. */
export const defaultRrbOptions: Omit<RrbOptions, 'quota'> = {
  language: 'en',
  negatives: 13,
  mostSiblings: 4,
  mostNeeds: 8,
  mostEquals: 12,
  pooledDepth: 20,
  batch: 14,
  attempts: 3,
  passes: 2,
  patience: 60,
  mayName: false,
  maxTokens: 2048,
}

/** How many needs an item of a tier has, and how long its query may be. */
export interface TierRule {
  readonly needs: readonly [least: number, most: number]
  readonly words: readonly [least: number, most: number]
  /** Requests wanted in one answer. */
  readonly samples: number
  /** The task, as the prompt says it. */
  readonly task: string
}

export function tierRule(tier: Tier, { mostNeeds }: Pick<RrbOptions, 'mostNeeds'>): TierRule {
  switch (tier) {
    case 'easy':
      return {
        needs: [1, 1],
        words: [3, 25],
        samples: 3,
        task: 'Write requests with exactly one need, of at most 20 words.',
      }
    case 'medium':
      return {
        needs: [2, 3],
        words: [5, 40],
        samples: 3,
        task: 'Write requests with two or three different needs that belong to one task, each need served by other tools, of at most 30 words.',
      }
    case 'hard':
      return {
        needs: [4, mostNeeds],
        words: [8, 70],
        samples: 2,
        task: `Write requests for a larger goal with four to ${mostNeeds} different needs, each need served by other tools and needed for the goal, of at most 60 words.`,
      }
    default:
      return tier satisfies never
  }
}
