import { createHash } from 'node:crypto'
import { StoreError } from '../../errors.js'
import {
  type ObjectBytes,
  type ObjectEntry,
  type ObjectFacts,
  type Objects,
  PassingFault,
} from './objects.js'
import { type S3Failure, s3FailureOf, s3Fault, truncated } from './s3-faults.js'
import type { S3Connection, S3Module } from './s3-module.js'

export interface S3Options {
  readonly module: S3Module
  readonly connection: S3Connection
  readonly bucket: string
  /** Of a request with its answer; default 60 s. */
  readonly timeoutMs?: number
}

const TIMEOUT_MS = 60_000
/** A slower line than 250 kB a second is no line to a store. */
const LEAST_BYTES_PER_MS = 250
/** Above whatever Assay writes. */
const MOST_BYTES = 1.1 * 1024 ** 3
/** A hundred million objects below one prefix. */
const MOST_PAGES = 100_000

/** What of an answer is used; every member may be missing. */
interface S3Answer {
  readonly Body?: AsyncIterable<Uint8Array>
  readonly ContentLength?: number
  readonly ContentRange?: string
  readonly ETag?: string
  readonly Contents?: readonly { readonly Key?: string; readonly Size?: number }[]
  readonly CommonPrefixes?: readonly { readonly Prefix?: string }[]
  readonly EncodingType?: string
  readonly IsTruncated?: boolean
  /** Keys and folders of the page. */
  readonly KeyCount?: number
  readonly NextContinuationToken?: string
}

/** The objects of a bucket of Amazon S3, or of what speaks its language. */
export function s3Objects({ module, connection, bucket, timeoutMs = TIMEOUT_MS }: S3Options): Objects {
  const address = (key: string): string => `s3://${bucket}/${key}`

  /** @returns undefined where the answer is one of `expected`, which is told to it. */
  async function ask<Result>(
    command: object,
    {
      key,
      does,
      sizeBytes = 0,
    }: { readonly key: string; readonly does: string; readonly sizeBytes?: number },
    {
      use,
      expected = () => undefined,
    }: {
      readonly use: (answer: S3Answer) => Result | Promise<Result>
      readonly expected?: (failure: S3Failure) => { readonly result: Result } | undefined
    },
  ): Promise<Result> {
    const abort = new AbortController()
    const timer = setTimeout(() => abort.abort(), timeoutMs + sizeBytes / LEAST_BYTES_PER_MS)
    try {
      const answer = (await connection.send(command, { abortSignal: abort.signal })) as S3Answer
      // The body is read within the same time.
      return await untilAborted(Promise.resolve(use(answer)), abort.signal)
    } catch (error) {
      // Lets go of a body that nobody reads to its end.
      abort.abort()
      if (error instanceof PassingFault || error instanceof StoreError) throw error
      const failure = s3FailureOf(error)
      const known = expected(failure)
      if (known !== undefined) return known.result
      throw s3Fault(failure, { where: address(key), does })
    } finally {
      clearTimeout(timer)
    }
  }

  const factsOf = async (key: string): Promise<ObjectFacts | undefined> =>
    ask<ObjectFacts | undefined>(
      new module.HeadObjectCommand({ Bucket: bucket, Key: key }),
      { key, does: 'look at an object' },
      {
        use: ({ ContentLength = 0, ETag = '' }) => ({ sizeBytes: ContentLength, tag: ETag }),
        expected: whereMissing,
      },
    )

  return {
    address,
    facts: factsOf,

    async get(key, part) {
      const start = part?.start ?? 0
      const Range = `bytes=${start}-${part === undefined ? '' : start + part.length - 1}`
      const found = await ask<ObjectBytes | 'beyond' | undefined>(
        new module.GetObjectCommand({ Bucket: bucket, Key: key, Range }),
        { key, does: 'read an object' },
        {
          use: async (answer) => bytesOf(answer, { start, length: part?.length, where: address(key) }),
          expected: (failure) => (failure.status === 416 ? { result: 'beyond' } : whereMissing(failure)),
        },
      )
      if (found !== 'beyond') return found
      // Nothing lies there, as anywhere in an empty object.
      const facts = await factsOf(key)
      return facts === undefined ? undefined : { bytes: new Uint8Array(), facts }
    },

    create: (key, bytes) =>
      ask<boolean>(
        new module.PutObjectCommand({ ...putting(key, bytes), IfNoneMatch: '*' }),
        { key, does: 'write an object', sizeBytes: bytes.length },
        {
          use: () => true,
          expected: ({ status, name }) =>
            status === 412 || name === 'PreconditionFailed' ? { result: false } : undefined,
        },
      ),

    put: (key, bytes) =>
      ask<void>(
        new module.PutObjectCommand(putting(key, bytes)),
        { key, does: 'write an object', sizeBytes: bytes.length },
        { use: () => undefined },
      ),

    remove: (key) =>
      ask<void>(
        new module.DeleteObjectCommand({ Bucket: bucket, Key: key }),
        { key, does: 'remove an object' },
        { use: () => undefined, expected: whereMissing },
      ),

    async *list(prefix) {
      let token: string | undefined
      for (let page = 0; page < MOST_PAGES; page++) {
        const answer: S3Answer = await ask<S3Answer>(
          new module.ListObjectsV2Command({
            Bucket: bucket,
            Prefix: prefix,
            Delimiter: '/',
            // A key may hold what XML cannot.
            EncodingType: 'url',
            ...(token === undefined ? {} : { ContinuationToken: token }),
          }),
          { key: prefix, does: 'list objects' },
          { use: (whole) => complete(whole, address(prefix)) },
        )
        yield* entriesOf(answer, prefix)
        const { IsTruncated, NextContinuationToken: next } = answer
        if (IsTruncated !== true) return
        if (next === undefined || next === token) throw endless(address(prefix))
        token = next
      }
      throw endless(address(prefix))
    },
  }

  function putting(key: string, bytes: Uint8Array): object {
    return {
      Bucket: bucket,
      Key: key,
      Body: bytes,
      ContentLength: bytes.length,
      // So that the store refuses what was cut or changed on its way.
      ContentMD5: createHash('md5').update(bytes).digest('base64'),
    }
  }
}

