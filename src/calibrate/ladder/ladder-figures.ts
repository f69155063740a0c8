import type { LadderDocument } from '../../ladder/ladder-document.js'
import type { RungId } from '../../ladder/rung.js'
import type { LadderMeasure } from '../reference/ladder-expectation.js'

/** What was measured of one figure. */
export interface LadderFigure {
  readonly value: number | string
  readonly n: number
}

/** Where each figure of a card stands in a ladder. */
const PLACES: Readonly<
  Record<
    Exclude<LadderMeasure['figure'], 'verdict' | 'drift'>,
    { readonly rung: RungId; readonly metric: string; readonly group?: string }
  >
> = {
  'strict-novel': { rung: 3, metric: 'novel-pass' },
  'strict-unseen': { rung: 3, metric: 'unseen-pass' },
  'lenient-anywhere': { rung: 1, metric: 'lenient-anywhere' },
  'false-call': { rung: 3, metric: 'false-call', group: 'suppression' },
  verbatim: { rung: 3, metric: 'exact', group: 'verbatim' },
  'p-first-call': { rung: 4, metric: 'p-first-mean', group: 'call' },
  'p-first-prose': { rung: 4, metric: 'p-first-mean', group: 'no-call' },
}

/** A figure of a card out of a ladder; undefined where it was not measured. */
export function figureIn(
  document: LadderDocument,
  figure: LadderMeasure['figure'],
): LadderFigure | undefined {
  if (figure === 'verdict') return { value: document.verdict, n: document.rungs.length }
  if (figure === 'drift') return undefined
  const { rung, metric, group } = PLACES[figure]
  const evidence = document.rungs.find(({ id }) => id === rung)?.evidence ?? []
  const score = evidence.find((one) => one.metric === metric && one.group === group)
  return score?.kind === 'scored' ? { value: score.value, n: score.n } : undefined
}
