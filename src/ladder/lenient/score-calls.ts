import type { Score, ScorerIdentity } from '../../score/score.js'
import { scoreSums } from '../../score/sum-score.js'
import type { LadderEvidence } from '../ladder-evidence.js'
import { type CallAnswer, type CallRow, callBatteries, nullCallerColumns } from './call-rows.js'

const SCORER: ScorerIdentity = { name: 'lenient-strict', version: 1 }

/**
 * `lenient-anywhere`, `lenient-released`, `strict-selection` and `lenient-only` (keywords credit the answer anywhere, the
 * strict reading does not) over all cases that need a call, then by battery. Trials of a case are averaged first.
 */
export function scoreCallRows(
  rows: readonly CallRow[],
  evidence: Pick<LadderEvidence, 'dialect' | 'seed' | 'resamples'>,
): readonly Score[] {
  if (rows.length === 0) return []
  const groups = callBatteries
    .map((battery) => ({ group: battery as string, own: rows.filter((row) => row.case.battery === battery) }))
    .filter(({ own }) => own.length > 0)
  return [
    ...groupScores(rows, evidence),
    ...groups.flatMap(({ group, own }) => groupScores(own, evidence, group)),
  ]
}

const MEASURES: readonly {
  readonly metric: string
  readonly better: 'higher' | 'lower'
  readonly column?: 'anywhere' | 'released' | 'strict'
  readonly right: (answer: CallAnswer) => boolean
}[] = [
  { metric: 'lenient-anywhere', better: 'higher', column: 'anywhere', right: ({ anywhere }) => anywhere },
  { metric: 'lenient-released', better: 'higher', column: 'released', right: ({ released }) => released },
  { metric: 'strict-selection', better: 'higher', column: 'strict', right: ({ strict }) => strict },
  { metric: 'lenient-only', better: 'lower', right: ({ anywhere, strict }) => anywhere && !strict },
]

function groupScores(
  rows: readonly CallRow[],
  { dialect, seed, resamples }: Pick<LadderEvidence, 'dialect' | 'seed' | 'resamples'>,
  group?: string,
): readonly Score[] {
  const nulls = nullCallerColumns(rows, dialect)
  const ones = rows.map(() => 1)
  const clusters = rows.map((row) => row.case.cluster)
  const sumOf = (top: readonly number[]) => ({ terms: [{ top, bottom: ones, weight: 1 }], offset: 0 })
  return scoreSums({
    measures: MEASURES.map(({ metric, better, column, right }) => {
      const values = rows.map(({ answers }) => answers.filter(right).length / answers.length)
      return {
        about: { metric, ...(group === undefined ? {} : { group }), unit: 'share', better, scorer: SCORER },
        isShare: values.every((value) => value === 0 || value === 1),
        subject: sumOf(values),
        nulls: column === undefined ? [] : nulls.map((one) => ({ id: one.id, sum: sumOf(one[column]) })),
        whenNothing: 'no case that needs a call was answered',
      }
    }),
    clusters: new Set(clusters).size < clusters.length ? clusters : clusters.map(() => undefined),
    seed,
    resamples,
    label: `lenient ${group ?? 'all'}`,
  })
}
