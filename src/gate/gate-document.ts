import type { PairedComparison } from '../stats/compare-paired.js'
import type { Interval } from '../stats/interval.js'
import type { RepeatedItem } from './evidence.js'

/**
 * `insufficient-data`: what was measured allows both answers. `unmeasured`: it was not measured at all, which never passes,
 * whatever stands around the rule.
 */
export type RuleVerdict = 'passed' | 'failed' | 'insufficient-data' | 'unmeasured'

/** One score, comparison or fact that a rule was held against. */
export interface GateCheck {
  readonly verdict: RuleVerdict
  /** One sentence that stands without the rest. */
  readonly sentence: string
  readonly subject?: string
  readonly benchmark?: string
  readonly metric?: string
  readonly value?: number
  readonly interval?: Interval
  readonly n?: number
}

/** One rule and how it came out. */
export interface GateRuleResult {
  readonly id: string
  readonly kind: string
  readonly verdict: RuleVerdict
  /** What was asked. */
  readonly asks: string
  /** Present, and true, where the policy does not state the rule: every gate asks it. */
  readonly implied?: true
  /** What it was held against; the verdict is the worst of these. Empty in rules of rules. */
  readonly checks: readonly GateCheck[]
  /** Of `all`, `any` and `not`. */
  readonly rules?: readonly GateRuleResult[]
}

/** A metric against the baseline; the rules say what it comes to. */
export interface GateComparison extends Omit<PairedComparison, 'verdict' | 'note' | 'needed'> {
  readonly benchmark: string
  readonly kind: string
}

/** Items whose trials disagree. */
export interface FlakyItems {
  readonly subject: string
  readonly benchmark: string
  /** Items that were asked more than once. */
  readonly repeated: number
  readonly flaky: number
  /** The first of them. */
  readonly items: readonly Pick<RepeatedItem, 'id' | 'kind' | 'variant' | 'trials'>[]
}

/** What `assay gate --json` prints. Fields are added, never renamed. */
export interface GateDocument {
  readonly schema: 'assay.gate/1'
  /** Version of Assay that judged. */
  readonly assay: string
  readonly verdict: 'passed' | 'failed' | 'insufficient-data'
  /** One sentence. */
  readonly because: string
  /** What was looked at, as it was named. */
  readonly subjects: readonly string[]
  readonly rules: readonly GateRuleResult[]
  readonly comparisons: readonly GateComparison[]
  /** How often a gate over these rules errs, in words. */
  readonly errorControl: string
  readonly flaky: readonly FlakyItems[]
  readonly seed: number
}
