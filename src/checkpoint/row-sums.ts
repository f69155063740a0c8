import { ROW_NUMBERS } from '../numeric/drift-kernel-instance.js'

/** Sums over elements before (a) and after (b), with d = b − a. */
export interface Sums {
  readonly elements: number
  /** Σ a² */
  readonly squares: number
  /** Σ a·d */
  readonly mixed: number
  /** Σ d² */
  readonly changes: number
  /** Σ |d| */
  readonly sizes: number
  /** max |d| */
  readonly largest: number
  /** Elements that are equal bit by bit. */
  readonly equal: number
  /** Elements of a below the limit of a step, and of half a step. */
  readonly low: number
  readonly lower: number
}

/** Sums over a tensor, and over its rows. */
export interface TensorSums extends Sums {
  readonly rows: number
  /** Rows in which at least one element changed. */
  readonly rowsTouched: number
  /** Rows with a NaN, an infinity or a number whose square is one. */
  readonly strangeRows: number
  /** Mean and standard deviation (divisor n) of the lengths of rows. */
  readonly normsBefore: Moments
  readonly normsAfter: Moments
}

export interface Moments {
  readonly mean: number
  readonly deviation: number
}

/** Adds rows up, which come in order and may come in pieces. */
export class RowCollector {
  readonly #length: number
  readonly #wanted: ReadonlySet<number>
  readonly #byValue: boolean
  readonly #total = new Float64Array(ROW_NUMBERS)
  readonly #open = new Float64Array(ROW_NUMBERS)
  #filled = 0
  #row = 0
  #touched = 0
  #strange = 0
  readonly #before = new RunningMoments()
  readonly #after = new RunningMoments()
  /** Sums of the rows that were asked for, by number. */
  readonly kept = new Map<number, Sums>()

  /**
   * @param options.length elements of a row.
   * @param options.wanted rows whose own sums are kept.
   * @param options.byValue whether a row counts as touched by its values and not by its bits.
   */
  constructor({
    length,
    wanted,
    byValue,
  }: {
    readonly length: number
    readonly wanted: ReadonlySet<number>
    readonly byValue: boolean
  }) {
    this.#length = length
    this.#wanted = wanted
    this.#byValue = byValue
  }

  /** @param pieceLength elements of the rows, or of parts of one row, that `numbers` tell of. */
  add(numbers: Float64Array, pieceLength: number): void {
    for (let at = 0; at < numbers.length; at += ROW_NUMBERS) {
      accumulate(this.#open, numbers, at)
      this.#filled += pieceLength
      if (this.#filled >= this.#length) this.#finishRow()
    }
  }

  #finishRow(): void {
    const row = sumsOf(this.#open, this.#length)
    if (this.#wanted.has(this.#row)) this.kept.set(this.#row, row)
    const after = row.squares + 2 * row.mixed + row.changes
    if (Number.isFinite(row.squares) && Number.isFinite(after)) {
      this.#before.add(Math.sqrt(row.squares))
      this.#after.add(Math.sqrt(Math.max(0, after)))
    } else this.#strange++
    const isTouched = this.#byValue ? row.changes > 0 : row.equal < this.#length
    if (isTouched) this.#touched++
    accumulate(this.#total, this.#open, 0)
    this.#open.fill(0)
    this.#filled = 0
    this.#row++
  }

  finish(): TensorSums {
    return {
      ...sumsOf(this.#total, this.#row * this.#length),
      rows: this.#row,
      rowsTouched: this.#touched,
      strangeRows: this.#strange,
      normsBefore: this.#before.finish(),
      normsAfter: this.#after.finish(),
    }
  }
}

const LARGEST = 4

function accumulate(into: Float64Array, from: Float64Array, at: number): void {
  // Both hold ROW_NUMBERS numbers from there on.
  for (let index = 0; index < ROW_NUMBERS; index++) {
    const value = from[at + index] as number
    if (index === LARGEST) into[index] = Math.max(into[index] as number, value)
    else into[index] = (into[index] as number) + value
  }
}

function sumsOf(numbers: Float64Array, elements: number): Sums {
  const [squares = 0, mixed = 0, changes = 0, sizes = 0, largest = 0, equal = 0, low = 0, lower = 0] = numbers
  return { elements, squares, mixed, changes, sizes, largest, equal, low, lower }
}

/** Mean and deviation in one pass (Welford), which do not cancel where the deviation is small. */
class RunningMoments {
  #count = 0
  #mean = 0
  #scatter = 0

  add(value: number): void {
    this.#count++
    const step = value - this.#mean
    this.#mean += step / this.#count
    this.#scatter += step * (value - this.#mean)
  }

  finish(): Moments {
    return { mean: this.#mean, deviation: Math.sqrt(this.#scatter / Math.max(1, this.#count)) }
  }
}
