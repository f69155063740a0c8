import type { Dialect } from '../dialect.js'
import type { LooseReading } from '../scan/block.js'

/** A text that tries to call without opening a block of its dialect. */
export interface Attempt {
  /** Empty when it tries and nothing can be read of it. */
  readonly reading: LooseReading
  /** The token limit cut it. */
  readonly isOpen: boolean
  readonly isForeign: boolean
}

export interface AttemptContext {
  readonly dialects: readonly Dialect[]
  /** Undefined for the content of an API message, which no dialect marks. */
  readonly dialect: Dialect | undefined
}
