/** A node of the trie; 0 is the root. */
export type TrieNode = number

/** Sequences that cannot be told apart, or not without the end token. Entries by their place in the list. */
export interface TrieConflicts {
  /** Entries with one and the same sequence: [kept, dropped]. */
  readonly collisions: readonly (readonly [number, number])[]
  /** Entries whose sequence begins another's: [prefix, longer]; the end token tells them apart. */
  readonly prefixes: readonly (readonly [number, number])[]
  /** Entries without any token. */
  readonly empty: readonly number[]
}

const NONE = -1

/**
 * The token sequences of a catalog, for constrained decoding. Built once in time proportional to the tokens; what may
 * follow a node is told without looking at the rest of the catalog.
 */
export class TokenTrie {
  readonly conflicts: TrieConflicts
  /** Sequences that can be reached. */
  readonly size: number
  readonly nodeCount: number
  /** Longest sequence. */
  readonly maxLength: number
  /** Children of a node are edges `#firstEdge[node]` to `#firstEdge[node + 1]`, tokens ascending. */
  readonly #firstEdge: Int32Array
  readonly #edgeToken: Int32Array
  readonly #edgeNode: Int32Array
  readonly #entry: Int32Array
  /** Open addressing from (node, token) to edge, at most half full. */
  readonly #slots: Int32Array
  readonly #edgeParent: Int32Array

  /** @param sequences token ids of each entry, non-negative. */
  constructor(sequences: readonly ArrayLike<number>[]) {
    const order = sequences.map((_, index) => index).sort((a, b) => compare(sequences, a, b))
    const collisions: (readonly [number, number])[] = []
    const prefixes: (readonly [number, number])[] = []
    const empty: number[] = []
    const kept: number[] = []
    for (const index of order) {
      const sequence = at(sequences, index)
      const last = kept.at(-1)
      if (sequence.length === 0) empty.push(index)
      else if (last !== undefined && compareIds(at(sequences, last), sequence) === 0)
        collisions.push([last, index])
      else kept.push(index)
    }
    const built = layOut(sequences, kept, prefixes)
    this.#firstEdge = built.firstEdge
    this.#edgeToken = built.edgeToken
    this.#edgeNode = built.edgeNode
    this.#edgeParent = built.edgeParent
    this.#entry = built.entry
    this.nodeCount = built.entry.length
    this.maxLength = built.maxLength
    this.size = kept.length
    this.conflicts = { collisions, prefixes, empty: empty.sort((a, b) => a - b) }
    this.#slots = this.#hashEdges()
  }

  /** Tokens that may follow, ascending; a view into the trie. The end token is not among them. */
  allowed(node: TrieNode): Int32Array {
    return this.#edgeToken.subarray(this.#firstEdge[node], this.#firstEdge[node + 1])
  }

  /** The entry whose sequence ends here. */
  entryAt(node: TrieNode): number | undefined {
    const entry = this.#entry[node]
    return entry === undefined || entry === NONE ? undefined : entry
  }

  /** Where a token leads; undefined where it leads nowhere. */
  step(node: TrieNode, token: number): TrieNode | undefined {
    const mask = this.#slots.length - 1
    for (let slot = hash(node, token) & mask; ; slot = (slot + 1) & mask) {
      const edge = this.#slots[slot] ?? NONE
      if (edge === NONE) return undefined
      if (this.#edgeParent[edge] === node && this.#edgeToken[edge] === token) return this.#edgeNode[edge]
    }
  }

  /** The entry of exactly this sequence. */
  find(tokenIds: ArrayLike<number>): number | undefined {
    let node: TrieNode = 0
    for (let index = 0; index < tokenIds.length; index++) {
      node = this.step(node, tokenIds[index] ?? NONE) ?? NONE
    }
    return this.entryAt(node)
  }

  #hashEdges(): Int32Array {
    let capacity = 8
    while (capacity < 2 * this.#edgeToken.length) capacity *= 2
    const slots = new Int32Array(capacity).fill(NONE)
    for (let edge = 0; edge < this.#edgeToken.length; edge++) {
      let slot = hash(this.#edgeParent[edge] ?? 0, this.#edgeToken[edge] ?? 0) & (capacity - 1)
      while (slots[slot] !== NONE) slot = (slot + 1) & (capacity - 1)
      slots[slot] = edge
    }
    return slots
  }
}

interface Layout {
  readonly firstEdge: Int32Array
  readonly edgeToken: Int32Array
  readonly edgeNode: Int32Array
  readonly edgeParent: Int32Array
  readonly entry: Int32Array
  readonly maxLength: number
}

/** A run of sorted sequences that agree in their first `depth` tokens. */
interface Span {
  readonly from: number
  readonly to: number
  readonly depth: number
}

/** Numbers nodes level by level, so that the children of each lie side by side. */
function layOut(
  sequences: readonly ArrayLike<number>[],
  sorted: readonly number[],
  prefixes: (readonly [number, number])[],
): Layout {
  const firstEdge: number[] = []
  const edgeToken: number[] = []
  const edgeParent: number[] = []
  const entry: number[] = []
  let maxLength = 0
  const spans: Span[] = [{ from: 0, to: sorted.length, depth: 0 }]
  for (let node = 0; node < spans.length; node++) {
    const { from, to, depth } = spans[node] as Span // the loop ends with the list
    firstEdge.push(edgeToken.length)
    let start = from
    let own = NONE
    if (start < to && at(sequences, at(sorted, start)).length === depth) {
      own = at(sorted, start)
      maxLength = Math.max(maxLength, depth)
      start++
      if (start < to) prefixes.push([own, at(sorted, start)])
    }
    entry.push(own)
    while (start < to) {
      const token = at(sequences, at(sorted, start))[depth] as number // longer than `depth`, or it were the first
      let end = start + 1
      while (end < to && at(sequences, at(sorted, end))[depth] === token) end++
      edgeToken.push(token)
      edgeParent.push(node)
      spans.push({ from: start, to: end, depth: depth + 1 })
      start = end
    }
  }
  firstEdge.push(edgeToken.length)
  return {
    firstEdge: Int32Array.from(firstEdge),
    edgeToken: Int32Array.from(edgeToken),
    // Edge e was laid down when span e + 1 was.
    edgeNode: Int32Array.from(edgeToken, (_, edge) => edge + 1),
    edgeParent: Int32Array.from(edgeParent),
    entry: Int32Array.from(entry),
    maxLength,
  }
}

function at<T>(list: ArrayLike<T>, index: number): T {
  return list[index] as T // callers stay within the list
}

function compare(sequences: readonly ArrayLike<number>[], left: number, right: number): number {
  return compareIds(at(sequences, left), at(sequences, right)) || left - right
}

function compareIds(left: ArrayLike<number>, right: ArrayLike<number>): number {
  const length = Math.min(left.length, right.length)
  for (let index = 0; index < length; index++) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0)
    if (difference !== 0) return difference
  }
  return left.length - right.length
}

function hash(node: number, token: number): number {
  let mixed = Math.imul(node ^ Math.imul(token, 0x9e3779b1), 0x85ebca6b)
  mixed ^= mixed >>> 15
  mixed = Math.imul(mixed, 0xc2b2ae35)
  return (mixed ^ (mixed >>> 13)) >>> 0
}
