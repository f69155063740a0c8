import type { Clock } from '../../ports.js'
import { type Objects, PassingFault } from './objects.js'

export interface RetryOptions {
  readonly clock: Clock
  /** In [0, 1); spreads the waits of hosts that failed together. */
  readonly random: () => number
  /** Tries in all; default 7, which is 13 to 25 seconds of waiting. */
  readonly tries?: number
}

const TRIES = 7
const FIRST_WAIT_MS = 400

/**
 * A store whose passing faults are met by trying again, each time after twice the wait, and at last told.
 *
 * `create` knows its own object again: where the answer to a write that took effect was lost, the next try finds the place
 * taken, by the very bytes that were to be written. So whoever creates must put something into them that is its own.
 */
export function retriedObjects(objects: Objects, { clock, random, tries = TRIES }: RetryOptions): Objects {
  async function insist<Result>(work: () => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await work()
      } catch (error) {
        if (!(error instanceof PassingFault)) throw error
        if (attempt >= tries) throw error.last
        await clock.sleep(FIRST_WAIT_MS * 2 ** (attempt - 1) * (0.5 + random() / 2))
      }
    }
  }
  return {
    address: (key) => objects.address(key),
    get: (key, part) => insist(() => objects.get(key, part)),
    facts: (key) => insist(() => objects.facts(key)),
    create: async (key, bytes) => {
      if (await insist(() => objects.create(key, bytes))) return true
      const there = await insist(() => objects.get(key))
      return there !== undefined && isSame(there.bytes, bytes)
    },
    put: (key, bytes) => insist(() => objects.put(key, bytes)),
    remove: (key) => insist(() => objects.remove(key)),
    async *list(prefix) {
      // A page that fails would leave what was told before it told twice: a list is asked for again as a whole.
      yield* await insist(async () => {
        const entries = []
        for await (const entry of objects.list(prefix)) entries.push(entry)
        return entries
      })
    },
  }
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at])
}
