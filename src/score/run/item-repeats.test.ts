import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { itemRepeats, type RowValues, rowValues } from './item-repeats.js'

const column = (metric: string, values: readonly (number | undefined)[]): RowValues => ({
  metric,
  valueAt: (row) => values[row],
})
const rows = (...variants: readonly (string | undefined)[]) =>
  variants.map((variant, row) => ({ row, variant }))

describe('itemRepeats', () => {
  it('names the metrics in which trials differ', () => {
    expect(
      itemRepeats(rows(undefined, undefined, undefined), [
        column('exact', [1, 0, 1]),
        column('match', [1, 1, 1]),
      ]),
    ).toEqual({ trials: 3, unsteady: ['exact'] })
  })

  it('takes rotations apart: each is asked once here, and nothing is repeated', () => {
    expect(itemRepeats(rows('rotation-0', 'rotation-1'), [column('accuracy', [1, 0])])).toBeUndefined()
  })

  it('compares trials within a rotation alone', () => {
    const asked = rows('r0', 'r1', 'r0', 'r1')
    expect(itemRepeats(asked, [column('accuracy', [1, 0, 1, 0])])).toEqual({ trials: 2, unsteady: [] })
    expect(itemRepeats(asked, [column('accuracy', [1, 0, 0, 0])])?.unsteady).toEqual(['accuracy'])
  })

  it('is absent for one sample, and for none', () => {
    expect(itemRepeats(rows(undefined), [column('exact', [1])])).toBeUndefined()
    expect(itemRepeats([], [])).toBeUndefined()
  })

  it('takes a trial that does not count for one that differs from a trial that does', () => {
    expect(itemRepeats(rows(undefined, undefined), [column('exact', [undefined, 1])])?.unsteady).toEqual([
      'exact',
    ])
  })

  it('does not depend on the order of trials', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(0, 1), { minLength: 2, maxLength: 6 }), (values) => {
        const all = values.map(() => undefined)
        const one = itemRepeats(rows(...all), [column('exact', values)])
        const other = itemRepeats(rows(...all), [column('exact', [...values].reverse())])
        expect(one).toEqual(other)
        expect(one?.unsteady.length).toBe(new Set(values).size - 1)
      }),
    )
  })
})

describe('rowValues', () => {
  it('leaves out what is no plain share, and rows that do not count', () => {
    const measure = (metric: string) => ({
      about: { metric, unit: 'share', better: 'higher', scorer: { name: 's', version: 1 } } as const,
      isShare: true,
      subject: { terms: [{ weight: 1, top: [1, 0, 1], bottom: [1, 1, 0] }], offset: 0 },
      nulls: [],
      whenNothing: 'nothing',
    })
    const read = rowValues([measure('exact'), measure('f1')], [true, false])
    expect(read.map(({ metric }) => metric)).toEqual(['exact'])
    expect([0, 1, 2].map((row) => read[0]?.valueAt(row))).toEqual([1, 0, undefined])
  })
})
