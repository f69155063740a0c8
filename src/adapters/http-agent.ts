import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { urlToHttpOptions } from 'node:url'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import type { Http, HttpRequest, HttpResponse } from '../ports.js'
import { foreignScheme, timedOut, tooLarge, unreachable, unsendable } from './http-faults.js'
import { type OpenRequest, OpenRequests } from './open-requests.js'

/** Idle connections that are kept to one server; a run has at most a few hundred requests under way. */
const IDLE_CONNECTIONS = 256
const MOST_ADDRESSES = 64

/**
 * HTTP for subjects: many small requests to few servers, over connections that are kept open. It costs less than half of the host's
 * `fetch` in processor time, and follows no redirect: headers hold keys, and where a redirect leads is not the user's
 * choice. Connections are closed by `close`.
 */
export function agentHttp(): Http & { close(): void } {
  const options = { keepAlive: true, maxFreeSockets: IDLE_CONNECTIONS, scheduling: 'lifo' } as const
  const shared = { addresses: new Addresses(), open: new OpenRequests() }
  const agents = { plain: new HttpAgent(options), secure: new HttpsAgent(options), ...shared }
  return {
    send: async (request) => {
      request.signal?.throwIfAborted()
      try {
        return await exchange(request, agents)
      } catch (error) {
        // The server closed an idle connection just when it was taken up again: it has seen nothing of the request.
        if (!(error instanceof StaleConnection)) throw error
        return exchange(request, { plain: false, secure: false, ...shared })
      }
    },
    close() {
      agents.plain.destroy()
      agents.secure.destroy()
    },
  }
}

/** `false`: a connection of the request's own. */
interface Agents {
  readonly plain: HttpAgent | false
  readonly secure: HttpsAgent | false
  readonly addresses: Addresses
  readonly open: OpenRequests
}

class StaleConnection extends Error {}

/** Addresses taken apart; a run asks one or two, and taking one apart costs as much as the headers of a request. */
class Addresses {
  readonly #known = new Map<string, RequestOptions>()

  /** Undefined when the text is no address. */
  find(url: string): RequestOptions | undefined {
    const known = this.#known.get(url)
    if (known !== undefined) return known
    if (!URL.canParse(url)) return undefined
    if (this.#known.size >= MOST_ADDRESSES) this.#known.clear()
    // Only what a request needs: its options are copied several times on their way.
    const { protocol, hostname, port, path, auth } = urlToHttpOptions(new URL(url))
    const parts = { protocol, hostname, port, path, ...(auth !== undefined && { auth }) }
    this.#known.set(url, parts)
    return parts
  }
}

function exchange(request: HttpRequest, { plain, secure, addresses, open }: Agents): Promise<HttpResponse> {
  const { method, url, headers = {}, body } = request
  const address = addresses.find(url)
  if (address === undefined) return Promise.reject(unreachable(request, 'the address cannot be read'))
  const foreign = foreignScheme(address.protocol)
  if (foreign !== undefined) return Promise.reject(unsendable(request, foreign))
  const isSecure = address.protocol === 'https:'
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const options: RequestOptions = {
    ...address,
    method,
    headers: { ...headers, ...length },
    agent: isSecure ? secure : plain,
  }
  return new Promise((resolve, reject) => {
    new Exchange(request, { sent: sentBy(options, request), open, resolve, reject }).begin()
  })
}

/** @throws {SubjectError} `http-unreachable` for what HTTP does not allow in a header; Node names the header, not what it holds. */
function sentBy(options: RequestOptions, request: HttpRequest): ClientRequest {
  try {
    return options.protocol === 'https:' ? httpsRequest(options) : httpRequest(options)
  } catch (cause) {
    throw unsendable(request, cause instanceof Error ? cause.message : String(cause), cause)
  }
}

interface ExchangeParts {
  readonly sent: ClientRequest
  readonly open: OpenRequests
  readonly resolve: (answer: HttpResponse) => void
  readonly reject: (error: unknown) => void
}

/** One request and its answer; the first that ends it counts. */
class Exchange implements OpenRequest {
  readonly timeoutMs: number
  readonly signal: AbortSignal | undefined
  readonly #request: HttpRequest
  readonly #parts: ExchangeParts
  readonly #pieces: Buffer[] = []
  #sizeBytes = 0
  #response: IncomingMessage | undefined

