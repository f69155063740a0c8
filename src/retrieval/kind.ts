import type { Clock, Files, Http, Notify } from '../ports.js'
import type { Retriever } from './retriever.js'

/** What a retriever may need from outside when it is opened from a spec string. */
export interface RetrieverContext {
  readonly files: Files
  readonly http: Http
  readonly clock: Clock
  readonly notify: Notify
  /** A variable of the environment, for keys. */
  readonly variable: (name: string) => string | undefined
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
