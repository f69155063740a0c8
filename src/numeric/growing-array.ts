/** A typed array that grows by doubling, for tables whose size is known only at the end. */
export class GrowingArray<T extends Int32Array | Float32Array> {
  readonly #make: (length: number) => T
  #values: T
  #length = 0

  constructor(make: (length: number) => T, capacity = 1024) {
    this.#make = make
    this.#values = make(capacity)
  }

  get length(): number {
    return this.#length
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const wider = this.#make(2 * this.#length)
      wider.set(this.#values)
      this.#values = wider
    }
    this.#values[this.#length++] = value
  }

  /** The room itself, at least `length` long: valid until the next `push`. */
  get room(): T {
    return this.#values
  }
}
