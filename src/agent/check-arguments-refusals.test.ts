import { describe, expect, it } from 'vitest'
import { checkArguments } from './check-arguments.js'
import type { GivenArgument, PackTool, ToolParameter } from './pack.js'
import type { ToolResult } from './tool-result.js'

const result: ToolResult = {
  kind: 'result',
  id: 'r',
  tool: 't',
  summary: '',
  rows: { count: 0, columns: [], value: () => null, rowId: () => '' },
}

/** What a plan would have written, as the executor hands it over. */
const none: GivenArgument = { kind: 'none' }
const flag = (value: boolean): GivenArgument => ({ kind: 'boolean', value })
const int = (value: bigint | number): GivenArgument => ({ kind: 'integer', value: BigInt(value) })
const float = (value: number): GivenArgument => ({ kind: 'float', value })
const text = (value: string): GivenArgument => ({ kind: 'text', value })
const list = (...items: readonly GivenArgument[]): GivenArgument => ({ kind: 'list', items })
const dict: GivenArgument = { kind: 'dict', entries: [[text('a'), int(1)]] }
const found: GivenArgument = { kind: 'result', result }

type Rules = Partial<Omit<ToolParameter, 'name' | 'description'>>

function toolOf(rules: Rules): PackTool {
  const parameter: ToolParameter = { name: 'p', type: 'text', shape: 'one', description: '', ...rules }
  const run = (): never => {
    throw new Error('it is checked only')
  }
  return { name: 'tool', role: 'search', description: '', parameters: [parameter], examples: [], run }
}

function reading(rules: Rules, given: GivenArgument): unknown {
  const checked = checkArguments(toolOf(rules), new Map([['p', given]]))
  return checked.kind === 'fault' ? [checked.reason, checked.message] : checked.values.p
}

const integer: Rules = { type: 'integer' }
const number: Rules = { type: 'number' }
const boolean: Rules = { type: 'boolean' }
const date: Rules = { type: 'date' }
const time: Rules = { type: 'time' }
const any: Rules = { type: 'any' }
const set = (type: ToolParameter['type']): Rules => ({ type, shape: 'set' })
const pair = (type: ToolParameter['type']): Rules => ({ type, shape: 'pair' })
const dozen = Array.from({ length: 12 }, (_, at) => `c${at}`)

describe('what an argument is read as', () => {
  it.each<readonly [Rules, GivenArgument, unknown]>([
    [{}, text('a'), 'a'],
    [{ choices: ['a', 'b'] }, text('b'), 'b'],
    [integer, int(-7), -7],
    [integer, text(' +12 '), 12],
    [integer, text('-3'), -3],
    [integer, text('123456789012345'), 123_456_789_012_345],
    [integer, int(Number.MAX_SAFE_INTEGER), Number.MAX_SAFE_INTEGER],
    [number, float(2.5), 2.5],
    [number, int(2), 2],
    [{ type: 'integer', minimum: 1, maximum: 5 }, int(1), 1],
    [{ type: 'integer', minimum: 1, maximum: 5 }, int(5), 5],
    [{ type: 'number', minimum: 0, maximum: 0 }, int(0), 0],
    [boolean, flag(false), false],
    [date, text('May 18, 2025'), '2025-05-18'],
    [time, text('03:15 PM'), 915],
    [{ type: 'result' }, found, result],
    [any, found, result],
    [any, none, null],
    [any, list(), []],
    [any, dict, { a: 1 }],
    [set('integer'), list(int(2), text('1')), [2, 1]],
    [{ type: 'result', shape: 'list' }, list(found, found), [result, result]],
    [pair('integer'), list(int(1), int(1)), [1, 1]],
    [pair('date'), list(text('2025-01-01'), text('Jan 2, 2025')), ['2025-01-01', '2025-01-02']],
    [pair('text'), list(text('b'), text('a')), ['b', 'a']],
    [pair('any'), list(int(2), int(1)), [2, 1]],
    // Nothing was given.
    [{}, none, undefined],
    [set('text'), list(), undefined],
    [{ type: 'result' }, none, undefined],
  ])('case %# is read', (rules, given, value) => {
    expect(reading(rules, given)).toEqual(value)
  })
})

