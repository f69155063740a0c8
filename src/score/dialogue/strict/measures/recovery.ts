import { injectionKinds } from '../../../../agent/inject/injector.js'
import { type DialogueMeasure, turnRatio } from '../dialogue-measure.js'
import { type InjectedFailure, isLasting } from '../recovery.js'
import type { TurnVerdict } from '../turn-verdict.js'

const RECOVERY = { hasFloor: false, isShare: true } as const
const FAILURES = { unit: 'share of injected failures', whenNothing: 'no failure was injected' } as const

/** Further steps that are allowed. */
const STEPS = [1, 2, 3] as const
const MOST_STEPS = 3

/** What becomes of failures that were injected into calls? */
export const recoveryMeasures: readonly DialogueMeasure[] = [
  ...STEPS.map((k) =>
    turnRatio(
      { ...RECOVERY, ...FAILURES, metric: 'recovery', k },
      shareOf(({ recoveredAfter = k + 1 }) => recoveredAfter <= k),
    ),
  ),
  ...injectionKinds.map((kind) =>
    turnRatio(
      {
        ...RECOVERY,
        division: 'execution',
        metric: `recovery-${kind}`,
        k: MOST_STEPS,
        unit: `share of injected failures of kind ${kind}`,
        whenNothing: `no failure of kind ${kind} was injected`,
      },
      shareOf((failure) =>
        failure.kind === kind ? (failure.recoveredAfter ?? MOST_STEPS + 1) <= MOST_STEPS : undefined,
      ),
    ),
  ),
  turnRatio(
    {
      ...RECOVERY,
      metric: 'wrong-retries',
      unit: 'share of injected failures that do not pass',
      better: 'lower',
      whenNothing: 'no lasting failure was injected',
    },
    shareOf(({ kind, isRepeated }) => (isLasting(kind) ? isRepeated : undefined)),
  ),
  turnRatio(
    {
      ...RECOVERY,
      metric: 'reported',
      unit: 'share of injected failures that were not made good',
      whenNothing: 'no injected failure was left',
    },
    shareOf(({ recoveredAfter, isReported }) => (recoveredAfter === undefined ? isReported : undefined)),
  ),
]

function shareOf(
  holds: (failure: InjectedFailure) => boolean | undefined,
): (turn: TurnVerdict) => { readonly top: number; readonly bottom: number } {
  return ({ failures }) => {
    const counted = failures.map(holds).filter((held) => held !== undefined)
    return { top: counted.filter(Boolean).length, bottom: counted.length }
  }
}
