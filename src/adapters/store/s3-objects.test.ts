import { describe, expect, it } from 'vitest'
import { PassingFault } from './objects.js'
import { connectS3, type S3Connection, type S3Module } from './s3-module.js'
import { s3Objects } from './s3-objects.js'

interface Sent {
  readonly kind: string
  readonly input: Readonly<Record<string, unknown>>
}

class Command implements Sent {
  readonly kind: string
  readonly input: Readonly<Record<string, unknown>>
  constructor(kind: string, input: object) {
    this.kind = kind
    this.input = { ...input }
  }
}

const commandOf = (kind: string) =>
  class extends Command {
    constructor(input: object) {
      super(kind, input)
    }
  }

const configs: object[] = []
const module: S3Module = {
  S3Client: class {
    constructor(config: object) {
      configs.push(config)
    }
    async send(): Promise<unknown> {
      return {}
    }
  },
  GetObjectCommand: commandOf('get'),
  HeadObjectCommand: commandOf('head'),
  PutObjectCommand: commandOf('put'),
  DeleteObjectCommand: commandOf('delete'),
  ListObjectsV2Command: commandOf('list'),
}

/** A store that gives these answers in turn; an error is thrown. */
function answering(...answers: readonly unknown[]) {
  const sent: Sent[] = []
  const left = [...answers]
  const connection: S3Connection = {
    async send(command) {
      sent.push(command as Command) // only the commands above are sent
      const answer = left.shift()
      if (answer instanceof Error) throw answer
      return answer
    },
  }
  return { sent, objects: s3Objects({ module, connection, bucket: 'team', timeoutMs: 50 }) }
}

const failed = (name: string, status?: number): Error =>
  Object.assign(new Error(`${name} with AKIASECRET`), {
    name,
    ...(status === undefined ? {} : { $metadata: { httpStatusCode: status } }),
  })

async function* body(...pieces: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) yield new TextEncoder().encode(piece)
}

const bytes = new TextEncoder().encode('hello')

