import type { TurnFault } from '../../../../agent/turn-record.js'
import { type DialogueMeasure, turnShare } from '../dialogue-measure.js'

/** Every class, in the order of tables. */
const FAULTS = {
  validation: true,
  'positional-arguments': true,
  'undefined-name': true,
  index: true,
  empty: true,
  'no-code': true,
  'unclosed-tag': true,
  syntax: true,
  unsupported: true,
  forbidden: true,
  'unknown-tool': true,
  'cache-miss': true,
  'none-input': true,
  key: true,
  type: true,
  arithmetic: true,
  limit: true,
  'tool-failed': true,
} as const satisfies Readonly<Record<TurnFault, true>>

const EXECUTION = { division: 'execution', hasFloor: false } as const

/** Were plans tried where some were due, and did those that were tried run? Two numbers: silence is no failure to run. */
export const executionMeasures: readonly DialogueMeasure[] = [
  turnShare(
    {
      ...EXECUTION,
      metric: 'attempted',
      hasFloor: true,
      unit: 'share of turns in which gold calls',
      whenNothing: 'gold calls in no turn',
    },
    ({ execution: { isExpected, isAttempted } }) => (isExpected ? isAttempted : undefined),
  ),
  turnShare(
    { ...EXECUTION, metric: 'executed', unit: 'share of turns tried', whenNothing: 'tried no turn' },
    ({ execution: { isAttempted, fault } }) => (isAttempted ? fault === undefined : undefined),
  ),
  ...Object.keys(FAULTS).map((fault) =>
    turnShare(
      {
        ...EXECUTION,
        metric: `fault-${fault}`,
        unit: 'share of turns',
        better: 'lower',
        whenNothing: 'no turns',
      },
      ({ execution }) => execution.fault === fault,
    ),
  ),
  ...(['validation', 'undefined-name', 'index', 'other'] as const).map((paperClass) =>
    turnShare(
      {
        ...EXECUTION,
        division: 'contrast',
        metric: `paper-error-${paperClass}`,
        unit: 'share of turns',
        better: 'lower',
        whenNothing: 'no turns',
      },
      ({ execution: { fault } }) => fault !== undefined && paperClassOf(fault) === paperClass,
    ),
  ),
]

/** The four classes that the paper tells apart; what it does not count as an error is none. */
function paperClassOf(fault: TurnFault): 'validation' | 'undefined-name' | 'index' | 'other' | undefined {
  switch (fault) {
    case 'validation':
    case 'positional-arguments':
      return 'validation'
    case 'undefined-name':
    case 'index':
      return fault
    case 'empty':
    case 'no-code':
    case 'unclosed-tag':
      return undefined
    default:
      return 'other'
  }
}
