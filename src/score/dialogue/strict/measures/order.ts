import { type DialogueMeasure, turnRatio, turnShare } from '../dialogue-measure.js'

const VIOLATIONS: ReadonlySet<string | undefined> = new Set(['undefined-name', 'cache-miss', 'none-input'])

/** Is everything made before it is used? The order of independent calls is information, no score. */
export const orderMeasures: readonly DialogueMeasure[] = [
  turnShare(
    {
      metric: 'order-violations',
      division: 'execution',
      unit: 'share of turns tried in which a name, a key or a result is used before it is there',
      better: 'lower',
      hasFloor: false,
      whenNothing: 'tried no turn',
    },
    ({ execution: { isAttempted, fault } }) => (isAttempted ? VIOLATIONS.has(fault) : undefined),
  ),
  turnRatio(
    {
      metric: 'order-tau',
      division: 'contrast',
      unit: "Kendall's τ of independent calls",
      hasFloor: false,
      isNumber: true,
      whenNothing: 'no turn has two independent calls of gold',
    },
    ({ order: { agreement, pairs } }) => ({ top: agreement, bottom: pairs }),
  ),
]
