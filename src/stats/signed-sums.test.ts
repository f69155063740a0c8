import { describe, expect, it } from 'vitest'
import { randomStream } from '../numeric/random.js'
import { signedSums } from './signed-sums.js'

describe('signedSums', () => {
  it('adds with the signs that the bits say, all columns alike', () => {
    const sums = signedSums([
      [1, 2, 4, 8, 16, 32],
      [1, 1, 1, 1, 1, 1],
    ])
    sums.ofPattern(0b110101)
    expect([...sums.totals]).toEqual([1 - 2 + 4 - 8 + 16 + 32, 2])
    sums.ofPattern(0)
    expect([...sums.totals]).toEqual([-63, -6])
  })

  it('draws every sign fairly and no two together', () => {
    // Units of 50 stand in three numbers' worth of bits; powers of two tell each sign from the total.
    const units = 50
    const sums = signedSums([Array.from({ length: units }, (_, unit) => 2 ** unit)])
    const random = randomStream(1, 'signs')
    const draws = 4000
    const signs: number[][] = []
    for (let draw = 0; draw < draws; draw++) {
      sums.ofRandom(random)
      // (total + 2^50 − 1) / 2 has the kept units as its bits.
      const bits = ((sums.totals[0] as number) + 2 ** units - 1) / 2
      signs.push(
        Array.from({ length: units }, (_, unit) => (Math.floor(bits / 2 ** unit) % 2 === 1 ? 1 : -1)),
      )
    }
    const limit = 5 * Math.sqrt(draws)
    for (let left = 0; left < units; left++) {
      const alone = signs.reduce((sum, row) => sum + (row[left] as number), 0)
      expect(Math.abs(alone), `unit ${left}`).toBeLessThan(limit)
      for (let right = 0; right < left; right++) {
        const together = signs.reduce((sum, row) => sum + (row[left] as number) * (row[right] as number), 0)
        expect(Math.abs(together), `units ${left} and ${right}`).toBeLessThan(limit)
      }
    }
  })

  it('counts the kept ones of many alike as a fair coin would: mean 0, variance n', () => {
    const alike = Array.from({ length: 1000 }, (_, unit) => (unit < 300 ? 2 : unit < 990 ? 1 : 3))
    const sums = signedSums([alike, alike.map(() => 1)])
    const random = randomStream(2, 'alike')
    const draws = 4000
    let sum = 0
    let squares = 0
    let both = 0
    for (let draw = 0; draw < draws; draw++) {
      sums.ofRandom(random)
      const [values, ones] = sums.totals as unknown as [number, number] // two columns
      sum += ones
      squares += ones * ones
      both += values * ones
    }
    expect(Math.abs(sum / draws)).toBeLessThan(5 * Math.sqrt(1000 / draws))
    expect(Math.abs(squares / draws / 1000 - 1)).toBeLessThan(5 * Math.sqrt(2 / draws))
    // The columns share their signs: the mean product is the sum of products.
    const expected = alike.reduce((total, value) => total + value, 0)
    expect(Math.abs(both / draws / expected - 1)).toBeLessThan(0.15)
  })
})
