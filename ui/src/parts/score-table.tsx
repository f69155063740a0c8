import type { ReactNode } from 'react'
import type { Score, ScoredValue } from '../../../src/score/score.js'
import { countText, isProportion, measureText, valueText } from '../text/number-text.js'
import { ForeignText } from './foreign-text.js'
import { type Axis, IntervalBar } from './interval-bar.js'
import { ScrollTable } from './scroll-table.js'

/** A score with whose it is. */
export interface ScoreRow {
  readonly subject?: string
  readonly benchmark?: string
  readonly score: Score
}

/** Values never alone: n, interval as numbers and drawn, chance, strongest null model, ceiling. Proportions in percent. */
export function ScoreTable({
  caption,
  rows,
}: {
  readonly caption: string
  readonly rows: readonly ScoreRow[]
}): ReactNode {
  const scores = rows.map(({ score }) => score)
  const has = {
    subject: rows.some(({ subject }) => subject !== undefined),
    benchmark: new Set(rows.map(({ benchmark }) => benchmark)).size > 1,
    floor: scores.some((score) => score.kind === 'scored' && score.floor !== undefined),
    chance: scores.some((score) => score.kind === 'scored' && score.chance !== undefined),
    ceiling: scores.some((score) => score.kind === 'scored' && score.ceiling !== undefined),
  }
  const columns = 3 + [has.chance, has.floor, has.ceiling].filter(Boolean).length
  return (
    <>
      <ScrollTable caption={caption}>
        <thead>
          <tr>
            {has.subject && <th scope="col">subject</th>}
            {has.benchmark && <th scope="col">benchmark</th>}
            <th scope="col">measure</th>
            <th scope="col" className="number">
              n
            </th>
            <th scope="col" className="number">
              value
            </th>
            <th scope="col" className="number">
              95 % interval
            </th>
            <th scope="col">drawn</th>
            {has.chance && (
              <th scope="col" className="number">
                chance
              </th>
            )}
            {has.floor && (
              <th scope="col" className="number">
                floor
              </th>
            )}
            {has.ceiling && (
              <th scope="col" className="number">
                ceiling
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ subject, benchmark, score }, at) => (
            // Two sources may measure the same of one subject.
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a table never move
            <tr key={at}>
              {has.subject && (
                <th scope="row">
                  <ForeignText text={subject ?? ''} />
                </th>
              )}
              {has.benchmark && (
                <td>
                  <ForeignText text={benchmark ?? ''} />
                </td>
              )}
              <td
                title={`${score.unit}; ${score.better} is better; scorer ${score.scorer.name}/${score.scorer.version}`}
              >
                <ForeignText text={measureText(score)} />
              </td>
              <td className="number">{countText(score.n)}</td>
              {score.kind === 'unscored' ? (
                <td colSpan={columns} className="unscored">
                  unscored: <ForeignText text={score.reason} />
                </td>
              ) : (
                <ScoredCells score={score} axis={axisOf(score, scores)} has={has} />
              )}
            </tr>
          ))}
        </tbody>
      </ScrollTable>
      <Legend scores={scores} />
    </>
  )
}

interface Columns {
  readonly chance: boolean
  readonly floor: boolean
  readonly ceiling: boolean
}

function ScoredCells({
  score,
  axis,
  has,
}: {
  readonly score: ScoredValue
  readonly axis: Axis
  readonly has: Columns
}): ReactNode {
  const { value, interval, itemInterval, chance, floor, ceiling, method, intervalNote } = score
  const shown = interval ?? itemInterval
  const text = (of: number | undefined): string => (of === undefined ? '' : valueText(of, score))
  return (
    <>
      <td className="number strong">{text(value)}</td>
      <td className="number" title={[method, intervalNote].filter(Boolean).join('; ')}>
        {shown === undefined ? 'none' : `${text(shown[0])} – ${text(shown[1])}`}
        {shown !== undefined && interval === undefined ? '*' : ''}
      </td>
      <td className="drawn">
        <IntervalBar score={score} axis={axis} />
      </td>
      {has.chance && <td className="number">{text(chance)}</td>}
      {has.floor && (
        <td
          className="number"
          title={floor === undefined ? '' : `null model ${floor.null}: ${floor.verdict ?? 'not compared'}`}
        >
          {text(floor?.value)}
          {floor?.verdict === 'at-floor' || floor?.verdict === 'below-floor' ? '†' : ''}
        </td>
      )}
      {has.ceiling && <td className="number">{text(ceiling)}</td>}
    </>
  )
}

function Legend({ scores }: { readonly scores: readonly Score[] }): ReactNode {
  const scored = scores.filter((score) => score.kind === 'scored')
  const isPartial = scored.some(
    ({ interval, itemInterval }) => interval === undefined && itemInterval !== undefined,
  )
  const isFloored = scored.some(
    ({ floor }) => floor?.verdict === 'at-floor' || floor?.verdict === 'below-floor',
  )
  const isPercent = scored.some(isProportion)
  const marks = [
    'Dot: value; line: 95 % interval',
    scored.some(({ floor }) => floor !== undefined) ? 'tick above: strongest null model' : undefined,
    scored.some(({ chance }) => chance !== undefined) ? 'tick below: chance' : undefined,
    scored.some(({ ceiling }) => ceiling !== undefined) ? 'shaded: beyond the ceiling' : undefined,
  ]
  if (scored.length === 0) return null
  return (
    <p className="note">
      {isPercent && 'Shares in percent. '}
      {marks.filter(Boolean).join('; ')}.
      {isPartial && ' * Too few clusters to speak beyond these items (dashed).'}
      {isFloored && ' † Not above the floor: a model that knows nothing does as well on the same items.'}
    </p>
  )
}

/** Proportions from 0 to 1; values of another unit on the range of their unit in the table. */
function axisOf(score: Score, scores: readonly Score[]): Axis {
  if (isProportion(score)) return { low: 0, high: 1 }
  const values = scores.flatMap((other) => {
    if (other.kind === 'unscored' || other.unit !== score.unit) return []
    return [other.value, ...(other.interval ?? other.itemInterval ?? [])]
  })
  return { low: Math.min(0, ...values), high: Math.max(0, ...values) }
}
