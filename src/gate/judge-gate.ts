import { InputError } from '../errors.js'
import type { GateBaseline, GateEvidence } from './evidence.js'
import { flakyItems, withFlakiness } from './flakiness.js'
import type { GateDocument, GateRuleResult } from './gate-document.js'
import type { GatePolicy, GateRule, GroupRule, NotRule } from './policy.js'
import { everyRule } from './policy.js'
import { allOf, anyOf, negated } from './rule-verdict.js'
import { Comparisons } from './rules/comparisons.js'
import { impliedRules } from './rules/implied-rules.js'
import { judgeLadder } from './rules/ladder.js'
import { judgeMeasured } from './rules/measured.js'
import { judgeNoWorse } from './rules/no-worse.js'
import { judgeSection } from './rules/section.js'
import { judgeThreshold } from './rules/threshold.js'
import { judgeUsable } from './rules/usable.js'

export interface GateRequest {
  readonly policy: GatePolicy
  readonly evidence: GateEvidence
  readonly baseline?: GateBaseline
  /** Version of Assay. */
  readonly assay: string
  /** Outranks the policy's; default 0. */
  readonly seed?: number
  /** Of each comparison; default 10,000. */
  readonly permutations?: number
  /** Of the share of flaky items; default 10,000. */
  readonly resamples?: number
}

/**
 * Holds what was measured against a policy. Every rule has to pass, and beside the policy's own every gate asks that each benchmark was
 * audited and found usable, that every planned sample was measured, and that no section of an audit is unmeasured; a policy may state
 * these itself, at its first level, and otherwise.
 *
 * `failed` where a rule failed or something was not measured; else `insufficient-data` where a rule could not be decided.
 *
 * @throws {InputError} `gate-empty`, `baseline-missing`, `catalog-differs`, `subject-unnamed`, `policy-asks-nothing`, and what
 *   pairing throws: `benchmark-differs`, `scorer-differs`, `item-doubled`, `clusters-unknown`.
 */
export function judgeGate(request: GateRequest): GateDocument {
  const { policy, baseline, assay } = request
  const seed = request.seed ?? policy.seed ?? 0
  const evidence = withFlakiness(request.evidence, { seed, resamples: request.resamples ?? RESAMPLES })
  const { scores, sections, ladders } = evidence
  if (scores.length + sections.length + ladders.length === 0) {
    throw new InputError({
      code: 'gate-empty',
      what: 'There is nothing to judge: no scores, no section and no ladder.',
      fix: 'Name a run, a ladder or an audit.',
    })
  }
  const asked = [...everyRule(policy.rules)].filter((rule) => rule.kind === 'no-worse')
  if (asked.length > 0 && baseline === undefined) {
    throw new InputError({
      code: 'baseline-missing',
      what: `The policy compares with a baseline (rule ${JSON.stringify(asked[0]?.id)}), and none is named.`,
      fix: 'Name a run or saved scores with --baseline.',
    })
  }
  const comparisons = new Comparisons({
    rules: asked,
    scores,
    baseline: baseline?.scores ?? [],
    seed,
    ...(request.permutations === undefined ? {} : { permutations: request.permutations }),
  })
  const judged: Judged = { evidence, comparisons }
  const rules = [
    ...policy.rules.map((rule) => judgeRule(rule, judged)),
    ...impliedRules(policy.rules, evidence).map(
      (rule): GateRuleResult => ({ ...judgeRule(rule, judged), implied: true }),
    ),
  ]
  const all = allOf(rules.map(({ verdict }) => verdict))
  return {
    schema: 'assay.gate/1',
    assay,
    verdict: all === 'unmeasured' ? 'failed' : all,
    because: becauseOf(rules),
    subjects: [
      ...new Set([
        ...scores.map(({ subject }) => subject),
        ...ladders.flatMap(({ subject }) => subject ?? []),
      ]),
    ],
    rules,
    comparisons: comparisons.all,
    errorControl: errorControl(comparisons.all.length, rules),
    flaky: flakyItems(evidence),
    seed,
  }
}

const RESAMPLES = 10_000

interface Judged {
  readonly evidence: GateEvidence
  readonly comparisons: Comparisons
}

function judgeRule(rule: GateRule, judged: Judged): GateRuleResult {
  switch (rule.kind) {
    case 'threshold':
      return withVerdict(rule, judgeThreshold(rule, judged.evidence))
    case 'no-worse':
      return withVerdict(rule, judgeNoWorse(rule, judged.comparisons))
    case 'usable':
      return withVerdict(rule, judgeUsable(rule, judged.evidence))
    case 'measured':
      return withVerdict(rule, judgeMeasured(rule, judged.evidence))
    case 'section':
      return withVerdict(rule, judgeSection(rule, judged.evidence))
    case 'ladder':
      return withVerdict(rule, judgeLadder(rule, judged.evidence))
    case 'all':
    case 'any':
    case 'not':
      return judgeNested(rule, judged)
    default:
      return rule satisfies never
  }
}

function withVerdict(
  { id, kind }: GateRule,
  { asks, checks }: Pick<GateRuleResult, 'asks' | 'checks'>,
): GateRuleResult {
  return { id, kind, verdict: allOf(checks.map(({ verdict }) => verdict)), asks, checks }
}

const ASKS = {
  all: 'every rule in it passes',
  any: 'one rule in it passes, and all were measured',
  not: 'the rule in it fails',
} as const

function judgeNested(rule: GroupRule | NotRule, judged: Judged): GateRuleResult {
  const { id, kind } = rule
  const rules = (rule.kind === 'not' ? [rule.rule] : rule.rules).map((one) => judgeRule(one, judged))
  const verdicts = rules.map(({ verdict }) => verdict)
  const all = allOf(verdicts)
  const verdict = kind === 'all' ? all : kind === 'any' ? anyOf(verdicts) : negated(all)
  return { id, kind, verdict, asks: ASKS[kind], checks: [], rules }
}

function becauseOf(rules: readonly GateRuleResult[]): string {
  const count = (verdict: GateRuleResult['verdict']): number =>
    rules.filter((rule) => rule.verdict === verdict).length
  const [failed, unmeasured, unsure] = [count('failed'), count('unmeasured'), count('insufficient-data')]
  if (failed + unmeasured + unsure === 0) return `All ${rules.length} rules passed.`
  const parts = [
    ...(failed === 0 ? [] : [`${failed} failed`]),
    ...(unmeasured === 0 ? [] : [`${unmeasured} ${unmeasured === 1 ? 'was' : 'were'} not measured`]),
    ...(unsure === 0 ? [] : [`${unsure} could not be decided`]),
  ]
  return `Of ${rules.length} rules ${parts.join(', ')}.`
}

/** How often such a gate errs where nothing is wrong. */
function errorControl(comparisons: number, rules: readonly GateRuleResult[]): string {
  const thresholds = rules.filter(({ kind }) => kind === 'threshold').length
  const parts = [
    ...(comparisons === 0
      ? []
      : [
          `${comparisons === 1 ? 'One comparison' : `${comparisons} comparisons`} with the baseline: where nothing has changed, ${comparisons === 1 ? 'it says' : 'one or more of them say'} "worse" at most 5 times in 100${comparisons === 1 ? '' : ' (Holm over all of them)'}; "no worse" is said of a metric that is worse by the margin at most 2.5 times in 100.`,
        ]),
    ...(thresholds === 0
      ? []
      : [
          'Each threshold by itself: its bound lies on the wrong side about 2.5 times in 100; several are not adjusted for each other, since every one has to pass.',
        ]),
  ]
  return parts.length === 0 ? 'No rule rests on a sample.' : parts.join(' ')
}
