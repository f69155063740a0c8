import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a server got. */
export interface SeenRequest {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
  /** The body, read; undefined when it is no JSON. */
  readonly json: unknown
}

/** What a server answers. */
export interface MockAnswer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** A text as it is; anything else as JSON. */
  readonly body?: unknown
}

/** What goes wrong with one request in place of an answer. */
export type MockFault =
  /** The connection is cut before anything is said. */
  | 'reset'
  /** Half of the body comes, then the connection is cut. */
  | 'half'
  /** Half of the body comes, and its length says that it is whole. */
  | 'cut-json'
  /** Nothing comes, ever. */
  | 'stall'
  /** The body begins, then nothing more comes. */
  | 'stall-within'
  | 'html'
  | 'empty'
  | MockAnswer

export interface MockServer {
  /** `http://127.0.0.1:PORT`. */
  readonly url: string
  readonly seen: readonly SeenRequest[]
  /** Faults of the next requests, one each; `undefined` lets a request pass. */
  readonly faults: (MockFault | undefined)[]
  close(): Promise<void>
}

/** A server on loopback that answers by a function and goes wrong as it is told. */
export async function mockServer(
  answer: (request: SeenRequest) => MockAnswer | Promise<MockAnswer>,
): Promise<MockServer> {
  const seen: SeenRequest[] = []
  const faults: (MockFault | undefined)[] = []
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const request = await received(incoming)
      seen.push(request)
      const fault = faults.shift()
      if (typeof fault === 'object') return send(outgoing, fault)
      const given = await answer(request)
      if (fault === undefined) return send(outgoing, given)
      misbehave(outgoing, fault, bodyText(given))
    })().catch((error: unknown) => {
      send(outgoing, { status: 500, body: { error: { message: `mock server: ${String(error)}` } } })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a listening TCP server
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    faults,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function received(incoming: IncomingMessage): Promise<SeenRequest> {
  const pieces: Buffer[] = []
  for await (const piece of incoming) pieces.push(piece as Buffer) // no encoding is set
  const text = Buffer.concat(pieces).toString('utf8')
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    json = undefined
  }
  return { method: incoming.method ?? '', path: incoming.url ?? '', headers: incoming.headers, text, json }
}

function send(outgoing: ServerResponse, { status = 200, headers = {}, body = {} }: MockAnswer): void {
  outgoing.writeHead(status, { 'content-type': 'application/json', ...headers })
  outgoing.end(bodyText({ body }))
}

function bodyText({ body = {} }: MockAnswer): string {
  return typeof body === 'string' ? body : JSON.stringify(body)
}

function misbehave(outgoing: ServerResponse, fault: Exclude<MockFault, MockAnswer>, text: string): void {
  const half = text.slice(0, Math.ceil(text.length / 2))
  const json = { 'content-type': 'application/json' }
  switch (fault) {
    case 'reset':
      outgoing.destroy()
      return
    case 'half':
      outgoing.writeHead(200, { ...json, 'content-length': String(Buffer.byteLength(text)) })
      outgoing.write(half, () => outgoing.destroy())
      return
    case 'cut-json':
      outgoing.writeHead(200, json)
      outgoing.end(half)
      return
    case 'stall':
      return
    case 'stall-within':
      outgoing.writeHead(200, json)
      outgoing.write(half)
      return
    case 'html':
      outgoing.writeHead(200, { 'content-type': 'text/html' })
      outgoing.end('<!doctype html><title>Sign in</title><p>Please sign in to go on.')
      return
    case 'empty':
      outgoing.writeHead(200, json)
      outgoing.end()
      return
    default:
      fault satisfies never
  }
}
