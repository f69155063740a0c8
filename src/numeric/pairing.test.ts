import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canPairAll } from './pairing.js'

const pairs = (table: readonly (readonly boolean[])[], right: number): boolean =>
  canPairAll({ left: table.length, right, fits: (member, other) => table[member]?.[other] === true })

function tryAll(table: readonly (readonly boolean[])[], taken: ReadonlySet<number> = new Set()): boolean {
  const [first, ...rest] = table
  if (first === undefined) return true
  return first.some((fits, other) => fits && !taken.has(other) && tryAll(rest, new Set([...taken, other])))
}

describe('canPairAll', () => {
  it('moves a flexible member along', () => {
    expect(
      pairs(
        [
          [true, true],
          [true, false],
        ],
        2,
      ),
    ).toBe(true)
    expect(
      pairs(
        [
          [true, false],
          [true, false],
        ],
        2,
      ),
    ).toBe(false)
  })

  it('holds for nobody, and not for more than there are', () => {
    expect(pairs([], 0)).toBe(true)
    expect(pairs([[true], [true]], 1)).toBe(false)
  })

  it('agrees with trying everything', () => {
    const table = fc
      .integer({ min: 0, max: 6 })
      .chain((right) =>
        fc.tuple(
          fc.constant(right),
          fc.array(fc.array(fc.boolean(), { minLength: right, maxLength: right }), { maxLength: 6 }),
        ),
      )
    fc.assert(
      fc.property(table, ([right, rows]) => {
        expect(pairs(rows, right)).toBe(tryAll(rows))
      }),
    )
  })

  it('follows a chain as long as the list', () => {
    const size = 3000
    const fits = (member: number, other: number): boolean => other === member || other === member + 1
    const last = (member: number, other: number): boolean =>
      member === size - 1 ? other === 0 : fits(member, other)
    expect(canPairAll({ left: size, right: size, fits: last })).toBe(true)
    expect(
      canPairAll({ left: size, right: size, fits: (member, other) => last(member, other) && other !== 7 }),
    ).toBe(false)
  })
})
