/** Disjoint sets over 0 … size − 1, joined pair by pair. */
export class UnionFind {
  readonly #parents: Int32Array

  constructor(size: number) {
    this.#parents = Int32Array.from({ length: size }, (_, item) => item)
  }

  /** The smallest member of the item's set. */
  find(item: number): number {
    let root = item
    while (this.#parents[root] !== root) root = this.#parents[root] as number // a parent is an item
    for (let at = item; at !== root; ) {
      const next = this.#parents[at] as number // as above
      this.#parents[at] = root
      at = next
    }
    return root
  }

  /** False when both were in one set already. */
  union(left: number, right: number): boolean {
    const a = this.find(left)
    const b = this.find(right)
    if (a === b) return false
    this.#parents[Math.max(a, b)] = Math.min(a, b)
    return true
  }

  /** The sets of two or more members, members and sets in rising order. */
  groups(): readonly (readonly number[])[] {
    const members = new Map<number, number[]>()
    for (let item = 0; item < this.#parents.length; item++) {
      const root = this.find(item)
      const group = members.get(root)
      if (group === undefined) members.set(root, [item])
      else group.push(item)
    }
    return [...members.values()].filter((group) => group.length > 1)
  }
}
