import type { Clock, Notify } from '../ports.js'
import type { EmbeddedBatch, EmbeddingSource } from './embedding-client.js'
import type { Embedder } from './kind.js'

/** Texts between two batches that are stored, so that an interruption loses little. */
const BATCH = 32
const PROGRESS_EVERY_MS = 5000

/** An embedding model in this process as the index asks it: batch after batch, nothing tried again. */
export class LocalEmbeddings implements EmbeddingSource {
  readonly #embedder: Embedder
  readonly #host: { readonly clock: Clock; readonly notify: Notify; readonly signal?: AbortSignal }
  dimensions: number | undefined

  constructor(
    embedder: Embedder,
    host: { readonly clock: Clock; readonly notify: Notify; readonly signal?: AbortSignal },
  ) {
    this.#embedder = embedder
    this.#host = host
  }

  /** @throws {SubjectError} `embedding-refused`; whatever was handed on before is kept. */
  async embed(texts: readonly string[], take: (batch: EmbeddedBatch) => Promise<void>): Promise<void> {
    const { clock, notify, signal } = this.#host
    let spoke = clock.now()
    for (let start = 0; start < texts.length; start += BATCH) {
      signal?.throwIfAborted()
      const vectors = await this.#embedder.embed(texts.slice(start, start + BATCH), signal)
      this.dimensions ??= vectors[0]?.length
      await take({ start, vectors })
      if (clock.now() - spoke < PROGRESS_EVERY_MS) continue
      spoke = clock.now()
      notify(`${start + vectors.length} of ${texts.length} texts embedded`)
    }
  }
}
