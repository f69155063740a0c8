import type { KnownLanguage } from '../language.js'

/** What decides the items of MCQ and QA, besides catalog, models, prompts and seed. */
export interface ProbeOptions {
  /** Items wanted; of QA an even number. */
  readonly size: number
  readonly language: KnownLanguage
  /** Tools shown beside the one that is asked about; default 8. */
  readonly neighbours: number
  /** Of them of its own service, as long as others are alike; default 4: siblings are what a question must tell apart. */
  readonly mostSiblings: number
  /** Questions wanted in one answer; default 2. */
  readonly samples: number
  /** Times the generator is asked in one job, reasons of refusal fed back; default 3. */
  readonly attempts: number
  /** Times a tool is tried before it is left; default 2. */
  readonly passes: number
  /** Jobs in a row without an item after which the generation is given up; default 60. */
  readonly patience: number
  /** Candidates beyond the size, as a share of it, from which those are chosen that keep the set even; default 0.2. */
  readonly surplus: number
  /** Longest answer of a model in tokens; default 2,048. */
  readonly maxTokens: number
  /** Times the judge is asked about the same thing, options in another order each time; default 1. */
  readonly votes?: number
}

/** All but how many items are wanted. */
export const defaultProbeOptions: Omit<ProbeOptions, 'size'> = {
  language: 'en',
  neighbours: 8,
  mostSiblings: 4,
  samples: 2,
  attempts: 3,
  passes: 2,
  patience: 60,
  surplus: 0.2,
  maxTokens: 2048,
}
