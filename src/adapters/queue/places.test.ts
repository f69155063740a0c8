import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { Places } from './places.js'

describe('Places', () => {
  it('lets in as many as there are places, and the others in the order of coming', async () => {
    const places = new Places(2)
    const inside: number[] = []
    for (let guest = 0; guest < 5; guest++) void places.enter().then(() => inside.push(guest))
    await setImmediate()
    expect(inside).toEqual([0, 1])
    places.leave()
    await setImmediate()
    expect(inside).toEqual([0, 1, 2])
    for (let count = 0; count < 4; count++) places.leave()
    await setImmediate()
    expect(inside).toEqual([0, 1, 2, 3, 4])
    await places.enter()
    await places.enter()
    void places.enter().then(() => inside.push(9))
    await setImmediate()
    expect(inside).not.toContain(9)
  })
})
