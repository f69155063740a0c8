/** The rate is that of this long a time back: slow models answer a few times a minute. */
const OVER_MS = 60_000

/** How fast something grows, by looking at it now and then. */
export class GrowthRate {
  #marks: { readonly atMs: number; readonly count: number }[] = []

  /** Looks that lie closer together than a quarter of a second are one. */
  mark(atMs: number, count: number): void {
    const last = this.#marks.at(-1)
    if (last !== undefined && atMs - last.atMs < 250) return
    this.#marks.push({ atMs, count })
    while (this.#marks.length > 2 && atMs - (this.#marks[1]?.atMs ?? atMs) > OVER_MS) this.#marks.shift()
  }

  /** Per second over the last minute; undefined before two looks. */
  get perSecond(): number | undefined {
    const [first, last] = [this.#marks[0], this.#marks.at(-1)]
    if (first === undefined || last === undefined || last.atMs <= first.atMs) return undefined
    return ((last.count - first.count) * 1000) / (last.atMs - first.atMs)
  }
}
