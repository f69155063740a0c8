import { afterAll, describe, expect, it } from 'vitest'
import { hostHash } from '../../src/adapters/hash.js'
import { openMonty } from '../../src/adapters/monty/monty-executor.js'
import { executePlanSync } from '../../src/agent/execute-plan.js'
import { hostileCache, hostilePlans } from '../generators/hostile-plans.js'
import { toyWorld } from '../generators/toy-world.js'

const world = toyWorld()
const plans = hostilePlans()
const CANARY = 'canary-8d1f'
process.env.PLAN_CANARY = CANARY

function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

describe('hostile plans under limits of time alone', () => {
  it('end within a tenth over the limit', () => {
    // Garbage is collected in whole pauses of up to 40 ms, so that a tenth has to be more than that.
    const limits = { steps: 1e15, timeMs: 1000 }
    const now = (): number => performance.now()
    for (const { id, code } of plans) {
      const begin = now()
      const begunMs = processorMs()
      const { execution } = executePlanSync({
        code,
        world,
        cache: hostileCache,
        now,
        hash: hostHash,
        limits,
      })
      // By the clock and by the processor: other work holds up the one, collecting on other threads adds to the other.
      const tookMs = Math.min(now() - begin, processorMs() - begunMs)
      expect({ id, isLate: tookMs > limits.timeMs * 1.1 }).toEqual({ id, isLate: false })
      expect(execution.printed).not.toContain(CANARY)
    }
  })
})

describe('hostile plans in Monty', () => {
  const monty = openMonty()
  afterAll(() => monty.close())
  const limits = { timeMs: 500 }

  it.each(plans)('$id ends', async ({ code }) => {
    const before = process.memoryUsage.rss()
    const now = (): number => performance.now()
    const { execution } = await monty.execute({
      code,
      world,
      cache: hostileCache,
      now,
      hash: hostHash,
      limits,
    })
    // The process itself ends at 200 ms over; starting one, and a busy machine, come on top.
    expect(execution.durationMs).toBeLessThan(limits.timeMs + 200 + 10_000)
    expect(execution.printed).not.toMatch(/root:|\/bin\//)
    expect(execution.printed).not.toContain(CANARY)
    expect(execution.trace.length).toBeLessThanOrEqual(100)
    expect(process.memoryUsage.rss() - before).toBeLessThan(512 * 1024 * 1024)
  })
})
