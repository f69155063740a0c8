import { BugError, InputError } from '../errors.js'
import { type ScreenKernel, screenKernel } from './kernel-instance.js'
import { roundVector } from './round-vector.js'
import { TopK } from './top-k.js'

export interface Neighbour {
  /** Place of the vector in the table. */
  readonly row: number
  /** Dot product with the query, summed in doubles. */
  readonly score: number
}

/** Rows that are screened before their results are read: 1,024 rows of 384 bytes stay in a second-level cache. */
const BLOCK_ROWS = 1024
/** Queries that pass over a block together. */
const BATCH_QUERIES = 256
const PAGE_BYTES = 65_536
const MAX_PAGES = 65_536

/**
 * Vectors among which the nearest to a query are found exactly, by dot product.
 *
 * Every vector is kept twice: in full, and as its difference from the mean vector in bytes with a scale of its own. A
 * query passes over the bytes first, a quarter of the memory, which bounds each dot product from both sides (Cauchy and
 * Schwarz on what rounding left over). Only rows whose upper bound reaches the k-th largest lower bound are multiplied
 * out in doubles. The result is that of multiplying out every row.
 */
export class VectorTable {
  readonly dimensions: number
  readonly rowCount: number
  readonly #vectors: Float32Array
  /** Length of what rounding to bytes left over, by row. */
  readonly #residues: Float32Array
  /** The longest rounded row. */
  readonly #longest: number
  readonly #blocks: readonly Block[]
  readonly #kernel: ScreenKernel
  readonly #layout: Layout

  /**
   * @param vectors row after row, finite, about unit length. Kept, not copied.
   * @throws {InputError} `too-many-vectors` beyond 4 GiB of bytes, e.g. 1.3 million rows of 3,072.
   */
  constructor(vectors: Float32Array, dimensions: number) {
    this.dimensions = dimensions
    this.rowCount = vectors.length / dimensions
    this.#vectors = vectors
    this.#layout = layoutOf(this.rowCount, dimensions)
    this.#kernel = screenKernel(this.#layout.pages)
    this.#residues = new Float32Array(this.rowCount)
    this.#longest = this.#roundRows()
    this.#blocks = blocksOf(this.#residues)
  }

