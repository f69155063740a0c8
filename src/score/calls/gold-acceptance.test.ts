import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { goldArguments } from '../../benchmark/gold-value.js'
import { type JsonObject, type JsonValue, parseJson } from '../../text/json.js'
import { acceptsMember } from './gold-acceptance.js'

const accepts = (gold: JsonValue, actual: JsonValue | undefined): boolean => {
  const member = goldArguments({ x: gold }, 'test').get('x')
  if (member === undefined) throw new Error('no argument')
  return acceptsMember(member, actual)
}

describe('acceptsMember', () => {
  it('takes any of the acceptable values, by the ordinary rules', () => {
    expect(accepts({ $oneOf: ['Cusco', 'Cuzco'] }, 'Cuzco')).toBe(true)
    expect(accepts({ $oneOf: ['Cusco', 'Cuzco'] }, 'cusco')).toBe(false)
    expect(accepts({ $oneOf: ['Cusco'] }, undefined)).toBe(false)
    expect(accepts({ $oneOf: [{ a: 1, b: 2 }, 7] }, { b: 2, a: 1 })).toBe(true)
  })

  it('lets an argument be absent only where gold says so', () => {
    expect(accepts({ $oneOf: [1, { $absent: true }] }, undefined)).toBe(true)
    expect(accepts({ $oneOf: [1, { $absent: true }] }, null)).toBe(false)
    expect(accepts({ $absent: true }, undefined)).toBe(true)
    expect(accepts({ $absent: true }, 1)).toBe(false)
    expect(accepts({ a: { $oneOf: [1, { $absent: true }] }, b: 2 }, { b: 2 })).toBe(true)
    expect(accepts({ a: { $oneOf: [1, { $absent: true }] }, b: 2 }, { a: 3, b: 2 })).toBe(false)
  })

  it('refuses members that gold does not have', () => {
    expect(accepts({ a: { $oneOf: [1, 2] } }, { a: 1, c: 3 })).toBe(false)
    expect(accepts({ a: { $oneOf: [1, 2] } }, { a: 1 })).toBe(true)
    expect(accepts({ a: { $oneOf: [1, 2] } }, [1])).toBe(false)
  })

  it('takes a set in any order, each element as often as written, and makes room', () => {
    expect(accepts({ $set: [1, 2, 2] }, [2, 1, 2])).toBe(true)
    expect(accepts({ $set: [1, 2, 2] }, [2, 1, 1])).toBe(false)
    expect(accepts({ $set: [1, 2] }, [1, 2, 2])).toBe(false)
    expect(accepts({ $set: [] }, [])).toBe(true)
    expect(accepts({ $set: [] }, {})).toBe(false)
    expect(accepts({ $set: [{ $oneOf: [1, 2] }, 1] }, [1, 2])).toBe(true)
    expect(accepts([{ $set: ['a', 'b'] }, 'c'], [['b', 'a'], 'c'])).toBe(true)
  })

  it('takes other spellings of a date only where gold says so', () => {
    expect(accepts('2031-05-01', '2031-5-1')).toBe(false)
    expect(accepts({ $date: '2031-05-01' }, '2031-5-1')).toBe(true)
    expect(accepts({ $date: '2031-05-01' }, '2031-05-02')).toBe(false)
    expect(accepts({ $date: '2031-05-01' }, 20310501)).toBe(false)
    expect(accepts({ $oneOf: [{ $date: '2031-05-01T00:00Z' }, 'today'] }, '2031-05-01T02:00+02:00')).toBe(
      true,
    )
  })

  it('takes any permutation of a set, and what is no permutation never', () => {
    const numbers = fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 8 })
    fc.assert(
      fc.property(numbers, numbers, fc.infiniteStream(fc.nat()), (gold, actual, noise) => {
        const isSame = JSON.stringify([...gold].sort()) === JSON.stringify([...actual].sort())
        expect(accepts({ $set: gold }, actual)).toBe(isSame)
        const shuffled = [...gold].sort(() => ((noise.next().value as number) % 2 === 0 ? 1 : -1))
        expect(accepts({ $set: gold }, shuffled)).toBe(true)
      }),
    )
  })

  it('takes time in proportion to gold times actual, however hostile', () => {
    const nested = (depth: number): JsonObject =>
      depth === 0 ? { a: 1 } : { $set: [nested(depth - 1), nested(depth - 1)] }
    const reading = parseJson('['.repeat(60) + ']'.repeat(60))
    const deep = reading.kind === 'value' ? reading.value : null
    expect(accepts(nested(8), deep)).toBe(false)
    expect(
      accepts(
        { $set: Array.from({ length: 600 }, (_, index) => index) },
        Array.from({ length: 600 }, (_, index) => 599 - index),
      ),
    ).toBe(true)
  })
})
