import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the stub is asked, as its faults see it. */
export interface StubRequest {
  readonly method: string
  readonly bucket: string
  readonly key: string
  /** A list of keys. */
  readonly isList: boolean
  /** From 1, over all requests. */
  readonly number: number
}

export type StubFault =
  /** An error of S3 in the place of an answer; nothing is done. */
  | { readonly kind: 'error'; readonly status: number; readonly code: string }
  /** The connection ends before anything is done. */
  | { readonly kind: 'refuse' }
  /** It is done, and the connection ends before the answer. */
  | { readonly kind: 'lose' }
  /** The connection ends in the middle of the body. */
  | { readonly kind: 'truncate' }
  /** Half of the body, with a length that fits it, as a bad proxy gives. */
  | { readonly kind: 'halve' }
  /** Done, but answered later. */
  | { readonly kind: 'slow'; readonly durationMs: number }

export interface S3Stub {
  readonly url: string
  readonly objects: ReadonlyMap<string, { readonly bytes: Uint8Array; readonly etag: string }>
  /** Requests by method, lists as LIST. */
  readonly counts: ReadonlyMap<string, number>
  /** Removes or changes an object behind everybody's back. */
  tamper(key: string, bytes: Uint8Array | undefined): void
  close(): Promise<void>
}

export interface S3StubOptions {
  readonly port?: number
  readonly bucket?: string
  /** The only key that is taken; default any. */
  readonly accessKey?: string
  /** Keys in a page of a list; default 1000. */
  readonly pageKeys?: number
  readonly fault?: (request: StubRequest) => StubFault | undefined
  /** What If-None-Match is worth: both writers win, as with a store that does not know it. */
  readonly acceptsBoth?: boolean
}

