/** Counts by reason, in the order in which reasons first came up. */
export class Tally {
  readonly #counts = new Map<string, number>()

  add(reason: string, count = 1): void {
    if (count > 0) this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + count)
  }

  addAll(other: Iterable<readonly [string, number]>): void {
    for (const [reason, count] of other) this.add(reason, count)
  }

  of(reason: string): number {
    return this.#counts.get(reason) ?? 0
  }

  get total(): number {
    let total = 0
    for (const count of this.#counts.values()) total += count
    return total
  }

  [Symbol.iterator](): Iterator<[string, number]> {
    return this.#counts.entries()
  }

  /** By falling count, reasons of one count in alphabetical order. */
  toJson(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.ranked())
  }

  ranked(): readonly (readonly [string, number])[] {
    return [...this.#counts].sort(([a, left], [b, right]) => right - left || (a < b ? -1 : 1))
  }
}
