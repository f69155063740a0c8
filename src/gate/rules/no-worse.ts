import type { PairedComparison } from '../../stats/compare-paired.js'
import { CONFIDENCE, type Interval } from '../../stats/interval.js'
import type { GateCheck, GateRuleResult } from '../gate-document.js'
import type { NoWorseRule } from '../policy.js'
import type { ComparedTable, Comparisons } from './comparisons.js'
import { shownInterval, shownNumber } from './shown-number.js'

/**
 * Passes where the 95 % interval of run minus baseline excludes a loss as large as the margin; fails where the test says that the run is
 * worse (adjusted p at most 5 %); undecided in between. Items that the run lacks were not measured; those that the baseline lacks leave
 * the comparison undecided.
 */
export function judgeNoWorse(
  rule: NoWorseRule,
  comparisons: Comparisons,
): Pick<GateRuleResult, 'asks' | 'checks'> {
  const { metric, margin, benchmark, items } = rule
  const about = [items, benchmark].filter((part) => part !== undefined)
  const asks = `${metric ?? 'what decides'}${about.length === 0 ? '' : ` (${about.join(', ')})`} is not worse than the baseline by ${margin} or more`
  const { tables, onlyRun, onlyBaseline } = comparisons.of(rule)
  const checks = [
    ...tables.map((table) => checkOf(rule, table)),
    ...onlyBaseline.map(
      (name): GateCheck => ({
        verdict: 'unmeasured',
        benchmark: name,
        sentence: `The run was not asked "${name}", which the baseline has.`,
      }),
    ),
    ...onlyRun.map(
      (name): GateCheck => ({
        verdict: 'insufficient-data',
        benchmark: name,
        sentence: `The baseline has no "${name}", so that nothing can be compared there.`,
      }),
    ),
  ]
  if (checks.length > 0) return { asks, checks }
  const sentence = `No item of the baseline and the run has ${metric ?? 'a metric that decides'}${benchmark === undefined ? '' : ` on "${benchmark}"`}.`
  return { asks, checks: [{ verdict: 'unmeasured', sentence }] }
}

function checkOf({ margin, missing }: NoWorseRule, table: ComparedTable): GateCheck {
  const { subject, benchmark, metric, paired, comparison } = table
  const { onlyA, onlyB } = table.unpaired
  const about = { subject, benchmark, metric, n: paired }
  const whose = `${metric} of ${subject} on ${benchmark}`
  const known = paired + onlyA + onlyB
  if (known === 0 || comparison === undefined || (onlyA + onlyB) / known > missing) {
    const gaps = `${onlyA} items were measured in the baseline alone, ${onlyB} in the run alone`
    return {
      ...about,
      // What the run lacks was not measured; what the baseline lacks is no fault of the run.
      verdict: onlyA > 0 || known === 0 ? 'unmeasured' : 'insufficient-data',
      sentence: `${whose}: ${gaps}, ${paired} in both.`,
    }
  }
  const { difference, interval, adjustedP, n } = comparison
  const verdict = verdictOf(comparison, { better: table.better, margin })
  const words = {
    passed: 'a loss as large as the margin is excluded',
    failed: 'worse than the baseline',
    'insufficient-data': 'too few items to tell',
  } as const
  return {
    ...about,
    verdict,
    value: difference,
    interval,
    sentence: `${whose}: ${difference > 0 ? '+' : ''}${shownNumber(difference)} ${shownInterval(interval)} beside the baseline (n ${n}, adjusted p ${adjustedP < 0.001 ? 'below 0.001' : shownNumber(adjustedP)}): ${words[verdict]}.${verdict === 'insufficient-data' ? detectable(comparison) : ''}`,
  }
}

/** @param better the direction in which the metric is good. */
export function verdictOf(
  { difference, interval, adjustedP }: Pick<PairedComparison, 'difference' | 'interval' | 'adjustedP'>,
  { better, margin }: { readonly better: 'higher' | 'lower'; readonly margin: number },
): 'passed' | 'failed' | 'insufficient-data' {
  const [gain, worst] = gainOf(difference, interval, better)
  if (worst > -margin) return 'passed'
  return gain < 0 && adjustedP <= 1 - CONFIDENCE ? 'failed' : 'insufficient-data'
}

/** The difference and the bound on its bad side, positive where the run is better. */
function gainOf(
  difference: number,
  [low, high]: Interval,
  better: 'higher' | 'lower',
): readonly [number, number] {
  return better === 'higher' ? [difference, low] : [-difference, -high]
}

function detectable({ detectable: smallest }: PairedComparison): string {
  return smallest === undefined
    ? ''
    : ` These items find a difference of ${shownNumber(smallest)} four times in five.`
}
