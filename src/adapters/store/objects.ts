import type { StoreError } from '../../errors.js'

export interface ObjectFacts {
  readonly sizeBytes: number
  /** Another one when the content is another. */
  readonly tag: string
}

export interface ObjectBytes {
  readonly bytes: Uint8Array
  /** Of the whole object. */
  readonly facts: ObjectFacts
}

/** What lies directly below a prefix; `name` is without it, and without the slash of a folder. */
export type ObjectEntry =
  | { readonly kind: 'object'; readonly name: string; readonly sizeBytes: number }
  | { readonly kind: 'folder'; readonly name: string }

/**
 * A store of objects by key, parts of keys between slashes. It has no rename, no append and no lock; what it must have is
 * `create`, on which everything rests that two hosts may not both do.
 *
 * Every method throws a `PassingFault` for what may go by itself, else a `StoreError`.
 */
export interface Objects {
  /** For messages: the address of the key, without credentials. */
  address(key: string): string
  /** The object or a part of it, shorter where it ends before; undefined when there is none. */
  get(
    key: string,
    part?: { readonly start: number; readonly length: number },
  ): Promise<ObjectBytes | undefined>
  facts(key: string): Promise<ObjectFacts | undefined>
  /** Writes only where nothing is, and says whether it did: of any number of writers, one does. */
  create(key: string, bytes: Uint8Array): Promise<boolean>
  /** Writes or replaces, all or nothing. */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Nothing happens where there is none. */
  remove(key: string): Promise<void>
  /** What lies below a prefix that is empty or ends in a slash, in no order. */
  list(prefix: string): AsyncIterable<ObjectEntry>
}

/** What may go by itself: the store is busy, does not answer, or an answer was cut short. */
export class PassingFault extends Error {
  override readonly name = 'PassingFault'
  /** What is told when it does not pass. */
  readonly last: StoreError

  constructor(last: StoreError) {
    super(last.what)
    this.last = last
  }
}