function whereMissing({ status, name }: S3Failure): { readonly result: undefined } | undefined {
  // A bucket that is not there is no missing object; a HEAD has no body that would tell them apart.
  return status === 404 && name !== 'NoSuchBucket' ? { result: undefined } : undefined
}

async function bytesOf(
  { Body, ContentLength, ContentRange, ETag = '' }: S3Answer,
  {
    start,
    length,
    where,
  }: { readonly start: number; readonly length: number | undefined; readonly where: string },
): Promise<ObjectBytes> {
  const total = /\/(\d+)$/.exec(ContentRange ?? '')?.[1]
  const isPart = total !== undefined
  const sizeBytes = isPart ? Number(total) : (ContentLength ?? 0)
  const wanted = Math.max(0, Math.min(length ?? sizeBytes, sizeBytes - start))
  // A store that does not know ranges gives the whole.
  const sent = isPart ? wanted : sizeBytes
  const chunks: Uint8Array[] = []
  let received = 0
  for await (const chunk of Body ?? []) {
    received += chunk.length
    if (received > sent || received > MOST_BYTES) throw truncated(where, { length: received, wanted: sent })
    chunks.push(chunk)
  }
  if (received !== sent) throw truncated(where, { length: received, wanted: sent })
  const bytes = Buffer.concat(chunks)
  return {
    bytes: isPart ? bytes : bytes.subarray(start, start + wanted),
    facts: { sizeBytes, tag: ETag },
  }
}

/** A page that was cut on its way may still be read as XML: what it lacks would be lost in silence. */
function complete(answer: S3Answer, where: string): S3Answer {
  const { KeyCount, Contents = [], CommonPrefixes = [] } = answer
  const length = Contents.length + CommonPrefixes.length
  if (KeyCount === undefined || KeyCount === length) return answer
  throw truncated(where, { length, wanted: KeyCount, unit: 'entries of a list' })
}

function* entriesOf(
  { Contents = [], CommonPrefixes = [], EncodingType }: S3Answer,
  prefix: string,
): Generator<ObjectEntry> {
  const nameOf = (key = ''): string =>
    (EncodingType === 'url' ? decoded(key) : key).slice(prefix.length).replace(/\/$/, '')
  for (const { Key, Size = 0 } of Contents) {
    // The marker that some tools make for a folder is the prefix itself.
    const name = nameOf(Key)
    if (name !== '') yield { kind: 'object', name, sizeBytes: Size }
  }
  for (const { Prefix } of CommonPrefixes) yield { kind: 'folder', name: nameOf(Prefix) }
}

function decoded(key: string): string {
  try {
    return decodeURIComponent(key.replaceAll('+', ' '))
  } catch {
    return key
  }
}

function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('timeout')), { once: true })
    work.then(resolve, reject)
  })
}

function endless(where: string): StoreError {
  return new StoreError({
    code: 'store-refused',
    what: 'The list of the store does not end.',
    where,
    fix: 'See what stands between here and the store.',
  })
}
