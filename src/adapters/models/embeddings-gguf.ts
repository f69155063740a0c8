import { SubjectError } from '../../errors.js'
import type { Embedders } from '../../retrieval/kind.js'
import { printable } from '../../text/printable.js'
import { hashFile } from './file-hash.js'
import type { EngineEmbeddingContext } from './gguf-engine.js'
import { type LoadedGguf, loadGguf } from './gguf-model.js'

/** Longest text in tokens; most embedding models take 512, some 8,192. */
const MOST_TOKENS = 8192
/** Tokens that begin and end a text. */
const ENDS = 2

/** Embedding models in this process, by node-llama-cpp. Vectors are the engine's own, pooled as the file says. */
export const ggufEmbedders: Embedders = {
  async open(path) {
    const loaded = await loadGguf(path)
    const contextSize = Math.min(MOST_TOKENS, loaded.model.trainContextSize)
    let context: Promise<EngineEmbeddingContext> | undefined
    // A text is evaluated in one batch, whatever its length: pooling needs all of it.
    const opened = (): Promise<EngineEmbeddingContext> => {
      const { threads } = loaded.settings
      context ??= loaded.model.createEmbeddingContext({ contextSize, batchSize: contextSize, threads })
      return context
    }
    return {
      fingerprint: await hashFile(loaded.path),
      engine: loaded.engine,
      async embed(texts, signal) {
        const vectors: Float32Array[] = []
        for (const text of texts) {
          signal?.throwIfAborted()
          vectors.push(await vectorOf(text, { loaded, contextSize, context: await opened() }))
        }
        return vectors
      },
      close: () => loaded.close(),
    }
  },
}

interface Embedding {
  readonly loaded: LoadedGguf
  readonly contextSize: number
  readonly context: EngineEmbeddingContext
}

async function vectorOf(text: string, { loaded, contextSize, context }: Embedding): Promise<Float32Array> {
  // The engine adds the tokens that begin and end a text where the model was trained on them.
  const ids = loaded.model.tokenize(text, false)
  const shown = `${loaded.path}, text of ${text.length} characters "${printable(text, { maxLength: 60 })}"`
  if (ids.length + ENDS >= contextSize) {
    throw new SubjectError({
      code: 'embedding-refused',
      what: `The text has ${ids.length} tokens, and the model takes ${contextSize - 1 - ENDS}.`,
      where: shown,
      fix: 'Cut texts with …#limit=CHARACTERS.',
      retryable: false,
    })
  }
  const { vector } = await context.getEmbeddingFor(ids)
  const isUsable = vector.length > 0 && vector.every(Number.isFinite) && vector.some((value) => value !== 0)
  if (isUsable) return Float32Array.from(vector)
  throw new SubjectError({
    code: 'embedding-refused',
    what: 'The model gives no vector for this text.',
    where: shown,
    fix: 'Name a GGUF file of an embedding model.',
    retryable: false,
  })
}
