import { type DialogueMeasure, turnRatio } from '../dialogue-measure.js'

const REUSE = { division: 'effort', better: 'lower', hasFloor: false, isShare: true } as const

/** Is what was found used again, rather than sought again? */
export const reuseMeasures: readonly DialogueMeasure[] = [
  turnRatio(
    {
      ...REUSE,
      metric: 'redundant-calls',
      unit: 'share of calls with results, whose result was there already',
      whenNothing: 'made no result',
    },
    ({ reuse: { redundant, made } }) => ({ top: redundant, bottom: made }),
  ),
  turnRatio(
    {
      ...REUSE,
      metric: 'missed-reuse',
      unit: 'share of cached results that gold uses',
      whenNothing: 'gold uses no cached result',
    },
    ({ reuse: { missed, fetchedByGold } }) => ({ top: missed, bottom: fetchedByGold }),
  ),
  turnRatio(
    {
      ...REUSE,
      metric: 'unnecessary-gets',
      unit: 'share of fetches from the cache',
      whenNothing: 'fetched nothing from the cache',
    },
    ({ reuse: { unnecessary, fetches } }) => ({ top: unnecessary, bottom: fetches }),
  ),
]
