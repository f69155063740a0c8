import { SubjectError } from '../errors.js'
import type { RandomStream } from '../numeric/random.js'
import { type FailureKind, SubjectFailure } from '../subject/failure.js'

/** Attempts at one sample. A refusal for too many requests says nothing of the sample, so it is borne longer. */
const ATTEMPTS = 6
const RATE_LIMIT_ATTEMPTS = 24
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 30_000

/** An endpoint that asks for a longer pause is not waited for: the run stops, to be resumed. */
export const LONGEST_ASKED_WAIT_MS = 300_000

/** How many attempts there are at most at a sample whose last one failed so. */
export function attemptsAfter(kind: FailureKind): number {
  return kind === 'rate-limit' ? RATE_LIMIT_ATTEMPTS : ATTEMPTS
}

/**
 * Wait before the next attempt: doubles from half a second to half a minute, between half and the whole of it by chance,
 * so that requests that failed together do not come back together. Never shorter than the endpoint asks for.
 */
export function waitBefore(
  failure: Pick<SubjectFailure, 'retryAfterMs'>,
  {
    attempt,
    random,
    scale,
  }: { readonly attempt: number; readonly random: RandomStream; readonly scale: number },
): number {
  const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1)) * scale
  const own = Math.round(longest * (0.5 + 0.5 * random.uniform()))
  return Math.max(own, failure.retryAfterMs ?? 0)
}

/** Whatever was thrown by asking, classified; undefined for what is no failure of the endpoint. */
export function failureOf(error: unknown): SubjectFailure | undefined {
  if (error instanceof SubjectFailure) return error
  if (!(error instanceof SubjectError)) return undefined
  const { code, what, where, fix, retryable, cause } = error
  return new SubjectFailure({
    code,
    what,
    ...(where === undefined ? {} : { where }),
    ...(fix === undefined ? {} : { fix }),
    retryable,
    cause,
    failure: code === 'http-timeout' ? 'timeout' : 'transport',
  })
}
