import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parsedJson } from '../../../test/generators/parsed-json.js'
import { writeJson } from '../../text/json.js'
import { isSameValue, valueKey } from './value-equality.js'

// As it was read from text: no text of JSON.stringify holds the zero with a sign that fast-check draws.
const json = fc.jsonValue({ maxDepth: 4 }).map((one) => parsedJson(JSON.stringify(one)))

describe('isSameValue', () => {
  it.each([
    ['5', '5.0'],
    ['5', '5e0'],
    ['10000000000000000000000', '1e22'],
    ['0.5', '0.500'],
    ['-0', '0'],
    ['1e1000', '10e999'],
    ['{"a":1,"b":[2]}', '{"b":[2.0],"a":1}'],
    ['"\\u00e9"', '"é"'],
    ['{"__proto__":1}', '{"__proto__":1.0}'],
    ['[]', '[]'],
  ])('takes %s and %s for one', (left, right) => {
    expect(isSameValue(parsedJson(left), parsedJson(right))).toBe(true)
    expect(valueKey(parsedJson(left))).toBe(valueKey(parsedJson(right)))
  })

  it.each([
    ['9007199254740993', '9007199254740992'],
    ['0.1', '0.10000000000000001'],
    ['1e400', '1e401'],
    ['5', '"5"'],
    ['1', 'true'],
    ['0', 'false'],
    ['null', '"null"'],
    ['null', '0'],
    ['""', 'null'],
    ['[1,2]', '[2,1]'],
    ['[1]', '1'],
    ['[]', '{}'],
    ['{"a":1}', '{"a":1,"b":null}'],
    ['{"a":1}', '{"A":1}'],
    ['{"__proto__":1}', '{}'],
    ['{"toString":1}', '{"a":1}'],
    ['"e\\u0301"', '"é"'],
    ['5.0', '{"text":"5.0"}'],
    ['"\\ud800"', '"\\ud801"'],
  ])('keeps %s and %s apart', (left, right) => {
    expect(isSameValue(parsedJson(left), parsedJson(right))).toBe(false)
    expect(isSameValue(parsedJson(right), parsedJson(left))).toBe(false)
    expect(valueKey(parsedJson(left))).not.toBe(valueKey(parsedJson(right)))
  })

  it('agrees with the key of a value, whatever the values', () => {
    fc.assert(
      fc.property(json, json, (left, right) => {
        expect(isSameValue(left, right)).toBe(valueKey(left) === valueKey(right))
        expect(isSameValue(left, left)).toBe(true)
      }),
    )
  })

  it('does not see how a value was written', () => {
    fc.assert(
      fc.property(json, (one) => {
        expect(isSameValue(parsedJson(writeJson(one, 2)), one)).toBe(true)
      }),
    )
  })
})
