import { describe, expect, it } from 'vitest'
import { entityWords, readOnlyPrograms } from '../../ladder/batteries/entity-words.js'
import { isForTraining } from './training-entities.js'

describe('isForTraining', () => {
  it('leaves the ladder half of the words, alone and within longer values', () => {
    const all = [...entityWords, ...readOnlyPrograms.filter(({ length }) => length >= 4)]
    const trained = all.filter(isForTraining)
    expect(trained.length / all.length).toBeGreaterThan(0.4)
    expect(trained.length / all.length).toBeLessThan(0.6)
    const [left = ''] = all.filter((word) => !isForTraining(word))
    const [own = ''] = trained
    expect(isForTraining(`${own}-${left}.test`)).toBe(false)
    expect(isForTraining(`https://${own}.example/${own}`)).toBe(true)
  })
  it('leaves a range of addresses, and about half of all numbers', () => {
    expect(isForTraining('203.0.113.7')).toBe(false)
    const numbers = Array.from({ length: 2000 }, (_, at) => `CVE-2020-${10_000 + at}`)
    const share = numbers.filter(isForTraining).length / numbers.length
    expect(share).toBeGreaterThan(0.45)
    expect(share).toBeLessThan(0.55)
  })
})
