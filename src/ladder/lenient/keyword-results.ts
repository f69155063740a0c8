import type { Score } from '../../score/score.js'
import type { CaseReading } from '../case-reading.js'
import { evalCaseId } from '../eval-cases.js'
import { findingOf } from '../harness/finding-of.js'
import type { KeywordSet } from '../keyword-set.js'
import { type KeywordScores, scoreKeywords } from '../keyword-tests/score-keywords.js'
import type { LadderEvidence } from '../ladder-evidence.js'
import type { RungTable } from '../rung.js'
import type { RungFinding } from '../rung-finding.js'
import { saidBy } from './call-rows.js'

export interface KeywordResult extends KeywordScores {
  readonly set: KeywordSet
}

/** Every test by keywords, scored on the answers to its items. */
export function keywordResults(
  { keywordSets, seed, resamples }: LadderEvidence,
  readings: readonly CaseReading[],
): readonly KeywordResult[] {
  const replies = new Map<string, string[]>()
  for (const reading of readings) {
    if (reading.case.battery !== 'eval') continue
    const list = replies.get(reading.case.id)
    if (list === undefined) replies.set(reading.case.id, [saidBy(reading)])
    else list.push(saidBy(reading))
  }
  return keywordSets.map((set) => {
    const own = new Map<string, readonly string[]>()
    for (const item of set.items) {
      const said = replies.get(evalCaseId(set, item))
      if (said !== undefined) own.set(item.id, said)
    }
    return { set, ...scoreKeywords({ set, replies: own, seed, resamples }) }
  })
}

export function keywordTable(results: readonly KeywordResult[]): RungTable {
  return {
    id: 'keyword-tests',
    title: 'Tests by keywords',
    columns: [
      'test',
      'measure',
      'n',
      'distinct',
      'score',
      'low',
      'high',
      'floor',
      'null model',
      'above it',
      'low',
      'high',
      'verdict',
    ],
    rows: results.flatMap((result) => [
      ...result.scores.map((score) => scoreRow(result, score)),
      ...result.overall.map(({ name, value, note }): RungTable['rows'][number] => [
        result.set.name,
        name,
        result.items.length,
        result.distinct,
        value,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        note,
      ]),
    ]),
    note: 'Distinct: prompts that differ but for case, punctuation and spaces; those that are alike count as one cluster. Floor: the strongest null model on the same items.',
  }
}

function scoreRow({ set, distinct }: KeywordResult, score: Score): RungTable['rows'][number] {
  const name = score.metric.replace(/^lenient-/, '')
  if (score.kind === 'unscored') {
    return [set.name, name, score.n, distinct, null, null, null, null, null, null, null, null, score.reason]
  }
  const [low, high] = score.interval ?? score.itemInterval ?? [null, null]
  const { floor } = score
  const [from, to] = floor?.differenceInterval ?? [null, null]
  const row = [set.name, name, score.n, distinct, score.value, low, high]
  return [
    ...row,
    floor?.value ?? null,
    floor?.null ?? null,
    floor?.difference ?? null,
    from,
    to,
    floor?.verdict ?? null,
  ]
}

/** Scores that somebody who knows nothing reaches, and tests that were not answered in full. */
export function keywordFindings(results: readonly KeywordResult[]): readonly RungFinding[] {
  return results.flatMap(({ set, items, scores }) => {
    const missing = set.items.filter((item) => !items.includes(item))
    return [
      ...scores.flatMap((score) => floorFinding(set, score)),
      ...(missing.length === 0 || items.length === 0
        ? []
        : [
            findingOf({
              code: 'test-incomplete',
              severity: 'warn',
              what: `${missing.length} of ${set.items.length} items of ${set.name} have no answer; they are left out, not counted as wrong.`,
              cases: missing.map((item) => evalCaseId(set, item)),
            }),
          ]),
    ]
  })
}

function floorFinding(set: KeywordSet, score: Score): readonly RungFinding[] {
  if (score.kind === 'unscored' || score.floor === undefined) return []
  const { verdict, value, null: id } = score.floor
  if (verdict !== 'at-floor' && verdict !== 'below-floor') return []
  const place = verdict === 'at-floor' ? 'is not above' : 'is below'
  return [
    findingOf({
      code: 'score-at-floor',
      severity: 'warn',
      what: `"${score.metric}" of ${set.name} is ${score.value.toFixed(3)}, which ${place} the ${value.toFixed(3)} of an answerer that knows nothing (${id}): a floor, not a capability.`,
      cases: [],
      count: score.n,
    }),
  ]
}