describe('s3Objects', () => {
  it('creates by a conditional put with the MD5 of the bytes', async () => {
    const { objects, sent } = answering({})
    expect(await objects.create('run/1', bytes)).toBe(true)
    expect(sent).toMatchObject([
      {
        kind: 'put',
        // `printf hello | openssl md5 -binary | base64`
        input: {
          Bucket: 'team',
          Key: 'run/1',
          IfNoneMatch: '*',
          ContentLength: 5,
          ContentMD5: 'XUFAKrxLKna5cZ2REBfFkg==',
        },
      },
    ])
  })

  it('takes a failed condition for a no, and a conflict for what may pass', async () => {
    expect(await answering(failed('PreconditionFailed', 412)).objects.create('a', bytes)).toBe(false)
    await expect(
      answering(failed('ConditionalRequestConflict', 409)).objects.create('a', bytes),
    ).rejects.toBeInstanceOf(PassingFault)
  })

  it('reads parts, and the whole where a store knows no ranges', async () => {
    const part = answering({
      Body: body('el', 'l'),
      ContentRange: 'bytes 1-3/5',
      ContentLength: 3,
      ETag: '"e"',
    })
    const found = await part.objects.get('a', { start: 1, length: 3 })
    expect(new TextDecoder().decode(found?.bytes)).toBe('ell')
    expect(found?.facts).toEqual({ sizeBytes: 5, tag: '"e"' })
    expect(part.sent[0]?.input).toMatchObject({ Range: 'bytes=1-3' })
    const whole = answering({ Body: body('hello'), ContentLength: 5, ETag: '"e"' })
    expect(new TextDecoder().decode((await whole.objects.get('a', { start: 1, length: 3 }))?.bytes)).toBe(
      'ell',
    )
  })

  it.each([
    ['shorter than it says', { Body: body('hel'), ContentLength: 5 }],
    ['longer than it says', { Body: body('hello', 'more'), ContentLength: 5 }],
    ['shorter than its range', { Body: body('h'), ContentRange: 'bytes 0-4/5', ContentLength: 1 }],
  ])('does not take a body that is %s', async (_, answer) => {
    await expect(answering(answer).objects.get('a')).rejects.toMatchObject({
      name: 'PassingFault',
      last: { code: 'store-truncated', where: 's3://team/a' },
    })
  })

  it('lets go of a body that does not end', async () => {
    async function* endless(): AsyncGenerator<Uint8Array> {
      yield bytes
      await new Promise(() => undefined)
    }
    await expect(answering({ Body: endless(), ContentLength: 50 }).objects.get('a')).rejects.toMatchObject({
      last: { code: 'store-unreachable' },
    })
  })

  it('reads a list to its end, with keys decoded, and ends one that goes round', async () => {
    const { objects, sent } = answering(
      {
        EncodingType: 'url',
        IsTruncated: true,
        NextContinuationToken: 't1',
        Contents: [
          { Key: 'run/', Size: 0 },
          { Key: 'run/a%2Bb+c%0A', Size: 3 },
        ],
        CommonPrefixes: [{ Prefix: 'run/raw/' }],
      },
      { Contents: [{ Key: 'run/z%', Size: 1 }] },
    )
    const entries = []
    for await (const entry of objects.list('run/')) entries.push(entry)
    expect(entries).toEqual([
      { kind: 'object', name: 'a+b c\n', sizeBytes: 3 },
      { kind: 'folder', name: 'raw' },
      { kind: 'object', name: 'z%', sizeBytes: 1 },
    ])
    expect(sent.map(({ input }) => input.ContinuationToken)).toEqual([undefined, 't1'])
    const cut = answering({ KeyCount: 2, Contents: [{ Key: 'run/a', Size: 1 }] })
    await expect(async () => {
      for await (const _ of cut.objects.list('run/')) break
    }).rejects.toMatchObject({
      last: { code: 'store-truncated', what: 'The store gave 1 entries of a list where it has 2.' },
    })
    const round = { IsTruncated: true, NextContinuationToken: 't1' }
    await expect(async () => {
      for await (const _ of answering(round, round).objects.list('run/')) break
    }).rejects.toMatchObject({ code: 'store-refused' })
  })

  it.each([
    ['SlowDown', 503, 'passing store-unreachable', /too busy/],
    ['InternalError', 500, 'passing store-unreachable', /failed/],
    ['TimeoutError', undefined, 'passing store-unreachable', /does not answer/],
    ['RequestTimeout', 400, 'passing store-unreachable', /too busy/],
    ['RequestTimeTooSkewed', 403, 'passing store-clock', /clock of this host/],
    ['InvalidAccessKeyId', 403, 'store-denied', /credentials/],
    ['CredentialsProviderError', undefined, 'store-denied', /credentials/],
    ['AccessDenied', 403, 'store-denied', /let this user write an object[^]*s3:ListBucket/],
    ['NoSuchBucket', 404, 'store-missing', /no such bucket/],
    ['PermanentRedirect', 301, 'store-region', /region/],
    ['NotImplemented', 501, 'store-unfit', /If-None-Match/],
    ['Error', 200, 'passing store-truncated', /cut short/],
    ['EntityTooLarge', 400, 'store-refused', /EntityTooLarge, 400/],
  ])('tells of %s without the words of the store', async (name, status, code, message) => {
    const error: unknown = await answering(failed(name, status))
      .objects.create('a', bytes)
      .catch((thrown: unknown) => thrown)
    const told = error instanceof PassingFault ? error.last : (error as { code: string; message: string })
    expect(`${error instanceof PassingFault ? 'passing ' : ''}${told.code}`).toBe(code)
    expect(told.message).toMatch(message)
    expect(told.message).not.toContain('AKIASECRET')
  })

  it('says that nothing names a region', async () => {
    await expect(answering(new Error('Region is missing')).objects.put('a', bytes)).rejects.toMatchObject({
      code: 'store-region',
      fix: expect.stringContaining('AWS_REGION'),
    })
  })

  it('says what a list is not allowed for, and does not take it for an empty one', async () => {
    await expect(async () => {
      for await (const _ of answering(failed('AccessDenied', 403)).objects.list('run/')) break
    }).rejects.toMatchObject({ what: expect.stringContaining('let this user list objects') })
  })
})

describe('connectS3', () => {
  const variable = (name: string): string | undefined =>
    name === 'AWS_ENDPOINT_URL' ? 'http://127.0.0.1:9000' : undefined

  it('reaches another endpoint by path, which needs no name of its own for each bucket', () => {
    connectS3(module, { endpoint: undefined, variable })
    expect(configs.at(-1)).toMatchObject({
      endpoint: 'http://127.0.0.1:9000',
      forcePathStyle: true,
      region: 'us-east-1',
      maxAttempts: 1,
    })
    connectS3(module, { endpoint: 'https://flag.example', variable })
    expect(configs.at(-1)).toMatchObject({ endpoint: 'https://flag.example' })
    connectS3(module, { endpoint: undefined, variable: () => undefined })
    expect(configs.at(-1)).not.toHaveProperty('endpoint')
    expect(configs.at(-1)).not.toHaveProperty('region')
  })

  it('refuses an endpoint that is none or holds a password, and does not repeat that', () => {
    expect(() => connectS3(module, { endpoint: 'localhost:9000', variable })).toThrow(/no http:\/\//)
    const open = (): unknown => connectS3(module, { endpoint: 'https://me:hunter22@host', variable })
    expect(open).toThrow(/password/)
    expect(open).not.toThrow(/hunter22/)
  })
})
