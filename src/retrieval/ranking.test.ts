import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { catalogOf } from '../catalog/catalog.js'
import { emptyInputSchema } from '../catalog/tool.js'
import { bestHits, cutHits, type Hit, poolPositions, toRanking } from './ranking.js'

const tool = (name: string, ...aliases: readonly string[]) => ({
  name,
  aliases,
  inputSchema: emptyInputSchema(),
  source: { format: 'test', at: name },
})
const catalog = catalogOf([tool('a'), tool('b', 'bee'), tool('c')])

function naive(scores: readonly number[], k: number, above: number): readonly Hit[] {
  const all = scores.map((score, position) => ({ position, score })).filter(({ score }) => score > above)
  all.sort((left, right) => right.score - left.score || left.position - right.position)
  const last = all[k - 1]
  return last === undefined ? all : all.filter(({ score }) => score >= last.score)
}

describe('bestHits', () => {
  it('gives by hand the two best and what ties with the second', () => {
    expect(bestHits(Float64Array.of(1, 3, 0, 2, 2), 2, 0)).toEqual([
      { position: 1, score: 3 },
      { position: 3, score: 2 },
      { position: 4, score: 2 },
    ])
  })
  it('gives what sorting gives, and so does cutHits', () => {
    const scores = fc.array(fc.oneof(fc.integer({ min: -2, max: 4 }), fc.constantFrom(0, 0.5)))
    const above = fc.constantFrom(0, 1, Number.NEGATIVE_INFINITY)
    fc.assert(
      fc.property(scores, fc.integer({ min: 1, max: 7 }), above, (values, k, limit) => {
        const wanted = naive(values, k, limit)
        expect(bestHits(Float64Array.from(values), k, limit)).toEqual(wanted)
        const hits = values
          .map((score, position) => ({ position, score }))
          .filter(({ score }) => score > limit)
        expect(cutHits(hits.toReversed(), k)).toEqual(wanted)
      }),
    )
  })
})

describe('poolPositions', () => {
  it('finds names and aliases once each and passes over the rest', () => {
    expect(poolPositions(catalog, ['c', 'bee', 'x', 'b'])).toEqual([1, 2])
  })
})

describe('toRanking', () => {
  it('names tools by position', () => {
    expect(toRanking(catalog, [{ position: 2, score: 1 }])).toEqual([{ name: 'c', score: 1 }])
  })
})
