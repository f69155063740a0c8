import { describe, expect, it } from 'vitest'
import { GrowingArray } from './growing-array.js'

describe('GrowingArray', () => {
  it('holds what was pushed, however often it had to grow', () => {
    const array = new GrowingArray((length) => new Int32Array(length), 1)
    for (let value = 0; value < 1000; value++) array.push(value * 3)
    expect(array.length).toBe(1000)
    expect([...array.room.subarray(0, 1000)]).toEqual(Array.from({ length: 1000 }, (_, value) => value * 3))
  })
})
