import { describe, expect, it } from 'vitest'
import { ExactNumber, type JsonValue, parseJson, writeJson } from '../text/json.js'
import { givenJson, givenOfJson } from './given-json.js'
import type { GivenArgument } from './pack.js'
import type { PlanValue } from './plan-value.js'
import { jsonOfPlanValue, planValueOfJson } from './plan-value-of-json.js'
import type { ToolResult } from './tool-result.js'

const result: ToolResult = {
  kind: 'result',
  id: 'r9',
  tool: 't',
  summary: '',
  rows: { count: 0, columns: [], value: () => null, rowId: () => '' },
}
const json = (text: string): JsonValue => {
  const reading = parseJson(text)
  if (reading.kind === 'fault') throw new Error(reading.fault.reason)
  return reading.value
}

describe('givenJson', () => {
  it.each<readonly [GivenArgument, string]>([
    [{ kind: 'none' }, 'null'],
    [{ kind: 'boolean', value: true }, 'true'],
    [{ kind: 'text', value: 'a"b' }, '"a\\"b"'],
    [{ kind: 'integer', value: 12n }, '12'],
    [{ kind: 'integer', value: -(2n ** 70n) }, '-1180591620717411303424'],
    [{ kind: 'float', value: 4 }, '4.0'],
    [{ kind: 'float', value: -0 }, '-0.0'],
    [{ kind: 'float', value: 2.5 }, '2.5'],
    [{ kind: 'float', value: 1e21 }, '1e+21'],
    [{ kind: 'float', value: Number.NaN }, '"nan"'],
    [{ kind: 'float', value: Number.POSITIVE_INFINITY }, '"inf"'],
    [{ kind: 'float', value: Number.NEGATIVE_INFINITY }, '"-inf"'],
    [{ kind: 'list', items: [{ kind: 'none' }, { kind: 'float', value: 1 }] }, '[null,1.0]'],
    [
      {
        kind: 'dict',
        entries: [
          [
            { kind: 'text', value: '__proto__' },
            { kind: 'integer', value: 1n },
          ],
          [
            { kind: 'integer', value: 2n },
            { kind: 'boolean', value: false },
          ],
          [{ kind: 'list', items: [{ kind: 'text', value: 'a' }] }, { kind: 'none' }],
        ],
      },
      '{"__proto__":1,"2":false,"[\\"a\\"]":null}',
    ],
    [{ kind: 'result', result }, '{"$result":"r9"}'],
  ])('writes case %#', (argument, text) => {
    // Whole numbers come first among the members of an object.
    expect(JSON.parse(writeJson(givenJson(argument)))).toEqual(JSON.parse(text))
    if (argument.kind !== 'dict') expect(writeJson(givenJson(argument))).toBe(text)
  })
})

describe('givenOfJson', () => {
  it.each<readonly [string, GivenArgument]>([
    ['null', { kind: 'none' }],
    ['false', { kind: 'boolean', value: false }],
    ['"1"', { kind: 'text', value: '1' }],
    ['12', { kind: 'integer', value: 12n }],
    ['-7', { kind: 'integer', value: -7n }],
    ['9007199254740993', { kind: 'integer', value: 9007199254740993n }],
    ['-9007199254740993', { kind: 'integer', value: -9007199254740993n }],
    ['1.0', { kind: 'float', value: 1 }],
    ['1.5', { kind: 'float', value: 1.5 }],
    ['1e3', { kind: 'float', value: 1000 }],
    [
      '[1, "a"]',
      {
        kind: 'list',
        items: [
          { kind: 'integer', value: 1n },
          { kind: 'text', value: 'a' },
        ],
      },
    ],
    [
      '{"k": [null]}',
      {
        kind: 'dict',
        entries: [
          [
            { kind: 'text', value: 'k' },
            { kind: 'list', items: [{ kind: 'none' }] },
          ],
        ],
      },
    ],
  ])('reads %s', (text, argument) => {
    expect(givenOfJson(json(text))).toEqual(argument)
  })

  it('reads digits beyond all counting as a float, and numbers of a double by their digits', () => {
    expect(givenOfJson(new ExactNumber('1'.repeat(1000)))).toEqual({
      kind: 'integer',
      value: BigInt('1'.repeat(1000)),
    })
    expect(givenOfJson(new ExactNumber('1'.repeat(1001)))).toEqual({
      kind: 'float',
      value: Number.POSITIVE_INFINITY,
    })
    expect(givenOfJson(1e20)).toEqual({ kind: 'integer', value: 10n ** 20n })
    expect(givenOfJson(1e21)).toEqual({ kind: 'float', value: 1e21 })
    expect(givenOfJson(-1e21)).toEqual({ kind: 'float', value: -1e21 })
    expect(givenOfJson(0.5)).toEqual({ kind: 'float', value: 0.5 })
  })
})

describe('values of plans and JSON', () => {
  it.each<readonly [string, PlanValue]>([
    ['null', null],
    ['true', true],
    ['"a"', 'a'],
    ['3', 3n],
    ['3.0', 3],
    ['2.5', 2.5],
    ['-9007199254740993', -9007199254740993n],
    ['[1,[2.0]]', { kind: 'list', items: [1n, { kind: 'list', items: [2] }] }],
    [
      '{"a":1,"b":{}}',
      {
        kind: 'dict',
        entries: [
          ['a', 1n],
          ['b', { kind: 'dict', entries: [] }],
        ],
      },
    ],
  ])('%s is read and written alike', (text, value) => {
    expect(planValueOfJson(json(text))).toEqual(value)
    expect(writeJson(jsonOfPlanValue(value))).toBe(text)
  })

  it('have no digits without end, and keys that are no texts as their JSON', () => {
    expect(planValueOfJson(new ExactNumber('1'.repeat(1000)))).toBe(BigInt('1'.repeat(1000)))
    expect(planValueOfJson(new ExactNumber('1'.repeat(1001)))).toBe(Number.POSITIVE_INFINITY)
    expect(planValueOfJson(2 ** 53)).toBe(2 ** 53)
    const tuple: PlanValue = { kind: 'tuple', items: [1n, null] }
    expect(writeJson(jsonOfPlanValue(tuple))).toBe('[1,null]')
    expect(writeJson(jsonOfPlanValue(result))).toBe('{"$result":"r9"}')
    expect(
      writeJson(
        jsonOfPlanValue({
          kind: 'dict',
          entries: [
            [tuple, 1n],
            [true, 2n],
          ],
        }),
      ),
    ).toBe('{"[1,null]":1,"true":2}')
  })
})
