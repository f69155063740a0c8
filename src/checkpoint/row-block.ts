/** Where rows begin in a file. */
export interface RowPlace {
  readonly path: string
  readonly start: number
}

/** Rows that stand one behind the other in two files, in a format that the kernel takes as it is. */
export interface RowBlock {
  readonly kind: 'bf16' | 'f32'
  readonly a: RowPlace
  readonly b: RowPlace
  /** Elements of a row, at most `MAX_ROW_LENGTH`. */
  readonly length: number
  readonly rows: number
  /** Words of bfloat16 below which weights are counted; see `frozenLimits`. */
  readonly under: number
  readonly underHalf: number
}

/** Sums over rows of weights, wherever they are added up. */
export interface BlockComparer {
  /** How many blocks are worked on at a time. */
  readonly threads: number
  /**
   * `ROW_NUMBERS` numbers a row, in order.
   * @throws {InputError} `checkpoint-broken` when a file has become shorter, `file-unreadable`.
   */
  compare(block: RowBlock): Promise<Float64Array>
  close(): Promise<void>
}

/** Bytes of an element, by kind of block. */
export const blockWidth = { bf16: 2, f32: 4 } as const

/** Bytes of one side that a call of the kernel takes: both sides stay in a second-level cache. */
export const CHUNK_BYTES = 256 * 1024
/** Short rows take more room for their sums than for their weights. */
export const MAX_CHUNK_ROWS = 8_192
