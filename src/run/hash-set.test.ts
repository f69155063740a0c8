import { describe, expect, it } from 'vitest'
import { hostHash } from '../adapters/hash.js'
import { HashSet } from './hash-set.js'

describe('HashSet', () => {
  it('holds what was added and nothing else, through every growth', () => {
    const set = new HashSet()
    const hashes = Array.from({ length: 20_000 }, (_, at) => hostHash(`body ${at}`))
    for (const [at, hash] of hashes.entries()) {
      if (at % 2 === 0) set.add(hash)
      if (at % 4 === 0) set.add(hash)
    }
    expect(hashes.filter((hash) => set.has(hash))).toEqual(hashes.filter((_, at) => at % 2 === 0))
  })

  it('takes a hash that begins with zeros', () => {
    const set = new HashSet()
    const hash = '0'.repeat(64)
    expect(set.has(hash)).toBe(false)
    set.add(hash)
    expect(set.has(hash)).toBe(true)
  })
})
