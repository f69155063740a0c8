/** Keeps the k largest of a stream of numbers in a heap: O(log k) a number, and only for those that enter. */
export class TopK {
  readonly #heap: Float64Array
  #size = 0

  /** @param k 1 upward. */
  constructor(k: number) {
    this.#heap = new Float64Array(k)
  }

  /** The k-th largest number so far, −Infinity while there are fewer. Only a larger one changes anything. */
  get floor(): number {
    return this.#size < this.#heap.length ? Number.NEGATIVE_INFINITY : at(this.#heap, 0)
  }

  /** Takes a number that is above `floor`. Not NaN. */
  add(value: number): void {
    if (this.#size < this.#heap.length) this.#rise(this.#size++, value)
    else this.#sink(value)
  }

  #rise(start: number, value: number): void {
    const heap = this.#heap
    let hole = start
    while (hole > 0) {
      const parent = (hole - 1) >> 1
      if (at(heap, parent) <= value) break
      heap[hole] = at(heap, parent)
      hole = parent
    }
    heap[hole] = value
  }

  #sink(value: number): void {
    const heap = this.#heap
    let hole = 0
    for (;;) {
      let child = 2 * hole + 1
      if (child >= this.#size) break
      if (child + 1 < this.#size && at(heap, child + 1) < at(heap, child)) child++
      if (at(heap, child) >= value) break
      heap[hole] = at(heap, child)
      hole = child
    }
    heap[hole] = value
  }
}

/** Inside the bounds by construction; a check would cost a tenth of a query. */
function at(heap: Float64Array, index: number): number {
  return heap[index] as number
}
