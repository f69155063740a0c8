import type { ReactNode } from 'react'
import type { Score } from '../../../src/score/score.js'
import { countText } from '../text/number-text.js'
import { Fold } from './fold.js'
import { ScoreTable } from './score-table.js'

/**
 * Scores of one result: those that answer its question, in their order, and the others folded below. Where none of the main
 * ones is there, all stand open.
 */
export function MainScores({
  caption,
  scores,
  main,
}: {
  readonly caption: string
  readonly scores: readonly Score[]
  /** Metrics, the most telling first; they are shown for the whole set alone. */
  readonly main: readonly string[]
}): ReactNode {
  const isMain = ({ metric, group, tier }: Score): boolean =>
    group === undefined && (tier === undefined || tier === 'all') && main.includes(metric)
  const first = main.flatMap((metric) => scores.filter((score) => score.metric === metric && isMain(score)))
  const others = scores.filter((score) => !isMain(score))
  const rows = (list: readonly Score[]): { readonly score: Score }[] => list.map((score) => ({ score }))
  if (first.length === 0) return <ScoreTable caption={caption} rows={rows(scores)} />
  return (
    <>
      <ScoreTable caption={caption} rows={rows(first)} />
      {others.length > 0 && (
        <Fold summary={`Every other score (${countText(others.length)})`}>
          {() => <ScoreTable caption="Other scores" rows={rows(others)} />}
        </Fold>
      )}
    </>
  )
}
