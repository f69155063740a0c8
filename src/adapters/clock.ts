import { setTimeout } from 'node:timers/promises'
import type { Clock } from '../ports.js'

/** Time of the host. */
export const hostClock: Clock = {
  now: () => Date.now(),
  async sleep(durationMs, signal) {
    await setTimeout(durationMs, undefined, signal === undefined ? {} : { signal })
  },
}
