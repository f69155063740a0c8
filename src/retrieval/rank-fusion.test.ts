import { describe, expect, it } from 'vitest'
import { fuseRankings } from './rank-fusion.js'
import type { Ranking } from './retriever.js'

const ranking = (...entries: readonly (readonly [string, number])[]): Ranking =>
  entries.map(([name, score]) => ({ name, score }))

describe('fuseRankings', () => {
  it('adds by hand 1/(60 + rank)', () => {
    const fused = fuseRankings([ranking(['a', 9], ['b', 5]), ranking(['b', 0.3], ['c', 0.2])], {
      k: 60,
      weights: [1, 1],
    })
    expect(fused.get('a')).toBeCloseTo(1 / 61, 10)
    expect(fused.get('b')).toBeCloseTo(1 / 62 + 1 / 61, 10)
    expect(fused.get('c')).toBeCloseTo(1 / 62, 10)
  })
  it('gives tied tools the mean of their ranks', () => {
    const fused = fuseRankings([ranking(['a', 2], ['b', 1], ['c', 1], ['d', 0])], { k: 60, weights: [1] })
    expect(fused.get('b')).toBeCloseTo(1 / 62.5, 10)
    expect(fused.get('c')).toBe(fused.get('b'))
    expect(fused.get('d')).toBeCloseTo(1 / 64, 10)
  })
  it('weighs the rankings', () => {
    const fused = fuseRankings([ranking(['a', 1]), ranking(['b', 1])], { k: 0, weights: [1, 3] })
    expect(fused).toEqual(
      new Map([
        ['a', 1],
        ['b', 3],
      ]),
    )
  })
  it('lets tools that swap their ranks in three rankings tie', () => {
    const names = ['a', 'b', 'c'] as const
    const turned = (by: number): Ranking =>
      ranking(...names.map((_, at) => [names[(at + by) % 3] ?? '', 9 - at] as const))
    const fused = fuseRankings([turned(0), turned(1), turned(2)], { k: 60, weights: [1, 1, 1] })
    expect(new Set(fused.values()).size).toBe(1)
  })
  it('has nothing to say of nothing', () => {
    expect(fuseRankings([[], []], { k: 60, weights: [1, 1] }).size).toBe(0)
  })
})
