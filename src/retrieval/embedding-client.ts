import { SubjectError } from '../errors.js'
import type { RandomStream } from '../numeric/random.js'
import type { Clock, Http, HttpResponse, Notify } from '../ports.js'
import { printable } from '../text/printable.js'
import { type EmbeddingEndpoint, embeddingRequest, readEmbeddings } from './embedding-protocol.js'

export interface EmbeddingClientOptions {
  readonly endpoint: EmbeddingEndpoint
  /** Sent as a bearer token; never in a message. */
  readonly key: { readonly name: string; readonly value: string } | undefined
  /** Texts in a request, at most. */
  readonly batchSize: number
  /** Requests under way at once, at most. */
  readonly concurrency: number
  readonly http: Http
  readonly clock: Clock
  /** For the jitter of waits. */
  readonly random: RandomStream
  readonly notify: Notify
  readonly signal?: AbortSignal
}

/** Vectors of consecutive texts. */
export interface EmbeddedBatch {
  /** Place of the first text. */
  readonly start: number
  readonly vectors: readonly Float32Array[]
}

/** Gives the vectors of texts, an endpoint's or a local model's. */
export interface EmbeddingSource {
  /** Of all vectors so far; the first one decides unless the caller knows. */
  dimensions: number | undefined
  /** Hands each batch on as soon as it has come, one after the other, in any order. */
  embed(texts: readonly string[], take: (batch: EmbeddedBatch) => Promise<void>): Promise<void>
}

const ATTEMPTS = 6
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 30_000
/** A server that asks for a longer pause than this is not waited for. */
const LONGEST_ASKED_WAIT_MS = 120_000
const TIMEOUT_MS = 60_000
/** 2,048 vectors of 4,096 numbers in full spelling are about 190 MB. */
const MAX_ANSWER_BYTES = 256 * 1024 * 1024
/** Characters in a request, so that a batch of long texts stays below the limits of hosted models. */
const MAX_BATCH_CHARACTERS = 200_000
/** Statuses that say of a batch that something in it, or its size, is refused. */
const REFUSALS: ReadonlySet<number> = new Set([400, 413, 422])
const PROGRESS_EVERY_MS = 5000

/**
 * Asks an embeddings endpoint. 429, 408, 5xx, a connection that fails and an answer that makes no sense are tried again
 * up to six times, after waits that double from half a second, with jitter, or as long as the server asks. A batch that
 * is refused is halved until the text at fault stands alone.
 */
export class EmbeddingClient implements EmbeddingSource {
  readonly #options: EmbeddingClientOptions
  /** Of all vectors so far; the first one decides unless the caller knows. */
  dimensions: number | undefined

  constructor(options: EmbeddingClientOptions) {
    this.#options = options
  }

