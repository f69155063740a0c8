import { describe, expect, it } from 'vitest'
import { ExactNumber } from '../../text/json.js'
import { duckValue } from './duckdb-value.js'

/* Values have the shapes that the slow tests see in the real database. */
describe('duckValue', () => {
  it('keeps what JSON knows', () => {
    expect([true, 'a', 1.5, null, undefined].map((value) => duckValue(value))).toEqual([
      true,
      'a',
      1.5,
      null,
      null,
    ])
  })
  it('keeps every digit of whole numbers and decimals', () => {
    expect(duckValue(7n)).toBe(7)
    expect(duckValue(12345678901234567890n)).toEqual(new ExactNumber('12345678901234567890'))
    expect(duckValue({ scale: 2, toString: () => '-1.10' })).toEqual(new ExactNumber('-1.10'))
  })
  it('gives lists, structs and maps as JSON, a map of other keys as text', () => {
    expect(duckValue({ items: [1n, { items: [null] }] })).toEqual([1, [null]])
    expect(duckValue({ entries: { a: 1, b: 'x' } })).toEqual({ a: 1, b: 'x' })
    expect(duckValue({ entries: [{ key: '__proto__', value: 2n }] })).toEqual(
      Object.assign(Object.create(null), JSON.parse('{"__proto__":2}')),
    )
    const odd = { entries: [{ key: 1n, value: 2n }], toString: () => '{1: 2}' }
    expect(duckValue(odd)).toBe('{1: 2}')
  })
  it('spells what JSON does not know, and what is nested too deep', () => {
    expect([Number.NaN, Number.NEGATIVE_INFINITY].map((value) => duckValue(value))).toEqual([
      'NaN',
      '-Infinity',
    ])
    expect(duckValue({ micros: 1n, toString: () => '2026-11-30 18:00:00' })).toBe('2026-11-30 18:00:00')
    let deep: unknown = 1
    for (let level = 0; level < 100_000; level++) deep = { items: [deep], toString: () => 'deep' }
    expect(JSON.stringify(duckValue(deep))).toContain('"deep"')
  })
})
