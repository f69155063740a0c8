import { SubjectError } from '../errors.js'
import { isRecord } from '../text/plain-value.js'
import { printable } from '../text/printable.js'

/** An OpenAI-compatible embeddings endpoint and what to ask of it. */
export interface EmbeddingEndpoint {
  /** Where requests go, `/embeddings` and a query string included. */
  readonly url: string
  /** The same without query, user name and password: for messages, identities and caches. */
  readonly shown: string
  readonly model: string
  /** Asks the model for shorter vectors, where it can. */
  readonly dimensions?: number
}

/** The body of a request for the vectors of some texts. */
export function embeddingRequest({ model, dimensions }: EmbeddingEndpoint, texts: readonly string[]): string {
  return JSON.stringify({
    model,
    input: texts,
    encoding_format: 'float',
    ...(dimensions === undefined ? {} : { dimensions }),
  })
}

export interface EmbeddingExpectation {
  /** How many texts were sent. */
  readonly count: number
  /** Of the vectors seen before; undefined at first. */
  readonly dimensions: number | undefined
  /** For messages. */
  readonly where: string
}

/**
 * The vectors of an answer, in the order of the texts: by `index` where the answer has it, else as listed. Vectors may
 * be lists of numbers or base64 of little-endian single precision.
 *
 * @throws {SubjectError} `embedding-broken` and `embedding-dimensions`; retryable, as servers under load answer so.
 */
export function readEmbeddings(body: string, expectation: EmbeddingExpectation): readonly Float32Array[] {
  const entries = entriesOf(body, expectation)
  const vectors: (Float32Array | undefined)[] = new Array(expectation.count).fill(undefined)
  let { dimensions } = expectation
  for (const [at, entry] of entries.entries()) {
    const index = isRecord(entry) && entry.index !== undefined && entry.index !== null ? entry.index : at
    if (typeof index !== 'number' || !(index in vectors)) {
      throw broken(`A vector has the index ${shown(index)}, among ${expectation.count} texts.`, expectation)
    }
    if (vectors[index] !== undefined) throw broken(`Two vectors have the index ${index}.`, expectation)
    const vector = vectorOf(isRecord(entry) ? entry.embedding : undefined, index, expectation)
    dimensions ??= vector.length
    if (vector.length !== dimensions) {
      throw new SubjectError({
        code: 'embedding-dimensions',
        what: `A vector has ${vector.length} dimensions after others had ${dimensions}.`,
        where: expectation.where,
        fix: 'See which model the endpoint serves: vectors of different models cannot be compared. If it was changed on purpose, delete its files in the cache folder.',
        retryable: true,
      })
    }
    vectors[index] = vector
  }
  return vectors.map((vector, index) => {
    if (vector === undefined) throw broken(`There is no vector for text ${index}.`, expectation)
    return vector
  })
}

function entriesOf(body: string, expectation: EmbeddingExpectation): readonly unknown[] {
  let answer: unknown
  try {
    answer = JSON.parse(body)
  } catch (cause) {
    const reason = /\b(NaN|Infinity)\b/.test(body)
      ? 'The answer holds NaN or Infinity in place of numbers.'
      : `The answer is not JSON: ${shown(body)}.`
    throw broken(reason, expectation, cause)
  }
  const entries = isRecord(answer) ? answer.data : undefined
  if (!Array.isArray(entries)) throw broken(`The answer has no list "data": ${shown(body)}.`, expectation)
  if (entries.length !== expectation.count) {
    throw broken(`${entries.length} vectors came back for ${expectation.count} texts.`, expectation)
  }
  return entries
}

function vectorOf(embedding: unknown, index: number, expectation: EmbeddingExpectation): Float32Array {
  const vector =
    typeof embedding === 'string'
      ? fromBase64(embedding)
      : Array.isArray(embedding)
        ? Float32Array.from(embedding, (value: unknown) => (typeof value === 'number' ? value : Number.NaN))
        : undefined
  if (vector === undefined || vector.length === 0) {
    throw broken(`The embedding of text ${index} is no vector: ${shown(embedding)}.`, expectation)
  }
  if (!vector.every((value) => Number.isFinite(value))) {
    throw broken(`The vector of text ${index} holds a value that is not a finite number.`, expectation)
  }
  if (vector.every((value) => value === 0)) {
    throw broken(`The vector of text ${index} is all zeros, so it has no direction.`, expectation)
  }
  return vector
}

function fromBase64(text: string): Float32Array | undefined {
  let binary: string
  try {
    binary = atob(text)
  } catch {
    return undefined
  }
  if (binary.length % 4 !== 0) return undefined
  const view = new DataView(Uint8Array.from(binary, (char) => char.charCodeAt(0)).buffer)
  return Float32Array.from({ length: binary.length / 4 }, (_, at) => view.getFloat32(4 * at, true))
}

function broken(what: string, { where }: EmbeddingExpectation, cause?: unknown): SubjectError {
  return new SubjectError({
    code: 'embedding-broken',
    what,
    where,
    fix: 'See the log of the embeddings server; what was cached is kept, and the same command goes on from there.',
    retryable: true,
    ...(cause === undefined ? {} : { cause }),
  })
}

function shown(value: unknown): string {
  return printable(typeof value === 'string' ? value : String(JSON.stringify(value)), { maxLength: 120 })
}
