import type { DialogueMeasure } from '../dialogue-measure.js'
import { actMeasures } from './acts.js'
import { argumentMeasures } from './arguments.js'
import { cacheMeasures } from './cache.js'
import { dataFlowMeasures } from './data-flow.js'
import { dialogueMeasures, freeRunningMeasures } from './dialogues.js'
import { effortMeasures } from './effort.js'
import { executionMeasures } from './execution.js'
import { orderMeasures } from './order.js'
import { recoveryMeasures } from './recovery.js'
import { reuseMeasures } from './reuse.js'
import { seekingMeasures } from './seeking.js'
import { toolMeasures } from './tools.js'

/**
 * How turns follow each other: `teacher-forced` sets cache and history to gold's before every turn, `free-running` leaves
 * the subject its own.
 */
export type Running = 'teacher-forced' | 'free-running'

const always: readonly DialogueMeasure[] = [
  ...dialogueMeasures,
  ...toolMeasures,
  ...argumentMeasures,
  ...dataFlowMeasures,
  ...cacheMeasures,
  ...actMeasures,
  ...seekingMeasures,
  ...executionMeasures,
  ...orderMeasures,
  ...reuseMeasures,
  ...effortMeasures,
]

/** Every strict measure, in the order of tables. */
export function strictMeasures({
  running,
  isInjected = false,
}: {
  readonly running: Running
  /** Whether failures are injected into calls. Default false. */
  readonly isInjected?: boolean
}): readonly DialogueMeasure[] {
  return [
    ...always,
    ...(running === 'free-running' ? freeRunningMeasures : []),
    ...(isInjected ? recoveryMeasures : []),
  ]
}

const known = new Map(
  strictMeasures({ running: 'free-running', isInjected: true }).map((measure) => [measure.metric, measure]),
)

/** The measure that a score names; undefined for one that is none of the strict measures. */
export function strictMeasure(metric: string): DialogueMeasure | undefined {
  return known.get(metric)
}
