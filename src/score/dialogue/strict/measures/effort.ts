import { type DialogueMeasure, turnRatio } from '../dialogue-measure.js'

const EFFORT = { division: 'effort', better: 'lower', hasFloor: false, isNumber: true } as const

/** What the turns cost. Low numbers are no merit where little was done. */
export const effortMeasures: readonly DialogueMeasure[] = [
  turnRatio(
    {
      ...EFFORT,
      metric: 'calls-ratio',
      unit: 'calls tried a call of gold',
      whenNothing: 'gold makes no call',
    },
    ({ effort: { calls, goldCalls } }) => ({ top: calls, bottom: goldCalls }),
  ),
  turnRatio(
    {
      ...EFFORT,
      metric: 'rows-ratio',
      unit: 'rows found a row that gold finds',
      whenNothing: 'gold finds no row',
    },
    ({ effort: { rows, goldRows } }) => ({ top: rows, bottom: goldRows }),
  ),
  turnRatio({ ...EFFORT, metric: 'steps', unit: 'steps a turn', whenNothing: 'no turns' }, ({ effort }) => ({
    top: effort.steps,
    bottom: 1,
  })),
  turnRatio(
    { ...EFFORT, metric: 'prompt-tokens', unit: 'tokens a turn', whenNothing: 'the subject does not tell' },
    ({ effort: { promptTokens } }) =>
      promptTokens === undefined ? undefined : { top: promptTokens, bottom: 1 },
  ),
  turnRatio(
    {
      ...EFFORT,
      metric: 'completion-tokens',
      unit: 'tokens a turn',
      whenNothing: 'the subject does not tell',
    },
    ({ effort: { completionTokens } }) =>
      completionTokens === undefined ? undefined : { top: completionTokens, bottom: 1 },
  ),
  turnRatio(
    { ...EFFORT, metric: 'latency-ms', unit: 'milliseconds a turn', whenNothing: 'no turns' },
    ({ effort }) => ({
      top: effort.durationMs,
      bottom: 1,
    }),
  ),
]
