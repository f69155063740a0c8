import type { Score } from '../../score/score.js'
import type { Interval } from '../../stats/interval.js'
import { percentText } from '../../text/number-text.js'
import type { AskedPath } from '../case-reading.js'
import { findingOf } from '../harness/finding-of.js'
import { printableTable } from '../harness/printable-table.js'
import { type CallRow, callRows } from '../lenient/call-rows.js'
import {
  type KeywordResult,
  keywordFindings,
  keywordResults,
  keywordTable,
} from '../lenient/keyword-results.js'
import { scoreCallRows } from '../lenient/score-calls.js'
import { splitTable } from '../lenient/split-table.js'
import { defineRung, type RungResult } from '../rung.js'
import type { RungFinding } from '../rung-finding.js'

const ABOUT = {
  id: 1,
  name: 'lenient score',
  claim: 'What keywords credit is what the subject calls.',
} as const

/** From this share of answers on that only keywords credit, a keyword score says little of calls. */
const OPEN = 0.1

/**
 * Rung 1: lenient scores, always beside the strict reading of the same answers. `fails` when more than 10 % of the answers
 * to cases that need a call are credited by keywords alone (lower bound of the interval), `holds` when fewer are (upper
 * bound), else `not-enough-data`. Without such cases it only measures.
 */
export const lenientRung = defineRung({
  ...ABOUT,
  judge(evidence) {
    const { readings } = evidence
    // Scores are of the model where it was asked itself; the server's answers stand beside them.
    const path: AskedPath = readings.some((one) => one.path === 'direct') ? 'direct' : 'served'
    const results = keywordResults(
      evidence,
      readings.filter((one) => one.path === path),
    ).filter(({ items }) => items.length > 0)
    const paths = (['direct', 'served'] as const)
      .map((one) => ({ path: one, rows: callRows(evidence, one) }))
      .filter(({ rows }) => rows.length > 0)
    const rows = paths.find((one) => one.path === path)?.rows ?? []
    const calls = scoreCallRows(rows, evidence)
    return {
      ...ABOUT,
      ...conclusion(calls, results),
      evidence: [...calls, ...results.flatMap(({ scores }) => scores)],
      findings: [...splitFindings(rows, calls), ...keywordFindings(results)],
      tables: [
        ...(paths.length === 0 ? [] : [splitTable(paths)]),
        ...(results.length === 0 ? [] : [keywordTable(results)]),
      ].map(printableTable),
    }
  },
})

function conclusion(
  calls: readonly Score[],
  results: readonly KeywordResult[],
): Pick<RungResult, 'verdict' | 'summary'> {
  const only = calls.find(({ metric }) => metric === 'lenient-only')
  const strict = calls.find(({ metric }) => metric === 'strict-selection')
  if (only === undefined || strict === undefined) {
    if (results.length === 0) {
      return {
        verdict: 'unmeasured',
        summary: 'No case that needs a call and no test by keywords was answered.',
      }
    }
    const tests = results.length === 1 ? 'One test' : `${results.length} tests`
    return { verdict: 'measured', summary: `${tests} by keywords; no case that needs a call was answered.` }
  }
  if (only.kind === 'unscored' || strict.kind === 'unscored') {
    const reason = only.kind === 'unscored' ? only.reason : 'the strict reading gave no score'
    return { verdict: 'not-enough-data', summary: `Lenient and strict cannot be compared: ${reason}.` }
  }
  const bounds = boundsOf(only)
  const said = `Of ${only.n} cases that need a call, keywords alone credit ${percentText(only.value)}${bounds === undefined ? '' : ` [${percentText(bounds[0])}, ${percentText(bounds[1])}]`}; the strict reading accepts ${percentText(strict.value)}.`
  const scope = only.interval === undefined ? ' These cases only: there are too few clusters for more.' : ''
  const verdict =
    bounds === undefined
      ? 'not-enough-data'
      : bounds[0] > OPEN
        ? 'fails'
        : bounds[1] < OPEN
          ? 'holds'
          : 'not-enough-data'
  return { verdict, summary: `${said}${scope}` }
}

function boundsOf(score: Extract<Score, { kind: 'scored' }>): Interval | undefined {
  return score.interval ?? score.itemInterval
}

function splitFindings(rows: readonly CallRow[], calls: readonly Score[]): readonly RungFinding[] {
  const open = rows.filter(({ answers }) => answers.some(({ anywhere, strict }) => anywhere && !strict))
  const missed = rows.filter(({ answers }) =>
    answers.some(({ anywhere, released, strict }) => strict && !(anywhere && released)),
  )
  const only = calls.find(({ metric }) => metric === 'lenient-only')
  const bounds = only?.kind === 'scored' ? boundsOf(only) : undefined
  return [
    ...(open.length === 0 || bounds === undefined || bounds[0] <= OPEN
      ? []
      : [
          findingOf({
            code: 'keywords-fail-open',
            severity: 'warn',
            what: `${open.length} of ${rows.length} cases that need a call are credited for naming the tool, without a call that can be read: the keyword score measures mention.`,
            cases: open.map((row) => row.case.id),
          }),
        ]),
    ...(missed.length === 0
      ? []
      : [
          findingOf({
            code: 'keywords-miss-calls',
            severity: 'info',
            what: `${missed.length} of ${rows.length} cases are answered with the right call, and a keyword rule takes it for another tool or for none.`,
            cases: missed.map((row) => row.case.id),
          }),
        ]),
  ]
}
