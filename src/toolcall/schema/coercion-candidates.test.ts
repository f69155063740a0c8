import { describe, expect, it } from 'vitest'
import { parsedJson } from '../../../test/generators/parsed-json.js'
import { type JsonValue, writeJson } from '../../text/json.js'
import { candidatesFor, replacedAt, valueAt } from './coercion-candidates.js'

function told(value: JsonValue, members: readonly JsonValue[] = []): readonly string[] {
  return candidatesFor(value, members).map(
    ({ kind, value: made }) => `${kind} ${made === undefined ? 'nothing' : writeJson(made)}`,
  )
}

describe('candidatesFor', () => {
  it.each<readonly [string, readonly string[]]>([
    ['"5"', ['string-to-integer 5', 'single-to-array ["5"]']],
    ['" -5 "', ['string-to-integer -5', 'single-to-array [" -5 "]']],
    ['"5.0"', ['string-to-number 5.0', 'single-to-array ["5.0"]']],
    ['"1e3"', ['string-to-number 1e3', 'single-to-array ["1e3"]']],
    ['"1E+3"', ['string-to-number 1E+3', 'single-to-array ["1E+3"]']],
    ['"0.5e-7"', ['string-to-number 0.5e-7', 'single-to-array ["0.5e-7"]']],
    ['"0"', ['string-to-integer 0', 'single-to-array ["0"]']],
    ['"05"', ['single-to-array ["05"]']],
    ['"5."', ['single-to-array ["5."]']],
    ['".5"', ['single-to-array [".5"]']],
    ['"+5"', ['single-to-array ["+5"]']],
    ['"5 x"', ['single-to-array ["5 x"]']],
    ['"x5"', ['single-to-array ["x5"]']],
    ['"TRUE"', ['string-to-boolean true', 'single-to-array ["TRUE"]']],
    ['" false"', ['string-to-boolean false', 'single-to-array [" false"]']],
    ['"Null"', ['string-to-null null', 'single-to-array ["Null"]']],
    ['"None"', ['string-to-null null', 'single-to-array ["None"]']],
    ['"nil"', ['single-to-array ["nil"]']],
    ['" [1] "', ['string-to-array [1]', 'single-to-array [" [1] "]']],
    ['"{}"', ['string-to-object {}', 'single-to-array ["{}"]']],
    ['"{"', ['single-to-array ["{"]']],
    ['"x{}"', ['single-to-array ["x{}"]']],
    ['5', ['number-to-string "5"', 'single-to-array [5]']],
    ['0', ['number-to-string "0"', 'number-to-boolean false', 'single-to-array [0]']],
    ['1', ['number-to-string "1"', 'number-to-boolean true', 'single-to-array [1]']],
    ['1.0', ['integer-spelling 1', 'number-to-string "1.0"', 'single-to-array [1.0]']],
    ['-2.50e1', ['integer-spelling -25', 'number-to-string "-2.50e1"', 'single-to-array [-2.50e1]']],
    ['0.0', ['integer-spelling 0', 'number-to-string "0.0"', 'single-to-array [0.0]']],
    ['1.5', ['number-to-string "1.5"', 'single-to-array [1.5]']],
    [
      '12e22',
      ['integer-spelling 120000000000000000000000', 'number-to-string "12e22"', 'single-to-array [12e22]'],
    ],
    ['1e500', ['number-to-string "1e500"', 'single-to-array [1e500]']],
    ['true', ['boolean-to-string "true"', 'boolean-to-integer 1', 'single-to-array [true]']],
    ['false', ['boolean-to-string "false"', 'boolean-to-integer 0', 'single-to-array [false]']],
    ['null', ['null-to-absent nothing', 'null-to-string "null"', 'single-to-array [null]']],
    ['{"a":1}', ['single-to-array [{"a":1}]']],
    ['[1]', ['array-to-single 1']],
    ['[null]', ['array-to-single null']],
    ['[]', []],
    ['[1,2]', []],
  ])('for %s: %j', (text, expected) => {
    expect(told(parsedJson(text))).toEqual(expected)
  })

  it('writes out an integer of up to 400 digits', () => {
    expect(told(parsedJson('1.0e399'))[0]).toBe(`integer-spelling 1${'0'.repeat(399)}`)
    expect(told(parsedJson('1.0e400'))[0]).toBe('number-to-string "1.0e400"')
  })

  it.each<readonly [string, readonly JsonValue[], string | undefined]>([
    ['Celsius', ['celsius', 'kelvin'], 'letter-case "celsius"'],
    [' celsius ', ['celsius'], 'white-space "celsius"'],
    ['light \n rain', ['light rain'], 'white-space "light rain"'],
    ['Light  Rain', ['light rain'], 'letter-case-and-white-space "light rain"'],
    ['celsius', ['celsius'], undefined],
    ['celsius', ['kelvin', 5, null], undefined],
    ['A', ['a', 'a '], undefined],
    ['lightrain', ['light rain'], undefined],
  ])('for %j among %j: %s', (text, members, expected) => {
    const [first] = told(text, members)
    expect(first === `single-to-array [${JSON.stringify(text)}]` ? undefined : first).toBe(expected)
  })

  it('reads texts of up to 100,000 characters', () => {
    const long = (length: number): string => `[${' '.repeat(length - 2)}]`
    expect(told(long(100_000))[0]).toBe('string-to-array []')
    expect(told(long(100_001))).toHaveLength(1)
    expect(told(`A${' '.repeat(99_999)}`, ['a'])[0]).toBe('letter-case-and-white-space "a"')
    expect(told(`A${' '.repeat(100_000)}`, ['a'])).toHaveLength(1)
  })
})

