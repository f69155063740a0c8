import { type Fault, SubjectError } from '../errors.js'

/**
 * Why an attempt failed. `transport`: no whole answer came. `rate-limit`: too many requests. `server`: the endpoint
 * failed. `timeout`: no answer in time. `schema`: an answer came that makes no sense. `overflow`: the prompt is longer
 * than the model takes. `refusal`: the endpoint refuses this request. `auth`: key or permission. `missing`: no such model or
 * address. `stopped`: the run is over.
 */
export type FailureKind =
  | 'transport'
  | 'rate-limit'
  | 'server'
  | 'timeout'
  | 'schema'
  | 'overflow'
  | 'refusal'
  | 'auth'
  | 'missing'
  | 'stopped'

const PASSING: ReadonlySet<FailureKind> = new Set(['transport', 'rate-limit', 'server', 'timeout', 'schema'])

/** Failures that a program or a script may tell of; `stopped` is the run's own. */
export const tellableFailures: readonly FailureKind[] = [
  'transport',
  'rate-limit',
  'server',
  'timeout',
  'schema',
  'overflow',
  'refusal',
  'auth',
  'missing',
]

/** Failures after which no other sample of the same subject can do better. */
export const endingFailures: ReadonlySet<FailureKind> = new Set(['auth', 'missing'])

export interface FailureDetails {
  readonly failure: FailureKind
  /** How long the endpoint asks to wait, milliseconds. */
  readonly retryAfterMs?: number
  /** The body as it came. */
  readonly raw?: Uint8Array
  /** Default: by the kind of failure. */
  readonly retryable?: boolean
}

/** An attempt that gave no answer. It says nothing about what the subject knows. */
export class SubjectFailure extends SubjectError {
  readonly failure: FailureKind
  readonly retryAfterMs: number | undefined
  readonly raw: Uint8Array | undefined

  constructor(fault: Fault & FailureDetails) {
    super({ ...fault, retryable: fault.retryable ?? PASSING.has(fault.failure) })
    this.failure = fault.failure
    this.retryAfterMs = fault.retryAfterMs
    this.raw = fault.raw
  }
}