  constructor(request: HttpRequest, parts: ExchangeParts) {
    this.timeoutMs = request.timeoutMs
    this.signal = request.signal
    this.#request = request
    this.#parts = parts
  }

  begin(): void {
    const { sent, open } = this.#parts
    open.begin(this)
    sent.on('error', (cause: NodeJS.ErrnoException) => this.#lost(cause))
    sent.on('response', (response) => this.#answered(response))
    sent.end(this.#request.body)
  }

  timedOut(): void {
    this.#fail(timedOut(this.#request))
  }

  aborted(reason: unknown): void {
    this.#fail(reason)
  }

  #fail(error: unknown): void {
    const { sent, open, reject } = this.#parts
    if (!open.end(this)) return
    sent.destroy()
    reject(error)
  }

  #lost(cause: NodeJS.ErrnoException): void {
    const isUnheard = this.#parts.sent.reusedSocket && this.#response === undefined
    const isStale = isUnheard && (cause.code === 'ECONNRESET' || cause.code === 'EPIPE')
    this.#fail(isStale ? new StaleConnection() : unreachable(this.#request, reasonOf(cause), cause))
  }

  #answered(response: IncomingMessage): void {
    this.#response = response
    response.on('data', (piece: Buffer) => this.#take(piece))
    response.on('error', (cause) => this.#brokenOff(cause))
    response.on('end', () => this.#whole(response))
  }

  #take(piece: Buffer): void {
    this.#sizeBytes += piece.length
    if (this.#sizeBytes > this.#request.maxBytes) this.#fail(tooLarge(this.#request))
    else this.#pieces.push(piece)
  }

  #brokenOff(cause?: Error): void {
    this.#fail(unreachable(this.#request, 'the connection broke off within the answer', cause))
  }

  #whole(response: IncomingMessage): void {
    if (!response.complete) {
      this.#brokenOff()
      return
    }
    try {
      const [first] = this.#pieces
      const isOne = this.#pieces.length === 1 && first !== undefined
      const body = isOne ? first : Buffer.concat(this.#pieces, this.#sizeBytes)
      const answer: HttpResponse = {
        status: response.statusCode ?? 0,
        headers: headersOf(response),
        body: unpacked(body, response.headers['content-encoding'], this.#request),
      }
      const { open, resolve } = this.#parts
      if (open.end(this)) resolve(answer)
    } catch (error) {
      this.#fail(error)
    }
  }
}

/** Node gives texts, but for cookies a list of them. */
function headersOf({ headers }: IncomingMessage): Readonly<Record<string, string>> {
  const cookies = headers['set-cookie']
  const single = cookies === undefined ? headers : { ...headers, 'set-cookie': cookies.join(', ') }
  return single as Readonly<Record<string, string>>
}

/** Nothing is asked for packed, but some gateways pack all the same. */
function unpacked(body: Buffer, encoding: string | undefined, request: HttpRequest): Uint8Array {
  if (encoding === undefined || encoding === 'identity' || encoding === '' || body.length === 0) return body
  const limit = { maxOutputLength: request.maxBytes }
  try {
    if (encoding === 'gzip' || encoding === 'x-gzip') return gunzipSync(body, limit)
    if (encoding === 'br') return brotliDecompressSync(body, limit)
    if (encoding === 'deflate') return inflateSync(body, limit)
  } catch (cause) {
    if (cause instanceof RangeError) throw tooLarge(request)
    throw unreachable(request, `the answer is no ${encoding}`, cause)
  }
  return body
}

/** An address that resolves to several fails with a list of errors and an empty message. */
function reasonOf(error: NodeJS.ErrnoException): string {
  if (error.message !== '') return error.message
  const [first] = error instanceof AggregateError ? error.errors : []
  return first instanceof Error ? first.message : (error.code ?? 'unknown reason')
}
