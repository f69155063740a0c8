import { describe, expect, it } from 'vitest'
import { toyWorld } from '../../../test/generators/toy-world.js'
import type { JsonObject, JsonValue } from '../../text/json.js'
import type { PackTool, ToolParameter } from '../pack.js'
import type { TracedCall, TracedOutcome } from '../turn-record.js'
import { callsOfTrace, planOfCalls } from './calls-of-trace.js'
import { type Constraint, constraintsOf, type ResultOrigin, summaryFaults } from './summary-faithfulness.js'
import { clockText } from './tool-config.js'

const world = toyWorld()

const parameter = (name: string, type: ToolParameter['type']): ToolParameter => ({
  name,
  type,
  shape: 'one',
  description: '',
})
const tool: PackTool = {
  name: 't',
  role: 'call',
  description: '',
  parameters: [
    parameter('day', 'date'),
    parameter('at', 'time'),
    parameter('text', 'text'),
    parameter('prior', 'result'),
  ],
  examples: [],
  run: () => ({ kind: 'value', value: null }),
}
const call = (
  args: JsonObject,
  outcome: TracedOutcome = { kind: 'none' },
  producers: TracedCall['producers'] = {},
): TracedCall => ({ tool: 't', line: 1, arguments: args, producers, outcome })
const value = (given: JsonValue): TracedOutcome => ({ kind: 'value', value: given })
const result = (id: string): TracedOutcome => ({ kind: 'result', id, count: 1, rows: '' })
const spoken = (...trace: readonly TracedCall[]): unknown => callsOfTrace(trace, [tool]).at(-1)?.arguments

describe('callsOfTrace', () => {
  it.each<readonly [string, readonly TracedCall[], JsonObject]>([
    [
      'values as they are',
      [call({ text: 'a', other: [1, null], at: 'x' })],
      { text: 'a', other: [1, null], at: 'x' },
    ],
    ['times by the clock', [call({ at: 65 }), call({ at: [0, 1439] })], { at: ['00:00', '23:59'] }],
    ['times of no parameter as numbers', [call({ later: 65 })], { later: 65 }],
    [
      'results by the last call before that gave them',
      [
        call({}, result('x')),
        call({}, result('y')),
        call({}, result('x')),
        call({ prior: { $result: 'x' } }),
      ],
      { prior: { $ref: 'r3' } },
    ],
    [
      'results of nobody as they are',
      [call({}, result('x')), call({ prior: { $result: 'z' } })],
      { prior: { $result: 'z' } },
    ],
    [
      'results that come only later as they are',
      [call({ prior: { $result: 'x' } }, result('x'))],
      { prior: { $result: 'x' } },
    ],
    [
      'results within lists',
      [call({}, result('x')), call({ prior: [{ $result: 'x' }, 5] })],
      { prior: [{ $ref: 'r1' }, 5] },
    ],
    [
      'values that a call gave',
      [call({}, value('a')), call({ text: 'a' }, undefined, { text: [0] })],
      { text: { $ref: 'r1' } },
    ],
    [
      'values by the one of several that gave them',
      [call({}, value('a')), call({}, value('b')), call({ text: 'b' }, undefined, { text: [0, 1] })],
      { text: { $ref: 'r2' } },
    ],
    [
      'values that were changed since as they are',
      [call({}, value('a')), call({ text: 'ab' }, undefined, { text: [0] })],
      { text: 'ab' },
    ],
    [
      'values of an earlier turn as they are',
      [call({}, value('a')), call({ text: 'a' }, undefined, { text: ['id'] })],
      { text: 'a' },
    ],
    ['values of nobody as they are', [call({}, value('a')), call({ text: 'a' })], { text: 'a' }],
    [
      'values of calls that gave rows as they are',
      [call({}, result('x')), call({ text: 'a' }, undefined, { text: [0] })],
      { text: 'a' },
    ],
    [
      'dates however they were written',
      [call({}, value('May 18, 2025')), call({ day: '2025-05-18' }, undefined, { day: [0] })],
      { day: { $ref: 'r1' } },
    ],
    [
      'dates of no parameter only to the letter',
      [call({}, value('May 18, 2025')), call({ text: '2025-05-18' }, undefined, { text: [0] })],
      { text: '2025-05-18' },
    ],
    [
      'other dates as they are',
      [call({}, value('soon')), call({ day: '2025-05-18' }, undefined, { day: [0] })],
      { day: '2025-05-18' },
    ],
    [
      'values that are no texts',
      [call({}, value(5)), call({ day: '2025-05-18' }, undefined, { day: [0] })],
      { day: '2025-05-18' },
    ],
  ])('gives %s', (_, trace, args) => {
    expect(spoken(...trace)).toEqual(args)
  })

  it('names the tools, known or not, and writes a plan of them', () => {
    const calls = callsOfTrace([{ ...call({ a: 1 }), tool: 'nobody' }], [tool])
    expect(calls).toEqual([{ name: 'nobody', arguments: { a: 1 } }])
    expect(
      planOfCalls([
        { name: 'f', arguments: { a: 'x', b: [1.5, { $ref: 'r1' }], c: null } },
        { name: 'g', arguments: {} },
        { name: 'h', arguments: { a: { $ref: 'x1' }, b: { k: true } } },
      ]),
    ).toBe('r1 = f(a="x", b=[1.5, r1], c=None)\nr2 = g()\nr3 = h(a={"$ref": "x1"}, b={"k": True})')
    expect([clockText(0), clockText(1439), clockText('09:00'), clockText(null)]).toEqual([
      '00:00',
      '23:59',
      '09:00',
      null,
    ])
  })
})

