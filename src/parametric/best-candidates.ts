/** One more token behind one beam. */
export interface Candidate {
  /** Place of the beam. */
  readonly beam: number
  readonly token: number
  /** Sum over beam and token. */
  readonly logprob: number
}

/** The best candidates offered, kept in a heap whose root is the worst of them. */
export class BestCandidates {
  readonly #capacity: number
  readonly #heap: Candidate[] = []

  /** @param capacity 1 upward. */
  constructor(capacity: number) {
    this.#capacity = capacity
  }

  /** What is less likely needs not be offered; −∞ until there are as many as wanted. */
  get floor(): number {
    if (this.#heap.length < this.#capacity) return Number.NEGATIVE_INFINITY
    return this.#heap[0]?.logprob ?? Number.NEGATIVE_INFINITY
  }

  offer(candidate: Candidate): void {
    const heap = this.#heap
    if (heap.length < this.#capacity) {
      heap.push(candidate)
      this.#rise(heap.length - 1)
      return
    }
    if (!isBetter(candidate, heap[0] as Candidate)) return // full, so not empty
    heap[0] = candidate
    this.#sink()
  }

  sorted(): readonly Candidate[] {
    return [...this.#heap].sort((left, right) => (isBetter(left, right) ? -1 : 1))
  }

  #rise(from: number): void {
    const heap = this.#heap
    let at = from
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (!isBetter(heap[parent] as Candidate, heap[at] as Candidate)) return // both lie in the heap
      swap(heap, parent, at)
      at = parent
    }
  }

  #sink(): void {
    const heap = this.#heap
    for (let at = 0; ; ) {
      let worst = at
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (child < heap.length && isBetter(heap[worst] as Candidate, heap[child] as Candidate)) worst = child
      }
      if (worst === at) return
      swap(heap, worst, at)
      at = worst
    }
  }
}

function isBetter(left: Candidate, right: Candidate): boolean {
  return (left.logprob - right.logprob || right.beam - left.beam || right.token - left.token) > 0
}

function swap(heap: Candidate[], left: number, right: number): void {
  const kept = heap[left] as Candidate // both lie in the heap
  heap[left] = heap[right] as Candidate
  heap[right] = kept
}
