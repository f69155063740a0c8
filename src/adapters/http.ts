import { urlToHttpOptions } from 'node:url'
import { SubjectError } from '../errors.js'
import type { Http, HttpRequest, HttpResponse } from '../ports.js'
import { foreignScheme, timedOut, tooLarge, unreachable, unsendable } from './http-faults.js'

/** HTTP by the host's `fetch`. Redirects are followed, at most 20. */
export const hostHttp: Http = {
  async send(request) {
    const foreign = URL.canParse(request.url) ? foreignScheme(new URL(request.url).protocol) : undefined
    if (foreign !== undefined) throw unsendable(request, foreign)
    refuseHeaders(request)
    const timeout = AbortSignal.timeout(request.timeoutMs)
    const signal = request.signal === undefined ? timeout : AbortSignal.any([timeout, request.signal])
    try {
      const { url, headers } = withoutUser(request)
      const response = await fetch(url, {
        method: request.method,
        headers,
        ...(request.body === undefined ? {} : { body: request.body }),
        signal,
      })
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: await boundedBody(response.body, request),
      }
    } catch (cause) {
      if (cause instanceof SubjectError) throw cause
      if (request.signal?.aborted) throw cause
      throw timeout.aborted ? timedOut(request) : unreachable(request, reasonOf(cause), cause)
    }
  },
}

/** The refusal of `fetch` would show what the header holds, which may be a key. */
function refuseHeaders(request: HttpRequest): void {
  for (const [name, value] of Object.entries(request.headers ?? {})) {
    try {
      new Headers([[name, value]])
    } catch {
      throw unsendable(request, `HTTP allows no such header, or not what it holds: ${JSON.stringify(name)}`)
    }
  }
}

/** `fetch` takes no address with a user name or a password, and its refusal would show both. */
function withoutUser({ url, headers = {} }: HttpRequest): Required<Pick<HttpRequest, 'url' | 'headers'>> {
  const address = URL.canParse(url) ? new URL(url) : undefined
  if (address === undefined || `${address.username}${address.password}` === '') return { url, headers }
  const { auth } = urlToHttpOptions(address)
  address.username = ''
  address.password = ''
  const authorization = `Basic ${Buffer.from(auth ?? '').toString('base64')}`
  return { url: address.href, headers: { authorization, ...headers } }
}

async function boundedBody(
  stream: AsyncIterable<Uint8Array> | null,
  { maxBytes, url }: HttpRequest,
): Promise<HttpResponse['body']> {
  const pieces: Uint8Array[] = []
  let sizeBytes = 0
  for await (const piece of stream ?? []) {
    sizeBytes += piece.length
    if (sizeBytes > maxBytes) {
      throw tooLarge({ url, maxBytes })
    }
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

/** `fetch` tells what went wrong in the cause of its error. */
function reasonOf(cause: unknown): string {
  return cause instanceof Error && cause.cause instanceof Error ? cause.cause.message : String(cause)
}
