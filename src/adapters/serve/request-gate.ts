import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** What a request must know and say of itself. */
export interface RequestGate {
  /** First part of every path. */
  readonly token: string
  /** Names with ports under which the server may be addressed, such as `127.0.0.1:4178`; lower case. */
  readonly hosts: ReadonlySet<string>
}

export interface RawRequest {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
}

export type Admission =
  | {
      readonly kind: 'admitted'
      readonly method: 'GET' | 'POST'
      /** Below the token, without a slash in front; empty for the page itself. */
      readonly path: string
      readonly query: URLSearchParams
    }
  | { readonly kind: 'refused'; readonly status: number; readonly why: string }

/**
 * Lets in who addresses the server by a name of its own (a foreign name that leads here is DNS rebinding), comes from its own
 * page, and knows the token. What is asked for without the token looks the same as what is not there.
 */
export function admit({ token, hosts }: RequestGate, { method, url, headers }: RawRequest): Admission {
  if (method !== 'GET' && method !== 'HEAD' && method !== 'POST') return refused(405, 'method')
  if (!hosts.has((headers.host ?? '').toLowerCase())) return refused(421, 'host')
  const { origin } = headers
  if (origin !== undefined && !isOwnOrigin(origin, hosts)) return refused(403, 'origin')
  const site = headers['sec-fetch-site']
  // `none`: typed, or from outside the browser.
  if (site !== undefined && site !== 'same-origin' && !(site === 'none' && method !== 'POST'))
    return refused(403, 'site')
  if (method === 'POST') {
    if (origin === undefined) return refused(403, 'origin')
    if (!/^application\/json(;|$)/i.test(headers['content-type'] ?? '')) return refused(415, 'type')
  }
  const [place = '', query = ''] = url.split('?', 2)
  const [before, given = '', ...rest] = place.split('/')
  if (before !== '' || rest.length === 0 || !isSame(given, token)) return refused(404, 'path')
  return {
    kind: 'admitted',
    method: method === 'POST' ? 'POST' : 'GET',
    path: rest.join('/'),
    query: new URLSearchParams(query),
  }
}

function isOwnOrigin(origin: string, hosts: ReadonlySet<string>): boolean {
  return origin.startsWith('http://') && hosts.has(origin.slice('http://'.length).toLowerCase())
}

/** In a time that tells nothing of how much is right. */
function isSame(given: string, token: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(token))
}

function refused(status: number, why: string): Admission {
  return { kind: 'refused', status, why }
}
