import { ggufEmbedders } from '../adapters/models/embeddings-gguf.js'
import { openRetriever } from '../retrieval/open.js'
import type { Retriever } from '../retrieval/retriever.js'
import type { CliContext } from './command.js'

/** Where vectors are kept unless `--cache` says otherwise. */
const CACHE_FOLDER = ['.cache', 'assay'] as const

export interface RetrieverFlags {
  readonly cache?: string
  readonly seed: number
}

/** The retriever that a spec on the command line names. Throws what `openRetriever` throws. */
export function openNamedRetriever(
  spec: string,
  { cache, seed }: RetrieverFlags,
  { files, http, clock, notify, variable, signal }: CliContext,
): Promise<Retriever> {
  const cacheFolder = cache ?? files.join(...CACHE_FOLDER)
  const embedders = ggufEmbedders
  return openRetriever(spec, { files, http, clock, notify, variable, signal, cacheFolder, seed, embedders })
}
