import { describe, expect, it } from 'vitest'
import { hostileCache, hostilePlans } from '../../../test/generators/hostile-plans.js'
import { toyWorld } from '../../../test/generators/toy-world.js'
import { hostHash } from '../../adapters/hash.js'
import { executePlanSync } from '../execute-plan.js'

const world = toyWorld()
const plans = hostilePlans()

/** Processor time of this process, which other work on the machine does not move. */
function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

describe('hostile plans', () => {
  it('are many', () => {
    expect(plans.length).toBeGreaterThan(350)
    expect(new Set(plans.map(({ id }) => id)).size).toBe(plans.length)
  })

  // Fewer steps than the default, so that those that run to a limit take little.
  const limits = { steps: 60_000, memoryBytes: 64 * 1024 * 1024, timeMs: 2_000 }

  it.each(plans)('$id is of its class: $tree', ({ code, tree }) => {
    const begin = processorMs()
    const { execution } = executePlanSync({
      code,
      world,
      cache: hostileCache,
      now: processorMs,
      hash: hostHash,
      limits,
    })
    const took = processorMs() - begin
    const cutOff = execution.error?.fault === 'limit' && tree === 'ok'
    if (!cutOff) expect(execution.error?.fault ?? 'ok').toBe(tree)
    expect(took).toBeLessThan(limits.timeMs * 1.1)
    expect(execution.steps).toBeLessThanOrEqual(limits.steps)
    expect(execution.printed.length).toBeLessThanOrEqual(65_536)
    expect(execution.trace.length).toBeLessThanOrEqual(100)
    expect(execution.printed).not.toMatch(/root:|\/bin\/|PATH=|node:/)
  })
})
