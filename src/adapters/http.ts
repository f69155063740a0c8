import { SubjectError } from '../errors.js'
import type { Http, HttpRequest, HttpResponse } from '../ports.js'

/** HTTP by the host's `fetch`. Redirects are followed, at most 20. */
export const hostHttp: Http = {
  async send(request) {
    const timeout = AbortSignal.timeout(request.timeoutMs)
    const signal = request.signal === undefined ? timeout : AbortSignal.any([timeout, request.signal])
    try {
      const response = await fetch(request.url, {
        method: request.method,
        ...(request.headers === undefined ? {} : { headers: request.headers }),
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
      throw timeout.aborted ? timedOut(request) : unreachable(request, cause)
    }
  },
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
      throw new SubjectError({
        code: 'http-too-large',
        what: `The answer is longer than ${maxBytes} bytes.`,
        where: withoutQuery(url),
        retryable: false,
      })
    }
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

export function timedOut({ url, timeoutMs }: HttpRequest): SubjectError {
  return new SubjectError({
    code: 'http-timeout',
    what: `No complete answer within ${timeoutMs} ms.`,
    where: withoutQuery(url),
    fix: 'Check that the server is up and not overloaded.',
    retryable: true,
  })
}

function unreachable({ url }: HttpRequest, cause: unknown): SubjectError {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause.message : String(cause)
  return new SubjectError({
    code: 'http-unreachable',
    what: `The server cannot be reached: ${inner}.`,
    where: withoutQuery(url),
    fix: 'Check the address and that the server is up.',
    retryable: true,
    cause,
  })
}

/** Queries and user names can hold secrets; messages show neither. */
export function withoutQuery(url: string): string {
  if (!URL.canParse(url)) return 'an address that cannot be read'
  const { protocol, host, pathname } = new URL(url)
  return `${protocol}//${host}${pathname}`
}