  /**
   * Embeds all texts and hands each batch on as soon as it has come, one after the other, in any order. After a failure
   * nothing new is asked, what is under way is still handed on, and the first failure is thrown.
   *
   * @throws {SubjectError} `embedding-refused`, `embedding-unavailable`, `embedding-broken`, `embedding-dimensions`.
   */
  async embed(texts: readonly string[], take: (batch: EmbeddedBatch) => Promise<void>): Promise<void> {
    const batches = cutBatches(texts, this.#options.batchSize)
    const { clock, notify, endpoint } = this.#options
    let next = 0
    let done = 0
    let taken: Promise<void> = Promise.resolve()
    let failure: { readonly error: unknown } | undefined
    let spoke = clock.now()
    const work = async (): Promise<void> => {
      while (failure === undefined) {
        const batch = batches[next++]
        if (batch === undefined) return
        try {
          const vectors = await this.#embedBatch(batch.texts, () => failure !== undefined)
          // One batch is stored at a time: pieces of two must not mix in a file.
          taken = taken.then(() => take({ start: batch.start, vectors }))
          await taken
          done += batch.texts.length
        } catch (error) {
          failure ??= { error }
          return
        }
        if (clock.now() - spoke < PROGRESS_EVERY_MS) continue
        spoke = clock.now()
        notify(`${endpoint.model}: ${done} of ${texts.length} texts embedded`)
      }
    }
    await Promise.all(Array.from({ length: this.#options.concurrency }, work))
    if (failure !== undefined) throw failure.error
  }

  async #embedBatch(texts: readonly string[], isOver: () => boolean): Promise<readonly Float32Array[]> {
    try {
      return await this.#ask(texts, isOver)
    } catch (error) {
      const isRefused = error instanceof SubjectError && error.code === 'embedding-refused'
      if (!isRefused || texts.length === 1) throw isRefused ? nameText(error, texts[0] ?? '') : error
      const middle = Math.ceil(texts.length / 2)
      const first = await this.#embedBatch(texts.slice(0, middle), isOver)
      return [...first, ...(await this.#embedBatch(texts.slice(middle), isOver))]
    }
  }

  /** @param isOver whether another request has failed for good, so that trying again is in vain */
  async #ask(texts: readonly string[], isOver: () => boolean): Promise<readonly Float32Array[]> {
    const { clock, notify, signal, endpoint } = this.#options
    for (let attempt = 1; ; attempt++) {
      let waitMs: number | undefined
      let failure: SubjectError
      try {
        signal?.throwIfAborted()
        const response = await this.#send(texts)
        if (response.status === 200) return this.#read(response, texts.length)
        failure = this.#statusFault(response)
        waitMs = askedWaitMs(response, clock.now())
      } catch (error) {
        if (!(error instanceof SubjectError)) throw error
        failure = error
      }
      waitMs ??= this.#backOffMs(attempt)
      const isHopeless = !failure.retryable || attempt === ATTEMPTS || waitMs > LONGEST_ASKED_WAIT_MS
      if (isHopeless || isOver()) throw attempt === 1 ? failure : afterAttempts(failure, attempt)
      notify(`${endpoint.model}: ${failure.what} Trying again in ${(waitMs / 1000).toFixed(1)} s.`)
      await clock.sleep(waitMs, signal)
      if (isOver()) throw afterAttempts(failure, attempt)
    }
  }

  #send(texts: readonly string[]): Promise<HttpResponse> {
    const { http, endpoint, key, signal } = this.#options
    return http.send({
      method: 'POST',
      url: endpoint.url,
      headers: {
        'content-type': 'application/json',
        ...(key === undefined ? {} : { authorization: `Bearer ${key.value}` }),
      },
      body: embeddingRequest(endpoint, texts),
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_ANSWER_BYTES,
      ...(signal === undefined ? {} : { signal }),
    })
  }

  #read({ body }: HttpResponse, count: number): readonly Float32Array[] {
    const { endpoint, key } = this.#options
    const text = withoutSecret(new TextDecoder().decode(body), key)
    const vectors = readEmbeddings(text, { count, dimensions: this.dimensions, where: endpoint.shown })
    this.dimensions ??= vectors[0]?.length
    return vectors
  }

  #statusFault({ status, body }: HttpResponse): SubjectError {
    const { endpoint, key } = this.#options
    const text = withoutSecret(new TextDecoder().decode(body.subarray(0, 4096)), key)
    const answer = text.trim() === '' ? '' : `: ${printable(text.trim(), { maxLength: 200 })}`
    const isRefusal = REFUSALS.has(status)
    return new SubjectError({
      code: isRefusal ? 'embedding-refused' : 'embedding-unavailable',
      what: `The endpoint answered ${status}${answer}.`,
      where: `${endpoint.shown}, model ${endpoint.model}`,
      fix: fixFor(status, key?.name),
      retryable: status === 408 || status === 429 || status >= 500,
    })
  }

  #backOffMs(attempt: number): number {
    const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1))
    // Between half and the whole, so that several clients do not come back together.
    return Math.round(longest * (0.5 + 0.5 * this.#options.random.uniform()))
  }
}

interface TextBatch {
  readonly start: number
  readonly texts: readonly string[]
}

function cutBatches(texts: readonly string[], batchSize: number): readonly TextBatch[] {
  const batches: TextBatch[] = []
  let start = 0
  let characters = 0
  for (const [at, text] of texts.entries()) {
    const isFull = at - start === batchSize || (at > start && characters + text.length > MAX_BATCH_CHARACTERS)
    if (isFull) {
      batches.push({ start, texts: texts.slice(start, at) })
      start = at
      characters = 0
    }
    characters += text.length
  }
  if (start < texts.length) batches.push({ start, texts: texts.slice(start) })
  return batches
}

/** How long the server asks to wait: `retry-after-ms`, or `retry-after` in seconds or as a date. */
function askedWaitMs({ headers }: HttpResponse, now: number): number | undefined {
  const milliseconds = Number(headers['retry-after-ms'] ?? Number.NaN)
  if (milliseconds >= 0) return milliseconds
  const text = headers['retry-after']
  if (text === undefined) return undefined
  if (/^\d+(\.\d+)?$/.test(text)) return 1000 * Number(text)
  const date = Date.parse(text)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

function fixFor(status: number, keyName: string | undefined): string {
  if (status === 401 || status === 403) {
    return keyName === undefined
      ? 'No key was sent. Set ASSAY_EMBEDDINGS_KEY, or name the variable that holds it: …#MODEL,key=NAME.'
      : `Check the key in the variable ${keyName}.`
  }
  if (status === 404) return 'Check the address (it usually ends in /v1) and the name of the model.'
  if (REFUSALS.has(status))
    return 'If the text is too long for the model, cut texts with …#MODEL,limit=CHARACTERS.'
  return 'What was cached is kept: run the same command again later, and it goes on from there.'
}

function nameText(error: SubjectError, text: string): SubjectError {
  return new SubjectError({
    code: error.code,
    what: error.what,
    where: `${error.where ?? ''}, text of ${text.length} characters "${printable(text, { maxLength: 60 })}"`,
    ...(error.fix === undefined ? {} : { fix: error.fix }),
    retryable: false,
    cause: error,
  })
}

function afterAttempts(error: SubjectError, attempts: number): SubjectError {
  return new SubjectError({
    code: error.code,
    what: `${error.what} That was attempt ${attempts}.`,
    ...(error.where === undefined ? {} : { where: error.where }),
    ...(error.fix === undefined ? {} : { fix: error.fix }),
    retryable: error.retryable,
    cause: error,
  })
}

function withoutSecret(text: string, key: EmbeddingClientOptions['key']): string {
  return key === undefined ? text : text.replaceAll(key.value, `«secret:${key.name}»`)
}
