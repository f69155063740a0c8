/** Names up to which one native search for each is faster than one automaton for all. */
const FEW = 24

/** Finds which of many names occur in a text: one pass whatever their number (Aho and Corasick, 1975). */
export class NameFinder {
  readonly #names: readonly string[]
  #automaton: Automaton | undefined

  constructor(names: readonly string[]) {
    this.#names = names
  }

  /** The names that occur, in the order in which they were given. An empty name occurs nowhere. */
  namedIn(text: string): readonly string[] {
    if (this.#names.length <= FEW) return this.#names.filter((name) => name !== '' && text.includes(name))
    this.#automaton ??= new Automaton(this.#names)
    const found = this.#automaton.found(text)
    return [...found].sort((left, right) => left - right).map((index) => this.#names[index] as string)
  }
}

class Automaton {
  /** Child of a node by code unit, all nodes in one map: node × 2^16 + code unit. */
  readonly #children = new Map<number, number>()
  readonly #fallback: number[] = [0]
  /** Index of the name that ends at a node; −1 for none. */
  readonly #ends: number[] = [-1]
  /** The next shorter node at which a name ends; 0 for none. */
  readonly #shorter: number[] = [0]

  constructor(names: readonly string[]) {
    const order: { node: number; parent: number; code: number }[] = []
    const levels: (typeof order)[] = []
    for (const [index, name] of names.entries()) {
      let node = 0
      for (let at = 0; at < name.length; at++) {
        const code = name.charCodeAt(at)
        let child = this.#children.get(node * 0x10000 + code)
        if (child === undefined) {
          child = this.#ends.push(-1) - 1
          this.#fallback.push(0)
          this.#shorter.push(0)
          this.#children.set(node * 0x10000 + code, child)
          levels[at] ??= []
          levels[at]?.push({ node: child, parent: node, code })
        }
        node = child
      }
      if (node !== 0 && this.#ends[node] === -1) this.#ends[node] = index
    }
    for (const level of levels) for (const entry of level) this.#link(entry)
  }

  #link({ node, parent, code }: { node: number; parent: number; code: number }): void {
    if (parent === 0) return
    const fallback = this.#step(this.#fallback[parent] as number, code)
    this.#fallback[node] = fallback
    this.#shorter[node] = this.#ends[fallback] === -1 ? (this.#shorter[fallback] as number) : fallback
  }

  #step(from: number, code: number): number {
    let node = from
    for (;;) {
      const child = this.#children.get(node * 0x10000 + code)
      if (child !== undefined) return child
      if (node === 0) return 0
      node = this.#fallback[node] as number
    }
  }

  found(text: string): ReadonlySet<number> {
    const found = new Set<number>()
    let node = 0
    for (let at = 0; at < text.length; at++) {
      node = this.#step(node, text.charCodeAt(at))
      for (let end = node; end !== 0; end = this.#shorter[end] as number) {
        const index = this.#ends[end] as number
        if (index === -1) continue
        // What ends at shorter nodes was noted together with this one.
        if (found.has(index)) break
        found.add(index)
      }
    }
    return found
  }
}