describe('constraintsOf', () => {
  it('goes back through results, once each, and knows the types of parameters', () => {
    const origins = new Map<string, ResultOrigin>([
      ['a', { tool: 'search_books', arguments: { branch: 'north', due: '2025-05-18' } }],
      [
        'b',
        {
          tool: 'merge_books',
          arguments: { lists: [{ $result: 'a' }, { $result: 'a' }, { $result: 'c' }, { $result: 'gone' }] },
        },
      ],
      ['c', { tool: 'nobody', arguments: { x: [1, 2], prior: { $result: 'c' }, y: { z: 1 } } }],
    ])
    expect(constraintsOf('b', { origins, tools: world.tools })).toEqual([
      { parameter: 'x', type: 'any', value: 1 },
      { parameter: 'x', type: 'any', value: 2 },
      { parameter: 'y', type: 'any', value: { z: 1 } },
      { parameter: 'branch', type: 'text', value: 'north' },
      { parameter: 'due', type: 'date', value: '2025-05-18' },
    ])
    expect(constraintsOf('gone', { origins, tools: [] })).toEqual([])
  })
})

describe('summaryFaults', () => {
  const missing = (summary: string, one: Partial<Constraint>): readonly string[] =>
    summaryFaults(summary, {
      constraints: [{ parameter: 'p', type: 'any', value: 1, ...one }],
      count: 0,
      rules: '',
    }).missing
  const invented = (
    summary: string,
    constraints: readonly Constraint[] = [],
    rules = '',
  ): readonly string[] => summaryFaults(summary, { constraints, count: 3, rules }).invented

  it.each<readonly [string, Partial<Constraint>, boolean]>([
    ['in BOISE', { value: 'Boise' }, true],
    ['in Ｂoise', { value: 'Boise' }, true],
    ['in Bois', { value: 'Boise' }, false],
    ['at most 1,250.50', { value: 1250.5 }, true],
    ['at most 12505', { value: 1250.5 }, false],
    ['on May 18, 2025', { type: 'date', value: '2025-05-18' }, true],
    ['on May 18 2025', { type: 'date', value: '2025-05-18' }, true],
    ['on 2025-05-18', { type: 'date', value: '2025-05-18' }, true],
    ['on 2025-05-19', { type: 'date', value: '2025-05-18' }, false],
    ['from 09:30', { type: 'time', value: 570 }, true],
    ['from 9:30', { type: 'time', value: 570 }, false],
    ['with a pool', { parameter: 'pool_present', value: true }, true],
    ['with a spool', { parameter: 'has_pools', value: true }, true],
    ['with a sauna', { parameter: 'pool_present', value: true }, false],
    ['with a pool', { parameter: 'pool_present', value: false }, false],
    ['without a pool', { parameter: 'pool_present', value: false }, true],
    ['NO pool', { parameter: 'is_pool_included', value: false }, true],
    ['a noble pool', { parameter: 'pool_allowed', value: false }, false],
    ['pool: false', { parameter: 'pool', value: false }, true],
    ['hotel sin pool', { parameter: 'pool', value: false }, true],
    ['none with pool', { parameter: 'pool', value: false }, true],
    ['non pool', { parameter: 'pool', value: false }, true],
    ['not a pool', { parameter: 'pool', value: false }, true],
  ])('%j states %j: %s', (summary, one, isStated) => {
    expect(missing(summary, one)).toEqual(isStated ? [] : [`${one.parameter ?? 'p'}: ${String(one.value)}`])
  })

  it('names numbers, dates and times that nothing bears out, each once', () => {
    expect(invented('3 of 7, 7 and 1,000.5 on May 18, 2025 at 10:00; again 2025-05-18')).toEqual([
      '7',
      '1000.5',
      '2025-05-18',
      '10:00',
    ])
    expect(invented('7 at 10:00 on 2025-05-18', [], 'Rules; 7, 10:00, May 18, 2025.')).toEqual([])
    const constraints: readonly Constraint[] = [
      { parameter: 'a', type: 'time', value: 600 },
      { parameter: 'b', type: 'text', value: 'Gate 12' },
      { parameter: 'c', type: 'date', value: '2025-05-18' },
      { parameter: 'd', type: 'number', value: 4.5 },
    ]
    expect(invented('10:00, Gate 12, May 18, 2025, 4.5, 3', constraints)).toEqual([])
    expect(invented('In 2025', constraints)).toEqual(['2025'])
    expect(
      summaryFaults('x', {
        constraints: [constraints[1], constraints[1]].flatMap((one) => one ?? []),
        count: 0,
        rules: '',
      }).missing,
    ).toEqual(['b: Gate 12'])
  })
})
