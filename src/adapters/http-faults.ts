import { SubjectError } from '../errors.js'
import type { HttpRequest } from '../ports.js'

/** What fails between here and a server, in the same words whichever client asked. */

export function timedOut({ url, timeoutMs }: HttpRequest): SubjectError {
  return new SubjectError({
    code: 'http-timeout',
    what: `No complete answer within ${timeoutMs} ms.`,
    where: withoutQuery(url),
    fix: 'Check that the server is up and not overloaded.',
    retryable: true,
  })
}

export function tooLarge({ url, maxBytes }: Pick<HttpRequest, 'url' | 'maxBytes'>): SubjectError {
  return new SubjectError({
    code: 'http-too-large',
    what: `The answer is longer than ${maxBytes} bytes.`,
    where: withoutQuery(url),
    retryable: false,
  })
}

export function unreachable({ url }: HttpRequest, reason: string, cause?: unknown): SubjectError {
  return new SubjectError({
    code: 'http-unreachable',
    what: `The server cannot be reached: ${reason}.`,
    where: withoutQuery(url),
    fix: 'Check the address and that the server is up.',
    retryable: true,
    ...(cause !== undefined && { cause }),
  })
}

/** What no second try would change: it never left this machine. */
export function unsendable({ url }: HttpRequest, reason: string, cause?: unknown): SubjectError {
  return new SubjectError({
    code: 'http-unreachable',
    what: `The request cannot be sent: ${reason}.`,
    where: withoutQuery(url),
    fix: 'Name an address of http or https, and headers that HTTP allows.',
    retryable: false,
    ...(cause !== undefined && { cause }),
  })
}

/** Of the address's scheme, e.g. `ftp:`; undefined where it is one that servers of models are asked by. */
export function foreignScheme(protocol: string | null | undefined): string | undefined {
  return protocol === 'http:' || protocol === 'https:'
    ? undefined
    : `its address begins with ${protocol ?? 'no scheme'}`
}

/** Queries and user names can hold secrets; messages show neither. */
function withoutQuery(url: string): string {
  if (!URL.canParse(url)) return 'an address that cannot be read'
  const { protocol, host, pathname } = new URL(url)
  return `${protocol}//${host}${pathname}`
}
