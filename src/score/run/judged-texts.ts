/** Characters that are kept: some 32 MB. */
const ROOM = 2 ** 24

/** Longer texts are judged anew. */
const LONGEST = 4096

/**
 * Where the verdict on a text stands, so that trials of one item that say the same are judged once. Texts are kept from
 * an item's second sample on: a run without trials keeps none.
 */
export class JudgedTexts {
  readonly #hasSpoken: Uint8Array
  readonly #placeOf = new Map<string, number>()
  #room = ROOM

  /** @param items Items that there are; they are named by place. */
  constructor(items: number) {
    this.#hasSpoken = new Uint8Array(items)
  }

  /** Place of the verdict on this text; otherwise that of `judge`, which is asked for it. */
  placeOf(
    { item, text, stopReason }: { readonly item: number; readonly text: string; readonly stopReason: string },
    judge: () => number,
  ): number {
    if (this.#hasSpoken[item] !== 1) {
      this.#hasSpoken[item] = 1
      return judge()
    }
    if (text.length > LONGEST) return judge()
    const key = `${item} ${stopReason} ${text}`
    const known = this.#placeOf.get(key)
    if (known !== undefined) return known
    const place = judge()
    if (key.length <= this.#room) {
      this.#room -= key.length
      this.#placeOf.set(key, place)
    }
    return place
  }
}
