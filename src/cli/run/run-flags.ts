import type { Shortlist } from '../../run/plan.js'
import type { TokenPrice } from '../../subject/subject.js'
import type { QueueFlags } from './queue-flags.js'

/** Flags of `assay run`. */
export interface RunFlags extends QueueFlags {
  readonly items?: readonly string[]
  readonly battery?: string
  readonly subject?: string
  readonly catalog?: readonly string[]
  readonly config?: string
  readonly itemsFormat?: string
  readonly resume?: string
  readonly retryErrors?: true
  readonly only?: readonly string[]
  readonly trials?: number
  readonly concurrency: number
  readonly maxTokensOut?: number
  readonly temperature?: number
  readonly topP?: number
  readonly stop?: readonly string[]
  readonly seed?: number
  readonly rotations?: 'one' | 'all'
  readonly shortlist?: Shortlist
  readonly label?: string
  readonly dialect?: string
  readonly key?: string
  readonly price?: TokenPrice
  readonly maxCost?: number
  readonly maxTokens?: number
  readonly timeout: number
  /** A folder, or false for none. */
  readonly cache?: string | boolean
  readonly cacheOnly?: true
  readonly trialRequests?: boolean
  /** File of the chat template that prompts are compared with. */
  readonly template?: string
  readonly askAnyway?: true
  readonly output?: string
  readonly json?: true
  readonly quiet?: true
}
