import { describe, expect, it } from 'vitest'
import { clopperPearsonInterval } from '../../src/stats/clopper-pearson.js'
import { trendMarks } from '../generators/trend-runs.js'

/* 8 runs of 500 items in clusters of 5; seeds are fixed, so that these are the figures of docs/figures.md. */
describe('marks of `assay trend`', () => {
  it('stand in about 5 % of series without a change at most', () => {
    const series = 600
    let marked = 0
    for (let seed = 0; seed < series; seed++) if (trendMarks(() => 0.7, seed).length > 0) marked++
    expect(marked).toBe(27)
    expect(clopperPearsonInterval({ successes: marked, n: series })[1]).toBeLessThan(0.07)
  })

  it('find a lasting drop of ten points four times in five', () => {
    const series = 100
    let found = 0
    let own = 0
    for (let seed = 1000; seed < 1000 + series; seed++) {
      const marks = trendMarks((run) => (run < 4 ? 0.7 : 0.62), seed)
      if (marks.length > 0) found++
      if (marks.includes('r04')) own++
    }
    expect([found, own]).toEqual([85, 55])
  })
})
