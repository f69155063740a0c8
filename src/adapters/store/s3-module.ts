import { InputError } from '../../errors.js'
import { printable } from '../../text/printable.js'
import { importPeer } from '../find-peer.js'

/*
 * What is used of @aws-sdk/client-s3, by its own names. The package is an optional peer and no dependency, so its types are
 * written down here.
 */

export interface S3Connection {
  send(command: object, options: { readonly abortSignal: AbortSignal }): Promise<unknown>
}

type Constructor<Result = object> = new (input: object) => Result

export interface S3Module {
  readonly S3Client: Constructor<S3Connection>
  readonly GetObjectCommand: Constructor
  readonly HeadObjectCommand: Constructor
  readonly PutObjectCommand: Constructor
  readonly DeleteObjectCommand: Constructor
  readonly ListObjectsV2Command: Constructor
}

/** @throws {InputError} `peer-missing`. */
export async function importS3(): Promise<S3Module> {
  // It warns, on every start, of versions of Node that its own next versions will not take.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true'
  // The interface above is what its documentation promises; the slow tests run all of it.
  return (await importPeer('@aws-sdk/client-s3')) as S3Module
}

export interface S3Settings {
  /** Of a store that is not Amazon's; where it is undefined, what the environment and its files say. */
  readonly endpoint: string | undefined
  readonly variable: (name: string) => string | undefined
}

/**
 * A connection by the client's own environment: AWS_ACCESS_KEY_ID, AWS_PROFILE, AWS_REGION, AWS_ENDPOINT_URL and the rest.
 * It tries everything once: trying again is for whoever knows what a lost answer means.
 *
 * @throws {InputError} `store-endpoint`.
 */
export function connectS3(module: S3Module, { endpoint, variable }: S3Settings): S3Connection {
  const other = endpoint ?? variable('AWS_ENDPOINT_URL_S3') ?? variable('AWS_ENDPOINT_URL')
  if (other !== undefined) checkEndpoint(other)
  // A profile may name a region of its own.
  const hasRegion = ['AWS_REGION', 'AWS_DEFAULT_REGION', 'AWS_PROFILE'].some(
    (name) => variable(name) !== undefined,
  )
  return new module.S3Client({
    maxAttempts: 1,
    // Other stores refuse sums that they do not know; what is written goes with its MD5, which all check.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 10_000 },
    ...(other === undefined ? {} : { endpoint: other, forcePathStyle: true }),
    ...(other === undefined || hasRegion ? {} : { region: 'us-east-1' }),
  })
}

function checkEndpoint(endpoint: string): void {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:'
  if (url !== undefined && isWeb && url.username === '' && url.password === '') return
  throw new InputError({
    code: 'store-endpoint',
    what:
      url === undefined || !isWeb
        ? 'The endpoint of the store is no http:// or https:// address.'
        : 'The endpoint of the store holds a name or a password, which would be written into messages.',
    where: printable(endpoint.replace(/\/\/[^@/]*@/, '//…@'), { maxLength: 200 }),
    fix: 'Give scheme, host and port, such as https://s3.example.org; keys belong into AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
  })
}
