import { describe, expect, it } from 'vitest'
import { type TrajectoryRow, trajectoryCsv } from '../../ladder/trajectory/trajectory-rows.js'
import { readTrajectory } from './trajectory-file.js'

describe('readTrajectory', () => {
  it('reads back what the ladder wrote', () => {
    const rows: readonly TrajectoryRow[] = [
      {
        name: 'step, "10"',
        phase: 'one',
        step: 10,
        geometricMean: { atLeast: 0, atMost: 1e-9 },
        min: { atLeast: 0.5, atMost: 0.5 },
        gatingAuc: 0.75,
        wellFormed: { right: 2, n: 6 },
        lenient: { right: 0, n: 0 },
        weights: 'BF16',
      },
      { name: 'last', wellFormed: { right: 0, n: 0 }, lenient: { right: 0, n: 0 } },
    ]
    expect(readTrajectory([...trajectoryCsv(rows)].join(''))).toEqual(rows)
  })
  it('takes nothing from another file', () => {
    expect(readTrajectory('a,b\n1,2\n')).toEqual([])
    expect(readTrajectory('"open')).toEqual([])
    expect(readTrajectory('')).toEqual([])
  })
})
