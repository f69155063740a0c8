import type { Clock, Files, Http, Notify } from '../ports.js'
import type { Retriever } from './retriever.js'

/** An embedding model in this process. */
export interface Embedder {
  /** SHA-256 of the weights. */
  readonly fingerprint: string
  /** Name and version of what runs it. */
  readonly engine: string
  /**
   * The vector of each text, in order, as the model gives it.
   * @throws {SubjectError} `embedding-refused` for a text that is longer than the model takes, or of which there is no vector.
   */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<readonly Float32Array[]>
  close(): Promise<void>
}

/** Opens embedding models by the path of their file. */
export interface Embedders {
  /** @throws {InputError} `subject-missing`, `gguf-…`. */
  open(path: string): Promise<Embedder>
}

/** What a retriever may need from outside when it is opened from a spec string. */
export interface RetrieverContext {
  readonly files: Files
  readonly http: Http
  readonly clock: Clock
  readonly notify: Notify
  /** A variable of the environment, for keys. */
  readonly variable: (name: string) => string | undefined
  /** For `dense:gguf:…`; without it, local models are refused. */
  readonly embedders?: Embedders
  /** Where vectors are cached. */
  readonly cacheFolder: string
  readonly seed: number
  /** Aborted by Ctrl-C: requests under way end, nothing new is begun, what was cached stays. */
  readonly signal?: AbortSignal
  /** The words that specs of other retrievers start with, for retrievers made of others. */
  readonly kindIds: readonly string[]
  /** Opens another spec, for retrievers made of others. */
  readonly open: (spec: string) => Promise<Retriever>
}

/** A kind of retriever that spec strings can name. One file in `retrievers/`, one line in its list. */
export interface RetrieverKind {
  /** The word before the first colon of a spec. */
  readonly id: string
  /** E.g. `bm25[:t1|t2|t3][,lucene|okapi]`. */
  readonly usage: string
  readonly describes: string
  /**
   * @param argument the spec after the first colon, empty when there is none.
   * @throws {InputError} `retriever-spec` when the argument cannot be understood.
   */
  open(argument: string, context: RetrieverContext): Retriever | Promise<Retriever>
}

export function defineRetrieverKind(kind: RetrieverKind): RetrieverKind {
  return kind
}
