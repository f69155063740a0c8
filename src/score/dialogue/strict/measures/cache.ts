import { type DialogueMeasure, turnShare } from '../dialogue-measure.js'
import type { TurnVerdict } from '../turn-verdict.js'

const adds = ({ cache: { goldAdds, adds: own } }: TurnVerdict): boolean => goldAdds > 0 || own > 0

const ADDED = {
  unit: 'share of turns in which gold or the subject adds to the cache',
  whenNothing: 'nobody adds to the cache',
} as const
const ALL = { unit: 'share of turns', whenNothing: 'no turns' } as const

/**
 * Is the cache as gold leaves it, whatever the keys? `delta`: only entries that the turn added, so that what was
 * inherited earns nothing. `rows`: by the rows they hold; otherwise by how they were asked for.
 */
export const cacheMeasures: readonly DialogueMeasure[] = [
  turnShare({ ...ADDED, metric: 'delta-em' }, (turn) =>
    adds(turn) ? turn.cache.isSameAddedProvenance : undefined,
  ),
  turnShare({ ...ADDED, metric: 'delta-em-rows' }, (turn) =>
    adds(turn) ? turn.cache.isSameAddedRows : undefined,
  ),
  turnShare({ ...ALL, metric: 'state-em' }, ({ cache }) => cache.isSameProvenance),
  turnShare({ ...ALL, metric: 'state-em-rows' }, ({ cache }) => cache.isSameRows),
  turnShare({ ...ADDED, metric: 'delta-em-keyed', division: 'contrast' }, (turn) =>
    adds(turn) ? turn.cache.isSameAddedKeyed : undefined,
  ),
]
