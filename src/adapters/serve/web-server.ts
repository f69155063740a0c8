import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostname, networkInterfaces } from 'node:os'
import { InputError, StoreError } from '../../errors.js'
import { admit, type RequestGate } from './request-gate.js'

export interface WebRequest {
  readonly method: 'GET' | 'POST'
  /** Below the token, such as `api/runs`; a name to look up, never a path of a file. */
  readonly path: string
  readonly query: URLSearchParams
  /** What was posted, parsed as JSON; undefined where nothing was. */
  readonly body: unknown
}

export interface WebReply {
  readonly status?: number
  /** Default `application/json`. */
  readonly type?: string
  readonly body: string | Uint8Array
}

export interface WebServerOptions {
  /** Address to listen on. */
  readonly host: string
  /** 0 for any that is free. */
  readonly port: number
  /** Undefined where nothing is under the path. @throws {InputError | StoreError} which are told to who asked. */
  readonly answer: (request: WebRequest) => Promise<WebReply | undefined>
  /** Told of errors that are ours; they are not shown to who asked. */
  readonly failed: (error: unknown) => void
}

export interface WebServer {
  /** With the token. */
  readonly url: string
  /** Whether nobody but this machine can reach it. */
  readonly isLoopback: boolean
  close(): Promise<void>
}

/** Answers and notes are short. */
const MAX_BODY_BYTES = 64 * 1024

/** Whoever says nothing, or word for word, is let go within seconds: others wait for the connection. */
const PATIENCE = {
  requestTimeout: 30_000,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 2000,
} as const

/** Nothing from elsewhere, nothing inline, nowhere to send a form, in nobody's frame. */
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-store',
} as const

/**
 * Serves over HTTP, under a random token of 192 bits that stands first in every path. Never says that another origin may read.
 *
 * @throws {InputError} `serve-address` when the address cannot be listened on.
 */
export async function openWebServer({ host, port, answer, failed }: WebServerOptions): Promise<WebServer> {
  const token = randomBytes(24).toString('base64url')
  let gate: RequestGate = { token, hosts: new Set() }
  const server = createServer(PATIENCE, (request, response) => {
    reply({ request, gate, answer, failed })
      .then((made) => send(request, response, made))
      .catch((error: unknown) => {
        failed(error)
        response.destroy()
      })
  })
  server.maxConnections = 128
  await new Promise<void>((done, fail) => {
    server.once('error', (cause: NodeJS.ErrnoException) => fail(unopened({ host, port, cause })))
    server.listen({ host, port, exclusive: true }, done)
  })
  const { port: open, address } = server.address() as AddressInfo // listens on a port, not on a pipe
  // Addresses have short forms, and names lead somewhere: what counts is where it listens.
  const names = namesOf(host, address).map((name) => name.toLowerCase())
  // Browsers leave the port of HTTP away.
  gate = { token, hosts: new Set([...names.map((name) => `${name}:${open}`), ...(open === 80 ? names : [])]) }
  return {
    url: `http://${isEverywhere(address) ? '127.0.0.1' : inUrl(address)}:${open}/${token}/`,
    isLoopback: isLoopback(address),
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

/** Whether nobody but this machine can reach the address. */
export function isLoopback(address: string): boolean {
  return address === '::1' || /^(::ffff:)?127(\.\d{1,3}){3}$/.test(address)
}

function isEverywhere(address: string): boolean {
  return address === '0.0.0.0' || address === '::'
}

function namesOf(host: string, address: string): readonly string[] {
  const named = [inUrl(host), inUrl(address)]
  if (isLoopback(address)) return [...named, '127.0.0.1', 'localhost', '[::1]']
  if (!isEverywhere(address)) return named
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  return ['localhost', hostname(), ...addresses.map((one) => inUrl(one.address))]
}

function inUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}

interface Exchange extends Pick<WebServerOptions, 'answer' | 'failed'> {
  readonly request: IncomingMessage
  readonly gate: RequestGate
}

async function reply({ request, gate, answer, failed }: Exchange): Promise<WebReply> {
  const { method = '', url = '', headers } = request
  const admission = admit(gate, { method, url, headers })
  if (admission.kind === 'refused') return refusal(admission.status, admission.why)
  try {
    const body = admission.method === 'POST' ? await jsonBody(request) : undefined
    return (await answer({ ...admission, body })) ?? refusal(404, 'path')
  } catch (error) {
    if (error instanceof InputError || error instanceof StoreError) {
      const { code, what, fix } = error
      return {
        status: error instanceof StoreError ? 503 : 400,
        body: JSON.stringify({ error: { code, what, ...(fix === undefined ? {} : { fix }) } }),
      }
    }
    failed(error)
    return refusal(500, 'internal')
  }
}

function refusal(status: number, code: string): WebReply {
  return { status, body: JSON.stringify({ error: { code } }) }
}

/** @throws {InputError} `serve-body`. */
async function jsonBody(request: IncomingMessage): Promise<unknown> {
  const pieces: Uint8Array[] = []
  let sizeBytes = 0
  // The connection stays whole, so that what is wrong can be said.
  const body = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array> // no encoding is set
  for await (const piece of body) {
    sizeBytes += piece.length
    if (sizeBytes > MAX_BODY_BYTES) throw unread(`It is longer than ${MAX_BODY_BYTES / 1024} KiB.`)
    pieces.push(piece)
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(pieces)))
  } catch (cause) {
    throw unread('It is no JSON.', cause)
  }
}

function unread(why: string, cause?: unknown): InputError {
  return new InputError({
    code: 'serve-body',
    what: `What was posted cannot be read. ${why}`,
    ...(cause === undefined ? {} : { cause }),
  })
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status = 200, type, body }: WebReply,
): void {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  response.writeHead(status, {
    ...HEADERS,
    'content-type': type ?? 'application/json; charset=utf-8',
    'content-length': bytes.length,
    // What was not read to its end would be taken for the next request.
    ...(request.readableEnded || request.method === 'GET' ? {} : { connection: 'close' }),
  })
  response.end(request.method === 'HEAD' ? undefined : bytes)
}

function unopened({
  host,
  port,
  cause,
}: {
  readonly host: string
  readonly port: number
  readonly cause: NodeJS.ErrnoException
}): InputError {
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: 'another program listens there',
    EADDRNOTAVAIL: 'this machine has no such address',
    EACCES: 'permission is denied',
    ENOTFOUND: 'there is no such name',
  }
  return new InputError({
    code: 'serve-address',
    what: `Nothing can be served there: ${reasons[cause.code ?? ''] ?? cause.message}.`,
    where: `${inUrl(host)}:${port}`,
    fix: 'Name another port with --port, or leave it away for one that is free.',
    cause,
  })
}
