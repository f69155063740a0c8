import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TokenTrie } from './token-trie.js'

describe('TokenTrie', () => {
  const trie = new TokenTrie([[7, 1], [7, 2], [3], [7, 2, 5], [3], []])

  it('tells what may follow, ascending, and where entries end', () => {
    expect([...trie.allowed(0)]).toEqual([3, 7])
    const seven = trie.step(0, 7) ?? -1
    expect([...trie.allowed(seven)]).toEqual([1, 2])
    expect(trie.entryAt(seven)).toBeUndefined()
    expect(trie.entryAt(trie.step(seven, 2) ?? -1)).toBe(1)
    expect(trie.step(seven, 3)).toBeUndefined()
    expect(trie.find([7, 2, 5])).toBe(3)
    expect(trie.find([7])).toBeUndefined()
  })

  it('lists entries that one sequence stands for, that begin another, and that are empty', () => {
    expect(trie.conflicts).toEqual({ collisions: [[2, 4]], prefixes: [[1, 3]], empty: [5] })
    expect(trie).toMatchObject({ size: 4, maxLength: 3 })
  })

  it('finds each sequence of any catalog, and no other', () => {
    const ids = fc.array(fc.nat({ max: 6 }), { maxLength: 4 })
    fc.assert(
      fc.property(fc.array(ids, { maxLength: 40 }), ids, (sequences, stranger) => {
        const built = new TokenTrie(sequences)
        const first = (wanted: readonly number[]) =>
          sequences.findIndex((sequence) => sequence.length > 0 && sequence.join() === wanted.join())
        for (const sequence of [...sequences, stranger]) {
          const expected = first(sequence)
          expect(built.find(sequence) ?? -1).toBe(expected)
        }
      }),
    )
  })

  it('lets exactly those tokens follow with which some sequence goes on', () => {
    const ids = fc.array(fc.nat({ max: 4 }), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(fc.array(ids, { minLength: 1, maxLength: 30 }), (sequences) => {
        const built = new TokenTrie(sequences)
        for (const sequence of sequences) {
          let node = 0
          for (let depth = 0; depth < sequence.length; depth++) {
            const prefix = sequence.slice(0, depth).join()
            const follow = sequences
              .filter((other) => other.length > depth && other.slice(0, depth).join() === prefix)
              .map((other) => other[depth])
            expect([...built.allowed(node)]).toEqual(
              [...new Set(follow)].sort((a, b) => Number(a) - Number(b)),
            )
            node = built.step(node, sequence[depth] ?? -1) ?? -1
          }
        }
      }),
    )
  })
})
