/** Words of a hash that are kept: 128 bits tell bodies apart as surely as all 256. */
const WORDS = 4
const FIRST_SLOTS = 1024

/**
 * Hashes in 64 hex digits, many of them: 32 bytes each outside the garbage collector's sight, where a set of texts takes
 * four times as much and makes every collection longer.
 */
export class HashSet {
  /** Open addressing; a slot of zeros is empty. */
  #table = new Uint32Array(FIRST_SLOTS * WORDS)
  #size = 0
  readonly #key = new Uint32Array(WORDS)

  has(hash: string): boolean {
    this.#read(hash)
    return this.#table[this.#slot(this.#table, this.#key)] !== 0
  }

  add(hash: string): void {
    this.#read(hash)
    const at = this.#slot(this.#table, this.#key)
    if (this.#table[at] !== 0) return
    this.#table.set(this.#key, at)
    this.#size++
    if (this.#size * WORDS * 2 > this.#table.length) this.#grow()
  }

  #read(hash: string): void {
    for (let word = 0; word < WORDS; word++) {
      this.#key[word] = Number.parseInt(hash.slice(8 * word, 8 * word + 8), 16)
    }
    // The first word says whether a slot is taken.
    if (this.#key[0] === 0) this.#key[0] = 1
  }

  /** Where a key stands, or the empty slot where it would. */
  #slot(table: Uint32Array, key: Uint32Array): number {
    const slots = table.length / WORDS
    let slot = (key[1] as number) % slots // a key has four words
    for (;;) {
      const at = slot * WORDS
      if (table[at] === 0) return at
      if (
        table[at] === key[0] &&
        table[at + 1] === key[1] &&
        table[at + 2] === key[2] &&
        table[at + 3] === key[3]
      ) {
        return at
      }
      slot = (slot + 1) % slots
    }
  }

  #grow(): void {
    const old = this.#table
    const table = new Uint32Array(old.length * 2)
    for (let at = 0; at < old.length; at += WORDS) {
      if (old[at] === 0) continue
      const key = old.subarray(at, at + WORDS)
      table.set(key, this.#slot(table, key))
    }
    this.#table = table
  }
}
