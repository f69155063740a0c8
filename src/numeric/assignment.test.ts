import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bestAssignment } from './assignment.js'

const assign = (weights: readonly (readonly number[])[]) =>
  bestAssignment({
    rows: weights.length,
    columns: weights[0]?.length ?? 0,
    weightOf: (row, column) => weights[row]?.[column] ?? 0,
  })

const worth = (weights: readonly (readonly number[])[], columns: ArrayLike<number>): number =>
  weights.reduce((sum, row, index) => sum + (row[columns[index] as number] ?? 0), 0)

/** The greatest sum by trying everything. */
function greatest(weights: readonly (readonly number[])[], taken: ReadonlySet<number> = new Set()): number {
  const [row, ...rest] = weights
  if (row === undefined) return 0
  let best = greatest(rest, taken)
  for (const [column, weight] of row.entries()) {
    if (!taken.has(column)) best = Math.max(best, weight + greatest(rest, new Set([...taken, column])))
  }
  return best
}

describe('bestAssignment', () => {
  it('gives up the best single pair where two good ones are worth more', () => {
    expect([
      ...assign([
        [9, 8],
        [8, 1],
      ]),
    ]).toEqual([1, 0])
  })

  it('leaves rows or columns over when there are too many', () => {
    expect([...assign([[1], [5], [3]])]).toEqual([-1, 0, -1])
    expect([...assign([[1, 5, 3]])]).toEqual([1])
    expect([...assign([])]).toEqual([])
  })

  it('finds the greatest sum, one to one, as large as the smaller side', () => {
    const matrix = fc
      .tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 5 }))
      .chain(([rows, columns]) =>
        fc.array(fc.array(fc.integer({ min: 0, max: 6 }), { minLength: columns, maxLength: columns }), {
          minLength: rows,
          maxLength: rows,
        }),
      )
    fc.assert(
      fc.property(matrix, (weights) => {
        const columns = [...assign(weights)]
        const given = columns.filter((column) => column !== -1)
        expect(new Set(given).size).toBe(given.length)
        expect(given.length).toBe(Math.min(weights.length, weights[0]?.length ?? 0))
        expect(worth(weights, columns)).toBe(greatest(weights))
      }),
    )
  })

  it('is exact for weights of very different size', () => {
    const weights = [
      [1_000_000_001, 1_000_000_000, 0],
      [1_000_000_000, 1, 0],
      [3, 2, 1],
    ]
    expect(worth(weights, assign(weights))).toBe(2_000_000_001)
  })

  it('ends on a large square of nothing but ties', () => {
    const size = 300
    const columns = bestAssignment({
      rows: size,
      columns: size,
      weightOf: (row, column) => (row + column) % 3,
    })
    expect(new Set(columns).size).toBe(size)
  })
})
