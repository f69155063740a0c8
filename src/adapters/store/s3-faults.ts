import { StoreError } from '../../errors.js'
import { PassingFault } from './objects.js'
import { storeUnfit } from './store-faults.js'

/** What can be told of a failed request without its text, which may quote keys. */
export interface S3Failure {
  /** As the store or the client names it. */
  readonly name: string
  /** Undefined where no answer came. */
  readonly status: number | undefined
}

export function s3FailureOf(error: unknown): S3Failure {
  // The client says so in words alone.
  if (error instanceof Error && error.message === 'Region is missing') {
    return { name: 'RegionMissing', status: undefined }
  }
  // Every member is checked before it is used.
  const { name, code, $metadata } = (typeof error === 'object' && error !== null ? error : {}) as {
    readonly name?: unknown
    readonly code?: unknown
    readonly $metadata?: { readonly httpStatusCode?: unknown }
  }
  const status = $metadata?.httpStatusCode
  const named = typeof code === 'string' && (name === 'Error' || name === undefined) ? code : name
  return {
    name: typeof named === 'string' ? named.replace(/[^\w.-]/g, '').slice(0, 60) : 'unknown',
    status: typeof status === 'number' ? status : undefined,
  }
}

/** Of answers below 500, those that another try may change; a HEAD has no name, but a status alone. */
const PASSING_STATUS = new Set([408, 409, 429])
const PASSING = new Set([
  'ConditionalRequestConflict',
  'OperationAborted',
  'RequestTimeout',
  'SlowDown',
  'Throttling',
  'ThrottlingException',
  'TooManyRequests',
  'TooManyRequestsException',
])
const KEYS = new Set([
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'ExpiredToken',
  'ExpiredTokenException',
  'InvalidToken',
  'TokenRefreshRequired',
  'CredentialsProviderError',
  'AuthorizationHeaderMalformed',
])
const REGION = new Set([
  'PermanentRedirect',
  'TemporaryRedirect',
  'IllegalLocationConstraintException',
  'Redirect',
])
const AGAIN = 'then go on with --resume; what was acknowledged is kept.'

/** @param does what was tried, such as "write". */
export function s3Fault(
  { name, status }: S3Failure,
  { where, does }: { readonly where: string; readonly does: string },
): Error {
  const shown = status === undefined ? name : `${name}, ${status}`
  const fault = (code: string, what: string, fix: string): StoreError =>
    new StoreError({ code, what: `${what} (${shown})`, where, fix })
  if (name === 'RequestTimeTooSkewed' || name === 'RequestExpired') {
    // The client takes over the time of the store with this answer, so that the next try may pass.
    return new PassingFault(
      fault(
        'store-clock',
        'The clock of this host is too far from that of the store.',
        `Set the clock of this host, ${AGAIN}`,
      ),
    )
  }
  if (KEYS.has(name)) {
    return fault(
      'store-denied',
      'The store does not take these credentials.',
      `Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE, ${AGAIN}`,
    )
  }
  if (name === 'NoSuchBucket') {
    return fault('store-missing', 'The store has no such bucket.', 'Make the bucket, or name another one.')
  }
  if (name === 'RegionMissing') {
    return fault(
      'store-region',
      'Nothing says in which region the bucket is.',
      'Set AWS_REGION to that of the bucket.',
    )
  }
  if (REGION.has(name) || status === 301 || status === 307) {
    return fault('store-region', 'The bucket is in another region.', 'Set AWS_REGION to that of the bucket.')
  }
  if (status === 501 || name === 'NotImplemented') {
    return storeUnfit(where, 'it does not know a header of the request, most likely If-None-Match.')
  }
  if (status === 401 || status === 403) {
    return fault(
      'store-denied',
      `The store does not let this user ${does}.`,
      `A run needs s3:GetObject, s3:PutObject, s3:DeleteObject and s3:ListBucket on its prefix. Allow them, ${AGAIN}`,
    )
  }
  if (status !== undefined && status < 300) {
    return new PassingFault(
      fault(
        'store-truncated',
        'The answer of the store cannot be read, as if it were cut short.',
        `See what stands between here and the store, ${AGAIN}`,
      ),
    )
  }
  if (status === undefined || status >= 500 || PASSING_STATUS.has(status) || PASSING.has(name)) {
    const what = status === undefined ? 'The store does not answer.' : 'The store is too busy or has failed.'
    return new PassingFault(
      fault('store-unreachable', what, `See whether it can be reached from here, ${AGAIN}`),
    )
  }
  return fault(
    'store-refused',
    `The store did not ${does}.`,
    `Look the name up in its documentation, ${AGAIN}`,
  )
}

interface Shortage {
  readonly length: number
  readonly wanted: number
  /** Default bytes. */
  readonly unit?: string
}

/** An answer that is shorter than it says. */
export function truncated(where: string, { length, wanted, unit = 'bytes' }: Shortage): PassingFault {
  return new PassingFault(
    new StoreError({
      code: 'store-truncated',
      what: `The store gave ${length} ${unit} where it has ${wanted}.`,
      where,
      fix: `See what stands between here and the store, ${AGAIN}`,
    }),
  )
}
