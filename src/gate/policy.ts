import type { Tier } from '../benchmark/item.js'
import type { BenchmarkVerdict, SectionState } from './evidence.js'

/** Which scores a rule is about. Every member that is there must fit. */
export interface ScoreSelector {
  readonly metric: string
  /** Depth of a ranking. */
  readonly k?: number
  /** Absent: all tiers together. */
  readonly tier?: Tier
  /** Absent: scores of no group. */
  readonly group?: string
  /** Kind of item: `call`, `mcq`, `qa`, `retrieval`, `dialogue`. */
  readonly items?: string
  readonly benchmark?: string
  readonly subject?: string
}

/** The bounds of the score's 95 % interval keep within what is asked. */
export interface ThresholdRule {
  readonly kind: 'threshold'
  readonly id: string
  readonly selector: ScoreSelector
  readonly atLeast?: number
  readonly atMost?: number
}

/** Not worse than the baseline by the margin or more, on the same items. */
export interface NoWorseRule {
  readonly kind: 'no-worse'
  readonly id: string
  /** As items name it, e.g. `exact` or `recall@5`; absent: what decides for the kind of item. */
  readonly metric?: string
  readonly items?: string
  readonly benchmark?: string
  readonly subject?: string
  /** Above 0, below 1. */
  readonly margin: number
  /** Share of the items that may be measured on one side alone, from 0 and below 1. */
  readonly missing: number
  /** Whether the two sides may have been asked with different catalogs, as where tools are what changed. */
  readonly acrossCatalogs: boolean
}

/** The benchmark was audited, and its verdict is one of these. */
export interface UsableRule {
  readonly kind: 'usable'
  readonly id: string
  readonly benchmark?: string
  readonly accept: readonly Exclude<BenchmarkVerdict, 'not-usable'>[]
}

/** Of the samples that were planned, this share was measured. */
export interface MeasuredRule {
  readonly kind: 'measured'
  readonly id: string
  readonly benchmark?: string
  readonly subject?: string
  /** Above 0, up to 1. */
  readonly atLeast: number
  /** A run that another tool carried out may pass, though nothing is known of the harness that asked. */
  readonly imported?: true
}

/** A section of an audit ended with one of these verdicts. */
export interface SectionRule {
  readonly kind: 'section'
  readonly id: string
  readonly section: string
  readonly verdicts: readonly Exclude<SectionState, 'unmeasured'>[]
}

/** A ladder ended with one of these verdicts. */
export interface LadderRule {
  readonly kind: 'ladder'
  readonly id: string
  readonly subject?: string
  readonly verdicts: readonly string[]
}

export interface GroupRule {
  readonly kind: 'all' | 'any'
  readonly id: string
  readonly rules: readonly GateRule[]
}

export interface NotRule {
  readonly kind: 'not'
  readonly id: string
  readonly rule: GateRule
}

export type GateRule =
  | ThresholdRule
  | NoWorseRule
  | UsableRule
  | MeasuredRule
  | SectionRule
  | LadderRule
  | GroupRule
  | NotRule

/** What a gate asks, as `assay.gate.yaml` says it. Every rule has to pass. */
export interface GatePolicy {
  readonly schema: 'assay.policy/1'
  /** Of the permutations and the bootstrap. */
  readonly seed?: number
  readonly rules: readonly GateRule[]
}

/** Every rule, those within others included, in the order in which they stand. */
export function* everyRule(rules: readonly GateRule[]): Generator<GateRule> {
  for (const rule of rules) {
    yield rule
    if (rule.kind === 'all' || rule.kind === 'any') yield* everyRule(rule.rules)
    if (rule.kind === 'not') yield* everyRule([rule.rule])
  }
}
