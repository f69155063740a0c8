/** Work of which several pieces are under way at once, and whose results are taken in the order of the jobs. */
export interface OrderedWork<J, R> {
  /** Pulled one at a time, when a hand is free. */
  readonly jobs: Iterable<J>
  /** Jobs under way at once, at most; 1 upward. */
  readonly concurrency: number
  /**
   * Throws `Abandoned` once `isMoot` says that nobody wants the result any more.
   *
   * @param isMoot whether the work is over, or `isUnwanted` says so of this job.
   */
  readonly work: (job: J, isMoot: () => boolean) => Promise<R>
  readonly isUnwanted: (job: J) => boolean
  /** Called job after job. True: that was enough, and no other result is taken. */
  readonly commit: (job: J, result: R) => boolean
}

/** Thrown by work whose result nobody wants any more. */
export class Abandoned extends Error {
  override readonly name = 'Abandoned'
}

/** Jobs begun beyond the last one that was taken, as a multiple of the concurrency: what may turn out to be in vain. */
const AHEAD = 2

/**
 * Does the work. What is taken, and in which order, depends on the jobs and their results alone, not on which is ready
 * first: one hand and many come to the same.
 *
 * @throws what work throws, once the pieces under way have ended; nothing after it is taken.
 */
export async function workInOrder<J, R>(given: OrderedWork<J, R>): Promise<void> {
  await new Work(given).run()
}

class Work<J, R> {
  readonly #given: OrderedWork<J, R>
  readonly #jobs: Iterator<J>
  /** Ended and not taken, by place. */
  readonly #ready = new Map<number, Ended<J, R>>()
  readonly #waiting: (() => void)[] = []
  #begun = 0
  #taken = 0
  #isOver = false
  #fault: { readonly error: unknown } | undefined

  constructor(given: OrderedWork<J, R>) {
    this.#given = given
    this.#jobs = given.jobs[Symbol.iterator]()
  }

  async run(): Promise<void> {
    const hands = Math.max(1, this.#given.concurrency)
    await Promise.all(Array.from({ length: hands }, () => this.#hand()))
    if (this.#fault !== undefined) throw this.#fault.error
  }

  async #hand(): Promise<void> {
    const { concurrency, work, isUnwanted } = this.#given
    while (!this.#isOver) {
      if (this.#begun - this.#taken >= AHEAD * Math.max(1, concurrency)) {
        await new Promise<void>((go) => this.#waiting.push(go))
        continue
      }
      try {
        const next = this.#jobs.next()
        if (next.done === true) return
        const job = next.value
        const place = this.#begun++
        const isMoot = (): boolean => this.#isOver || isUnwanted(job)
        const ended = await work(job, isMoot).then(
          (result): Ended<J, R> => ({ kind: 'result', job, result }),
          (error: unknown): Ended<J, R> => {
            if (error instanceof Abandoned) return { kind: 'abandoned' }
            throw error
          },
        )
        this.#ready.set(place, ended)
        this.#take()
      } catch (error) {
        this.#fault ??= { error }
        this.#end()
      }
    }
  }

  #take(): void {
    for (
      let entry = this.#ready.get(this.#taken);
      entry !== undefined;
      entry = this.#ready.get(this.#taken)
    ) {
      if (this.#isOver) return
      this.#ready.delete(this.#taken)
      this.#taken++
      if (entry.kind === 'result' && this.#given.commit(entry.job, entry.result)) this.#end()
    }
    for (const go of this.#waiting.splice(0)) go()
  }

  #end(): void {
    this.#isOver = true
    for (const go of this.#waiting.splice(0)) go()
  }
}

type Ended<J, R> =
  | { readonly kind: 'result'; readonly job: J; readonly result: R }
  | { readonly kind: 'abandoned' }