  /**
   * For each query the k rows with the largest dot products, and all that equal the k-th, by falling score, ties by row.
   *
   * @param queries finite, not zero, of the table's dimensions.
   */
  nearest(queries: readonly Float32Array[], k: number): readonly (readonly Neighbour[])[] {
    const results: (readonly Neighbour[])[] = []
    for (let start = 0; start < queries.length; start += BATCH_QUERIES) {
      results.push(...this.#nearestOfBatch(queries.slice(start, start + BATCH_QUERIES), k))
    }
    return results
  }

  /** The dot product of a row with a query, as `nearest` gives it. */
  score(row: number, query: Float32Array): number {
    const vectors = this.#vectors
    const start = row * this.dimensions
    let sum = 0
    // In range by the caller's row; this is the inner loop of the exact pass.
    for (let at = 0; at < query.length; at++) sum += (vectors[start + at] as number) * (query[at] as number)
    return sum
  }

  #nearestOfBatch(queries: readonly Float32Array[], k: number): readonly (readonly Neighbour[])[] {
    const { rowsAt, scalesAt, queriesAt, outAt, stride } = this.#layout
    const screens = queries.map((query, which) => this.#openScreen(query, which, k))
    const found = new Float32Array(this.#kernel.memory.buffer, outAt, BLOCK_ROWS)
    for (const block of this.#blocks) {
      const { start, rows } = block
      for (const [which, screen] of screens.entries()) {
        this.#kernel.screen(
          rowsAt + start * stride,
          roundUp(rows, 4),
          stride,
          scalesAt + 4 * start,
          queriesAt + which * 2 * stride,
          outAt,
        )
        screen.take(found, this.#residues, block)
      }
    }
    return screens.map((screen, which) => {
      const query = queries[which] as Float32Array // one screen for each query
      const neighbours = screen.survivors().map((row) => ({ row, score: this.score(row, query) }))
      neighbours.sort((left, right) => right.score - left.score || left.row - right.row)
      const last = neighbours[k - 1]
      return last === undefined ? neighbours : neighbours.filter(({ score }) => score >= last.score)
    })
  }

  /** Rounds a query to 16 bits in the kernel's memory and prepares to sift its results. */
  #openScreen(query: Float32Array, which: number, k: number): Screen {
    const { queriesAt, stride } = this.#layout
    const rounded = new Int16Array(this.#kernel.memory.buffer, queriesAt + which * 2 * stride, stride)
    // A sum of `dimensions` products of a byte and such a number must fit 32 bits.
    const largest = Math.min(32_767, Math.floor((2 ** 31 - 1) / (127 * stride)))
    const { scale, residue, length } = roundVector(Float64Array.from(query), largest, rounded)
    if (scale === 0) {
      throw new BugError({ code: 'zero-query', what: 'A query vector of length 0 reached the vector table.' })
    }
    // 2^-20 lies far above what single precision loses when the kernel scales its sum.
    const doubt = residue * this.#longest + 2 ** -20 * (length + residue) * (this.#longest + 1)
    return new Screen({
      k: Math.max(1, Math.min(k, this.rowCount)),
      slope: length / scale,
      doubt: doubt / scale,
    })
  }

  /** Fills the kernel's memory with the rows and returns the length of the longest. */
  #roundRows(): number {
    const { rowsAt, scalesAt, stride } = this.#layout
    const bytes = new Int8Array(this.#kernel.memory.buffer)
    const scales = new Float32Array(this.#kernel.memory.buffer, scalesAt, this.rowCount)
    const mean = meanOf(this.#vectors, this.dimensions)
    const centred = new Float64Array(this.dimensions)
    const whole = new Int16Array(stride)
    let longest = 0
    const vectors = this.#vectors
    const dimensions = this.dimensions
    for (let row = 0; row < this.rowCount; row++) {
      const start = row * dimensions
      for (let at = 0; at < dimensions; at++) {
        centred[at] = (vectors[start + at] as number) - (mean[at] as number) // in range by the loops' bounds
      }
      const { scale, residue, length } = roundVector(centred, 127, whole)
      bytes.set(whole, rowsAt + row * stride)
      scales[row] = scale
      // One step of single precision up, so that the bound stays a bound.
      this.#residues[row] = residue * (1 + 2 ** -22)
      longest = Math.max(longest, length + residue)
    }
    return longest
  }
}

/** Rows that are screened together. */
interface Block {
  readonly start: number
  readonly rows: number
  /** The largest residue among them. */
  readonly widest: number
}

/** What can still be among the k best of one query, block after block of screened sums. */
class Screen {
  readonly #best: TopK
  readonly #slope: number
  readonly #doubt: number
  /** No row whose upper bound lies below can be among the k best. */
  #bar = Number.NEGATIVE_INFINITY
  readonly #rows: number[] = []
  readonly #upper: number[] = []

  /**
   * @param slope by how much a row's rounding can move its sum, per length of what was left over
   * @param doubt by how much anything else can
   */
  constructor({ k, slope, doubt }: { readonly k: number; readonly slope: number; readonly doubt: number }) {
    this.#best = new TopK(k)
    this.#slope = slope
    this.#doubt = doubt
  }

  take(sums: Float32Array, residues: Float32Array, { start, rows, widest }: Block): void {
    const slope = this.#slope
    const best = this.#best
    let bar = this.#bar
    let low = bar - slope * widest
    for (let at = 0; at < rows; at++) {
      // In range by the loop's bound: this runs for every row and query.
      const sum = sums[at] as number
      if (sum < low) continue
      const slack = slope * (residues[start + at] as number)
      if (sum + slack < bar) continue
      this.#rows.push(start + at)
      this.#upper.push(sum + slack)
      if (sum - slack <= best.floor) continue
      best.add(sum - slack)
      bar = best.floor - 2 * this.#doubt
      low = bar - slope * widest
    }
    this.#bar = bar
  }

  survivors(): readonly number[] {
    return this.#rows.filter((_, at) => (this.#upper[at] as number) >= this.#bar)
  }
}

function blocksOf(residues: Float32Array): readonly Block[] {
  return Array.from({ length: Math.ceil(residues.length / BLOCK_ROWS) }, (_, index) => {
    const start = index * BLOCK_ROWS
    const inBlock = residues.subarray(start, start + BLOCK_ROWS)
    return {
      start,
      rows: inBlock.length,
      widest: inBlock.reduce((widest, value) => Math.max(widest, value), 0),
    }
  })
}

function meanOf(vectors: Float32Array, dimensions: number): Float64Array {
  const mean = new Float64Array(dimensions)
  for (let start = 0; start < vectors.length; start += dimensions) {
    for (let at = 0; at < dimensions; at++) {
      mean[at] = (mean[at] as number) + (vectors[start + at] as number)
    }
  }
  return mean.map((sum) => (sum * dimensions) / vectors.length)
}

/** Where things stand in the kernel's memory, in bytes. */
interface Layout {
  readonly stride: number
  readonly rowsAt: number
  readonly scalesAt: number
  readonly queriesAt: number
  readonly outAt: number
  readonly pages: number
}

function layoutOf(rowCount: number, dimensions: number): Layout {
  const stride = roundUp(dimensions, 16)
  const rows = roundUp(rowCount, 4)
  const rowsAt = 0
  const scalesAt = rowsAt + rows * stride
  const queriesAt = scalesAt + roundUp(4 * rows, 16)
  const outAt = queriesAt + BATCH_QUERIES * 2 * stride
  const pages = Math.ceil((outAt + 4 * BLOCK_ROWS) / PAGE_BYTES)
  if (pages > MAX_PAGES) {
    throw new InputError({
      code: 'too-many-vectors',
      what: `${rowCount} vectors of ${dimensions} numbers do not fit the 4 GiB that exact search can address.`,
      fix: 'Use a model with fewer dimensions (dimensions=N), or a smaller catalog.',
    })
  }
  return { stride, rowsAt, scalesAt, queriesAt, outAt, pages }
}

function roundUp(value: number, step: number): number {
  return Math.ceil(value / step) * step
}
