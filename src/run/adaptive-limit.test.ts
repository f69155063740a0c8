import { describe, expect, it } from 'vitest'
import type { Clock } from '../ports.js'
import { AdaptiveLimit } from './adaptive-limit.js'

/** Time that a test moves. */
function handClock(): Clock & { at: number } {
  const clock = {
    at: 0,
    now: () => clock.at,
    async sleep(durationMs: number) {
      clock.at += durationMs
    },
  }
  return clock
}

const never = (): boolean => false

/** Rounds of answers of one latency, as many at once as the limit allows. */
async function rounds(
  limit: AdaptiveLimit,
  clock: { at: number },
  count: number,
  latencyMs: number,
): Promise<void> {
  for (let round = 0; round < count; round++) {
    const many = limit.limit
    for (let at = 0; at < many; at++) await limit.enter(never)
    clock.at += latencyMs
    for (let at = 0; at < many; at++) limit.answered(latencyMs)
  }
}

describe('AdaptiveLimit', () => {
  it('doubles from 8 to the most, and lets no more in at once', async () => {
    const clock = handClock()
    const limit = new AdaptiveLimit({ clock, most: 64 })
    const seen = [limit.limit]
    for (let round = 0; round < 4; round++) {
      await rounds(limit, clock, 1, 50)
      seen.push(limit.limit)
    }
    expect(seen).toEqual([8, 16, 32, 64, 64])
    let inside = 0
    for (let at = 0; at < 65; at++) void limit.enter(never).then(() => inside++)
    await Promise.resolve()
    await new Promise((done) => setTimeout(done, 5))
    expect(inside).toBe(64)
    limit.answered(50)
    await new Promise((done) => setTimeout(done, 5))
    expect(inside).toBe(65)
  })

  it('halves once for all that were refused together, and climbs slowly again', async () => {
    const clock = handClock()
    const limit = new AdaptiveLimit({ clock, most: 64 })
    await rounds(limit, clock, 3, 50)
    for (let at = 0; at < 10; at++) await limit.enter(never)
    const startedMs = clock.at
    clock.at += 10
    for (let at = 0; at < 10; at++) limit.refused(startedMs, undefined)
    expect(limit.limit).toBe(32)
    await rounds(limit, clock, 1, 50)
    expect(limit.limit).toBe(36)
  })

  it('waits as long as the endpoint asks, everybody', async () => {
    const clock = handClock()
    const limit = new AdaptiveLimit({ clock, most: 4 })
    await limit.enter(never)
    limit.refused(clock.at, 7000)
    await limit.enter(never)
    expect(clock.at).toBe(7000)
  })

  it('goes down where more requests at once only wait longer', async () => {
    const clock = handClock()
    const limit = new AdaptiveLimit({ clock, most: 64 })
    // An endpoint that answers 40 a second, however many ask.
    for (let round = 0; round < 60; round++) await rounds(limit, clock, 1, limit.limit * 25)
    expect(limit.limit).toBeLessThan(48)
    expect(limit.limit).toBeGreaterThan(4)
  })

  it('stays up where more at once are answered faster in all, although each waits longer', async () => {
    const clock = handClock()
    const limit = new AdaptiveLimit({ clock, most: 64 })
    // A batching server: latency rises with the square root.
    for (let round = 0; round < 40; round++) await rounds(limit, clock, 1, 200 * Math.sqrt(limit.limit / 8))
    expect(limit.limit).toBe(64)
  })

  it('never goes below one', async () => {
    const clock = handClock()
    const limit = new AdaptiveLimit({ clock, most: 8 })
    for (let at = 0; at < 20; at++) {
      await limit.enter(never)
      limit.refused(clock.at, undefined)
      clock.at += 10
    }
    expect(limit.limit).toBe(1)
  })

  it('lets go of those who wait when it is over', async () => {
    const clock = handClock()
    const limit = new AdaptiveLimit({ clock, most: 1 })
    let isOver = false
    await limit.enter(() => isOver)
    const waiting = limit.enter(() => isOver)
    isOver = true
    limit.wake()
    expect(await waiting).toBe(false)
  })
})
