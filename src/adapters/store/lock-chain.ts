import { StoreError } from '../../errors.js'
import type { Objects } from './objects.js'
import { numberedName, numberIn } from './segments.js'

/** Who holds a lock, or who held it last. */
export interface LockState {
  readonly state: 'held' | 'released'
  /** One higher with every holder; segments name it. */
  readonly epoch: number
  /** Of one taking, so that no two states are the same bytes. */
  readonly token: string
  /** Grows as long as the holder lives. */
  readonly beat: number
  readonly pid: number
  readonly host: string
  /** Of the start of this host's system and of the space that its process numbers are in, where that can be found out. */
  readonly machine?: string
  readonly since: string
}

/** A state and the number of its object. */
export interface ChainedState {
  readonly number: number
  readonly state: LockState
}

/**
 * The states of a lock as numbered objects `run.lock.chain/0000000001`, …: the highest number counts. A change of state is
 * the creation of the next number, which of two hosts one does; no clock is asked. The highest is never removed, so that
 * whoever was slow finds out: its number is taken, or one above it is there.
 */
export class LockChain {
  readonly #objects: Objects
  readonly #prefix: string

  constructor(objects: Objects, key: string) {
    this.#objects = objects
    this.#prefix = `${key}.chain/`
  }

  get address(): string {
    return this.#objects.address(this.#prefix)
  }

  /** Undefined where the lock was never taken. @throws {StoreError} `lock-unreadable`. */
  async last(): Promise<ChainedState | undefined> {
    for (;;) {
      const number = Math.max(0, ...(await this.#numbers()))
      if (number === 0) return undefined
      const found = await this.#objects.get(this.#key(number))
      // A holder that went on meanwhile has removed it.
      if (found !== undefined) return { number, state: this.#stateOf(found.bytes, number) }
    }
  }

  /** Makes a state the next after a number. False where somebody else did, or has come further. */
  async advance(from: number, state: LockState): Promise<boolean> {
    const number = from + 1
    const bytes = new TextEncoder().encode(`${JSON.stringify({ assay: 'lock/1', ...state })}\n`)
    if (!(await this.#objects.create(this.#key(number), bytes))) return false
    const numbers = await this.#numbers()
    if (numbers.some((other) => other > number)) {
      await this.#objects.remove(this.#key(number))
      return false
    }
    for (const other of numbers) if (other < number) await this.#objects.remove(this.#key(other))
    return true
  }

  #key(number: number): string {
    return `${this.#prefix}${numberedName(number)}`
  }

  async #numbers(): Promise<readonly number[]> {
    const numbers = []
    for await (const entry of this.#objects.list(this.#prefix)) {
      const number = numberIn(entry)
      if (number !== undefined) numbers.push(number)
    }
    return numbers
  }

  #stateOf(bytes: Uint8Array, number: number): LockState {
    try {
      const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
      // Every member that is relied on is checked.
      const state = value as Partial<Record<keyof LockState, unknown>>
      const isWhole =
        (state.state === 'held' || state.state === 'released') &&
        [state.epoch, state.beat, state.pid].every((one) => Number.isSafeInteger(one)) &&
        [state.token, state.host, state.since].every((one) => typeof one === 'string')
      if (isWhole) return value as LockState
    } catch {
      // told below
    }
    throw new StoreError({
      code: 'lock-unreadable',
      what: 'The lock of the run holds something that Assay did not write.',
      where: this.#objects.address(this.#key(number)),
      fix: 'Make sure that nobody works at the run, then remove this object.',
    })
  }
}
