import { describe, expect, it } from 'vitest'
import { interruptible } from './interruptible.js'

describe('interruptible', () => {
  it('gives what the work gives, and throws what it throws', () => {
    expect(interruptible(() => 1 + 1)).toBe(2)
    expect(interruptible(() => undefined)).toBeUndefined()
    const fault = new RangeError('no')
    expect(() =>
      interruptible(() => {
        throw fault
      }),
    ).toThrow(fault)
  })
  it('ends the work at Ctrl-C, tells who listens, and leaves later work alone', () => {
    let told = 0
    const listen = (): void => {
      told++
    }
    process.once('SIGINT', listen)
    const startedMs = performance.now()
    let sendAtMs = 50
    try {
      expect(() =>
        interruptible(() => {
          while (performance.now() - startedMs < 10_000) {
            // A signal that comes while the watch is being set up is nobody's: people press again.
            if (performance.now() - startedMs < sendAtMs) continue
            process.kill(process.pid, 'SIGINT')
            sendAtMs += 300
          }
        }),
      ).toThrow('interrupted')
    } finally {
      process.off('SIGINT', listen)
    }
    expect(told).toBe(1)
    expect(performance.now() - startedMs).toBeLessThan(2000)
    expect(interruptible(() => 'later')).toBe('later')
  })
})
