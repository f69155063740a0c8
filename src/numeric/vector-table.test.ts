import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomStream } from './random.js'
import { type Neighbour, VectorTable } from './vector-table.js'

/** Every row multiplied out: what the table must give. */
function naive(rows: readonly Float32Array[], query: Float32Array, k: number): readonly Neighbour[] {
  const all = rows.map((row, index) => ({
    row: index,
    score: row.reduce((sum, value, at) => sum + value * (query[at] ?? 0), 0),
  }))
  all.sort((left, right) => right.score - left.score || left.row - right.row)
  const last = all[Math.min(k, all.length) - 1]
  return all.filter(({ score }) => last !== undefined && score >= last.score)
}

function tableOf(rows: readonly Float32Array[], dimensions: number): VectorTable {
  const vectors = new Float32Array(rows.length * dimensions)
  for (const [index, row] of rows.entries()) vectors.set(row, index * dimensions)
  return new VectorTable(vectors, dimensions)
}

function unit(values: readonly number[]): Float32Array {
  const length = Math.hypot(...values)
  return Float32Array.from(values, (value) => value / length)
}

describe('VectorTable', () => {
  it('finds by hand: the axes before what lies between them', () => {
    const rows = [unit([1, 0]), unit([1, 1]), unit([0, 1]), unit([-1, 0])]
    const [found] = tableOf(rows, 2).nearest([unit([1, 0])], 2)
    expect(found).toEqual([
      { row: 0, score: 1 },
      { row: 1, score: expect.closeTo(Math.SQRT1_2, 7) },
    ])
  })

  it('gives everything that ties with the k-th', () => {
    const same = unit([3, 1, 2])
    const rows = [unit([1, 0, 0]), same, same, unit([0, 1, 0]), same]
    const [found] = tableOf(rows, 3).nearest([same], 1)
    expect(found?.map(({ row }) => row)).toEqual([1, 2, 4])
    expect(new Set(found?.map(({ score }) => score)).size).toBe(1)
  })

  it('has nothing in an empty table and no more than there is', () => {
    expect(new VectorTable(new Float32Array(0), 3).nearest([unit([1, 0, 0])], 5)).toEqual([[]])
    expect(tableOf([unit([1, 2])], 2).nearest([unit([1, 1])], 50)).toHaveLength(1)
  })

  it.each([
    { name: 'many dimensions', dimensions: 3072, rows: 40, spread: 1 },
    { name: 'more than one block of rows', dimensions: 20, rows: 2500, spread: 1 },
    { name: 'vectors that hardly differ', dimensions: 48, rows: 1500, spread: 1e-4 },
    { name: 'one value that outshines the rest', dimensions: 64, rows: 1200, spread: 30 },
  ])('finds what multiplying out finds: $name', ({ dimensions, rows: count, spread }) => {
    const random = randomStream(1, `vector table ${dimensions}`)
    const centre = Array.from({ length: dimensions }, () => random.uniform() - 0.5)
    const draw = (): Float32Array => {
      const values = centre.map((value) => value + spread * (random.uniform() - 0.5))
      if (spread > 1) values[random.below(dimensions)] = 100
      return unit(values)
    }
    const rows = Array.from({ length: count }, draw)
    const queries = Array.from({ length: 7 }, draw)
    const table = tableOf(rows, dimensions)
    for (const k of [1, 10, 100]) {
      expect(table.nearest(queries, k)).toEqual(queries.map((query) => naive(rows, query, k)))
    }
  })

  it('finds what multiplying out finds, ties and all', () => {
    const dimensions = 5
    const vector = fc
      .array(fc.integer({ min: -3, max: 3 }), { minLength: dimensions, maxLength: dimensions })
      .filter((values) => values.some((value) => value !== 0))
      .map(unit)
    fc.assert(
      fc.property(
        fc.array(vector, { maxLength: 30 }),
        fc.array(vector, { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 8 }),
        (rows, queries, k) => {
          expect(tableOf(rows, dimensions).nearest(queries, k)).toEqual(
            queries.map((query) => naive(rows, query, k)),
          )
        },
      ),
    )
  })

  it('allows for what rounding does to the query', () => {
    // Rounded to 16 bits the query is 32767, 1, 1, 1, for which the second row is ahead; in full, the first is.
    const rows = [
      [127, 1, 0, 0],
      [127, 0, 1, 1],
      [-127, -1, 0, 0],
      [-127, 0, -1, -1],
    ].map((row) => Float32Array.from(row))
    const query = Float32Array.from([32_767, 1.45, 0.6, 0.6], (value) => value / 32_767)
    expect(tableOf(rows, 4).nearest([query], 1)).toEqual([naive(rows, query, 1)])
    expect(naive(rows, query, 1).map(({ row }) => row)).toEqual([0])
  })

  it('gives a query the same result alone and among hundreds', () => {
    const random = randomStream(1, 'vector table, batches')
    const draw = (): Float32Array => unit(Array.from({ length: 32 }, () => random.uniform() - 0.5))
    const rows = Array.from({ length: 300 }, draw)
    const queries = Array.from({ length: 600 }, draw)
    const table = tableOf(rows, 32)
    const together = table.nearest(queries, 5)
    for (const at of [0, 255, 256, 599]) {
      expect(table.nearest(queries.slice(at, at + 1), 5)).toEqual([together[at]])
    }
  })

  it('says when the vectors cannot be addressed', () => {
    // Only the sizes matter here: an array of this length is never touched.
    const vectors = { length: 4_000_000 * 2048 } as Float32Array
    expect(() => new VectorTable(vectors, 2048)).toThrow(/4 GiB[^]*fix:/)
  })
})
