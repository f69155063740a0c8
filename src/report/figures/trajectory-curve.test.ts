import { describe, expect, it } from 'vitest'
import type { TrajectoryRow } from '../../ladder/trajectory/trajectory-rows.js'
import { trajectoryCurve } from './trajectory-curve.js'

const row = (name: string, p: number, more: Partial<TrajectoryRow> = {}): TrajectoryRow => {
  const known = { atLeast: p, atMost: p }
  return {
    name,
    geometricMean: known,
    median: known,
    min: { atLeast: p / 10, atMost: p / 10 },
    max: known,
    wellFormed: { right: 0, n: 0 },
    lenient: { right: 0, n: 0 },
    ...more,
  }
}

describe('trajectoryCurve', () => {
  it('draws one place a checkpoint, by steps where all tell theirs', () => {
    const svg = trajectoryCurve([
      row('base', 1e-5, { step: 0, phase: 'web' }),
      row('tuned', 0.9, { step: 2000, phase: 'tools' }),
    ])
    expect(svg).toMatch(/^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/)
    expect(svg).toContain('optimiser steps')
    expect(svg).toContain('>base<')
    expect(svg).toContain('>tools<')
  })

  it('stands on names that are markup, on bounds, zeros and nothing', () => {
    const svg = trajectoryCurve([
      row('<script>alert(1)</script>', 0, { geometricMean: { atLeast: 0, atMost: 0 } }),
      row('b', 0.2, { geometricMean: { atLeast: 0, atMost: 0.2 } }),
    ])
    expect(svg).not.toContain('<script>')
    expect(svg).not.toContain('NaN')
    expect(svg).toContain('checkpoint')
    expect(trajectoryCurve([])).toMatch(/^<svg /)
  })
})
