import { InputError } from '../../errors.js'
import { scorerPrefix } from '../../score/run/item-metrics.js'
import type { Score } from '../../score/score.js'
import type { GateEvidence, GateScores } from '../evidence.js'
import type { GateCheck, GateRuleResult } from '../gate-document.js'
import type { ScoreSelector, ThresholdRule } from '../policy.js'
import { shownInterval, shownNumber } from './shown-number.js'

interface Found {
  readonly of: GateScores
  readonly score: Score
}

/**
 * Holds bounds of 95 % intervals against the threshold: it passes where the whole interval does, fails where the whole interval does not,
 * and is undecided in between. A score without a value, or without an interval that reaches beyond its own items, decides nothing.
 *
 * @throws {InputError} `policy-ambiguous` where a ranking has several depths and none is named; `policy-asks-nothing` where every share
 *   would pass.
 */
export function judgeThreshold(
  rule: ThresholdRule,
  { scores }: GateEvidence,
): Pick<GateRuleResult, 'asks' | 'checks'> {
  const { selector, atLeast, atMost } = rule
  const bounds = [
    ...(atLeast === undefined ? [] : [`at least ${atLeast}`]),
    ...(atMost === undefined ? [] : [`at most ${atMost}`]),
  ]
  const asks = `${nameOf(selector)} is ${bounds.join(' and ')}, with its whole interval`
  const found = scores
    .filter((one) => isOf(one, selector))
    .flatMap((one) =>
      one.scores.filter((score) => fits(score, selector)).map((score) => ({ of: one, score })),
    )
  if (found.length === 0)
    return { asks, checks: [{ verdict: 'unmeasured', sentence: whatIsThere(selector, scores) }] }
  refuseDepths(rule, found)
  for (const { score } of found) refuseNothing(rule, score)
  return { asks, checks: found.map((one) => checkOf(rule, one)) }
}

function isOf({ subject, benchmark }: GateScores, selector: ScoreSelector): boolean {
  return (
    (selector.subject === undefined || selector.subject === subject) &&
    (selector.benchmark === undefined || selector.benchmark === benchmark)
  )
}

function fits(score: Score, { metric, k, tier, group, items }: ScoreSelector): boolean {
  return (
    score.metric === metric &&
    (k === undefined || score.k === k) &&
    (score.tier ?? 'all') === (tier ?? 'all') &&
    score.group === group &&
    (items === undefined || score.scorer.name.startsWith(scorerPrefix(items)))
  )
}

function nameOf({ metric, k, tier, group, items, benchmark, subject }: ScoreSelector): string {
  const about = [tier, group, items].filter((part) => part !== undefined)
  return [
    `${metric}${k === undefined ? '' : `@${k}`}`,
    ...(about.length === 0 ? [] : [`(${about.join(', ')})`]),
    ...(benchmark === undefined ? [] : [`on ${benchmark}`]),
    ...(subject === undefined ? [] : [`of ${subject}`]),
  ].join(' ')
}

/** Names that are listed. */
const LISTED = 12

/** Why nothing was found, with what comes nearest. */
function whatIsThere(selector: ScoreSelector, scores: readonly GateScores[]): string {
  const own = scores.filter((one) => isOf(one, selector))
  if (own.length === 0) {
    const asked = [...new Set(scores.map(({ benchmark, subject }) => `${subject} on ${benchmark}`))]
    return `${nameOf(selector)} was not measured; measured was ${listed(asked)}.`
  }
  const alike = own.flatMap((one) => one.scores).filter(({ metric }) => metric === selector.metric)
  if (alike.length > 0) {
    const forms = [
      ...new Set(
        alike.map(({ k, tier, group }) =>
          [
            ...(k === undefined ? [] : [`k ${k}`]),
            ...(tier === undefined || tier === 'all' ? [] : [`tier ${tier}`]),
            ...(group === undefined ? [] : [`group ${JSON.stringify(group)}`]),
          ].join(', '),
        ),
      ),
    ].filter((form) => form !== '')
    return `${nameOf(selector)} was not measured; of ${selector.metric} there is ${listed(forms)}.`
  }
  return `${nameOf(selector)} was not measured; there is ${listed([...new Set(own.flatMap((one) => one.scores.map(({ metric }) => metric)))])}.`
}

function listed(names: readonly string[]): string {
  if (names.length === 0) return 'nothing'
  return `${names.slice(0, LISTED).join('; ')}${names.length > LISTED ? '; …' : ''}`
}

function refuseDepths({ id, selector }: ThresholdRule, found: readonly Found[]): void {
  const depths = [...new Set(found.map(({ score }) => score.k))]
  if (selector.k !== undefined || depths.length < 2) return
  throw new InputError({
    code: 'policy-ambiguous',
    what: `"${selector.metric}" was scored at several depths, and the rule names none.`,
    where: `rule ${JSON.stringify(id)}`,
    fix: `Add \`k\`: one of ${depths.join(', ')}.`,
  })
}

/** A share is never below 0 or above 1. */
function refuseNothing({ id, atLeast, atMost }: ThresholdRule, { unit, metric }: Score): void {
  if (!unit.startsWith('share ')) return
  const isEmpty = (atLeast === undefined || atLeast <= 0) && (atMost === undefined || atMost >= 1)
  if (!isEmpty) return
  throw new InputError({
    code: 'policy-asks-nothing',
    what: `Every "${metric}" would pass: it is a share, from 0 to 1.`,
    where: `rule ${JSON.stringify(id)}`,
    fix: 'Give a bound that a share can miss, e.g. `atLeast: 0.8`.',
  })
}

function checkOf({ atLeast, atMost }: ThresholdRule, { of, score }: Found): GateCheck {
  const about = {
    subject: of.subject,
    benchmark: of.benchmark,
    metric: `${score.metric}${score.k === undefined ? '' : `@${score.k}`}`,
    n: score.n,
  }
  const whose = `${about.metric} of ${of.subject} on ${of.benchmark}`
  if (score.kind === 'unscored') {
    const isUnmeasured = score.n === 0 || of.unmeasured !== undefined
    return {
      ...about,
      verdict: isUnmeasured ? 'unmeasured' : 'insufficient-data',
      sentence: `${whose} has no value: ${score.reason}.`,
    }
  }
  const { value, interval, itemInterval, n } = score
  const valued = { ...about, value, ...(interval === undefined ? {} : { interval }) }
  if (interval === undefined) {
    const why =
      itemInterval === undefined
        ? 'it has no interval'
        : `its interval, ${shownInterval(itemInterval)}, speaks of these items only${score.intervalNote === undefined ? '' : ` (${score.intervalNote})`}`
    return {
      ...valued,
      verdict: 'insufficient-data',
      sentence: `${whose} is ${shownNumber(value)} (n ${n}), and ${why}.`,
    }
  }
  const [low, high] = interval
  const isMet = (atLeast === undefined || low >= atLeast) && (atMost === undefined || high <= atMost)
  const isMissed = (atLeast !== undefined && high < atLeast) || (atMost !== undefined && low > atMost)
  return {
    ...valued,
    verdict: isMet ? 'passed' : isMissed ? 'failed' : 'insufficient-data',
    sentence: `${whose} is ${shownNumber(value)} ${shownInterval(interval)} (n ${n})${isMet || isMissed ? '' : ', and the threshold lies within its interval'}.`,
  }
}
