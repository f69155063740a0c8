import { SubjectError } from '../errors.js'
import type { Clock, Http, HttpResponse } from '../ports.js'
import { type Secret, withoutSecrets } from '../text/secrets.js'
import { SubjectFailure } from './failure.js'
import { httpFailure } from './http-failure.js'
import type { WireRequest } from './protocols/wire.js'
import { type WireBody, wireBody } from './protocols/wire-body.js'
import type { AskContext } from './subject.js'

export interface HttpEndpointOptions {
  readonly address: EndpointAddress
  readonly model: string
  /** Keys included. */
  readonly headers: Readonly<Record<string, string>>
  /** Values that no message and no body may show. */
  readonly secrets: readonly Secret[]
  /** Variable that holds the key; undefined when no key is sent. */
  readonly keyName: string | undefined
  /** What to do when no key was sent and one is wanted. */
  readonly keyHint: string
  readonly http: Http
  readonly clock: Clock
}

/** Where an API is. */
export interface EndpointAddress {
  /** Before the paths of the API, no slash at its end, e.g. `http://localhost:8000/v1`. */
  readonly base: string
  /** The same without a `/v1` at its end. */
  readonly root: string
  /** Query with its `?`, or empty. */
  readonly query: string
  /** Address as messages and facts may show it. */
  readonly shown: string
}

/** 20 log-probabilities for each of 100,000 tokens are about 200 MB; answers of an examination are far shorter. */
const MAX_ANSWER_BYTES = 256 * 1024 * 1024

/** An API of a model that is spoken to over HTTP. What comes back holds no secret. */
export class HttpEndpoint {
  readonly #options: HttpEndpointOptions
  readonly #jsonHeaders: Readonly<Record<string, string>>
  readonly where: string

  constructor(options: HttpEndpointOptions) {
    this.#options = options
    this.#jsonHeaders = { 'content-type': 'application/json', ...options.headers }
    this.where = `${options.address.shown}, model ${options.model}`
  }

  /** Scheme and host: what a limiter is about. */
  get host(): string {
    return new URL(this.#options.address.base).origin
  }

  get model(): string {
    return this.#options.model
  }

  get shown(): string {
    return this.#options.address.shown
  }

  /** @throws {SubjectFailure} whatever keeps a JSON answer from coming. */
  async post(request: WireRequest, context: AskContext): Promise<WireBody> {
    const response = await this.#send('POST', request, context)
    if (response.status >= 200 && response.status < 300) {
      return wireBody({ ...response, where: this.where, contentType: response.headers['content-type'] })
    }
    throw this.#refused(response)
  }

  /** An answer of any status but 401 and 403, as text; for finding out what server it is. */
  async get(
    request: Omit<WireRequest, 'body'>,
    context: AskContext,
  ): Promise<{ readonly status: number; readonly text: string }> {
    const response = await this.#send('GET', request, context)
    if (response.status === 401 || response.status === 403) throw this.#refused(response)
    return response
  }

  #refused(response: CleanResponse): SubjectFailure {
    const { clock, keyName, keyHint } = this.#options
    return httpFailure({ ...response, where: this.where, nowMs: clock.now(), keyName, keyHint })
  }

  async #send(
    method: 'GET' | 'POST',
    { path, atRoot, body }: Omit<WireRequest, 'body'> & { readonly body?: string },
    { signal, timeoutMs }: AskContext,
  ): Promise<CleanResponse> {
    const { address, http, headers, secrets } = this.#options
    const url = `${atRoot === true ? address.root : address.base}${path}${address.query}`
    const exchange = { method, url, timeoutMs, maxBytes: MAX_ANSWER_BYTES, signal }
    const sent = body === undefined ? { headers } : { headers: this.#jsonHeaders, body }
    try {
      return clean(await http.send({ ...exchange, ...sent }), secrets)
    } catch (error) {
      throw this.#unsent(error, signal)
    }
  }

  #unsent(error: unknown, signal: AbortSignal): SubjectFailure {
    if (signal.aborted) return stopped(signal, this.where)
    if (!(error instanceof SubjectError)) throw error
    const failure =
      error.code === 'http-timeout' ? 'timeout' : error.code === 'http-too-large' ? 'schema' : 'transport'
    const { secrets } = this.#options
    return new SubjectFailure({
      code: `subject-${failure}`,
      what: withoutSecrets(error.what, secrets),
      where: this.where,
      ...(error.fix !== undefined && { fix: error.fix }),
      failure,
      retryable: error.retryable,
    })
  }
}

interface CleanResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  readonly raw: Uint8Array
}

const decoder = new TextDecoder()

/** A provider that is sent a wrong key may write it into its answer, headers included. */
function clean({ status, headers, body }: HttpResponse, secrets: readonly Secret[]): CleanResponse {
  const said = decoder.decode(body)
  const text = withoutSecrets(said, secrets)
  const raw = text === said ? body : new TextEncoder().encode(text)
  if (status >= 200 && status < 300) return { status, headers, text, raw }
  const shown = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, withoutSecrets(value, secrets)]),
  )
  return { status, headers: shown, text, raw }
}

/** The failure of an attempt that was called off: out of time, or out of business. */
export function stopped(signal: AbortSignal, where: string): SubjectFailure {
  const { reason } = signal
  const isTimeout = reason instanceof Error && reason.name === 'TimeoutError'
  return isTimeout
    ? new SubjectFailure({
        code: 'subject-timeout',
        what: 'No complete answer came in the time that a sample may take.',
        where,
        fix: 'Raise the time limit of the run, or lower its concurrency.',
        failure: 'timeout',
      })
    : new SubjectFailure({ code: 'subject-stopped', what: 'The run was stopped.', where, failure: 'stopped' })
}