/** A loopback server that speaks as much of S3 as a run needs, and enforces conditional puts. */
export async function startS3Stub(options: S3StubOptions = {}): Promise<S3Stub> {
  const { bucket = 'runs', pageKeys = 1000, fault = () => undefined, acceptsBoth = false } = options
  const objects = new Map<string, { readonly bytes: Uint8Array; readonly etag: string }>()
  const counts = new Map<string, number>()
  let number = 0

  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy())
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer) // a request without encoding gives bytes
    const body = Buffer.concat(chunks)
    const url = new URL(request.url ?? '/', 'http://stub')
    const [, named = '', ...parts] = url.pathname.split('/')
    const key = parts.map(decodeURIComponent).join('/')
    const { method = '' } = request
    const isList = method === 'GET' && key === ''
    const kind = isList ? 'LIST' : method
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
    const planned = fault({ method, bucket: named, key, isList, number: ++number })
    if (planned?.kind === 'error') return sendError(response, planned, method)
    if (planned?.kind === 'refuse') return void request.socket.destroy()
    const credential = /Credential=([^/]+)\//.exec(request.headers.authorization ?? '')?.[1]
    if (credential === undefined) return sendError(response, { status: 403, code: 'AccessDenied' }, method)
    if (options.accessKey !== undefined && credential !== options.accessKey) {
      return sendError(response, { status: 403, code: 'InvalidAccessKeyId' }, method)
    }
    if (named !== bucket) return sendError(response, { status: 404, code: 'NoSuchBucket' }, method)
    const result = isList ? list(url) : act({ method, key, body, request })
    if (planned?.kind === 'lose') return void request.socket.destroy()
    if (planned?.kind === 'slow') await new Promise((done) => setTimeout(done, planned.durationMs))
    send(response, result, { method, planned })
  }

  function act({
    method,
    key,
    body,
    request,
  }: {
    readonly method: string
    readonly key: string
    readonly body: Buffer
    readonly request: IncomingMessage
  }): StubAnswer {
    const there = objects.get(key)
    const { headers } = request
    if (method === 'PUT') {
      const md5 = createHash('md5').update(body)
      const sent = headers['content-md5']
      const etag = `"${md5.copy().digest('hex')}"`
      if (sent !== undefined && sent !== md5.digest('base64')) return errorOf(400, 'BadDigest')
      if (!acceptsBoth) {
        if (headers['if-none-match'] === '*' && there !== undefined) return errorOf(412, 'PreconditionFailed')
        const match = headers['if-match']
        if (match !== undefined && match !== there?.etag) return errorOf(412, 'PreconditionFailed')
      }
      objects.set(key, { bytes: body, etag })
      return { status: 200, headers: { etag }, body: '' }
    }
    if (method === 'DELETE') {
      objects.delete(key)
      return { status: 204, headers: {}, body: '' }
    }
    if (there === undefined) return errorOf(404, 'NoSuchKey')
    const { bytes, etag } = there
    const range = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '')
    if (range === null) return { status: 200, headers: { etag }, body: bytes }
    const start = Number(range[1])
    if (start >= bytes.length) return errorOf(416, 'InvalidRange')
    const end = range[2] === '' ? bytes.length - 1 : Math.min(Number(range[2]), bytes.length - 1)
    return {
      status: 206,
      headers: { etag, 'content-range': `bytes ${start}-${end}/${bytes.length}` },
      body: bytes.subarray(start, end + 1),
    }
  }

  function list(url: URL): StubAnswer {
    const prefix = url.searchParams.get('prefix') ?? ''
    const delimiter = url.searchParams.get('delimiter') ?? ''
    const after = url.searchParams.get('continuation-token') ?? ''
    const rows = new Map<string, number | undefined>()
    for (const [key, { bytes }] of objects) {
      if (!key.startsWith(prefix)) continue
      const cut = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length)
      if (cut === -1) rows.set(key, bytes.length)
      else rows.set(key.slice(0, cut + 1), undefined)
    }
    const names = [...rows.keys()].sort().filter((name) => name > after)
    const page = names.slice(0, pageKeys)
    const isTruncated = names.length > page.length
    const shown = (name: string): string => encodeURIComponent(name).replaceAll('%2F', '/')
    const body = page.map((name) => {
      const size = rows.get(name)
      return size === undefined
        ? `<CommonPrefixes><Prefix>${shown(name)}</Prefix></CommonPrefixes>`
        : `<Contents><Key>${shown(name)}</Key><Size>${size}</Size></Contents>`
    })
    const next = isTruncated
      ? `<NextContinuationToken>${(page.at(-1) ?? '').replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</NextContinuationToken>`
      : ''
    return {
      status: 200,
      headers: { 'content-type': 'application/xml' },
      body: `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult><EncodingType>url</EncodingType><KeyCount>${page.length}</KeyCount><IsTruncated>${isTruncated}</IsTruncated>${next}${body.join('')}</ListBucketResult>`,
    }
  }

  await new Promise<void>((done) => server.listen(options.port ?? 0, '127.0.0.1', done))
  // A server on a port has an address of this kind.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    objects,
    counts,
    tamper(key, bytes) {
      if (bytes === undefined) objects.delete(key)
      else objects.set(key, { bytes, etag: '"tampered"' })
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

interface StubAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
}

function errorOf(status: number, code: string): StubAnswer {
  return {
    status,
    headers: { 'content-type': 'application/xml' },
    body: `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code} of the stub</Message></Error>`,
  }
}

function sendError(
  response: ServerResponse,
  { status, code }: { readonly status: number; readonly code: string },
  method: string,
): void {
  send(response, errorOf(status, code), { method, planned: undefined })
}

function send(
  response: ServerResponse,
  { status, headers, body }: StubAnswer,
  { method, planned }: { readonly method: string; readonly planned: StubFault | undefined },
): void {
  const whole = typeof body === 'string' ? Buffer.from(body) : Buffer.from(body)
  const bytes = planned?.kind === 'halve' ? whole.subarray(0, whole.length >> 1) : whole
  response.writeHead(status, {
    ...headers,
    ...(status === 204 ? {} : { 'content-length': `${bytes.length}` }),
  })
  if (method === 'HEAD' || status === 204) response.end()
  else if (planned?.kind === 'truncate') {
    response.write(bytes.subarray(0, bytes.length >> 1), () => response.destroy())
  } else response.end(bytes)
}