describe('what an argument is refused for', () => {
  it.each<readonly [Rules, GivenArgument, string, string]>([
    [{}, int(1), 'type', '"p" takes a text, not 1.'],
    [integer, text('1.5'), 'type', '"p" takes an integer, not "1.5".'],
    [integer, text('x1'), 'type', '"p" takes an integer, not "x1".'],
    [integer, text('1x'), 'type', '"p" takes an integer, not "1x".'],
    [integer, text('1234567890123456'), 'range', '"p" is out of range.'],
    [integer, int(2n ** 53n), 'range', '"p" is out of range.'],
    [integer, flag(true), 'type', '"p" takes an integer, not True.'],
    [integer, flag(false), 'type', '"p" takes an integer, not False.'],
    [number, text('2'), 'type', '"p" takes a number, not "2".'],
    [number, float(Number.NaN), 'type', '"p" takes a number, not the float NaN.'],
    [number, float(Number.POSITIVE_INFINITY), 'type', '"p" takes a number, not the float Infinity.'],
    [boolean, int(1), 'type', '"p" takes True or False, not 1.'],
    [boolean, int(999_999_999), 'type', '"p" takes True or False, not 999999999.'],
    [boolean, int(-999_999_999), 'type', '"p" takes True or False, not -999999999.'],
    [boolean, int(1_000_000_000), 'type', '"p" takes True or False, not a large integer.'],
    [boolean, int(-1_000_000_000), 'type', '"p" takes True or False, not a large integer.'],
    [boolean, text('y'.repeat(40)), 'type', `"p" takes True or False, not "${'y'.repeat(40)}".`],
    [boolean, text('y'.repeat(41)), 'type', `"p" takes True or False, not "${'y'.repeat(40)}…".`],
    [boolean, dict, 'type', '"p" takes True or False, not a dict.'],
    [boolean, list(int(1)), 'type', '"p" takes True or False, not a list.'],
    [boolean, found, 'type', '"p" takes True or False, not the result of a call.'],
    [date, int(1), 'type', '"p" takes a date, written as text, not 1.'],
    [date, text('soon'), 'format', '"p" takes dates such as 2025-05-18 or May 18, 2025, not "soon".'],
    [time, float(9.5), 'type', '"p" takes a time, written as text, not the float 9.5.'],
    [time, text('9h'), 'format', '"p" takes times such as 15:30 or 03:30 PM, not "9h".'],
    [{ type: 'result' }, text('r1'), 'type', '"p" takes the result of an earlier call, not "r1".'],
    [set('text'), text('a'), 'type', '"p" takes a list, not "a".'],
    [set('any'), int(1), 'type', '"p" takes a list, not 1.'],
    [set('text'), list(text('a'), none), 'type', '"p" takes a list, each item a text, not None.'],
    [
      set('result'),
      list(int(1)),
      'type',
      '"p" takes a list, each item the result of an earlier call, not 1.',
    ],
    [pair('integer'), list(int(1)), 'pair', '"p" takes a list of two values, lowest first, not of 1.'],
    [
      pair('integer'),
      list(int(1), int(2), int(3)),
      'pair',
      '"p" takes a list of two values, lowest first, not of 3.',
    ],
    [pair('integer'), list(int(2), int(1)), 'pair', '"p" takes its lower value first.'],
    [pair('time'), list(text('10:00'), text('09:59')), 'pair', '"p" takes its lower value first.'],
    [pair('integer'), list(int(2), text('x')), 'type', '"p" takes a list, each item an integer, not "x".'],
    [{ type: 'integer', minimum: 1 }, int(0), 'range', '"p" is at least 1.'],
    [{ type: 'number', maximum: 5 }, float(5.5), 'range', '"p" is at most 5.'],
    [{ type: 'integer', maximum: 5, shape: 'set' }, list(int(5), int(6)), 'range', '"p" is at most 5.'],
    [{ choices: ['a', 'b'] }, text('c'), 'choice', '"p" takes one of "a", "b", not "c".'],
    [{ choices: dozen }, text('x'), 'choice', `"p" takes one of "${dozen.join('", "')}", not "x".`],
    [{ choices: [...dozen, 'd'] }, text('x'), 'choice', '"p" takes other values, not "x".'],
  ])('case %# is refused', (rules, given, reason, message) => {
    expect(reading(rules, given)).toEqual([reason, message])
  })

  it('what is missing, unknown, or missing of a group', () => {
    const a: ToolParameter = { name: 'a', type: 'text', shape: 'one', isMandatory: true, description: '' }
    const b: ToolParameter = { name: 'b', type: 'text', shape: 'one', description: '' }
    const c: ToolParameter = { ...b, name: 'c' }
    const tool: PackTool = { ...toolOf({}), parameters: [a, b, c], needsOneOf: [['b', 'c']] }
    const checked = (given: Readonly<Record<string, string>>): unknown =>
      checkArguments(tool, new Map(Object.entries(given).map(([name, value]) => [name, text(value)])))
    expect(checked({ b: 'x' })).toEqual({
      kind: 'fault',
      parameter: 'a',
      reason: 'missing',
      message: 'tool needs "a".',
    })
    expect(checked({ a: 'x' })).toEqual({
      kind: 'fault',
      reason: 'missing',
      message: 'tool needs at least one of "b", "c".',
    })
    expect(checked({ a: 'x', c: 'y' })).toMatchObject({ kind: 'checked', values: { a: 'x', c: 'y' } })
    expect(checked({ a: 'x', ['q'.repeat(50)]: 'y' })).toEqual({
      kind: 'fault',
      parameter: 'q'.repeat(50),
      reason: 'unknown',
      message: `tool has no parameter "${'q'.repeat(40)}…".`,
    })
  })
})
