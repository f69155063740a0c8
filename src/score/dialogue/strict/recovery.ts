import type { InjectionKind } from '../../../agent/inject/injector.js'
import type { StepRecord, TracedCall, TurnRecord } from '../../../agent/turn-record.js'
import { canonicalJson } from '../../../text/json.js'

/** What became of one failure that was injected into a call. */
export interface InjectedFailure {
  readonly kind: string
  readonly tool: string
  /** Steps of the turn after the one that failed, until it was made good; undefined where it was not. */
  readonly recoveredAfter: number | undefined
  /** Whether the same call was made again unchanged. */
  readonly isRepeated: boolean
  /** Whether, not having made it good, the agent told the user or asked for something else. */
  readonly isReported: boolean
}

/** Failures that pass by themselves: to call again unchanged is right. */
const PASSING: ReadonlySet<string> = new Set<InjectionKind>(['timeout'])

/** Whether calling again unchanged cannot help. */
export function isLasting(kind: string): boolean {
  return !PASSING.has(kind)
}

/**
 * Failures injected into a turn, in order. One is made good when the same call later gives what it should, or when the
 * turn ends with what gold adds to the cache: another way is as good. It is reported when, afterwards, the user was
 * asked or told something.
 *
 * @param endsRight whether the turn added to the cache what gold does.
 */
export function injectedFailures(record: TurnRecord, endsRight: boolean): readonly InjectedFailure[] {
  const failures: InjectedFailure[] = []
  for (const [step, { execution }] of record.steps.entries()) {
    for (const [place, call] of execution.trace.entries()) {
      if (call.injected === undefined) continue
      const later = laterCalls(record.steps, { step, place })
      const retries = later.filter((one) => isSameCall(one.call, call))
      const success = retries.find(
        ({ call: { outcome, injected } }) => outcome.kind !== 'error' && injected === undefined,
      )
      const lastStep = record.steps.length - 1
      const recoveredAfter =
        success !== undefined ? success.step - step : endsRight ? lastStep - step : undefined
      failures.push({
        kind: call.injected,
        tool: call.tool,
        recoveredAfter,
        isRepeated: retries.length > 0,
        isReported: recoveredAfter === undefined && tellsAfter(record.steps, { step, place }),
      })
    }
  }
  return failures
}

interface Spot {
  readonly step: number
  readonly place: number
}

function laterCalls(
  steps: readonly StepRecord[],
  { step, place }: Spot,
): readonly { readonly step: number; readonly call: TracedCall }[] {
  return steps.flatMap(({ execution: { trace } }, number) => {
    if (number < step) return []
    const calls = number === step ? trace.slice(place + 1) : trace
    return calls.map((call) => ({ step: number, call }))
  })
}

function isSameCall(left: TracedCall, right: TracedCall): boolean {
  return left.tool === right.tool && canonicalJson(left.arguments) === canonicalJson(right.arguments)
}

/** Words to the user: a question, or something printed, or, where calls are JSON, a text beside no call. */
function tellsAfter(steps: readonly StepRecord[], { step }: Spot): boolean {
  return steps.slice(step).some(({ execution, output, plan }) => {
    if (execution.sought.length > 0 || execution.printed.trim() !== '') return true
    return plan === undefined && execution.trace.length === 0 && (output.text ?? '').trim() !== ''
  })
}
