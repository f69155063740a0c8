import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parsedJson } from '../../../test/generators/parsed-json.js'
import { type JsonValue, numberOf } from '../../text/json.js'
import { DEFAULT_LIMITS } from './limits.js'
import { LimitReached, Run } from './run.js'
import { valueKey } from './value-key.js'

const keyOf = (value: JsonValue): string => valueKey(value, new Run(DEFAULT_LIMITS, false))
const keyOfText = (text: string): string => keyOf(parsedJson(text))

describe('valueKey', () => {
  it('is one for equal values, however they are written', () => {
    expect(keyOfText('{"a":1,"b":[2.0,"x"]}')).toBe(keyOfText('{ "b": [2, "\\u0078"], "a": 1e0 }'))
    expect(keyOfText('-0.0')).toBe(keyOf(0))
  })
  it.each([
    ['1', '"1"'],
    ['1', 'true'],
    ['0', 'false'],
    ['null', '"null"'],
    ['[]', '{}'],
    ['[1,2]', '[2,1]'],
    ['["a","b"]', '["a,b"]'],
    ['[[1],2]', '[[1,2]]'],
    ['{"a":1}', '{"a":1,"b":null}'],
    ['{"a":"b"}', '{"a:":"b"}'],
    ['0.1', '0.10000000000000001'],
    ['9007199254740993', '9007199254740992'],
    ['"é"', '"e\\u0301"'],
    ['"\\ud800"', '"\\ud801"'],
  ])('tells %s from %s', (left, right) => {
    expect(keyOfText(left)).not.toBe(keyOfText(right))
  })
  it('agrees with a comparison member by member', () => {
    const value = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<JsonValue> // plain JSON is JsonValue
    fc.assert(
      fc.property(value, value, (left, right) => {
        expect(keyOf(left) === keyOf(right)).toBe(isSame(left, right))
        expect(keyOf(left)).toBe(keyOf(JSON.parse(JSON.stringify(left)) as JsonValue))
      }),
    )
  })
  it('stops at the limits of its run', () => {
    let deep: JsonValue = 1
    for (let level = 0; level < 100_000; level++) deep = [deep]
    expect(() => keyOf(deep)).toThrow(LimitReached)
    const run = new Run({ ...DEFAULT_LIMITS, maxSteps: 100 }, false)
    expect(() => valueKey('x'.repeat(10_000), run)).toThrow(LimitReached)
    expect(() => valueKey(numberOf('1'.repeat(10_000)), run)).toThrow(LimitReached)
  })
})

function isSame(left: JsonValue, right: JsonValue): boolean {
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) {
    return left === right
  }
  const [one, other] = [Object.entries(left), new Map(Object.entries(right))]
  if (Array.isArray(left) !== Array.isArray(right) || one.length !== other.size) return false
  return one.every(([key, member]) => other.has(key) && isSame(member, other.get(key)))
}
