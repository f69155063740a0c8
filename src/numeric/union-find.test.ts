import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { UnionFind } from './union-find.js'

describe('UnionFind', () => {
  it('joins chains and leaves singletons out', () => {
    const sets = new UnionFind(6)
    expect(sets.union(4, 2)).toBe(true)
    expect(sets.union(2, 5)).toBe(true)
    expect(sets.union(5, 4)).toBe(false)
    expect(sets.find(5)).toBe(2)
    expect(sets.groups()).toEqual([[2, 4, 5]])
  })

  it('agrees with repeated relabelling', () => {
    const pairs = fc.array(fc.tuple(fc.nat(19), fc.nat(19)), { maxLength: 30 })
    fc.assert(
      fc.property(pairs, (links) => {
        const sets = new UnionFind(20)
        const labels = Array.from({ length: 20 }, (_, item) => item)
        for (const [a, b] of links) {
          sets.union(a, b)
          const [keep, drop] = [labels[a], labels[b]]
          for (const [item, label] of labels.entries()) if (label === drop) labels[item] = keep as number
        }
        for (let a = 0; a < 20; a++) {
          for (let b = 0; b < 20; b++) expect(sets.find(a) === sets.find(b)).toBe(labels[a] === labels[b])
        }
      }),
    )
  })
})