describe('replacedAt', () => {
  it.each<readonly [string, readonly string[], JsonValue | undefined, string]>([
    ['1', [], 2, '2'],
    ['{"a":1,"b":2}', ['a'], 3, '{"a":3,"b":2}'],
    ['{"a":1,"b":2}', ['a'], undefined, '{"b":2}'],
    ['{"a":1}', ['c'], 3, '{"a":1}'],
    ['[1,2]', ['1'], 3, '[1,3]'],
    ['[1,2]', ['0'], undefined, '[null,2]'],
    ['{"a":[{"b":1}]}', ['a', '0', 'b'], 'x', '{"a":[{"b":"x"}]}'],
    ['1.50', ['a'], 2, '1.50'],
    ['"x"', ['a'], 2, '"x"'],
    ['null', ['a'], 2, 'null'],
  ])('in %s at %j', (text, keys, replacement, expected) => {
    const value = parsedJson(text)
    const replaced = replacedAt(value, keys, replacement)
    expect(replaced === undefined ? undefined : writeJson(replaced)).toBe(expected)
    expect(writeJson(value)).toBe(text)
  })

  it('keeps a member of any name, and makes nothing of the whole', () => {
    const replaced = replacedAt(parsedJson('{"__proto__":1,"a":1}'), ['a'], 2)
    expect(writeJson(replaced ?? null)).toBe('{"__proto__":1,"a":2}')
    expect(replacedAt(1, [], undefined)).toBeUndefined()
  })
})

describe('valueAt', () => {
  it.each<readonly [string, readonly string[], string | undefined]>([
    ['1', [], '1'],
    ['{"a":[1,{"b":2}]}', ['a', '1', 'b'], '2'],
    ['{"a":null}', ['a'], 'null'],
    ['{"a":1}', ['b'], undefined],
    ['{"a":1}', ['toString'], undefined],
    ['{"a":1}', ['a', 'b'], undefined],
    ['[1]', ['1'], undefined],
    ['[1]', ['x'], undefined],
    ['null', ['a'], undefined],
    ['1.50', ['text'], undefined],
  ])('in %s at %j: %s', (text, keys, expected) => {
    const found = valueAt(parsedJson(text), keys)
    expect(found === undefined ? undefined : writeJson(found)).toBe(expected)
  })
})
