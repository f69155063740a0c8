import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parsedJson } from '../../../../test/generators/parsed-json.js'
import { ExactNumber, type JsonValue, parseJson, writeJson } from '../../../text/json.js'
import {
  dictValue,
  isPythonEqual,
  jsonFromPython,
  type PythonValue,
  pythonDict,
  pythonFromJson,
  pythonRepr,
  pythonType,
} from './python-value.js'

const list = (...items: readonly PythonValue[]): PythonValue => ({ kind: 'list', items })
const tuple = (...items: readonly PythonValue[]): PythonValue => ({ kind: 'tuple', items })
const dict = (...entries: readonly (readonly [PythonValue, PythonValue])[]): PythonValue => ({
  kind: 'dict',
  entries,
})

describe('pythonFromJson', () => {
  it('tells ints from floats by their spelling', () => {
    const types = (text: string): string => {
      const reading = parseJson(text)
      return reading.kind === 'value' ? pythonType(pythonFromJson(reading.value)) : 'fault'
    }
    expect(
      [
        '5',
        '-5',
        '12345678901234567890',
        '5.0',
        '5e0',
        '1e400',
        '0.5',
        'true',
        'null',
        '"5"',
        '[]',
        '{}',
      ].map(types),
    ).toEqual([
      'int',
      'int',
      'int',
      'float',
      'float',
      'float',
      'float',
      'bool',
      'NoneType',
      'str',
      'list',
      'dict',
    ])
    expect(pythonFromJson(new ExactNumber('9'.repeat(5000)))).toMatchObject({ kind: 'other' })
  })

  it('goes back and forth, but for spellings of floats', () => {
    fc.assert(
      // As text: no text of JSON.stringify holds the zero with a sign that fast-check draws.
      fc.property(
        fc.jsonValue().map((one) => JSON.stringify(one)),
        (text) => {
          const value = parsedJson(text)
          const back = jsonFromPython(pythonFromJson(value)) as JsonValue // nothing here is beyond JSON
          expect(isPythonEqual(pythonFromJson(back), pythonFromJson(value))).toBe(true)
          expect(JSON.parse(writeJson(back))).toEqual(JSON.parse(text))
        },
      ),
    )
    expect(jsonFromPython(5.0)).toEqual(new ExactNumber('5.0'))
    expect(jsonFromPython(Number.POSITIVE_INFINITY)).toBeUndefined()
    expect(jsonFromPython(list({ kind: 'other', text: "b'x'" }))).toBeUndefined()
    expect(jsonFromPython(tuple(1n))).toEqual([1])
  })
})

describe('isPythonEqual', () => {
  it.each<[PythonValue, PythonValue]>([
    [1n, true],
    [0, false],
    [5n, 5],
    [list(1n, 2), list(true, 2n)],
    [dict(['a', 1n], ['b', 2n]), dict(['b', 2], ['a', true])],
    [tuple(), tuple()],
  ])('takes %o and %o for one', (left, right) => {
    expect(isPythonEqual(left, right)).toBe(true)
    expect(isPythonEqual(right, left)).toBe(true)
  })

  it.each<[PythonValue, PythonValue]>([
    [1n, '1'],
    [null, false],
    [null, 0n],
    [list(1n), tuple(1n)],
    [9007199254740993n, 9007199254740992],
    [Number.NaN, Number.NaN],
    [dict(['a', 1n]), dict(['a', 1n], ['b', 1n])],
    ['', null],
  ])('keeps %o and %o apart', (left, right) => {
    expect(isPythonEqual(left, right)).toBe(false)
    expect(isPythonEqual(right, left)).toBe(false)
  })
})

describe('pythonDict', () => {
  it('keeps the first of equal keys and the last value', () => {
    const made = pythonDict([
      ['a', 1n],
      [1n, 'x'],
      [true, 'y'],
      ['a', 2n],
    ])
    expect(made?.entries).toEqual([
      ['a', 2n],
      [1n, 'y'],
    ])
    expect(made && dictValue(made, 1.0)).toBe('y')
  })

  it('refuses keys that cannot be hashed', () => {
    expect(pythonDict([[list(), 1n]])).toBeUndefined()
    expect(pythonDict([[tuple(1n, list()), 1n]])).toBeUndefined()
    expect(pythonDict([[tuple(1n, 'a'), 1n]])).toBeDefined()
  })

  it('looks large dicts up as small ones', () => {
    const entries = Array.from({ length: 20_000 }, (_, index) => [`k${index}`, BigInt(index)] as const)
    const made = pythonDict(entries)
    if (made === undefined) throw new Error('no dict')
    for (const [key, value] of entries) expect(dictValue(made, key)).toBe(value)
    expect(dictValue(made, 'k')).toBeUndefined()
  })
})

describe('pythonRepr', () => {
  // What CPython 3.11 prints.
  it.each<[PythonValue, string]>([
    [null, 'None'],
    [true, 'True'],
    [10n ** 20n, '100000000000000000000'],
    [1, '1.0'],
    [1e16, '1e+16'],
    [123456789012345680, '1.2345678901234568e+17'],
    [1e15, '1000000000000000.0'],
    [0.0001, '0.0001'],
    [0.00001, '1e-05'],
    [1.5e-7, '1.5e-07'],
    [-0, '-0.0'],
    [0.1, '0.1'],
    [0.00012345, '0.00012345'],
    ["it's", '"it\'s"'],
    ['a"b\'c', "'a\"b\\'c'"],
    ['é\u0000\n\t\\', "'é\\x00\\n\\t\\\\'"],
    ['\u2028\u{e0001}', "'\\u2028\\U000e0001'"],
    ['\u00a0 ', "'\\xa0 '"],
    [list(1n, 'a'), "[1, 'a']"],
    [tuple(1n), '(1,)'],
    [tuple(), '()'],
    [dict(['a', null]), "{'a': None}"],
  ])('prints %o', (value, repr) => {
    expect(pythonRepr(value)).toBe(repr)
  })
})
